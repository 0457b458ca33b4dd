/** Groups the claims that are asked about in one question. */
import { isSuspicious } from '#engine/asking/defang.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { SHARED_QUESTION_LIMITS } from '#engine/most-together.ts';
import { LONGEST_TEXT, type QuestionItem } from './question.ts';
import { passagesOf } from './shared-question.ts';

/** A claim with its question. */
export interface Asked {
  question: QuestionItem;
  /** The claim. Its sentence must stand in the question's context. */
  item: Pick<JudgeItem, 'claim' | 'paragraph'>;
}

/** Limit for all passages together, in UTF-16 units. The maximum number of passages of usual length takes a third of it. */
const MOST_CHARACTERS = 20_000;

/**
 * Groups neighbouring claims that can share a question: a few of one paragraph that have most of their passages in common, and
 * whose sentences all stand in the last one's context. Groups don't cross paragraphs: if one paragraph of a text changes, the
 * questions about the others stay the same and their answers are in the cache.
 */
export function together<Item extends Asked>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && mayShare([...group, item])) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

function mayShare(group: readonly Asked[]): boolean {
  if (group.length > SHARED_QUESTION_LIMITS.claims) return false;
  const { question: last, item } = group.at(-1)!;
  const context = last.context.slice(0, LONGEST_TEXT);
  const isAtHome = ({ question, item: { claim, paragraph } }: Asked) =>
    paragraph === item.paragraph && question.language === last.language && context.includes(claim.sentence);
  // A claim that addresses the model must not influence the answers about other claims.
  if (!group.every(isAtHome) || group.some(({ question: { claim } }) => isSuspicious(claim))) return false;
  // If two claims read the same, e.g. "It closed in 1990" of two houses, only the text around each tells them apart.
  if (new Set(group.map(({ question: { claim } }) => claim)).size < group.length) return false;
  const passages = passagesOf(group.map(({ question }) => question));
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  return passages.length <= SHARED_QUESTION_LIMITS.passages && characters <= MOST_CHARACTERS;
}
