/** Time from spawning the process to the first 200 from /readyz, with stored verifications and an unchanged library. */
import { join } from 'node:path';
import { startService } from '#test/support/service.ts';
import type { BenchResult } from './result.ts';
import { originals } from './scale.ts';
import { writeLibrary } from './support/corpus.ts';
import { type BenchOptions, median } from './support/options.ts';
import { memoryMb } from './support/process.ts';
import { seed } from './support/seeding.ts';

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
  const times: number[] = [];
  let memory = 0;
  for (let round = -1; round < rounds; round++) {
    const service = await startService(data, environment);
    if (round >= 0) times.push(service.startedInMs);
    memory = memoryMb(service.pid);
    await service.stop();
  }
  return {
    name: `start with ${stored.toLocaleString('en')} stored verifications and ${documents} indexed documents`,
    figures: [
      { label: 'spawn to ready, median', value: median(times), unit: 'ms', limit: { at_most: 800 } },
      { label: 'spawn to ready, quickest', value: Math.min(...times), unit: 'ms' },
      { label: 'spawn to ready, slowest', value: Math.max(...times), unit: 'ms' },
      { label: 'resident memory when ready', value: memory, unit: 'MB' },
    ],
  };
}
