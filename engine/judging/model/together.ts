/** Which claims are asked about in one question. */
import { isSuspicious } from '#engine/asking/defang.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { MOST_TOGETHER } from '#engine/most-together.ts';
import { LONGEST_TEXT, type QuestionItem } from './question.ts';
import { passagesOf } from './shared-question.ts';

/** A claim and what a question about it holds. */
export interface Asked {
  question: QuestionItem;
  /** The claim, whose sentence stands in the question's context. */
  item: Pick<JudgeItem, 'claim' | 'paragraph'>;
}

/** Of all passages together, in UTF-16 units: as many of usual length have a third of it. */
const MOST_CHARACTERS = 20_000;

/**
 * Neighbours that share a question, in their order: a few of one paragraph that have most of their passages in common, and
 * whose sentences all stand in what the last one's question shows around it. By paragraphs, because a text that is changed in
 * one then has the same questions about the others, whose answers are known.
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
  if (group.length > MOST_TOGETHER.claims) return false;
  const { question: last, item } = group.at(-1)!;
  const context = last.context.slice(0, LONGEST_TEXT);
  const isAtHome = ({ question, item: { claim, paragraph } }: Asked) =>
    paragraph === item.paragraph && question.language === last.language && context.includes(claim.sentence);
  // What addresses the model in one claim may not speak to it about others.
  if (!group.every(isAtHome) || group.some(({ question: { claim } }) => isSuspicious(claim))) return false;
  // "It closed in 1990", said of two houses: only what stands around each tells which.
  if (new Set(group.map(({ question: { claim } }) => claim)).size < group.length) return false;
  const passages = passagesOf(group.map(({ question }) => question));
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  return passages.length <= MOST_TOGETHER.passages && characters <= MOST_CHARACTERS;
}
