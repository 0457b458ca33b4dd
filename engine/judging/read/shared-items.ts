/** Lets equal items of all sentences share one object, so that cached analyses take less than half of the memory. */
import type { Item } from '#engine/syntax/items.ts';
import type { Word } from '#engine/text/nlp.ts';

/** The items made from a word. They go with the word, and a customer's own words go with the text. */
const itemsByWord = new WeakMap<Word, Item[]>();

/**
 * Returns `items` with shared objects in place of all that hold no date and no quantity. `words`: the words of the sentence, in
 * order.
 */
export function sharedItems(items: readonly Item[], words: readonly Word[]): Item[] {
  const shared: Item[] = [];
  let at = 0;
  for (const item of items) {
    if (item.quantity !== null || item.date !== null) {
      shared.push(item);
      continue;
    }
    while (at < words.length && words[at]!.text !== item.text) at++;
    shared.push(at < words.length ? sharedItem(item, words[at++]!) : item);
  }
  return shared;
}

function sharedItem(item: Item, word: Word): Item {
  const known = itemsByWord.get(word);
  if (known === undefined) {
    itemsByWord.set(word, [item]);
    return item;
  }
  for (const each of known) if (isSame(each, item)) return each;
  known.push(item);
  return item;
}

/** All fields of an item. One that is missing here does not compile. */
const FIELDS = Object.keys({
  kind: 0,
  key: 0,
  lower: 0,
  text: 0,
  pos: 0,
  tense: 0,
  isPlural: 0,
  isName: 0,
  article: 0,
  quantity: 0,
  date: 0,
} satisfies Record<keyof Item, 0>) as (keyof Item)[];

function isSame(one: Item, other: Item): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}
