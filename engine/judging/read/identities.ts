/** "The developer, Marchmont, has paid": said of the one that the apposition names. */
import type { Item } from '#engine/syntax/items.ts';
import { type Statement, statementOf } from './sentence.ts';

const POSSESSIVE = /^(?:his|her|its|their|our)$/;

/** A phrase without names and without "of": of its parts none but the head can be meant by the name behind it. */
function isOneThing(phrase: readonly Item[]): boolean {
  const [first] = phrase;
  if (first === undefined || !(first.article !== null || POSSESSIVE.test(first.lower))) return false;
  const head = phrase.at(-1)!;
  const isPlain = phrase.every(
    ({ pos, isName, kind, lower }) =>
      !isName && kind !== 'mark' && (/^(?:NOUN|ADJ|NUM|PROPN)$/.test(pos) || POSSESSIVE.test(lower)),
  );
  return isPlain && head.pos === 'NOUN' && !head.isPlural;
}

/** Statements with the name in the place of the phrase that it explains, where both stand before the verb. */
export function identified({ items, groups }: Statement): Statement[] {
  const open = items.findIndex(({ text }) => text === ',');
  const close = items.findIndex(({ text }, at) => at > open && text === ',');
  if (open < 1 || close < open + 2 || !isOneThing(items.slice(0, open))) return [];
  const name = items.slice(open + 1, close);
  const isVerbNext = groups.some(({ isTensed, start }) => isTensed && start === close + 1);
  if (!isVerbNext || !name.every(({ isName, article }) => isName && article === null)) return [];
  return [statementOf([...name, ...items.slice(close + 1)], 'identity_statement')];
}
