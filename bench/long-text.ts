/**
 * Verifies a text of 100,000 characters and measures its effect on other requests. Meanwhile, reads are sent at a steady rate,
 * even if earlier ones are unanswered, so that a stall counts for every read that it delays.
 */
import { join } from 'node:path';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { type BenchResult, percentile, times } from './result.ts';
import { call, createKeys, verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, median, pause } from './support/options.ts';
import { startPosting } from './support/posting.ts';
import { memoryMb, peakMemoryMb } from './support/process.ts';
import { createTagger, type Echo, startEcho, textsOf } from './support/references.ts';

const READS_PER_SECOND = 60;
const READS_PER_KEY_AND_MINUTE = 55;
const LEAST_READS = 1_000;
/**
 * Limits: the largest ratio of the duration to the time for tagging the texts read, and of the p99 of reads to that of a bare
 * server at the same time.
 */
const MAX_TAGGINGS = 90;
const MAX_ECHOES = 8;
const SMALL_TEXTS = 5;
const SMALL_CHARACTERS = 500;

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const documents = quick ? 100 : 1_000;
  const characters = quick ? 10_000 : 100_000;
  const rounds = quick ? 1 : 5;
  await writeLibrary(join(folder, 'library'), documents);
  const service = await startService(join(folder, 'data'), { EVIDENCE_LIBRARY_DIR: join(folder, 'library') });
  const posting = startPosting(service);
  const echo = await startEcho();
  const tagger = createTagger();
  try {
    const idle = memoryMb(service.pid);
    const keys = await createKeys(service, Math.ceil((READS_PER_SECOND * 60) / READS_PER_KEY_AND_MINUTE));
    const ids: string[] = [];
    for (let i = 0; i < SMALL_TEXTS; i++) {
      const response = await verify(service, verificationText(SMALL_CHARACTERS, i));
      ids.push(response.id);
      await echo.respondWith(response.text);
    }
    const alone = await readsDuring(service, echo, ids, keys, pause(quick ? 500 : 3_000));

    const durations: number[] = [];
    const reads: number[] = [];
    const echoes: number[] = [];
    const taggings: number[] = [];
    let claims = 0;
    for (let round = 0; round < rounds || (!quick && reads.length < LEAST_READS); round++) {
      const content = verificationText(characters, 100 + round);
      const posted = posting.post(content);
      const beside = await readsDuring(service, echo, ids, keys, posted);
      reads.push(...beside.reads);
      echoes.push(...beside.echoes);
      durations.push(await posted);
      const response = await posting.response();
      claims += (JSON.parse(response) as { result: { claims: unknown[] } }).result.claims.length;
      taggings.push(tagger.time(textsOf(content, response)));
    }
    const duration = median(durations);
    const tagging = median(taggings);
    const [readP99, echoP99] = [percentile(reads, 0.99), percentile(echoes, 0.99)];
    return {
      name: `a text of ${characters.toLocaleString('en')} characters (${Math.round(claims / durations.length)} claims)`,
      figures: [
        {
          label: 'duration, median',
          value: duration / 1_000,
          unit: 's',
          ratio: times(duration, 'tagging', tagging, MAX_TAGGINGS),
        },
        { label: `reads beside it, of texts of ${SMALL_CHARACTERS} characters`, value: reads.length, unit: '' },
        { label: 'GET beside it, p50', value: percentile(reads, 0.5), unit: 'ms' },
        { label: 'GET beside it, p99', value: readP99, unit: 'ms', ratio: times(readP99, 'echo', echoP99, MAX_ECHOES) },
        { label: 'GET beside it, longest', value: percentile(reads, 1), unit: 'ms' },
        { label: 'GET with nothing beside it, p99', value: percentile(alone.reads, 0.99), unit: 'ms' },
        { label: 'reference: tagging the text and its passages, median', value: tagging / 1_000, unit: 's' },
        { label: 'reference: GET from bare fastify beside it, p99', value: echoP99, unit: 'ms' },
        { label: 'resident memory before', value: idle, unit: 'MB' },
        { label: 'peak resident memory', value: peakMemoryMb(service.pid), unit: 'MB', limit: { at_most: 380 } },
      ],
    };
  } finally {
    await posting.close();
    await Promise.all([service.stop(), echo.stop()]);
  }
}

/**
 * Sends reads at a steady rate until `done` settles, each followed by one to the bare server. Returns the milliseconds of each;
 * throws if `done` rejects.
 */
async function readsDuring(
  service: ServiceProcess,
  echo: Echo,
  ids: readonly string[],
  keys: readonly string[],
  done: Promise<unknown>,
): Promise<{ reads: number[]; echoes: number[] }> {
  let over = false;
  const ended = done.finally(() => {
    over = true;
  });
  // A rejection is thrown below, after the last read has been sent.
  ended.catch(() => {});
  const reads: number[] = [];
  const echoes: number[] = [];
  const running: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; !over; n++) {
    const due = started + (n * 1_000) / READS_PER_SECOND;
    await pause(Math.max(0, due - performance.now()));
    const key = keys[n % keys.length]!;
    const read = call(service, 'GET', `/v1/verifications/${ids[n % ids.length]}`, { key });
    running.push(
      read.then(async ({ milliseconds }) => {
        reads.push(milliseconds);
        echoes.push(await echo.time());
      }),
    );
  }
  await Promise.all([ended, ...running]);
  return { reads, echoes };
}
