/** What `evidence verify` verifies: a text, a document or standard input. */
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileProblem } from '#common/file-problem.ts';
import { codePoints } from '#contracts/code-points.ts';
import { type DocumentKind, MAX_FILE_BYTES } from '#contracts/document-vocabulary.ts';
import { whyUnread } from '#contracts/document-words.ts';
import { MAX_CONTENT_CHARACTERS } from '#contracts/http/verification.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import { fileKind, readDocumentFile } from '../../library/document-file.ts';
import { CommandError } from '../usage-error.ts';

export interface Subject {
  kind: 'text' | 'claim';
  title: string;
  /** Of its file; null: it has none. */
  name: string | null;
  content: string;
  /** Whether the content is the file's own text, so that its lines are the file's. */
  hasLines: boolean;
}

/** Larger than any text that the API accepts (100,000 characters of at most four bytes). */
const MAX_TEXT_BYTES = 400_000;
const STANDARD_INPUT = '-';

/** Reads a file as the API would; throws CommandError, with the file's name, for one that can't be read. */
export async function readSubject(file: string): Promise<Subject> {
  const kind = fileKind(file);
  if (kind === 'pdf' || kind === 'docx' || kind === 'html') return readDocumentSubject(file, kind);
  const bytes = file === STANDARD_INPUT ? await buffer(process.stdin) : await readTextFile(file);
  if (bytes.length === 0) throw new CommandError(`${file === STANDARD_INPUT ? 'standard input' : file} is empty`);
  if (bytes.length > MAX_TEXT_BYTES)
    throw new CommandError(`${file} is too large: a text has up to 100,000 characters`);
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const isFile = file !== STANDARD_INPUT;
    const title = isFile ? file : 'standard input';
    return { kind: 'text', title, name: isFile ? basename(file) : null, content, hasLines: true };
  } catch {
    throw new CommandError(`${file} is not UTF-8 text`);
  }
}

/** Reads a document in a separate process, as POST /documents does. */
async function readDocumentSubject(file: string, kind: DocumentKind): Promise<Subject> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new DocumentError('document_too_large');
    const { text } = await readDocumentFile(file, kind);
    if (codePoints(text) > MAX_CONTENT_CHARACTERS) {
      throw new CommandError(`${file} has more than 100,000 characters of text; send it to POST /v1/documents`);
    }
    return { kind: 'text', title: file, name: basename(file), content: text, hasLines: false };
  } catch (error) {
    if (error instanceof DocumentError) {
      throw new CommandError(`${file}: ${whyUnread(error.code, error.emptyBecause)} (${error.code})`);
    }
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read: ${fileProblem(error)}`);
  }
}

async function readTextFile(file: string): Promise<Buffer> {
  try {
    const about = await stat(file);
    if (about.isDirectory())
      throw new CommandError(`${file} is a folder: name its files, such as "${join(file, '**', '*.md')}"`);
    return about.size > MAX_TEXT_BYTES ? Buffer.alloc(MAX_TEXT_BYTES + 1) : await readFile(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read: ${fileProblem(error)}`);
  }
}
