/** What the judges are given about a claim, as a digest by which a later verification finds that it is the same. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '#common/canonical-json.ts';
import type { JudgeItem } from '#engine/engine.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';

/**
 * 32 hexadecimal digits of SHA-256 over the claim, its passages in their order, what is missing, what its text is about and what
 * stands around it. Judges of the same versions come to the same verdict by the same of these, whatever text and library the
 * rest is. Left out are the claim's place in its text, when a passage was found, and with which score.
 * `isReadByScore`: an NLI model reads the passages, those with the highest scores first, so that scores count as well.
 */
export function judgeInput(
  { claim, passages, gaps, about, surroundings }: JudgeItem,
  { isReadByScore }: { isReadByScore: boolean },
): string {
  const { ordinal: _, chunk: __, start: ___, end: ____, ...content } = claim;
  const scores = isReadByScore ? passages.map(({ score }) => score) : null;
  const given = [content, passages.map(judgedOf), gaps, about ?? null, surroundings ?? null, scores];
  return createHash('sha256').update(canonicalJson(given)).digest('hex').slice(0, 32);
}

function judgedOf({ text, ordinal, independence_cluster, source }: RankedPassage): unknown[] {
  const { retrieved_at: _, ...judged } = source;
  return [text, ordinal, independence_cluster, judged];
}
