/** Verbs by which a figure gets larger or smaller. */
import type { Word } from '#engine/language/nlp.ts';

const CHANGES = new Map<string, 1 | -1>([
  ...(['rise', 'grow', 'increase', 'climb', 'raise'] as const).map((verb) => [verb, 1] as const),
  ...(['fall', 'drop', 'decline', 'decrease', 'shrink', 'sink', 'reduce', 'lower', 'cut'] as const).map(
    (verb) => [verb, -1] as const,
  ),
]);

/** 1 for a verb of rising, -1 for one of falling, null for other words. */
export function directionOf({ lemma, pos }: Word): 1 | -1 | null {
  return pos === 'VERB' ? (CHANGES.get(lemma.toLowerCase()) ?? null) : null;
}
