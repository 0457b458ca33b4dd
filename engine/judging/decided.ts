/** Tells which relationships decide a claim. */
import type { Relationship } from '#contracts/vocabulary.ts';

/** True if the passage (or a model's reading of it) supports or contradicts the claim. */
export function isDecided({ relationship }: { relationship: Relationship }): boolean {
  return relationship === 'supports' || relationship === 'contradicts';
}
