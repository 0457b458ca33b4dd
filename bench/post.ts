/** Latency of a POST of 2,000 characters with a library of 1,000 documents: the total, and the part outside engine and search. */
import { join } from 'node:path';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { type BenchResult, percentile, times } from './result.ts';
import { call, createKeys, verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, pause } from './support/options.ts';
import { createTagger, startEcho, textsOf } from './support/references.ts';

const CHARACTERS = 2_000;
const WARM_UP = 10;
/** The service logs finished work with a delay of about 200 ms. */
const LOG_DELAY_MS = 250;

/**
 * Limits: the largest ratio of the total to the time for tagging the texts read, and of the rest to the same exchange with a bare
 * server.
 */
const MAX_TAGGINGS = 22;
const MAX_ECHOES = 36;

/** A call of the engine or the library, with its begin and end in milliseconds since 1970. */
type Work = readonly [work: string, began: number, ended: number];

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const documents = quick ? 100 : 1_000;
  const rounds = quick ? 5 : 60;
  await writeLibrary(join(folder, 'library'), documents);
  const service = await startService(join(folder, 'data'), {
    EVIDENCE_LIBRARY_DIR: join(folder, 'library'),
    LOG_LEVEL: 'debug',
  });
  const echo = await startEcho();
  const tagger = createTagger();
  try {
    for (let i = 0; i < (quick ? 1 : WARM_UP); i++) await verify(service, verificationText(CHARACTERS, 10_000 + i));
    const whole: number[] = [];
    const beside: number[] = [];
    const taggings: number[] = [];
    const echoes: number[] = [];
    let claims = 0;
    let last = '';
    for (let i = 0; i < rounds; i++) {
      const since = performance.timeOrigin + performance.now();
      const content = verificationText(CHARACTERS, i);
      const response = await verify(service, content);
      await pause(LOG_DELAY_MS);
      const { milliseconds } = response;
      whole.push(milliseconds);
      beside.push(milliseconds - covered(workSince(service, since)));
      claims += response.claims;
      last = response.id;
      taggings.push(tagger.time(textsOf(content, response.text)));
      await echo.respondWith(response.text);
      echoes.push(await echo.time({ content }));
    }
    const reads = await readTimes(service, last, quick ? 20 : 400);
    const tagging = percentile(taggings, 0.5);
    const echoed = percentile(echoes, 0.5);
    const [p50, besideP50] = [percentile(whole, 0.5), percentile(beside, 0.5)];
    const searches = workSince(service, 0).flatMap(([work, began, ended]) =>
      work === 'search' ? [ended - began] : [],
    );
    return {
      name: `POST of ${CHARACTERS} characters (${Math.round(claims / rounds)} claims), library of ${documents} documents`,
      figures: [
        { label: 'p50', value: p50, unit: 'ms', ratio: times(p50, 'tagging', tagging, MAX_TAGGINGS) },
        { label: 'p95', value: percentile(whole, 0.95), unit: 'ms' },
        {
          label: 'beside engine and search, p50',
          value: besideP50,
          unit: 'ms',
          ratio: times(besideP50, 'echo', echoed, MAX_ECHOES),
        },
        { label: 'beside engine and search, p95', value: percentile(beside, 0.95), unit: 'ms' },
        { label: 'library search per group of claims, p50', value: percentile(searches, 0.5), unit: 'ms' },
        { label: 'library search per group of claims, p99', value: percentile(searches, 0.99), unit: 'ms' },
        { label: 'GET of the result, p50', value: percentile(reads, 0.5), unit: 'ms' },
        { label: 'GET of the result, p99', value: percentile(reads, 0.99), unit: 'ms' },
        { label: 'reference: tagging the text and its passages, p50', value: tagging, unit: 'ms' },
        { label: 'reference: the same bodies through bare fastify, p50', value: echoed, unit: 'ms' },
      ],
    };
  } finally {
    await Promise.all([service.stop(), echo.stop()]);
  }
}

/** The calls of engine and library that began after `since`, from the service's log. */
function workSince(service: ServiceProcess, since: number): Work[] {
  return service.logs
    .flatMap(({ msg, done }) => (msg === 'work done' ? (done as Work[]) : []))
    .filter(([, began]) => began >= since);
}

/** Milliseconds during which at least one of the calls was running. */
function covered(works: readonly Work[]): number {
  let sum = 0;
  let until = 0;
  for (const [, began, ended] of works.toSorted((a, b) => a[1] - b[1])) {
    sum += Math.max(0, ended - Math.max(began, until));
    until = Math.max(until, ended);
  }
  return sum;
}

async function readTimes(service: ServiceProcess, id: string, count: number): Promise<number[]> {
  const keys = await createKeys(service, Math.ceil(count / 50));
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const response = await call(service, 'GET', `/v1/verifications/${id}`, { key: keys[i % keys.length]! });
    times.push(response.milliseconds);
  }
  return times;
}
