/** What stands beside the name of a sentence's subject: its other names, and the dates of a life. */
import { closingBracket } from '#engine/syntax/brackets.ts';
import type { Item } from '#engine/syntax/items.ts';
import { copula, word } from './made-items.ts';
import { type Statement, statementOf } from './sentence.ts';

/** The end of the name that begins at `at`. */
export function nameEnd(items: readonly Item[], at: number): number {
  let end = at;
  while (items[end]?.isName) end++;
  return end;
}

/** Where the brackets end that stand in a row at `at`. */
function behindBrackets(items: readonly Item[], at: number): number {
  let end = at;
  while (items[end]?.text === '(') {
    const close = closingBracket(items, end);
    if (close < 0) break;
    end = close + 1;
  }
  return end;
}

/** What leads to another name; not "a rival of the singer known as …". */
const NAMING =
  /^(?:better|best|also|more|commonly|widely|professionally|simply|originally|formerly|known|called|credited|by|as|his|her|its|their|stage|pen|ring|birth|name|or)$/;
const NAMES = /^(?:known|called|credited|professionally|simply|name)$/;

/** "…, better known by his stage name Danny Brown, …", "… (born 1967), credited as Jenny McCarthy and Jenny Wahlberg, …": the names. */
function otherNames(items: readonly Item[], verb: number): (readonly Item[])[] {
  const found: (readonly Item[])[] = [];
  // "The Public Broadcasting Service (PBS)".
  const open = items.findIndex(({ text }) => text === '(');
  if (open > 0 && open < verb && items[open + 2]?.text === ')' && /^\p{Lu}{2,}$/u.test(items[open + 1]!.text))
    found.push([items[open + 1]!]);
  const behindOwn = behindBrackets(items, nameEnd(items, 0));
  for (let at = 1; at < verb; at++) {
    const before = items[at - 1]!;
    // Behind the subject's own name and its brackets no comma is needed.
    const opens = before.text === ',' || (at > 1 && at === behindOwn);
    if (!opens || !NAMING.test(items[at]!.lower)) continue;
    let start = at;
    while (start < verb && !items[start]!.isName && NAMING.test(items[start]!.lower)) start++;
    if (!items.slice(at, start).some(({ lower }) => NAMES.test(lower))) continue;
    for (let end = nameEnd(items, start); end > start; end = nameEnd(items, start)) {
      const close = behindBrackets(items, end);
      const isClosed = close === verb || /^[,;]$/.test(items[close]?.text ?? '');
      const isJoined = items[close]?.lower === 'and' || items[close]?.lower === 'or';
      if (isClosed || isJoined) found.push(items.slice(start, end));
      if (!isJoined) break;
      start = close + 1;
    }
  }
  return found;
}

/** "The Public Broadcasting Service (PBS) is …", "…, better known as Jonah Hill, is …": the same said of the other name. */
export function renamed({ items, groups }: Statement): Statement[] {
  const verb = groups.find(({ isTensed, head }) => isTensed && items[head]!.key === 'be');
  if (verb === undefined) return [];
  const rest = items.slice(verb.start);
  return otherNames(items, verb.start).flatMap((name) => [
    statementOf([...name, ...rest], 'alias_statement'),
    ...lifeOf(items, name),
  ]);
}

const BORN = 'born';

/** "Sejong (15 May 1397 – 8 April 1450)", "Ortega (born 28 March 1936)". */
export function lifeDates({ items }: Statement): Statement[] {
  const open = items.findIndex(({ text }) => text === '(');
  const name = items.slice(0, Math.max(open, 0));
  const isName = name.length > 0 && name.every((item) => item.isName || item.text === '"');
  return isName ? lifeOf(items, name) : [];
}

/** The dates in the brackets behind the subject's name, said of it under the name given. */
function lifeOf(items: readonly Item[], name: readonly Item[]): Statement[] {
  for (let open = items.findIndex(({ text }) => text === '('); items[open]?.text === '('; ) {
    const close = closingBracket(items, open);
    if (close < 0) return [];
    const found = lifeIn(items.slice(open + 1, close), name);
    if (found.length > 0) return found;
    open = close + 1;
  }
  return [];
}

/** What joins two life dates: a dash, beside places. */
function isSpan(between: readonly Item[]): boolean {
  const isDash = ({ text }: Item) => /^[-–—−|]$/.test(text);
  return (
    between.length === 0 ||
    (between.some(isDash) && between.every((item) => isDash(item) || item.isName || item.text === ','))
  );
}

function lifeIn(inner: readonly Item[], name: readonly Item[]): Statement[] {
  const dates = inner.flatMap(({ kind }, at) => (kind === 'date' ? [at] : []));
  const [first, second] = dates;
  if (first === undefined) return [];
  const isBorn = inner.slice(0, first).some(({ lower }) => lower === BORN);
  // Years alone may be a term of office, and so may dates that words stand beside: "director 8 May 1979 – 5 June 1981".
  const isBeside = [inner[first - 1], inner[(second ?? first) + 1]].some(
    (item) => item !== undefined && item.kind !== 'mark' && item.lower !== BORN,
  );
  const isLife =
    !isBeside &&
    dates.length === 2 &&
    dates.some((at) => inner[at]!.date!.day !== null) &&
    isSpan(inner.slice(first + 1, second));
  if (!isLife && (!isBorn || dates.length > 1)) return [];
  const model = name[0]!;
  const on = ({ date }: Item) =>
    word(model, date?.day == null ? 'in' : 'on', date?.day == null ? 'in' : 'on', 'ADP', null);
  const born = inner[first]!;
  const row = [...name, copula(model, 'past'), word(model, BORN, 'bear', 'VERB', 'past'), on(born), born];
  const found = [statementOf(row, 'life_dates')];
  if (isBorn) {
    const person: Item = { ...word(model, 'person', 'person', 'NOUN', null), article: 'a' };
    found.push(statementOf([...name, copula(model, 'open'), person], 'life_dates'));
  }
  if (!isLife) return found;
  const died = inner[second!]!;
  found.push(statementOf([...name, word(model, 'died', 'die', 'VERB', 'past'), on(died), died], 'life_dates'));
  return found;
}
