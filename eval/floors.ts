/**
 * Bounds for the figures of a run, in a JSON file. It maps the name of a headline, or "set.measure", to {"at_least": …} or
 * {"at_most": …}.
 */
import { z } from 'zod';
import { DataError } from './data/data-error.ts';
import { readJson } from './data/json-lines.ts';
import { headlines } from './headlines.ts';
import type { ArticleFigures } from './metrics/article-figures.ts';
import type { SetFigures } from './sets/set-figures.ts';

const Bound = z.union([z.strictObject({ at_least: z.number() }), z.strictObject({ at_most: z.number() })]);
const Floors = z.record(z.string(), Bound);
export type Floors = z.infer<typeof Floors>;

/** Throws DataError if the file contains no valid floors. */
export function readFloors(file: string): Floors {
  const parsed = Floors.safeParse(readJson(file));
  if (!parsed.success) throw new DataError(file, `holds no floors: ${parsed.error.issues[0]!.path.join('.')}`);
  return parsed.data;
}

/** One sentence for each floor that isn't kept or that names no figure; empty if all are kept. */
export function missedFloors(figures: ArticleFigures, floors: Floors, sets: readonly SetFigures[] = []): string[] {
  const ofSets = sets.flatMap(({ set, measures }) =>
    Object.entries(measures).map(([measure, value]) => [`${set}.${measure}`, value] as const),
  );
  const known = new Map([...headlines(figures).map(({ name, value }) => [name, value] as const), ...ofSets]);
  return Object.entries(floors).flatMap(([name, bound]) => {
    const value = known.get(name);
    if (value === undefined) return [`there is no figure called ${name}`];
    if (value === null) return [`${name} has nothing to measure`];
    if ('at_least' in bound)
      return value >= bound.at_least ? [] : [`${name} is ${value}, at least ${bound.at_least} is due`];
    return value <= bound.at_most ? [] : [`${name} is ${value}, at most ${bound.at_most} is allowed`];
  });
}
