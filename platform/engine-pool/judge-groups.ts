/** Splits long engine calls into groups, between which other callers get their turn. */
import type { JudgeItem } from '#engine/engine.ts';

/**
 * Every word of a claim is compared with every word of its passages, so the cost is the product of their characters. A
 * group of ten ordinary claims costs two million, about 30 ms, of twelve 120 ms; others may wait for that.
 */
const MOST_COMPARED = 12_000_000;

/** Splits `items`, in order, into groups that may be judged in one call; at least one item each. */
export function judgedTogether(items: readonly JudgeItem[], most = MOST_COMPARED): JudgeItem[][] {
  const groups: JudgeItem[][] = [];
  let compared = 0;
  for (const item of items) {
    const own = comparedIn(item);
    const group = groups.at(-1);
    if (group === undefined || compared + own > most) {
      groups.push([item]);
      compared = own;
    } else {
      group.push(item);
      compared += own;
    }
  }
  return groups;
}

function comparedIn({ claim, passages }: JudgeItem): number {
  return claim.normalized_claim.length * passages.reduce((sum, { text }) => sum + text.length, 0);
}
