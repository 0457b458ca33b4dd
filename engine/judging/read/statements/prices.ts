/** What a line with a colon says that a thing costs: "Owl evenings: Fridays in May, £9, no more than 15 people". */
import type { Item } from '#engine/syntax/items.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { isQuantifier, takesBack } from '../../decide/words.ts';
import { type Statement, statementOf } from '../sentence.ts';

const LONGEST_LABEL = 4;

function isPrice({ quantity }: Item): boolean {
  return quantity?.dimension.startsWith('currency') === true;
}

function splitAtCommas(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items) {
    if (/^[,;.]$/.test(item.text)) parts.push([]);
    else parts.at(-1)!.push(item);
  }
  return parts;
}

/** The statement that one of what stands before the colon costs, and that they cost, the one price behind it; none where there are more. */
export function prices({ items }: Statement): Statement[] {
  const colon = items.findIndex(({ text }) => text === ':');
  const label = items.slice(0, Math.max(colon, 0));
  const head = label.at(-1);
  if (head === undefined || label.length > LONGEST_LABEL || items.filter(isPrice).length !== 1) return [];
  if (!label.every(({ pos, kind }) => kind === 'word' && /^(?:NOUN|PROPN|ADJ)$/.test(pos))) return [];
  const behind = items.slice(colon + 1);
  const price = splitAtCommas(behind).find((part) => part.some(isPrice))!;
  const isPlain =
    isPrice(price[0]!) &&
    price[0]!.quantity!.bound === 'exact' &&
    price.slice(1).every(({ pos, article, lower }) => pos === 'NOUN' && (article === 'a' || lower === 'each'));
  if (!isPlain || label.some(({ lower }) => takesBack(lower) || isQuantifier(lower))) return [];
  // "Free for members", "£5 less in May", "formerly".
  if (behind.some(({ lower }) => /^(?:from|free|child|children|members?|reduced|extra|or)$/.test(lower))) return [];
  if (behind.some(({ lower, tense }) => tense !== null || (takesBack(lower) && lower !== 'no' && lower !== 'than')))
    return [];
  const cost = (lower: string): Item => ({
    ...head,
    text: lower,
    lower,
    key: 'cost',
    pos: 'VERB',
    tense: 'present',
    article: null,
    isName: false,
  });
  const one: Item = { ...head, lower: singular(head.lower), isPlural: false };
  return [
    statementOf([...label.slice(0, -1), one, cost('costs'), ...price], 'price_statement'),
    statementOf([...label, cost('cost'), ...price], 'price_statement'),
  ];
}
