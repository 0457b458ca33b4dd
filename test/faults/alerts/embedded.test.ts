/** What the alert rules say of faults of the embedded service, by what it tells of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import type { ServiceProcess } from '#test/support/service.ts';
import { CONNECTION_LIMITS } from '../../../http/connections.ts';
import { makeKeys } from '../load.ts';
import { embedded, verifyClaim } from './scene.ts';
import { Series, unlessPromtoolIsMissing } from './series.ts';

const MINUTES = 8;
const ALL = CONNECTION_LIMITS.maxConnections;
/** More than one a second of the minute that lies between two looks. */
const EVICTED = 200;
/** Fewer than a key may send in a minute. */
const PER_KEY = 58;
const REFUSED_WITHIN_MS = 200;

/** One is longer than the five seconds of the engine's alert, and two than the ten of a stage's. */
const STILL_MS = 5_500;
/** When a text's extraction may be at work, by how fast the machine is; tried in turn. */
const BEGUN_MS = [150, 80, 300, 500, 200, 1_000];
const BETWEEN_MS = 20;
/** Longer than the half second of the event loop's alert. */
const SHORT_MS = 700;
/** The event loop measures itself twenty times a second. */
const MEASURED_MS = 150;
/** Alerts of what is slow wait for 15 minutes, and look back over five. */
const ROUNDS = 5;
const LOOKS_OF_ROUND = 4;
/** Taken apart in one call of the engine, which takes longer than the pauses between what stands still. */
const TEXT = readFileSync(join(import.meta.dirname, '../../../examples/article.md'), 'utf8').repeat(16);

describe('alerts of the embedded service', { ...unlessPromtoolIsMissing(), concurrency: true }, () => {
  test('a crowd of idle connections fires the alerts of many and of evicted ones', async (context) => {
    const { service, urls } = await embedded(context);
    const open = crowd(context, service);
    const series = new Series();
    await series.look(urls);
    await open(ALL);
    for (let minute = 0; minute < MINUTES; minute++) {
      // On a busy machine those of before may have ended by themselves, so that there is room for more.
      const until = (await endedConnections(service)) + EVICTED;
      while ((await endedConnections(service)) < until) await open(EVICTED);
      await series.look(urls);
    }
    await series.assertFired('EvidenceConnectionsEvicted', 'EvidenceConnectionsHigh');
  });

  test('a connection that is turned away fires its alert, the first of a process too', async (context) => {
    const { service, urls } = await embedded(context);
    const keys = await makeKeys(service, Math.ceil(ALL / PER_KEY) + 1);
    const open = crowd(context, service);
    const series = new Series();
    await series.look(urls);
    // Their bodies never come, so that all are at work.
    const post = (n: number) => {
      const head = `Host: x\r\nAuthorization: Bearer ${keys[n % keys.length]}\r\nContent-Type: application/json\r\n`;
      return `POST /v1/verifications HTTP/1.1\r\n${head}Content-Length: 30\r\n\r\n`;
    };
    const sockets = await open(ALL, post);
    // The first ones replace connections that wait, such as that of a look.
    for (let isFull = false; !isFull; ) {
      const [late] = await open(1, post);
      sockets.push(late!);
      isFull = await Promise.race([closed(late!), delay(REFUSED_WITHIN_MS, false)]);
    }
    for (const socket of sockets) socket.destroy();
    await eventually('room', async () => (await fetch(`${service.url}/healthz`).catch(() => null))?.status === 200);
    await series.look(urls);
    await series.look(urls);
    await series.assertFired('EvidenceConnectionsFull');
  });

  test('a process that gets no processor fires the alerts of what is slow', async (context) => {
    const { service, urls } = await embedded(context);
    const series = new Series();
    await series.look(urls);
    for (let round = 0; round < ROUNDS; round++) {
      await starveWhileExtracting(service);
      for (let look = 0; look < LOOKS_OF_ROUND; look++) {
        // Measured from the second time on after the last look, which began the measuring anew.
        await delay(MEASURED_MS);
        await standStill(service, SHORT_MS);
        await delay(MEASURED_MS);
        await series.look(urls);
      }
    }
    await series.assertFired('EvidenceEventLoopBusy', 'EvidenceStageSlow', 'EvidenceWorkSlow');
  });

  test('a vault older than the log fires the alert of dead letters', async (context) => {
    const model = await openModelServer({ format: chatCompletions('ollama') });
    context.after(() => model.close());
    model.held = new Promise(() => {});
    const scene = await embedded(context, { EVIDENCE_MODEL: 'reader:8b', EVIDENCE_MODEL_URL: model.url });
    const series = new Series();
    await series.look(scene.urls);
    void verifyClaim(scene.service).catch(() => {});
    await eventually('a question', () => model.requests.length > 0);
    await scene.service.kill();
    const { verification_id } = scene.service.logs.find(({ msg }) => msg === 'stage handled') ?? assert.fail();
    await groundIn(scene.data, async () => {}).forgetKey(String(verification_id));
    const again = await scene.start();
    await eventually('a dead letter', () => again.logs.some(({ msg }) => String(msg).startsWith('stage set aside')));
    for (let minute = 0; minute < MINUTES; minute++) await series.look(scene.urls);
    await series.assertFired('EvidenceDeadLetters');
  });
});

