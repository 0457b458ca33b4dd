/** What the alert rules say of a language model that is away, refuses, or is slow, by what a service tells of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { makeKeys } from '../load.ts';
import { makeCustomer } from '../neighbours/customers.ts';
import { embedded, verifyClaim } from './scene.ts';
import { Series, unlessPromtoolIsMissing } from './series.ts';

/** Looks, each as if a minute after the one before. The slowest of these alerts waits for 15 minutes. */
const MINUTES = 20;
const HEALTHY_MINUTES = 12;
const KILLED_MINUTES = 10;
/** Failures that open the circuit of an organization. */
const FAILURES = 5;
const MODEL = { EVIDENCE_MODEL: 'reader:8b' };

/** Longer than the alert's 30 s, and within the 45 s that a question may take. */
const SLOW_MS = 32_000;
/** The first questions take all turns of two organizations one after another, so that answers come in every few looks. */
const FIRST = 8;
const FIRST_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** More than an alert's hundred, over keys of which each may have eight calls at a time. */
const WAITING = 110;
const KEYS = 16;
const LATER_EVERY_LOOKS = 3;
/** Until what waits for its turn is older than the alert's minute for some looks. */
const SLOW_FOR_MS = 85_000;

describe('alerts of a language model', { ...unlessPromtoolIsMissing(), concurrency: true }, () => {
  test('one that is away and a kill fire their alerts and no others', async (context) => {
    const url = `http://127.0.0.1:${await freePort()}/v1`;
    const { service, urls } = await embedded(context, { ...MODEL, EVIDENCE_MODEL_URL: url });
    const series = new Series();
    for (let minute = 0; minute < MINUTES; minute++) {
      assert.equal((await verifyClaim(service)).status, 201);
      await series.look(urls);
    }
    await series.assertFired('EvidenceModelAway');
    await service.kill();
    const killed = new Series();
    for (let minute = 0; minute < KILLED_MINUTES; minute++) await killed.look(urls);
    await killed.assertFired('EvidenceLagAbsent', 'EvidenceProcessDown');
  });

  test('one that answers fires none', async (context) => {
    const model = await openModelServer({ format: chatCompletions('ollama'), says: readerOf([]) });
    context.after(() => model.close());
    const { service, urls } = await embedded(context, { ...MODEL, EVIDENCE_MODEL_URL: model.url });
    const series = new Series();
    for (let minute = 0; minute < HEALTHY_MINUTES; minute++) {
      assert.equal((await verifyClaim(service)).status, 201);
      await series.look(urls);
    }
    assert.ok(model.requests.length >= HEALTHY_MINUTES);
    await series.assertFired();
  });

  test('one that fails for one of two organizations fires the alert of some', async (context) => {
    const model = await openModelServer({ format: chatCompletions('ollama'), says: readerOf([]) });
    context.after(() => model.close());
    const { service, urls } = await embedded(context, { ...MODEL, EVIDENCE_MODEL_URL: model.url });
    const other = await makeCustomer(service, 'another');
    model.trouble(...Array(FAILURES).fill({ status: 500 }));
    for (let failed = 0; failed < FAILURES; failed++) await verifyClaim(service);
    const series = new Series();
    for (let minute = 0; minute < MINUTES; minute++) {
      assert.equal((await verifyClaim(service)).status, 201);
      assert.equal((await verifyClaim(service, other.key)).status, 201);
      await series.look(urls);
    }
    await series.assertFired('EvidenceModelAwayForSome');
  });

  test('one that refuses the key fires the alert of failing questions', async (context) => {
    const model = await openModelServer({ format: chatCompletions('ollama'), credential: 'another key' });
    context.after(() => model.close());
    const { service, urls } = await embedded(context, { ...MODEL, EVIDENCE_MODEL_URL: model.url });
    const series = new Series();
    for (let minute = 0; minute < MINUTES; minute++) {
      assert.equal((await verifyClaim(service)).status, 201);
      await series.look(urls);
    }
    await series.assertFired('EvidenceModelFails');
  });

  test('one that is slow while more and more is asked fires what waits for it', async (context) => {
    const model = await openModelServer({ format: chatCompletions('ollama'), says: readerOf([]), takes: SLOW_MS });
    context.after(() => model.close());
    const { service, urls } = await embedded(context, { ...MODEL, EVIDENCE_MODEL_URL: model.url });
    const other = await makeCustomer(service, 'another');
    const keys = [...(await makeKeys(service, KEYS)), ...(await makeKeys(service, KEYS, other.key))];
    const ending = new AbortController();
    let sent = 0;
    const send = () => void verifyClaim(service, keys[sent++ % keys.length], ending.signal).catch(() => {});

    const series = new Series();
    const began = performance.now();
    for (let look = 0; performance.now() - began < SLOW_FOR_MS; look++) {
      const due = Math.min(FIRST, 1 + Math.floor((performance.now() - began) / FIRST_EVERY_MS));
      while (sent < due) send();
      if (sent === FIRST) for (let more = 0; more < WAITING; more++) send();
      if (sent > FIRST && sent < keys.length * 8 && look % LATER_EVERY_LOOKS === 0) send();
      await series.look(urls);
      await delay(LOOK_EVERY_MS);
    }
    ending.abort();
    await series.assertFired('EvidenceLagHigh', 'EvidenceModelSlow', 'EvidencePendingGrows', 'EvidenceStageSlow');
  });
});
