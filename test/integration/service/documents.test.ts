/** Document jobs over HTTP, with real files and the real engine. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { load } from '#streams/repository.ts';
import { ended, fixture, form, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { joinAs, PASSWORD } from '#test/support/workbench.ts';

let service: TestService;
before(async () => {
  service = await openTestService({ realEngine: true });
});
after(() => service.close());

/** Submits a fixture and waits for its end. */
async function verified(name: string, fields: Record<string, string> = {}) {
  const receipt = await submit(service, { name, content: fixture(name) }, fields);
  assert.equal(receipt.status, 202, receipt.text);
  const status = await ended(service, receipt.body.job_id);
  assert.equal(status.status, 200, status.text);
  return { receipt: receipt.body, status: status.body };
}

async function textOf(status: { job_id: string; artifacts: { id: string; kind: string }[] }, kind: string) {
  const { id } = status.artifacts.find((artifact) => artifact.kind === kind)!;
  return service.call('GET', `/documents/${status.job_id}/artifacts/${id}`);
}

test('a two-column PDF is read in order, and claims have the right page', async () => {
  const { receipt, status } = await verified('two-columns.pdf');
  assert.match(receipt.job_id, /^job_[0-9a-f]{32}$/);
  assert.deepEqual(receipt.validation, { kind: 'pdf', media_type: 'application/pdf', bytes: 60_444 });
  assert.ok(receipt.estimated_seconds.total > 0);
  assert.equal(status.status, 'succeeded');
  assert.equal(status.stage, 'done');
  assert.equal(status.progress, 100);
  assert.match(status.source_context, /^PDF, 2 pages, \d+ characters of text$/);
  const { text } = await textOf(status, 'extracted_text');
  assert.match(text, /each of which delivers up to fourteen megawatts of electricity\. The first proposal/);
  assert.doesNotMatch(text, /Annual review|Page \d/);
  const points = [...text];
  const { claims } = status.result;
  assert.ok(claims.length > 10);
  for (const { original_span, location } of claims) {
    assert.equal(points.slice(location.start, location.end).join(''), original_span);
    assert.equal(location.page, /1\.4 billion|2041|twenty years|2023|2026/.test(original_span) ? 2 : 1, original_span);
    assert.ok(location.chunk >= 0);
  }
});

