/**
 * Synchronizes the evidence library with a folder of documents: new and changed files are read, split into passages and
 * stored; with `removeMissing`, documents of deleted files are removed.
 */
import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { Turn } from '#common/turns.ts';
import { type DocumentKind, MAX_FILE_BYTES } from '#contracts/document-vocabulary.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import type { LibraryDocument } from '#contracts/ports/evidence-library.ts';
import { type Engine, EngineError, type ReadableInput } from '#engine/engine.ts';
import type { ChangedLibrary } from '#streams/recorded-library.ts';
import { readDocumentFile } from './document-file.ts';
import type { FileStates } from './file-states.ts';

const MEDIA_TYPES: Record<string, ReadableInput['mediaType']> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
};

/**
 * Documents added by command have this prefix, then the name of their folder. Synchronizing the configured folder
 * leaves them alone.
 */
export const ADDED = 'added/';

/** Read in a separate process, because the libraries that parse these formats are not trusted with hostile files. */
const DOCUMENTS: Readonly<Record<string, DocumentKind>> = { '.pdf': 'pdf', '.docx': 'docx' };

/** Same limit as for pages from the network. */
const MAX_PAGE_BYTES = 5_000_000;
const LONGEST_TITLE = 200;
/** Documents stored per call, which bounds memory and makes progress visible. */
const BATCH = 50;

/** Errors of documents that have a reason of their own. */
const SKIPPED_FOR: Partial<Record<DocumentError['code'], SkipReason>> = {
  document_empty: 'no_text',
  document_encrypted: 'encrypted',
};

export type SkipReason = 'too_large' | 'unreadable' | 'encrypted' | 'not_utf8' | 'no_text';

export interface IndexReport {
  /** Number of files with a known extension. */
  found: number;
  added_or_changed: number;
  unchanged: number;
  removed: number;
  /** Paths relative to the folder. */
  skipped: { path: string; reason: SkipReason }[];
}

export interface IndexOptions {
  /** Prefix of stored paths, so that several folders can share the library. Default: none. */
  prefix?: string;
  removeMissing?: boolean;
  /** Allows skipping files that are unchanged since they were last read. */
  fileStates?: FileStates;
  onProgress?: (done: number, total: number) => void;
  /** Ends the work before the next file; documents stored so far stay. */
  signal?: AbortSignal;
}

/** Throws file system errors when the folder cannot be read, and the signal's reason. Unusable files are reported. */
export async function indexFolder(
  folder: string,
  library: ChangedLibrary,
  engine: Pick<Engine, 'readable' | 'splitPassages'>,
  options: IndexOptions = {},
): Promise<IndexReport> {
  const root = await realpath(folder);
  const prefix = options.prefix ?? '';
  const inventory = await library.inventory();
  const files = await listDocuments(root);
  const report: IndexReport = { found: files.length, added_or_changed: 0, unchanged: 0, removed: 0, skipped: [] };

  let batch: LibraryDocument[] = [];
  const flush = async () => {
    if (batch.length > 0) report.added_or_changed += await library.put(batch);
    batch = [];
  };

  const turn = new Turn();
  for (const [index, { file, below }] of files.entries()) {
    if (turn.isOver) await turn.next();
    options.signal?.throwIfAborted();
    const path = prefix + below;
    const document = await readDocument(file, path, inventory[path], engine, options.fileStates);
    if (document === 'unchanged') report.unchanged++;
    else if (typeof document === 'string') report.skipped.push({ path, reason: document });
    else batch.push(document);
    if (batch.length >= BATCH) await flush();
    options.onProgress?.(index + 1, files.length);
  }
  await flush();
  await options.fileStates?.save();
  options.signal?.throwIfAborted();

  if (options.removeMissing) {
    const present = new Set(files.map(({ below }) => prefix + below));
    const ours = (path: string) => (prefix === '' ? !path.startsWith(ADDED) : path.startsWith(prefix));
    const gone = Object.keys(inventory).filter((path) => ours(path) && !present.has(path));
    if (gone.length > 0) report.removed = await library.remove(gone);
  }
  return report;
}

