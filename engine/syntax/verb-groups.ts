/**
 * Finds the verb groups in a list of items and decides which are finite. The analysis is shallow: it uses the tags first and then
 * the neighbouring words.
 */

import { isVerbal } from '#engine/text/parts-of-speech.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import type { Item, Tense } from './items.ts';

export interface VerbGroup {
  /** Index of the first item, and the index after the last one. */
  start: number;
  end: number;
  /** The verb that carries the meaning: the last of the group. */
  head: number;
  /** Tense of its first verb; null for infinitives. */
  tense: Tense | null;
  isTensed: boolean;
  /** E.g. "was opened", "has been opened". */
  isPassive: boolean;
  isNegated: boolean;
  /** E.g. "has opened". */
  isPerfect: boolean;
}

/** True for a word that may stand inside a group: "has not yet been opened". */
function isWithin(items: readonly Item[], at: number): boolean {
  const item = items[at];
  if (item?.lower !== 'not' && item?.pos !== 'ADV') return false;
  return isVerbal(items[at + 1]) || (isWithin(items, at + 1) && isVerbal(items[at + 2]));
}

/**
 * Reads the verb group that starts here. A verb form after "be" that is really an adjective or noun is not recognised as such.
 */
function groupAt(items: readonly Item[], start: number): VerbGroup {
  let end = start + 1;
  let head = start;
  // A verb can follow an auxiliary or another word of the group ("may be", "has been opened"), but never a full verb.
  while (end < items.length) {
    if (isWithin(items, end)) end++;
    else if (isVerbal(items[end]) && items[head]!.pos === 'AUX') head = end++;
    else break;
  }
  if (items[end]?.lower === 'not' && items[head]!.pos === 'AUX') end++;
  const words = items.slice(start, end);
  const { tense } = items[start]!;
  const verb = items[head]!;
  const isForm = verb.tense === 'past' || verb.tense === 'participle';
  return {
    start,
    end,
    head,
    tense,
    isTensed: tense === 'present' || tense === 'modal' || tense === 'past' || tense === 'open',
    isPassive: head > start && isForm && words.some(({ key }) => key === 'be'),
    isNegated: words.some(({ lower }) => lower === 'not' || lower === 'never'),
    isPerfect: items[start]!.key === 'have' && head > start,
  };
}

const BOUNDARIES = wordSet(
  'who which that whose where when while although though because since if unless as after before until once ' +
    'whether than what whom and but or so whereas',
);

/** True where a new clause may begin: at certain words, semicolons, colons, brackets and dashes. */
function mayBeginClause({ lower, text }: Item): boolean {
  return BOUNDARIES.has(lower) || /^[;:()–—]$/.test(text);
}

/** True for a form such as "opened" without an auxiliary, which may be finite or a participle. */
function isUncertain(items: readonly Item[], { start, end, tense }: VerbGroup): boolean {
  return tense === 'past' && end === start + 1 && items[start]!.pos === 'VERB';
}

/** All verb groups in order. */
export function verbGroupsOf(items: readonly Item[]): VerbGroup[] {
  const groups: VerbGroup[] = [];
  let finite: VerbGroup | null = null;
  for (let at = 0; at < items.length; ) {
    const item = items[at]!;
    if (mayBeginClause(item)) finite = null;
    if (!isVerbal(item)) {
      at++;
      continue;
    }
    const group = groupAt(items, at);
    if (isUncertain(items, group) && (finite !== null || at === 0 || items[group.end]?.lower === 'by')) {
      group.isTensed = false;
    }
    // In "The film, released in 1999, was …", only the second verb is finite.
    if (group.isTensed && finite !== null && isUncertain(items, finite)) finite.isTensed = false;
    if (group.isTensed) finite = group;
    groups.push(group);
    at = group.end;
  }
  return groups;
}
