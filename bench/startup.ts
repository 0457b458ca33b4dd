/** Time from spawning the process to the first 200 from /readyz, with stored verifications and an unchanged library. */
import { join } from 'node:path';
import { startService } from '#test/support/service.ts';
import { type BenchResult, times } from './result.ts';
import { originals } from './scale.ts';
import { writeLibrary } from './support/corpus.ts';
import { type BenchOptions, median } from './support/options.ts';
import { memoryMb } from './support/process.ts';
import { startEcho } from './support/references.ts';
import { seed } from './support/seeding.ts';

/** Largest ratio to the start of a process that loads only fastify. */
const MAX_BARE_STARTS = 4.5;

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const stored = quick ? 100 : 10_000;
  const documents = quick ? 50 : 1_000;
  const rounds = quick ? 2 : 9;
  const library = join(folder, 'library');
  const data = join(folder, 'data');
  await writeLibrary(library, documents);
  const environment = { EVIDENCE_LIBRARY_DIR: library };
  const ids = await originals(data, environment);
  await seed(data, ids, stored - ids.length);
  const starts: number[] = [];
  const bareStarts: number[] = [];
  let memory = 0;
  for (let round = -1; round < rounds; round++) {
    const service = await startService(data, environment);
    if (round >= 0) starts.push(service.startedInMs);
    memory = memoryMb(service.pid);
    await service.stop();
    const echo = await startEcho();
    if (round >= 0) bareStarts.push(echo.startedInMs);
    await echo.stop();
  }
  const bare = median(bareStarts);
  return {
    name: `start with ${stored.toLocaleString('en')} stored verifications and ${documents} indexed documents`,
    figures: [
      {
        label: 'spawn to ready, median',
        value: median(starts),
        unit: 'ms',
        ratio: times(median(starts), 'bare start', bare, MAX_BARE_STARTS),
      },
      { label: 'spawn to ready, quickest', value: Math.min(...starts), unit: 'ms' },
      { label: 'spawn to ready, slowest', value: Math.max(...starts), unit: 'ms' },
      { label: 'reference: a process with bare fastify, median', value: bare, unit: 'ms' },
      { label: 'resident memory when ready', value: memory, unit: 'MB' },
    ],
  };
}
