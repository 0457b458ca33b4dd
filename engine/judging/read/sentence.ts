/** What judging reads of one sentence: its items and verb groups, and the statements that it makes. */

import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { type VerbGroup, verbGroupsOf } from '#engine/syntax/verb-groups.ts';
import type { Token } from '#engine/text/nlp.ts';

/** A row of items that states something by itself. */
export interface Statement {
  items: readonly Item[];
  groups: readonly VerbGroup[];
  /** The record by which it was read out of its sentence; null for the sentence as it stands. */
  readBy: string | null;
}

export interface ReadSentence {
  /** As it stands in the passage. */
  text: string;
  items: readonly Item[];
  /** Keys and lower-case forms of its words. */
  words: ReadonlySet<string>;
  /** False for a question, what a label doubts, and an item under a lead-in: they state nothing by themselves. */
  isStatement: boolean;
}

/** The items as a statement, with their verb groups. */
export function statementOf(items: readonly Item[], readBy: string | null = null): Statement {
  return { items, groups: verbGroupsOf(items), readBy };
}

const LIFE = ['born', 'bear', 'died', 'die'];

/** Reads a sentence, whose tokens are given with offsets into the passage. */
export function readSentence(text: string, tokens: readonly Token[], isStatement: boolean): ReadSentence {
  const items = itemsOf(tokens);
  const words = new Set<string>();
  for (const { key, lower } of items) words.add(key).add(lower);
  // "Sejong (1397 – 1450)" says that he was born and died.
  if (items.some(({ text }) => text === '(') && items.some(({ kind }) => kind === 'date'))
    for (const word of LIFE) words.add(word);
  // "A 2004 film" says that it was released.
  if (words.has('be') && items.some(({ date }) => date !== null)) words.add('released').add('release');
  return { text, items, words, isStatement };
}
