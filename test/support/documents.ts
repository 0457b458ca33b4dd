/** Files of documents, and the form that submits one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { load } from '#streams/repository.ts';
import { eventually } from './eventually.ts';
import type { Answer, TestService } from './service/open.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/documents');

/** The bytes of a fixture. */
export function fixture(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

export interface FormPart {
  name: string;
  content: Buffer | string;
  filename?: string;
  type?: string;
}

/** A multipart form as clients send it. */
export function form(parts: readonly FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'a-boundary-of-a-test';
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename.replaceAll(/["\r\n]/g, encodeURIComponent)}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Sends POST /documents with the file and further fields. */
export function submit(
  service: TestService,
  file: { name: string; content: Buffer | string },
  fields: Record<string, string> = {},
  options: { headers?: Record<string, string>; key?: string | null } = {},
): Promise<Answer> {
  const others = Object.entries(fields).map(([name, content]) => ({ name, content }));
  const { body, headers } = form([{ name: 'file', filename: file.name, content: file.content }, ...others]);
  return service.call('POST', '/documents', { ...options, body, headers: { ...headers, ...options.headers } });
}

/** The job's status once it has ended. Watches the stream, as polling would use up the calls of the minute. */
export async function ended(service: TestService, jobId: string, key?: string, withinMs = 60_000): Promise<Answer> {
  const { events } = service.service.stores;
  await eventually(
    'the end of the job',
    async () => !['queued', 'running'].includes((await load(events, DOCUMENT_JOB, jobId)).state.status),
    withinMs,
  );
  service.advance(60_000);
  return service.call('GET', `/documents/${jobId}`, key === undefined ? {} : { key });
}
