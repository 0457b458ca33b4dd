/**
 * A text of 100,000 characters, and its effect on other requests: reads are sent at a steady rate meanwhile, whether or
 * not earlier ones have been answered, so that a stall counts for every read that it delays.
 */
import { join } from 'node:path';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { type BenchResult, percentile } from './result.ts';
import { call, createKeys, verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, median, pause } from './support/options.ts';
import { startPosting } from './support/posting.ts';
import { memoryMb, peakMemoryMb } from './support/process.ts';

const READS_PER_SECOND = 60;
const READS_PER_KEY_AND_MINUTE = 55;
const LEAST_READS = 1_000;
const SMALL_TEXTS = 5;
const SMALL_CHARACTERS = 500;

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const documents = quick ? 100 : 1_000;
  const characters = quick ? 10_000 : 100_000;
  const rounds = quick ? 1 : 5;
  await writeLibrary(join(folder, 'library'), documents);
  const service = await startService(join(folder, 'data'), { EVIDENCE_LIBRARY_DIR: join(folder, 'library') });
  const posting = startPosting(service);
  try {
    const idle = memoryMb(service.pid);
    const keys = await createKeys(service, Math.ceil((READS_PER_SECOND * 60) / READS_PER_KEY_AND_MINUTE));
    const ids: string[] = [];
    for (let i = 0; i < SMALL_TEXTS; i++) ids.push((await verify(service, verificationText(SMALL_CHARACTERS, i))).id);
    const alone = await readsDuring(service, ids, keys, pause(quick ? 500 : 3_000));

    const durations: number[] = [];
    const reads: number[] = [];
    let claims = 0;
    for (let round = 0; round < rounds || (!quick && reads.length < LEAST_READS); round++) {
      const posted = posting.post(verificationText(characters, 100 + round));
      reads.push(...(await readsDuring(service, ids, keys, posted)));
      durations.push(await posted);
      claims += await posting.countClaims();
    }
    return {
      name: `a text of ${characters.toLocaleString('en')} characters (${Math.round(claims / durations.length)} claims)`,
      figures: [
        { label: 'duration, median', value: median(durations) / 1_000, unit: 's', limit: { at_most: 10 } },
        { label: `reads beside it, of texts of ${SMALL_CHARACTERS} characters`, value: reads.length, unit: '' },
        { label: 'GET beside it, p50', value: percentile(reads, 0.5), unit: 'ms' },
        { label: 'GET beside it, p99', value: percentile(reads, 0.99), unit: 'ms', limit: { at_most: 40 } },
        { label: 'GET beside it, longest', value: percentile(reads, 1), unit: 'ms' },
        { label: 'GET with nothing beside it, p99', value: percentile(alone, 0.99), unit: 'ms' },
        { label: 'resident memory before', value: idle, unit: 'MB' },
        { label: 'peak resident memory', value: peakMemoryMb(service.pid), unit: 'MB', limit: { at_most: 450 } },
      ],
    };
  } finally {
    await posting.close();
    await service.stop();
  }
}

/** Sends reads at a steady rate until `done` settles. Returns the milliseconds of each; throws if `done` rejects. */
async function readsDuring(
  service: ServiceProcess,
  ids: readonly string[],
  keys: readonly string[],
  done: Promise<unknown>,
): Promise<number[]> {
  let over = false;
  const ended = done.finally(() => {
    over = true;
  });
  // A rejection is thrown below, after the last read was sent.
  ended.catch(() => {});
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; !over; n++) {
    const due = started + (n * 1_000) / READS_PER_SECOND;
    await pause(Math.max(0, due - performance.now()));
    const key = keys[n % keys.length]!;
    const read = call(service, 'GET', `/v1/verifications/${ids[n % ids.length]}`, { key });
    running.push(read.then(({ milliseconds }) => void times.push(milliseconds)));
  }
  await Promise.all([ended, ...running]);
  return times;
}
