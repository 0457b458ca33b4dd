/** Long calls of the engine in pieces, between which others get their turn. */
import type { JudgeItem } from '#engine/engine.ts';

/**
 * Every word of a claim is compared with every word of its passages: characters of the one times those of the others. A
 * group of ten ordinary claims comes to two million, some 30 ms; so much of the worst takes 200.
 */
const MOST_COMPARED = 20_000_000;

/** `items` in their order, in groups of as many as may be judged in one call; at least one each. */
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