interface FoundFile {
  file: string;
  /** Path relative to the folder, with slashes. */
  below: string;
}

/** Hidden files and folders. */
const HIDDEN = /(?:^|\/)\./;

/** Files with a known extension, sorted by path. Excludes hidden files and links out of the folder. */
async function listDocuments(root: string): Promise<FoundFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const start = root.endsWith(sep) ? root.length : root.length + sep.length;
  const files: FoundFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !isKnown(extname(entry.name).toLowerCase())) continue;
    const file = join(entry.parentPath, entry.name);
    const below = file.slice(start).replaceAll(sep, '/');
    if (!HIDDEN.test(below)) files.push({ file, below });
  }
  return files.sort((a, b) => (a.below < b.below ? -1 : 1));
}

function isKnown(extension: string): boolean {
  return extension in MEDIA_TYPES || extension in DOCUMENTS;
}

async function readDocument(
  file: string,
  path: string,
  knownHash: string | undefined,
  engine: Pick<Engine, 'readable' | 'splitPassages'>,
  fileStates: FileStates | undefined,
): Promise<LibraryDocument | 'unchanged' | SkipReason> {
  const kind = DOCUMENTS[extname(file).toLowerCase()];
  let bytes: Buffer;
  let times: Stats;
  try {
    // A start checks thousands of files, and a synchronous stat blocks for a few microseconds only.
    times = statSync(file);
    if (times.size > (kind === undefined ? MAX_PAGE_BYTES : MAX_FILE_BYTES)) return 'too_large';
    if (knownHash !== undefined && fileStates?.knownHash(path, times) === knownHash) return 'unchanged';
    bytes = await readFile(file);
  } catch {
    return 'unreadable';
  }
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  fileStates?.put(path, times, contentHash, Date.now());
  if (contentHash === knownHash) return 'unchanged';

  if (kind !== undefined) return readWholeDocument(file, path, kind, contentHash, engine);
  let body: string;
  try {
    body = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'not_utf8';
  }
  try {
    const mediaType = MEDIA_TYPES[extname(file).toLowerCase()] ?? 'text/plain';
    const readable = await engine.readable({
      body,
      mediaType,
      // The file name is the title of documents without one.
      url: `urn:evidence:library:${encodeURIComponent(basename(path))}`,
    });
    const passages = await engine.splitPassages(readable.text);
    if (passages.length === 0) return 'no_text';
    return {
      path,
      title: readable.title,
      publisher: readable.publisher ?? 'library',
      publication_date: readable.publication_date,
      licence: readable.licence,
      content_hash: contentHash,
      passages: passages.map((passage) => passage.text),
    };
  } catch (error) {
    if (error instanceof EngineError) return 'unreadable';
    throw error;
  }
}

/** The first line of a document is its title. */
async function readWholeDocument(
  file: string,
  path: string,
  kind: DocumentKind,
  content_hash: string,
  engine: Pick<Engine, 'splitPassages'>,
): Promise<LibraryDocument | SkipReason> {
  try {
    const { text } = await readDocumentFile(file, kind);
    const passages = await engine.splitPassages(text);
    if (passages.length === 0) return 'no_text';
    const title = text
      .split('\n', 1)[0]!
      .replace(/^#+\s*/, '')
      .slice(0, LONGEST_TITLE);
    return {
      path,
      title: title || basename(path),
      publisher: 'library',
      publication_date: null,
      licence: null,
      content_hash,
      passages: passages.map((passage) => passage.text),
    };
  } catch (error) {
    if (error instanceof DocumentError) return SKIPPED_FOR[error.code] ?? 'unreadable';
    if (error instanceof EngineError) return 'unreadable';
    throw error;
  }
}
