/** Tier 1, entrance: what one passage says of one claim. Deterministic; no network, no clock, no model. */
import { analyse } from '#engine/language/nlp.ts';
import { sentences } from '#engine/language/sentences.ts';
import { itemsOf } from '#engine/syntax/items.ts';
import { pathThrough } from './align/path.ts';
import { harmlessSpans } from './decide/harmless.ts';
import { readSentence, statementOf } from './read/sentence.ts';
import { ordersOf } from './align/reorderings.ts';

export function judge(claim: string, passage: string) {
  const items = itemsOf(analyse(claim)).filter(({ kind }) => kind !== 'mark');
  const orders = ordersOf(items);
  for (const { start, end } of sentences(passage)) {
    const text = passage.slice(start, end);
    if (text.endsWith('?')) continue;
    const sentence = readSentence(text, analyse(text), true);
    if (!items.every(({ kind, key, lower }) => kind !== 'word' || sentence.words.has(key) || sentence.words.has(lower))) continue;
    const statement = statementOf(sentence.items);
    const harmless = harmlessSpans(statement);
    for (const order of orders) {
      const path = pathThrough({ claim: order.items, items: sentence.items, harmless, named: [], arcs: [], slots: [] }, 0);
      if (path !== null) return { relationship: 'supports' as const, grounds: [...(order.ground ? [order.ground] : []), ...path.grounds], sentence: text };
    }
  }
  return { relationship: 'unresolved' as const, grounds: [], sentence: '' };
}
