/** `evidence verify` acts with the owner key that the service was started with; that key may have been rotated since. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

test('a page is called after the file whose text has no heading', async () => {
  const operations = createOperations(service.service, () => {});
  const pageOf = async (content: string) =>
    (await operations.verify({ kind: 'text', body: { content }, html: { name: 'metals.txt' } })).html!;
  assert.match(await pageOf('Iron is a metal.'), /<h1 dir="auto">metals\.txt<\/h1>/);
  assert.match(await pageOf('# Metals\n\nIron is a metal.'), /<h1 dir="auto">Metals<\/h1>/);
});

test('a rotated owner key is refused with advice what to do', async () => {
  const operations = createOperations(service.service, () => {});
  const input = { kind: 'text', body: { content: 'Iron is a metal.' }, html: null } as const;
  const verified = await operations.verify(input);
  assert.equal(verified.status, 201);
  const [stored] = await service.service.stores.events.readStream(
    `verification-${(verified.body as { result: { id: string } }).result.id}`,
  );
  const rotated = await service.call('POST', `/api-keys/${stored!.data.key_id}/rotate`);
  assert.equal(rotated.status, 201);
  await assert.rejects(operations.verify(input), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'operation_refused');
    assert.match(error.message, /rotated or revoked/);
    assert.match(error.message, /bootstrap-key|EVIDENCE_BOOTSTRAP_KEY/);
    return true;
  });
});
