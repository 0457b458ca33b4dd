/** Reads a multipart form while it arrives: collects its fields and passes its file on as a stream. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { detailOf, valueError } from './validation.ts';

export interface FormFile {
  /** The file's name as sent by the client; empty if none. Never stored: it is the customer's text. */
  name: string;
  mediaType: string;
  /** Must be read to its end, or the promise of its reader rejects. Fails with payload_too_large. */
  content: AsyncIterable<Uint8Array>;
}

export interface FormOptions<Result> {
  /** Name of the field that holds the file. */
  fileField: string;
  mostFileBytes: number;
  readFile(file: FormFile): Promise<Result>;
  /** Called with the fields that precede the file, before anything of it is read. What it throws is the outcome. */
  beforeFile?(fields: Readonly<Record<string, string>>): void;
}

export interface Form<Result> {
  /** If a field is repeated, its last value. */
  fields: Record<string, string>;
  /** null: the form has none. */
  file: Result | null;
}

/** Far more than the forms of this service have. */
const MOST_FIELDS = 20;
const MOST_FIELD_BYTES = 4_096;
const MOST_NAME_BYTES = 200;

/**
 * Throws ApiError: unsupported_media_type, payload_too_large, validation_error; an error with the code ECONNRESET if the
 * client disconnects, or has before; and what `readFile` throws. After that, the rest of the body stays unread and is left
 * to the caller.
 */
export function readForm<Result>(
  request: IncomingMessage,
  { fileField, mostFileBytes, readFile, beforeFile }: FormOptions<Result>,
): Promise<Form<Result>> {
  // The client left before anybody read, and the event has passed: nothing more would ever come.
  if (request.destroyed && !request.readableEnded) return Promise.reject(disconnected());
  const { promise, resolve, reject } = Promise.withResolvers<Form<Result>>();
  const fields: Record<string, string> = Object.create(null);
  let file: Promise<Result> | null = null;
  const form = parserOf(request, mostFileBytes);
  let open: Readable | null = null;

  const fail = (error: unknown) => {
    request.unpipe(form);
    request.off('close', onClose);
    open?.destroy();
    reject(error);
  };
  // A request that was read to its end closes too, before the file is stored.
  const onClose = () => {
    if (!request.readableEnded) fail(disconnected());
  };

  form.on('file', (name, content: Readable & { truncated?: boolean }, filename, _encoding, mediaType) => {
    // Without this, an incomplete form would be an unhandled error.
    content.on('error', () => {});
    if (name !== fileField || file !== null) {
      content.resume();
      fail(refused(detailOf('extra_forbidden', ['body', shortened(name)], null)));
      return;
    }
    try {
      beforeFile?.(fields);
    } catch (error) {
      content.resume();
      fail(error);
      return;
    }
    open = content;
    file = readFile({ name: filename ?? '', mediaType: mediaType ?? '', content: whole(content) });
    file.catch(fail);
  });
  form.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) fail(refused(broken('a field is too long')));
    else fields[name] = value;
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    form.on(limit, () => fail(refused(broken('too many fields'))));
  }
  form.on('error', () => fail(refused(broken('the form is not well-formed'))));
  form.on('finish', async () => {
    try {
      resolve({ fields, file: await file });
      request.off('close', onClose);
    } catch (error) {
      fail(error);
    }
  });
  request.once('close', onClose);
  request.pipe(form);
  return promise;
}

function parserOf(request: IncomingMessage, mostFileBytes: number) {
  const type = request.headers['content-type'];
  if (type === undefined || !/^multipart\/form-data\b/i.test(type)) {
    throw new ApiError('unsupported_media_type', { message: 'The request body must be multipart/form-data.' });
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: {
        fileSize: mostFileBytes,
        files: 2,
        fields: MOST_FIELDS,
        fieldSize: MOST_FIELD_BYTES,
        fieldNameSize: MOST_NAME_BYTES,
      },
    });
  } catch {
    throw refused(broken('the boundary is missing'));
  }
}

/** Fails if the parser has cut the file off at its limit. */
async function* whole(content: Readable & { truncated?: boolean }): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (content.truncated) throw new ApiError('payload_too_large');
    yield chunk as Buffer;
  }
  if (content.truncated) throw new ApiError('payload_too_large');
}

function disconnected(): Error {
  return Object.assign(new Error('the client disconnected'), { code: 'ECONNRESET' });
}

function broken(explanation: string) {
  return valueError(['body'], explanation, null);
}

function refused(...detail: ValidationDetail[]): ApiError {
  return new ApiError('validation_error', { detail });
}

function shortened(name: string): string {
  return name.slice(0, MOST_NAME_BYTES);
}
