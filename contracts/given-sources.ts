/** Sources that a caller gives with a text: searched for this text alone, kept and erased with it. */
import type { z } from 'zod';
import { codePoints } from './code-points.ts';
import { list, model, str } from './http/fields.ts';

export const MOST_SOURCES = 50;
/** Code points of all titles and texts of one call together: some 5,000 passages. */
export const MOST_SOURCE_CHARACTERS = 500_000;

export const GivenSource = model('GivenSource', {
  title: str({ min: 1, max: 300 }),
  text: str({ min: 1, max: MOST_SOURCE_CHARACTERS }),
});
export type GivenSource = z.infer<typeof GivenSource>;

export const GivenSources = list(GivenSource, { max: MOST_SOURCES });

/** Code points of all sources together. */
export function charactersOf(sources: readonly GivenSource[]): number {
  return sources.reduce((sum, { title, text }) => sum + codePoints(title) + codePoints(text), 0);
}
