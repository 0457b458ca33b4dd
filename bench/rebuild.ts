/** Rebuild of every view from the log. */
import { join } from 'node:path';
import { takeDataFolder } from '#apps/data-folder.ts';
import { openStores } from '#apps/embedded/stores.ts';
import { createLogger } from '#apps/logger.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import type { BenchResult, Figure } from './result.ts';
import { originals } from './scale.ts';
import { writeLibrary } from './support/corpus.ts';
import type { BenchOptions } from './support/options.ts';
import { seed } from './support/seeding.ts';

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const stored = quick ? 100 : 5_000;
  const data = join(folder, 'data');
  await writeLibrary(join(folder, 'library'), 200);
  await seed(data, await originals(data, { EVIDENCE_LIBRARY_DIR: join(folder, 'library') }), stored);
  const taken = takeDataFolder(data);
  const stores = await openStores({
    folder: taken,
    masterKey: undefined,
    previousMasterKey: undefined,
    logger: createLogger('silent'),
    onLost: (error) => {
      throw error;
    },
  });
  const figures: Figure[] = [];
  try {
    for (const projection of PROJECTIONS) {
      const started = performance.now();
      const { read } = await rebuildView({ events: stores.events, views: stores.views }, projection);
      if (read === 0) continue;
      const perSecond = (read / (performance.now() - started)) * 1_000;
      figures.push({ label: `${projection.view.name} (${read} events)`, value: perSecond, unit: 'events/s' });
    }
  } finally {
    await stores.close();
    taken.release();
  }
  return { name: `rebuild of the views of ${stored.toLocaleString('en')} verifications`, figures };
}