/** Opens so many connections, each of which sends `bytes` and no more; all are closed after the test. */
function crowd(context: TestContext, { url }: ServiceProcess) {
  const { hostname, port } = new URL(url);
  const all: Socket[] = [];
  context.after(() => {
    for (const socket of all) socket.destroy();
  });
  return async (count: number, bytes: (n: number) => string = () => ''): Promise<Socket[]> => {
    const opened = Array.from({ length: count }, (_, n) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      socket.resume();
      const text = bytes(n);
      if (text !== '') socket.write(text);
      return socket;
    });
    all.push(...opened);
    await Promise.all(opened.map((socket) => Promise.race([once(socket, 'connect').catch(() => {}), closed(socket)])));
    return opened;
  };
}

const closed = (socket: Socket) => new Promise<true>((resolve) => socket.once('close', () => resolve(true)));

/** SIGSTOP, and SIGCONT after so long. */
async function standStill({ pid }: ServiceProcess, milliseconds: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await delay(milliseconds).finally(() => process.kill(pid, 'SIGCONT'));
}

/** Has a text verified, and twice no processor time while it is taken apart; once more where that met another part. */
async function starveWhileExtracting(service: ServiceProcess): Promise<void> {
  const before = await slowExtractions(service);
  for (const begun of [...BEGUN_MS, ...BEGUN_MS]) {
    const answer = service.request('POST', '/v1/verifications', { body: { content: TEXT } });
    await delay(begun);
    for (let time = 0; time < 2; time++) {
      await standStill(service, STILL_MS);
      await delay(BETWEEN_MS);
    }
    assert.equal((await answer).status, 201);
    const now = await slowExtractions(service);
    if (now.calls > before.calls && now.deliveries > before.deliveries) return;
  }
  assert.fail('no extraction was at work when the process stood still');
}

/** How many connections the service has ended for others, or as they sent nothing. */
async function endedConnections(service: ServiceProcess): Promise<number> {
  const { text } = await service.request('GET', '/metrics', { key: null });
  const ended = text.matchAll(/^http_connections_cut_off_total\{reason="(?:evicted|slow)"\} (\d+)$/gm);
  return ended.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** How many calls of the engine took more than five seconds, and how many deliveries of the stage more than ten. */
async function slowExtractions(service: ServiceProcess): Promise<{ calls: number; deliveries: number }> {
  const { text } = await service.request('GET', '/metrics', { key: null });
  const slower = (metric: string, label: string, than: number) => {
    const of = (end: string) => Number(new RegExp(`^${metric}_${end} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return of(`count\\{${label}="extract"\\}`) - of(`bucket\\{le="${than}",${label}="extract"\\}`);
  };
  return {
    calls: slower('work_duration_seconds', 'work', 5),
    deliveries: slower('pipeline_stage_duration_seconds', 'stage', 10),
  };
}
