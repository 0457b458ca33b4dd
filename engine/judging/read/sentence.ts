/** What judging reads of one sentence: its items and verb groups, and the statements that it makes. */

import { type Item, itemForms, itemsOf } from '#engine/syntax/items.ts';
import { type VerbGroup, verbGroupsOf } from '#engine/syntax/verb-groups.ts';
import type { Token, Word } from '#engine/text/nlp.ts';

/** A row of items that states something by itself. */
export interface Statement {
  items: readonly Item[];
  groups: readonly VerbGroup[];
  /** The record by which it was read out of its sentence; null for the sentence as it stands. */
  readBy: string | null;
}

/** A sentence analysed. */
export interface Analysis {
  items: readonly Item[];
  /** Keys and lower-case forms of its words. */
  words: ReadonlySet<string>;
}

/** The items as a statement, with their verb groups. */
export function statementOf(items: readonly Item[], readBy: string | null = null): Statement {
  return { items, groups: verbGroupsOf(items), readBy };
}

const LIFE = ['born', 'bear', 'died', 'die'];
const RELEASED = ['released', 'release'];

/** Analyses a sentence, whose tokens are given. `mayHaveValue`: false if none of them may begin a date or a quantity. */
export function analysisOf(tokens: readonly Token[], mayHaveValue: boolean): Analysis {
  const items = itemsOf(tokens, mayHaveValue);
  const words = new Set<string>();
  for (const { key, lower } of items) words.add(key).add(lower);
  // "Sejong (1397 – 1450)" says that he was born and died.
  if (items.some(({ text }) => text === '(') && items.some(({ kind }) => kind === 'date'))
    for (const word of LIFE) words.add(word);
  // "A 2004 film" says that it was released.
  if (words.has('be') && items.some(({ date }) => date !== null)) for (const word of RELEASED) words.add(word);
  return { items, words };
}

/** Every key and lower-case form that the item of this word may have in an analysis, and more. */
export function formsOf(word: Word): string[] {
  const forms = itemForms(word);
  if (word.text === '(') forms.push(...LIFE);
  if (forms.includes('be')) forms.push(...RELEASED);
  return forms;
}