test('the artifacts are the text, the report and the result, with their sizes', async () => {
  const { status } = await verified('report.docx');
  assert.deepEqual(
    status.artifacts.map(({ kind }: { kind: string }) => kind),
    ['extracted_text', 'report_html', 'result_json'],
  );
  for (const { id, bytes, media_type } of status.artifacts) {
    const answer = await service.call('GET', `/documents/${status.job_id}/artifacts/${id}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], media_type);
    assert.equal(Buffer.byteLength(answer.text), bytes);
  }
  assert.match((await textOf(status, 'extracted_text')).text, /\| Selje \| 2021 \| 500 \|/);
  assert.match((await textOf(status, 'report_html')).text, /^<!doctype html>/);
  assert.deepEqual(JSON.parse((await textOf(status, 'result_json')).text), status.result);
  const unknown = await service.call('GET', `/documents/${status.job_id}/artifacts/art_none`);
  assert.equal(unknown.status, 404);
  const read = await service.call('GET', `/verifications/${status.result.id}`);
  assert.deepEqual(read.body.result, status.result);
});

test('Markdown, plain text and HTML are documents too', async () => {
  for (const [name, content] of [
    ['a.md', '# Ferries\n\nThe ferry Astrid was built in 1987.\n'],
    ['a.txt', 'The ferry Astrid was built in 1987.\r\n'],
    ['a.html', '<html><head><title>x</title></head><body><p>The ferry <b>Astrid</b> was built in 1987.</body></html>'],
  ] as const) {
    const { body } = await submit(service, { name, content });
    const { body: status } = await ended(service, body.job_id);
    assert.equal(status.status, 'succeeded', name);
    const spans = status.result.claims.map((claim: { original_span: string }) => claim.original_span);
    assert.deepEqual(spans, ['The ferry Astrid was built in 1987.'], name);
    assert.equal(status.result.claims[0].location.page, null);
  }
});

test('a document that can not be read fails with its reason', async () => {
  for (const [name, content, code] of [
    ['encrypted.pdf', fixture('encrypted.pdf'), 'document_encrypted'],
    ['broken.pdf', Buffer.from('%PDF-1.7\nthis is none'), 'document_corrupt'],
    ['scanned.pdf', fixture('scanned.pdf'), 'document_empty'],
    ['empty.txt', Buffer.from('  \n '), 'document_empty'],
    ['other.docx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000)]), 'document_corrupt'],
  ] as const) {
    const { status, body } = await submit(service, { name, content });
    assert.equal(status, 202, name);
    const job = (await ended(service, body.job_id)).body;
    assert.deepEqual([job.status, job.error_code, job.result], ['failed', code, null], name);
    if (name === 'scanned.pdf') assert.match(job.source_context, /no text layer/);
  }
});

test('what is not a document is refused at once', async () => {
  for (const [name, content] of [
    ['image.png', '\x89PNG\r\n\x1a\n'],
    ['sheet.xlsx', 'PK\x03\x04'],
    ['named.pdf', 'no PDF at all'],
    ['binary.txt', 'text\0with zeros'],
    ['data.csv', 'a,b,c'],
  ] as const) {
    const { status, body } = await submit(service, { name, content });
    assert.equal(status, 415, name);
    assert.equal(body.error.code, 'unsupported_document_type', name);
  }
  const large = await submit(service, { name: 'a.txt', content: Buffer.alloc(25 * 1024 * 1024 + 1, 'a ') });
  assert.equal(large.status, 413);
  const json = await service.call('POST', '/documents', { body: { file: 'x' } });
  assert.equal(json.status, 415);
  assert.equal(json.body.error.code, 'unsupported_media_type');
});

test('the form is validated like every body', async () => {
  const answer = async (...parts: Parameters<typeof form>[0][number][]) => {
    const { body, headers } = form(parts);
    const { status, body: refused } = await service.call('POST', '/documents', { body, headers });
    assert.equal(status, 422);
    return refused.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, ...loc]);
  };
  const file = { name: 'file', filename: 'a.txt', content: 'Iron is a metal.' };
  assert.deepEqual(await answer({ name: 'profile', content: 'general_web' }), [['missing', 'body', 'file']]);
  assert.deepEqual(await answer(file, { name: 'retention_hours', content: '721' }), [
    ['less_than_equal', 'body', 'retention_hours'],
  ]);
  assert.deepEqual(await answer(file, { name: 'mode', content: 'fast' }), [['extra_forbidden', 'body', 'mode']]);
  assert.deepEqual(await answer(file, { name: 'zero_retention', content: 'perhaps' }), [
    ['bool_parsing', 'body', 'zero_retention'],
  ]);
  assert.deepEqual(await answer(file, { name: 'profile', content: 'none' }), [['value_error', 'body', 'profile']]);
  assert.deepEqual(await answer({ name: 'file', content: 'not a file' }), [['value_error', 'body', 'file']]);
});

test("the job's token opens the job, and nothing else does for strangers", async () => {
  const { body: receipt } = await submit(service, { name: 'a.txt', content: 'Iron is a metal.' });
  const path = `/documents/${receipt.job_id}`;
  const withToken = (token: string, key: string | null = null) =>
    service.call('GET', path, { key, headers: { 'x-job-token': token } });
  assert.equal((await withToken(receipt.access_token)).status, 200);
  assert.equal((await withToken('0'.repeat(64))).status, 404);
  assert.equal((await withToken('0'.repeat(64), service.key)).status, 404);
  const none = await service.call('GET', path, { key: null });
  assert.equal(none.status, 401);
  assert.equal(none.body.error.code, 'job_token_required');
  const stranger = await service.newTenant();
  assert.equal((await service.call('GET', path, { key: stranger.key })).status, 404);
  assert.equal((await withToken(receipt.access_token, stranger.key)).status, 200);
  const { secret } = await service.issue({ scopes: ['reviews:read'] });
  assert.equal((await service.call('GET', path, { key: secret })).body.error.code, 'insufficient_scope');
  const other = await submit(service, { name: 'b.txt', content: 'Gold is a metal.' });
  const foreign = await service.call('GET', `/documents/${other.body.job_id}`, {
    key: null,
    headers: { 'x-job-token': receipt.access_token },
  });
  assert.equal(foreign.status, 404);
});

test("a job's token goes on when its key is rotated, and stops when it is revoked", async () => {
  const { body: key } = await succeeded(
    service.call('POST', '/api-keys', { body: { name: 'a key', scopes: ['documents:write'] } }),
  );
  const { body: receipt } = await submit(
    service,
    { name: 'a.txt', content: 'Iron is a metal.' },
    {},
    { key: key.secret },
  );
  const withToken = () =>
    service.call('GET', `/documents/${receipt.job_id}`, {
      key: null,
      headers: { 'x-job-token': receipt.access_token },
    });
  assert.equal((await withToken()).status, 200);
  await succeeded(service.call('POST', `/api-keys/${key.id}/rotate`));
  assert.equal((await withToken()).status, 200);
  await succeeded(service.call('DELETE', `/api-keys/${key.id}`));
  const { status, body } = await withToken();
  assert.deepEqual([status, body.error.code], [404, 'not_found']);
  assert.equal(
    (await service.call('GET', `/documents/${receipt.job_id}`)).status,
    200,
    'keys of the organization open it',
  );
});

test("a job's token stops when the person who submitted it in a session is erased", async () => {
  const tenant = await service.newTenant();
  const browser = await joinAs(service, tenant, { email: 'ada@example.org', role: 'developer' });
  const { body: data, headers } = form([{ name: 'file', filename: 'a.txt', content: 'Iron is a metal.' }]);
  const { body: receipt } = await succeeded(browser.call('POST', '/documents', { body: data, headers }));
  const withToken = () =>
    service.call('GET', `/documents/${receipt.job_id}`, {
      key: null,
      headers: { 'x-job-token': receipt.access_token },
    });
  assert.equal((await withToken()).status, 200);
  await succeeded(browser.call('POST', '//session/erasure', { body: { password: PASSWORD } }));
  assert.equal((await withToken()).status, 404);
});

test('a repeated submission gets the same receipt, a changed one is a conflict', async () => {
  const headers = { 'idempotency-key': 'document-1' };
  const file = { name: 'a.txt', content: 'Iron is a metal.' };
  const first = await submit(service, file, {}, { headers });
  const again = await submit(service, file, {}, { headers });
  assert.equal(again.status, 202);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.body, { ...first.body, idempotency_replayed: true });
  const changed = await submit(service, { ...file, content: 'Gold is a metal.' }, {}, { headers });
  assert.equal(changed.body.error.code, 'idempotency_key_conflict');
  const fields = await submit(service, file, { retention_hours: '1' }, { headers });
  assert.equal(fields.body.error.code, 'idempotency_key_conflict');
});

test('a zero-retention result is shown for fifteen minutes by the job alone', async () => {
  const file = { name: 'a.txt', content: 'Iron is a metal.' };
  const { body: receipt } = await submit(service, file, { zero_retention: 'true' });
  const { body: status } = await ended(service, receipt.job_id);
  assert.equal(status.status, 'succeeded');
  assert.equal(status.result.claims[0].original_span, 'Iron is a metal.');
  assert.equal((await service.call('GET', `/verifications/${status.result.id}`)).status, 410);
  service.advance(15 * 60_000 + 1);
  const later = await service.call('GET', `/documents/${receipt.job_id}`);
  assert.equal(later.status, 410);
  assert.equal(later.body.error.code, 'job_expired');
});

test('a running job is cancelled, tried again and then succeeds', async (context) => {
  const own = await openTestService();
  context.after(() => own.close());
  const next = await own.watchNext();
  const release = own.engine.hold();
  const { body: receipt } = await submit(own, { name: 'a.txt', content: 'Iron is a metal.' });
  const { job_id } = receipt;
  await next.atWork;
  const cancelled = await own.call('POST', `/documents/${job_id}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  assert.equal(cancelled.body.cancel_requested, true);
  release();
  assert.equal((await ended(own, job_id)).body.status, 'cancelled');
  assert.equal((await own.call('POST', `/documents/${job_id}/cancel`)).status, 200);
  const retried = await own.call('POST', `/documents/${job_id}/retry`);
  assert.deepEqual([retried.status, retried.body.status, retried.body.attempts], [200, 'queued', 2]);
  const { body } = await ended(own, job_id);
  assert.deepEqual([body.status, body.attempts, body.cancel_requested], ['succeeded', 2, false]);
  assert.equal((await own.call('POST', `/documents/${job_id}/cancel`)).body.error.code, 'job_not_cancellable');
  assert.equal((await own.call('POST', `/documents/${job_id}/retry`)).body.error.code, 'job_not_retryable');
});

test('the fifth attempt is the last', async () => {
  const { body: receipt } = await submit(service, { name: 'empty.txt', content: ' ' });
  for (let attempt = 2; attempt <= 5; attempt++) {
    await ended(service, receipt.job_id);
    const { body } = await service.call('POST', `/documents/${receipt.job_id}/retry`);
    assert.equal(body.attempts, attempt);
  }
  await ended(service, receipt.job_id);
  const refused = await service.call('POST', `/documents/${receipt.job_id}/retry`);
  assert.equal(refused.body.error.code, 'job_not_retryable');
});

test('a document is charged by the bytes of its text; an unreadable one is free', async () => {
  const { id, secret } = await service.issue({ monthly_cost_limit_cents: 100 });
  const content = `${'Iron is a metal. '.repeat(1_200)}`;
  const { body: receipt } = await submit(service, { name: 'a.txt', content }, {}, { key: secret });
  assert.equal((await ended(service, receipt.job_id)).body.status, 'succeeded');
  assert.match(id, /^key_/);
  const limited = await service.issue({ monthly_cost_limit_cents: 4 });
  const refused = await submit(service, { name: 'a.txt', content }, {}, { key: limited.secret });
  const { body } = await ended(service, refused.body.job_id);
  assert.deepEqual([body.status, body.error_code], ['failed', 'cost_limit_exceeded']);
});

test('an expired job is gone, with its file and artifacts', async () => {
  const { body: receipt } = await submit(
    service,
    { name: 'a.txt', content: 'Iron is a metal.' },
    { retention_hours: '1' },
  );
  const unread = await submit(service, { name: 'empty.txt', content: ' ' }, { retention_hours: '1' });
  const { secret } = await service.issue({ monthly_cost_limit_cents: 3 });
  const long = { name: 'a.txt', content: 'Iron is a metal. '.repeat(1_200) };
  const unpaid = await submit(service, long, { retention_hours: '1' }, { key: secret });
  const { artifacts } = (await ended(service, receipt.job_id)).body;
  await ended(service, unread.body.job_id);
  assert.equal((await ended(service, unpaid.body.job_id)).body.error_code, 'cost_limit_exceeded');
  const { blobs, events } = service.service.stores;
  const idOf = (jobId: string) => jobId.replace('job_', 'ver_');
  assert.equal(artifacts.length, 3);
  assert.notEqual(await blobs.get(`${idOf(receipt.job_id)}/artifacts/extracted_text`), null);
  assert.equal(await blobs.get(`${idOf(receipt.job_id)}/upload/000`), null, 'the file goes once its text is there');
  assert.equal(await blobs.get(`${idOf(unread.body.job_id)}/upload/000`), null, 'no attempt can read it');
  assert.notEqual(await blobs.get(`${idOf(unpaid.body.job_id)}/upload/000`), null, 'kept for another attempt');
  service.advance(3_600_000);
  assert.equal((await service.call('GET', `/documents/${receipt.job_id}`)).body.error.code, 'job_expired');
  await eventually('the erasures', async () => {
    const states = await Promise.all([receipt.job_id, unpaid.body.job_id].map((id) => load(events, DOCUMENT_JOB, id)));
    return states.every(({ state }) => state.status === 'expired');
  });
  assert.equal(await blobs.get(`${idOf(receipt.job_id)}/artifacts/extracted_text`), null);
  assert.equal(await blobs.get(`${idOf(unpaid.body.job_id)}/upload/000`), null);
});

test('a file arrives over a connection, as clients send it', async () => {
  const address = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  for (const name of ['report.md', 'two-columns.pdf']) {
    const sent = new FormData();
    sent.append('file', new File([new Uint8Array(fixture(name))], name));
    const headers = { authorization: `Bearer ${service.key}` };
    const answer = await fetch(`${address}/v1/documents`, { method: 'POST', headers, body: sent });
    const body = (await answer.json()) as { job_id: string };
    assert.equal(answer.status, 202, JSON.stringify(body));
    assert.equal((await ended(service, body.job_id)).body.status, 'succeeded');
  }
});
