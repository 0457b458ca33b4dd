/** Rebuild of every view from the log. */
import type { Stores } from '#apps/parts/stores.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import type { Figure } from '../result.ts';

/** Rebuilds the views one after another. Views without events give no figure. */
export async function rebuildFigures({ events, views }: Pick<Stores, 'events' | 'views'>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const projection of PROJECTIONS) {
    const started = performance.now();
    const { read } = await rebuildView({ events, views }, projection);
    if (read === 0) continue;
    const seconds = (performance.now() - started) / 1_000;
    const label = `rebuild of ${projection.view.name} (${read.toLocaleString('en')} events, ${seconds.toFixed(1)} s)`;
    figures.push({ label, value: read / seconds, unit: 'events/s' });
  }
  return figures;
}
