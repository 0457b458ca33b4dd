/** Time to rebuild every view from the log. */
import { join } from 'node:path';
import type { BenchResult } from './result.ts';
import { originals } from './scale.ts';
import { writeLibrary } from './support/corpus.ts';
import { withStores } from './support/opened-stores.ts';
import type { BenchOptions } from './support/options.ts';
import { rebuildFigures } from './support/rebuilding.ts';
import { seed } from './support/seeding.ts';

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const stored = quick ? 100 : 5_000;
  const data = join(folder, 'data');
  await writeLibrary(join(folder, 'library'), 200);
  await seed(data, await originals(data, { EVIDENCE_LIBRARY_DIR: join(folder, 'library') }), stored);
  const figures = await withStores(data, rebuildFigures);
  return { name: `rebuild of the views of ${stored.toLocaleString('en')} verifications`, figures };
}
