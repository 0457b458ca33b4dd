/** A claim as judging reads it: its items, in the orders that say the same. Kept for one call of the engine. */
import { LRUCache } from 'lru-cache';
import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { forgetAfterCall } from '#engine/text/kept.ts';
import { ownSynonymsOf } from '#engine/text/lexicon.ts';
import { analyse } from '#engine/text/nlp.ts';
import type { Referents } from '../align/reference.ts';
import { type Order, ordersOf } from '../align/reorderings.ts';
import type { ReadSentence } from './sentence.ts';

export interface ReadClaim {
  text: string;
  /** Without punctuation. */
  items: readonly Item[];
  orders: readonly Order[];
  /** Its subject is a pronoun that stands for something in its text. */
  isOpenSubject: boolean;
}

const claims = new LRUCache<string, ReadClaim>({ max: 16 });
forgetAfterCall(() => claims.clear());

/** A claim is held against one passage after another. */
export function readClaim(text: string): ReadClaim {
  let found = claims.get(text);
  if (found === undefined) {
    const items = itemsOf(analyse(text)).filter(({ kind }) => kind !== 'mark');
    found = { text, items, orders: ordersOf(items), isOpenSubject: isOpenSubject(items) };
    claims.set(text, found);
  }
  return found;
}

/** "It was closed in May"; but not the "it" of "It is forbidden to …", which stands for nothing. */
function isOpenSubject(items: readonly Item[]): boolean {
  const verb = items.findIndex(({ tense }) => tense !== null);
  const at = items.findIndex(({ lower }, i) => i < verb && /^(?:he|she|it|they)$/.test(lower));
  if (at < 0) return false;
  const isExpletive =
    items[at]!.lower === 'it' &&
    items[verb]!.key === 'be' &&
    items
      .slice(verb + 1, verb + 4)
      .some(({ lower }, i) => lower === 'that' || (lower === 'to' && items[verb + 2 + i]?.pos === 'VERB'));
  return !isExpletive;
}

/** Words that a statement may have in other forms, or not at all. */
const DENYING = new Set(['fail', 'yet', 'never']);
const GRAMMATICAL = /^(?:AUX|PRON|PART|ADP|CCONJ|SCONJ|DET|PUNCT)$/;

/** True if the sentence has every content word of the claim, those apart that names may stand for: else no path can lead through. */
export function mayHave({ words }: ReadSentence, claim: readonly Item[], { document, before }: Referents): boolean {
  return claim.every((item) => {
    if (item.kind !== 'word' || item.isName || GRAMMATICAL.test(item.pos) || DENYING.has(item.key)) return true;
    if (words.has(item.key) || words.has(item.lower) || document.names.has(item.lower)) return true;
    if (ownSynonymsOf(item.key).some((word) => words.has(word))) return true;
    return (before ?? []).some(({ lower }) => lower === item.lower);
  });
}
