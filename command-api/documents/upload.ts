/**
 * Receives the form of POST /documents: checks the file's type by its first bytes and stores it, sealed, while it
 * arrives.
 */
import type { FastifyRequest } from 'fastify';
import { type DocumentKind, MAX_FILE_BYTES } from '#contracts/document-vocabulary.ts';
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { DocumentForm } from '#contracts/http/document.ts';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { type Form, type FormFile, readForm } from '#http/multipart.ts';
import { detailOf, validate, valueError } from '#http/validation.ts';
import { type StoredUpload, storeUpload, type UploadStores } from '#sealed/document-uploads.ts';
import { detectKind, HEAD_BYTES } from './detect-kind.ts';

export interface ReceivedDocument {
  form: DocumentForm;
  /** The page's own fields, without those that were not sent. */
  own: Readonly<Record<string, string>>;
  kind: DocumentKind;
  upload: StoredUpload;
}

/** What a page adds to the form. */
export interface PageForm {
  /** Names of its own fields, which stand before the file. */
  own: readonly string[];
  /** Throws ApiError to refuse the call before the file is read. */
  check(fields: Readonly<Record<string, string>>): void;
  /** The field that makes a form that is sent twice one document. */
  keyField: string;
  /** Runs `work` again while it throws ApiError idempotency_in_progress. */
  afterFirst<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Memory that an upload takes: a piece, its sealed form, and the buffers of the connection. */
const HELD_BYTES = 4 * MEBIBYTE;

/**
 * Stores the file under `prefix`. Throws ApiError payload_too_large, unsupported_document_type or validation_error;
 * nothing remains stored then.
 */
export async function receiveDocument(
  stores: UploadStores,
  request: FastifyRequest,
  prefix: string,
  nowMs: number,
  page: PageForm | null = null,
): Promise<ReceivedDocument> {
  request.bodyBytes?.add(HELD_BYTES);
  const received = await formOf(request, page, async (file) => {
    const { kind, content } = await withKind(file);
    return { kind, upload: await storeUpload(stores, prefix, content, nowMs) };
  });
  // A form without a file as well.
  if (received.file === null) page?.check(received.fields);
  const { own, rest } = divided(received.fields, page?.own ?? []);
  const { file: _, ...fields } = rest;
  const parsed = validate(DocumentForm, 'body', fields);
  const detail = [...fileDetail(received), ...(parsed.success ? [] : parsed.detail)];
  if (detail.length > 0 || !parsed.success || received.file === null) {
    if (received.file !== null) await stores.blobs.deletePrefix(prefix);
    throw new ApiError('validation_error', { detail });
  }
  return { form: parsed.value, own, ...received.file };
}

function formOf<Result>(
  request: FastifyRequest,
  page: PageForm | null,
  readFile: (file: FormFile) => Promise<Result>,
): Promise<Form<Result>> | Form<Result> {
  if (request.headers['content-type'] === undefined) return { fields: {}, file: null };
  const beforeFile = page === null ? {} : { beforeFile: page.check };
  return readForm(request.raw, { fileField: 'file', mostFileBytes: MAX_FILE_BYTES, readFile, ...beforeFile });
}

function fileDetail({ fields, file }: Form<unknown>): ValidationDetail[] {
  if (file !== null) return [];
  if ('file' in fields) return [valueError(['body', 'file'], "Expected UploadFile, received: <class 'str'>", null)];
  return [detailOf('missing', ['body', 'file'], null)];
}

function divided(
  fields: Record<string, string>,
  names: readonly string[],
): Record<'own' | 'rest', Record<string, string>> {
  const [own, rest] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name) === isOwn)),
  );
  return { own: own!, rest: rest! };
}

async function withKind({
  name,
  mediaType,
  content,
}: FormFile): Promise<{ kind: DocumentKind; content: AsyncIterable<Uint8Array> }> {
  const chunks = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let ended = false;
  while (!ended && head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) ended = true;
    else head = Buffer.concat([head, next.value]);
  }
  const kind = detectKind(head, name, mediaType);
  if (kind === null) {
    await chunks.return?.();
    throw new ApiError('unsupported_document_type');
  }
  return { kind, content: continued(head, chunks) };
}

async function* continued(head: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const next = await chunks.next();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}
