import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompletionDetail } from '#domain/verification/events.ts';
import { SEALED, type SealedField } from '#domain/verification/sealed-fields.ts';
import { ClaimDetail } from '#domain/verification/stage-events.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';

const ID = 'ver_1';

test('only claims in the named stretches of a text are verified, and it says so', async () => {
  const harness = createHarness({ library: ['The tower is tall.', 'The bridge is not long.'] });
  const stretches = [
    { start: 20, end: 21 },
    { start: 40, end: 60 },
  ];
  const stream = await harness.request('The tower is tall. The bridge is long. Whales sing. Cats purr.', {
    within: stretches,
  });
  await harness.run();

  const key = (await harness.vault.dataKey(ID))!;
  const open = (record: string, field: SealedField, sealed: string): unknown =>
    JSON.parse(createSealer().open(key, { verification_id: ID, record, field }, sealed));
  const events = eventsOf(harness.events.log, stream);
  const extracted = events.flatMap((event) => (event.type === 'ClaimExtracted' ? [event.data] : []));
  assert.deepEqual(
    extracted.map(({ ordinal, claim_id, detail }) => [
      ordinal,
      ClaimDetail.parse(open(claim_id, SEALED.claim, detail)).original_span,
    ]),
    [
      [0, 'The bridge is long.'],
      [1, 'Whales sing.'],
      [2, 'Cats purr.'],
    ],
  );
  const [completed] = events.flatMap((event) => (event.type === 'VerificationCompleted' ? [event.data] : []));
  assert.deepEqual([completed!.counts.contradicted, completed!.counts.supported], [1, 0]);
  assert.equal(completed!.coverage.estimated_material_claims, 3, 'of the parts alone');
  const { limitations } = CompletionDetail.parse(open(ID, SEALED.completion, completed!.detail));
  assert.match(limitations.join('\n'), /^Only parts of this text were verified, as was asked/);
});
