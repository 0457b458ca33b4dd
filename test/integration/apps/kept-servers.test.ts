/**
 * This release reads, continues and erases what earlier releases left on the servers of the distributed shape
 * (test/fixtures/servers/README.md).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { registry } from '#domain/events/registry.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { eventsIn, replaysOf } from '#test/support/data-folder/answers.ts';
import { assertAnswers, usageMade } from '#test/support/data-folder/compare.ts';
import { keptFolders, openKeptOn, unpack } from '#test/support/data-folder/kept.ts';
import { groundOnServers } from '#test/support/data-folder/kept-servers.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openBrowser } from '#test/support/workbench.ts';

const LONGEST_RETENTION_MS = 720 * 3_600_000;
const PATIENCE_MS = 60_000;
const names = await keptFolders('distributed');
const kafka = await kafkaServer();

test('there are kept servers to open', () => assert.notDeepEqual(names, []));

describe('kept servers', unlessMissing(kafka), () => {
  if ('reason' in kafka) return;
  for (const name of names) {
    test(`those of ${name} are read, rebuilt, continued and erased`, async (context) => {
      reportKafka(context, kafka);
      await using closing = new AsyncDisposableStack();
      closing.defer(() => kafka.stop());
      const { kept, data, remove } = await unpack(name, 'distributed');
      closing.defer(remove);
      const ground = await groundOnServers(data, kafka.brokers, kept);
      closing.defer(() => ground.remove());

      const then = await openKeptOn(ground, kept);
      try {
        await usageMade(then, kept);
        await assertAnswers(then, name, kept);
        const ids = kept.replays.map(({ verification_id }) => verification_id);
        assert.deepEqual(await replaysOf(then, ids), kept.replays);

        const operations = createOperations(then.service, () => {});
        for (const { view } of PROJECTIONS) assert.ok((await operations.rebuild({ view: view.name })).events > 0);
        then.advance(60_000);
        await assertAnswers(then, name, kept);

        const { idempotency_key, content, text } = kept.repeated;
        then.advance(60_000);
        const again = await then.call('POST', '/verifications', {
          body: { content, retention_hours: 720 },
          headers: { 'idempotency-key': idempotency_key },
        });
        assert.equal(again.text, text);
        await succeeded(openBrowser(then).signIn('password', kept.member));
        const body = { content: 'The Sandvik bridge is 412 metres long.', retention_hours: 1 };
        const { result } = (await succeeded(then.call('POST', '/verifications', { body }))).body;
        assert.equal(result.claims[0].supporting_evidence[0].retrieval_provider, 'library');
      } finally {
        await then.close();
      }

      const later = await openKeptOn(ground, { ...kept, at: kept.at + LONGEST_RETENTION_MS });
      try {
        const requested = registry.storedTypes(['VerificationRequested']);
        const count = requested.reduce((sum, type) => sum + (kept.events[type] ?? 0), 1);
        const erased = async () => (await eventsIn(later))['VerificationErased.v1'];
        await eventually('the erasures', async () => (await erased()) === count, PATIENCE_MS);
        for (const { verification_id } of kept.replays) {
          assert.equal((await later.call('GET', `/verifications/${verification_id}`)).status, 410, verification_id);
        }
      } finally {
        await later.close();
      }
    });
  }
});
