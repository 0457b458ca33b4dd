/** Nothing of a document is on the disk in plain text, and after its expiry, nothing that could open it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { load } from '#streams/repository.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { pageOf, pdfOf } from '#test/support/pdf.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { formsOfBytes, formsOfText } from '#test/support/service/traces.ts';

const TEXT = 'Zyxomma petiolatum flew over Xylophagous Pond in 1987.';
const NAME = 'Quokka-Minutes';
const HOUR_MS = 3_600_000;
const SHOWN_MS = 15 * 60_000;
const FILES = {
  txt: Buffer.from(`${TEXT}\n\n`.repeat(20)),
  pdf: pdfOf(Array.from({ length: 3 }, () => pageOf([TEXT]))),
};

let service: TestService;
before(async () => {
  service = await openTestService({ realEngine: true });
});
after(() => service.close());

/** The words of the document and of its name, in whatever form, and a piece of the file as it was sent. */
function needlesOf(file: Buffer): Record<string, Uint8Array> {
  const piece = Object.entries(formsOfBytes(file.subarray(400, 480)));
  return {
    ...formsOfText('Xylophagous'),
    ...formsOfText(NAME),
    ...Object.fromEntries(piece.map(([form, bytes]) => [`the file, ${form}`, bytes])),
  };
}

/** What opens anything of the document: its data key, as it is and as it is stored, and the key of its file. */
async function keysOf(jobId: string): Promise<Record<string, Uint8Array>> {
  const { stores, verifications } = service.service;
  const id = verificationOfJob(jobId);
  const texts = (await verifications.texts(id)) ?? assert.fail('there is no key');
  const { submitted } = (await load(stores.events, DOCUMENT_JOB, jobId)).state;
  const fileKey = Buffer.from(texts.openText(jobId, SEALED.upload_key, submitted!.upload_key), 'base64');
  const wrapped = await service.ground.wrappedKey(id);
  return {
    ...named('data key', formsOfBytes(texts.key)),
    ...named('key of the file', formsOfBytes(fileKey)),
    ...(wrapped && named('wrapped key', formsOfBytes(wrapped))),
  };
}

function named(name: string, forms: Record<string, Uint8Array>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(forms).map(([form, bytes]) => [`${name}, ${form}`, bytes]));
}

const BLOBS = ['upload/000', 'artifacts/extracted_text', 'artifacts/report_html', 'artifacts/result_json'];

/** The blobs of the document that are there. */
async function blobsOf(jobId: string): Promise<string[]> {
  const { blobs } = service.service.stores;
  const found = await Promise.all(BLOBS.map((name) => blobs.get(`${verificationOfJob(jobId)}/${name}`)));
  return BLOBS.filter((_, n) => found[n] !== null);
}

const erased = (jobId: string) =>
  eventually('the erasure', async () => {
    const types = await service.service.stores.events.readStream(`verification-${verificationOfJob(jobId)}`);
    const isGone = types.length === 0 || types.at(-1)?.type === 'VerificationErased.v1';
    return isGone && (await load(service.service.stores.events, DOCUMENT_JOB, jobId)).state.status === 'expired';
  });

for (const [name, file] of Object.entries(FILES)) {
  test(`an expired ${name} leaves neither its words nor a key that opens them`, async () => {
    const receipt = await submit(service, { name: `${NAME}.${name}`, content: file }, { retention_hours: '1' });
    assert.equal(receipt.status, 202, receipt.text);
    const { job_id } = receipt.body;
    const { body: status } = await ended(service, job_id);
    assert.equal(status.status, 'succeeded');
    assert.ok(JSON.stringify(status.result).includes(TEXT), 'its text was read');
    const keys = await keysOf(job_id);
    assert.deepEqual(await service.ground.traces(needlesOf(file)), []);
    assert.notDeepEqual(await service.ground.traces(keys), [], 'this search finds what is there');
    assert.deepEqual(await blobsOf(job_id), BLOBS.slice(1));

    service.advance(HOUR_MS);
    await erased(job_id);
    assert.deepEqual(await service.ground.traces({ ...needlesOf(file), ...keys }), []);
    assert.deepEqual(await blobsOf(job_id), []);
    assert.equal((await service.call('GET', `/documents/${job_id}`)).body.error.code, 'job_expired');
  });
}

test('an expired job with a kept file leaves nothing of it', async () => {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 3 });
  const file = Buffer.from(`${TEXT} `.repeat(400));
  const receipt = await submit(
    service,
    { name: `${NAME}.txt`, content: file },
    { retention_hours: '1' },
    { key: secret },
  );
  const { job_id } = receipt.body;
  assert.equal((await ended(service, job_id)).body.error_code, 'cost_limit_exceeded');
  const keys = await keysOf(job_id);
  assert.deepEqual(await service.ground.traces(needlesOf(file)), []);
  assert.deepEqual(await blobsOf(job_id), ['upload/000']);
  service.advance(HOUR_MS);
  await erased(job_id);
  assert.deepEqual(await service.ground.traces({ ...needlesOf(file), ...keys }), []);
  assert.deepEqual(await blobsOf(job_id), []);
});

test('zero retention: nothing is on the disk, before and after the result is shown', async () => {
  const file = FILES.pdf;
  const receipt = await submit(service, { name: `${NAME}.pdf`, content: file }, { zero_retention: 'true' });
  const { job_id } = receipt.body;
  const { body: status } = await ended(service, job_id);
  assert.ok(JSON.stringify(status.result).includes(TEXT), status.error_code);
  const keys = await keysOf(job_id);
  const inMemory = service.ground.ephemeralKeys === 'memory';
  assert.deepEqual(await service.ground.traces({ ...needlesOf(file), ...(inMemory && keys) }), []);
  service.advance(SHOWN_MS);
  await erased(job_id);
  assert.deepEqual(await service.ground.traces({ ...needlesOf(file), ...keys }), []);
  assert.deepEqual(await blobsOf(job_id), []);
});
