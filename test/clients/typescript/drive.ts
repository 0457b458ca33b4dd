/** Drives the service with types that openapi-typescript has generated: node drive.ts URL KEY PDF. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

const DONE_WITHIN_MS = 60_000;

const [url, key, pdf] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: `${url}/v1`, headers: { Authorization: `Bearer ${key}` } });

/** The body of a successful call; what went wrong is in the message otherwise. */
async function succeeded<Body>(call: Promise<{ data?: Body; error?: unknown }>): Promise<Body> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const created = await succeeded(client.POST('/verifications', { body: { content: 'The station has 24 turbines.' } }));
const claim: components['schemas']['ClaimRecord'] = created.result.claims[0]!;
console.log('created', claim.verdict);

const path = { verification_id: created.result.id };
const read = await succeeded(client.GET('/verifications/{verification_id}', { params: { path } }));
assert.equal(read.result.claims[0]!.id, claim.id);

const exported = client.GET('/verifications/{verification_id}/export', { params: { path }, parseAs: 'text' });
assert.match(await succeeded(exported), /^<!doctype html>/);
console.log('exported');

const review = {
  claim_id: claim.id,
  action: 'request_evidence',
  explanation: 'The annual report should say it.',
} as const;
await succeeded(client.POST('/verifications/{verification_id}/reviews', { params: { path }, body: review }));
const queue = await succeeded(client.GET('/reviews'));
assert.ok(queue.data.some(({ claim_id }) => claim_id === claim.id));
console.log('reviewed');

const file = new File([await openAsBlob(pdf!)], 'letter.pdf', { type: 'application/pdf' });
const job = await succeeded(
  client.POST('/documents', {
    // The types have strings for files.
    body: { file: file as unknown as string },
    bodySerializer() {
      const form = new FormData();
      form.set('file', file);
      return form;
    },
  }),
);
const job_id = job.job_id;
const until = performance.now() + DONE_WITHIN_MS;
let status = await succeeded(client.GET('/documents/{job_id}', { params: { path: { job_id } } }));
while (!['succeeded', 'failed', 'cancelled'].includes(status.status) && performance.now() < until) {
  await delay(1_000);
  status = await succeeded(client.GET('/documents/{job_id}', { params: { path: { job_id } } }));
}
assert.equal(status.status, 'succeeded');
const texts: string[] = [];
for (const { id } of status.artifacts ?? []) {
  const params = { path: { job_id, artifact_id: id } };
  texts.push(await succeeded(client.GET('/documents/{job_id}/artifacts/{artifact_id}', { params, parseAs: 'text' })));
}
assert.ok(texts.some((text) => text.includes('salmon')));
console.log('uploaded', texts.length);

await succeeded(client.GET('/organizations'));
await succeeded(client.GET('/models'));
console.log('listed', (await succeeded(client.GET('/policies'))).data.length);
