/** Derives statements of birth and death from dates in brackets behind a person's name. */
import type { Item } from '#engine/syntax/items.ts';
import { isPersonNoun } from '#engine/text/class-nouns.ts';
import { type Statement, statementOf } from '../sentence.ts';
import { copula, isSmall, word } from './phrases.ts';

const BORN = 'born';

/** The statements of life dates: "Sejong (15 May 1397 – 8 April 1450)", "Ortega (born 28 March 1936)". */
export function lifeDates({ items }: Statement): Statement[] {
  const open = items.findIndex(({ text }) => text === '(');
  if (open < 1 || !items.slice(0, open).some(({ isName }) => isName)) return [];
  const close = items.findIndex(({ text }, at) => at > open && text === ')');
  const inner = items.slice(open + 1, close < 0 ? open + 1 : close);
  const dates = inner.filter(({ kind }) => kind === 'date');
  const name = items.slice(0, open).filter(({ isName, text, lower }) => isName || text === '"' || isSmall(lower));
  const before = inner.slice(0, Math.max(0, inner.indexOf(dates[0]!)));
  // The brackets must hold nothing else. Rejected: "(not born 1967)", "(whose daughter was born in 1967)", "(born in Orr,
  // emigrated 1967)".
  const isBorn =
    before[0]?.lower === BORN &&
    before
      .slice(1)
      .every(({ isName, lower, text }) => isName || lower === 'in' || lower === 'on' || /^[,;]$/.test(text));
  // Years alone may be a term of office, and so may dates that follow a word. So at least one date must be a full day, and
  // nothing but the dash may stand between them.
  const isLife =
    dates.length === 2 &&
    dates.some(({ date }) => date!.day !== null) &&
    inner.some(({ text }) => /^[-–—|]$/.test(text)) &&
    inner.every(({ kind, text }) => kind === 'date' || /^[-–—|]$/.test(text));
  if (name.length !== open || (!isBorn && !isLife) || (isBorn && dates.length > 1)) return [];
  // Newspapers, festivals and wars have such dates too, so the sentence must contain a noun for a person.
  if (close < 0 || !items.slice(close + 1).some(({ lower }) => isPersonNoun(lower))) return [];
  const [born, died] = dates;
  if (born === undefined) return [];
  const at = ({ date }: Item) =>
    word(name[0]!, date?.day == null ? 'in' : 'on', date?.day == null ? 'in' : 'on', 'ADP', null);
  const was = copula(name[0]!, 'past');
  const found = [
    statementOf([...name, was, word(name[0]!, BORN, 'bear', 'VERB', 'past'), at(born), born], 'life_dates'),
  ];
  if (isLife && died !== undefined)
    found.push(statementOf([...name, word(name[0]!, 'died', 'die', 'VERB', 'past'), at(died), died], 'life_dates'));
  return found;
}
