/** Which relationships decide a claim. */
import type { Relationship } from '#contracts/vocabulary.ts';

/** True if a passage, or what was read of it, supports or contradicts the claim. */
export function isDecided({ relationship }: { relationship: Relationship }): boolean {
  return relationship === 'supports' || relationship === 'contradicts';
}
