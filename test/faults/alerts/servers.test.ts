/** What the alert rules say of faults of the distributed shape, by what its processes tell of them. */
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { startServers } from '#test/support/servers/all.ts';
import { makeKeys } from '../load.ts';
import { LIBRARY, verifyClaim } from './scene.ts';
import { Series, unlessPromtoolIsMissing } from './series.ts';

/** Until the alerts of what waits, which look at 15 minutes, have waited for 15. */
const STANDING_MINUTES = 20;
const AWAY_MINUTES = 14;
const LOOK_EVERY_MS = 500;
/** More than an alert's hundred, over keys of which each may have eight calls at a time. */
const WAITING = 110;
const KEYS = 20;

describe('alerts of the distributed shape', unlessPromtoolIsMissing(), () => {
  test('standing work and a document store that is away fire their alerts and no others', async (context) => {
    const servers = await startServers(context);
    if (servers === null) return;
    const model = await openModelServer({ format: chatCompletions('ollama'), says: readerOf([]) });
    context.after(() => model.close());
    const environment = { EVIDENCE_LIBRARY_DIR: LIBRARY, EVIDENCE_MODEL: 'reader:8b', EVIDENCE_MODEL_URL: model.url };
    const { deployment: service, remove } = await deployDistributed(servers, environment);
    context.after(remove);
    const urls = Object.fromEntries(service.processes.map((name) => [name, service.urlOf(name)]));
    const keys = await makeKeys(service, KEYS);
    let sent = 0;
    const ending = new AbortController();
    const send = () => verifyClaim(service, keys[sent++ % KEYS], ending.signal).catch(() => null);

    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    model.held = held;
    const standing = new Series();
    await standing.look(urls);
    const answers = Array.from({ length: WAITING }, send);
    await eventually('more than a hundred waiting', async () => {
      const text = await service.metrics();
      const sumOf = (metric: RegExp) => [...text.matchAll(metric)].reduce((sum, [, count]) => sum + Number(count), 0);
      const pending = sumOf(/^pipeline_stage_pending\{stage="judge"\} (\d+)$/gm);
      await delay(LOOK_EVERY_MS);
      return pending >= WAITING;
    });
    for (let minute = 0; minute < STANDING_MINUTES; minute++) {
      answers.push(send());
      await delay(LOOK_EVERY_MS);
      await standing.look(urls);
    }
    await standing.assertFired('EvidenceBacklogGrows', 'EvidencePendingGrows');

    if (servers.mongo.kind === 'given')
      return context.diagnostic('the MongoDB of the environment is not to be stopped');
    const away = new Series();
    await away.look(urls);
    await servers.mongo.kill();
    release();
    for (let minute = 0; minute < AWAY_MINUTES; minute++) {
      // Refused at once, where a text would wait for the store.
      await service.request('GET', '/v1/reviews', { key: keys[0] });
      await delay(LOOK_EVERY_MS);
      await away.look(urls);
    }
    ending.abort();
    await Promise.all(answers);
    await away.assertFired('EvidenceLagUnknown', 'EvidenceRequestsFail');
  });
});
