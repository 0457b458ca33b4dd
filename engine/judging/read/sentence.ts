/** Analyses one sentence into items and verb groups, and represents its statements. */

import { type Item, itemForms, itemsOf } from '#engine/syntax/items.ts';
import { type VerbGroup, verbGroupsOf } from '#engine/syntax/verb-groups.ts';
import type { Token, Word } from '#engine/text/nlp.ts';

/** A list of items that states something by itself. */
export interface Statement {
  items: readonly Item[];
  groups: readonly VerbGroup[];
  /** Code of the rule that derived the statement from its sentence. Null for the sentence itself. */
  readBy: string | null;
}

/** An analysed sentence. */
export interface Analysis {
  items: readonly Item[];
  /** Words that it implies, besides those that it has. */
  implied: readonly string[];
}

/** Whether the sentence has an item with this key or lower-case form, or implies it. */
export function hasWord({ items, implied }: Analysis, word: string): boolean {
  for (const { key, lower } of items) if (key === word || lower === word) return true;
  return implied.includes(word);
}

/** The items as a statement, with their verb groups. */
export function statementOf(items: readonly Item[], readBy: string | null = null): Statement {
  return { items, groups: verbGroupsOf(items), readBy };
}

const NOTHING: readonly string[] = [];
const LIFE = ['born', 'bear', 'died', 'die'];
const RELEASED = ['released', 'release'];

/** Analyses a tokenised sentence. `mayHaveValue` is false if no token can begin a date or a quantity. */
export function analysisOf(tokens: readonly Token[], mayHaveValue: boolean): Analysis {
  const items = itemsOf(tokens, mayHaveValue);
  if (!items.some(({ date }) => date !== null)) return { items, implied: NOTHING };
  const implied = [
    // "Sejong (1397 – 1450)" implies that he was born and died.
    ...(items.some(({ text }) => text === '(') ? LIFE : []),
    // "A 2004 film" implies that it was released.
    ...(items.some(({ key, lower }) => key === 'be' || lower === 'be') ? RELEASED : []),
  ];
  return { items, implied };
}

/** Every key and lower-case form that this word can have in an analysis. May include some that it doesn't have. */
export function formsOf(word: Word): string[] {
  const forms = itemForms(word);
  if (word.text === '(') forms.push(...LIFE);
  if (forms.includes('be')) forms.push(...RELEASED);
  return forms;
}
