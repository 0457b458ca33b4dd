/** `evidence verify`: verifies texts or one claim through the same API as over HTTP. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { codePoints } from '#contracts/code-points.ts';
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import { MAX_CONTENT_CHARACTERS, type VerifyResponse } from '#contracts/http/verification.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import type { Operations, VerifyOutcome } from '../../control/operations.ts';
import { fileKind, readDocumentFile } from '../../library/document-file.ts';
import { sentenceOf } from '../answer-error.ts';
import type { CommandContext } from '../context.ts';
import { renderReport } from '../report.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import { addLibrary } from './library.ts';

export interface VerifyOptions {
  library?: string;
  profile?: string;
  mode?: string;
  question?: string;
  claim?: string;
  json?: boolean;
  html?: string;
  modelUrl?: string;
  model?: string;
  /** False: outside sources are not used. */
  web?: boolean;
}

interface Subject {
  kind: 'text' | 'claim';
  title: string;
  content: string;
}

const NOBODY_OUTSIDE = {
  EVIDENCE_PUBLIC_SOURCES: 'off',
  EVIDENCE_CONNECTED_SEARCH: 'off',
  EVIDENCE_SEARCH_URL: '',
};

/** Larger than any text that the API accepts (100,000 characters of at most four bytes). */
const MAX_FILE_BYTES = 400_000;
const STANDARD_INPUT = '-';

export async function verify(files: readonly string[], options: VerifyOptions, context: CommandContext): Promise<void> {
  if (files.length === 0 && options.claim === undefined) throw new UsageError('name a FILE to verify, or use --claim');
  if (files.length > 0 && options.claim !== undefined) throw new UsageError('--claim can not be combined with a FILE');
  if (files.length > 1 && options.html !== undefined) throw new UsageError('--html takes one FILE at a time');
  if (options.claim !== undefined && (options.mode !== undefined || options.question !== undefined)) {
    throw new UsageError('--mode and --question are for texts, not for --claim');
  }
  const settings = {
    ...modelVariables(options),
    ...(options.web === false && NOBODY_OUTSIDE),
  };
  const subjects =
    options.claim === undefined
      ? await Promise.all(files.map(readSubject))
      : [{ kind: 'claim' as const, title: 'Claim', content: options.claim }];

  await context.withOperations(
    async (operations) => {
      if (options.library !== undefined) await addLibrary(operations, options.library, { prune: false }, context);
      const failures: string[] = [];
      for (const subject of subjects) {
        const failure = await verifyOne(operations, subject, options, context);
        if (failure !== null) failures.push(failure);
      }
      if (failures.length > 0) throw new CommandError(failures.join('\n'));
    },
    settings,
    options.web === false ? '; with --mode fast it asks nobody outside' : '',
  );
}

/** The model options as the environment variables that they correspond to. */
function modelVariables({ modelUrl, model }: VerifyOptions): Record<string, string> {
  if ((modelUrl === undefined) !== (model === undefined)) throw new UsageError('--model-url and --model go together');
  return modelUrl === undefined ? {} : { EVIDENCE_MODEL_URL: modelUrl, EVIDENCE_MODEL: model! };
}

async function readSubject(file: string): Promise<Subject> {
  const kind = fileKind(file);
  if (kind === 'pdf' || kind === 'docx' || kind === 'html') return readDocumentSubject(file, kind);
  const bytes = file === STANDARD_INPUT ? await buffer(process.stdin) : await readTextFile(file);
  if (bytes.length > MAX_FILE_BYTES)
    throw new CommandError(`${file} is too large: a text has up to 100,000 characters`);
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'text', title: file === STANDARD_INPUT ? 'standard input' : file, content };
  } catch {
    throw new CommandError(`${file} is not UTF-8 text`);
  }
}

/** Reads a document in a separate process, as POST /documents does. */
async function readDocumentSubject(file: string, kind: DocumentKind): Promise<Subject> {
  try {
    const { text } = await readDocumentFile(file, kind);
    if (codePoints(text) > MAX_CONTENT_CHARACTERS) {
      throw new CommandError(`${file} has more than 100,000 characters of text; send it to POST /v1/documents`);
    }
    return { kind: 'text', title: file, content: text };
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandError(`${file}: ${error.code.replaceAll('_', ' ')}`);
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function readTextFile(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) return Buffer.alloc(MAX_FILE_BYTES + 1);
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Returns the reason why there is no result, or null. */
async function verifyOne(
  operations: Operations,
  subject: Subject,
  options: VerifyOptions,
  context: CommandContext,
): Promise<string | null> {
  const { kind, title, content } = subject;
  const text = kind === 'claim' ? { claim: content } : { content, mode: options.mode, question: options.question };
  const outcome = await operations.verify({
    kind,
    // Through JSON, which drops undefined options.
    body: JSON.parse(JSON.stringify({ ...text, profile: options.profile })),
    html: options.html !== undefined,
  });
  context.progress.clear();
  const good = outcome.status === 201;
  if (options.json)
    context.out(`${JSON.stringify({ file: kind === 'claim' ? null : title, ...(outcome.body as object) })}\n`);
  else if (good) context.out(renderReport({ ...(outcome.body as VerifyResponse), content, title }, context.page));
  if (!good) return `${title}: ${sentenceOf(outcome.status, outcome.body)}`;
  if (options.html !== undefined) await writeExport(options.html, outcome, context);
  return null;
}

async function writeExport(file: string, { html }: VerifyOutcome, context: CommandContext): Promise<void> {
  if (html === null) throw new CommandError('the organization does not allow exports');
  try {
    await writeFile(file, html, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`${file} can't be written (${(error as NodeJS.ErrnoException).code})`);
  }
  context.note(`HTML report: ${resolve(file)}`);
}
