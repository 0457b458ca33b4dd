/** The phrases behind a verb that tell an event's time, place, role and the like. */
import { isMonth } from '#engine/language/calendar.ts';
import type { Word } from '../grammar/parse.ts';

/** A prepositional phrase; positions in an atom's words. */
export interface Phrase {
  from: number;
  to: number;
  kind: 'date' | 'span' | 'place' | 'source' | 'means' | 'role' | 'agent' | 'companion' | 'other';
}

/** Those that take up what follows them: "with a degree in physics". */
const HOLDS: ReadonlySet<Phrase['kind']> = new Set(['other', 'means', 'source', 'place']);

/**
 * The phrases that fill the words from `from` on, perhaps behind an object; null if one isn't plain. Behind a passive,
 * "by …" is the agent.
 */
export function phrasesOf(view: readonly Word[], from: number, isPassive = false): Phrase[] | null {
  const starts = phraseStarts(view, from);
  const phrases: Phrase[] = [];
  for (const [order, start] of starts.entries()) {
    const to = starts[order + 1] ?? view.length;
    if (to - start < 2) return null;
    const kind = kindOf(view.slice(start, to), isPassive);
    const before = phrases.at(-1);
    // What isn't a time or role may belong to what stands before it.
    if (kind === 'other' && before !== undefined && HOLDS.has(before.kind)) before.to = to;
    else phrases.push({ from: start, to, kind });
  }
  return phrases;
}

/** The prepositions, but "of", the second of "out of" and "for over", and the "to" of "from 1990 to 1995". */
function phraseStarts(view: readonly Word[], from: number): number[] {
  const starts: number[] = [];
  for (let i = from; i < view.length; i++) {
    const { pos, lower } = view[i]!;
    if (pos !== 'ADP' || lower === 'of' || inQuotation(view, from, i)) continue;
    const before = starts.at(-1);
    const isCompound = before === i - 1 && /^(?:out|for|in|from|up)$/u.test(view[before]!.lower);
    const isEnd =
      /^(?:to|until|through)$/u.test(lower) &&
      before !== undefined &&
      view[before]!.lower === 'from' &&
      isTime(view.slice(before + 1, i));
    if (!isCompound && !isEnd) starts.push(i);
  }
  return starts;
}

const inQuotation = (view: readonly Word[], from: number, at: number) => {
  const marks = view.slice(from, at).filter(({ text }) => /^["“”(]$|^\)$/u.test(text)).length;
  return marks % 2 === 1;
};

function kindOf(phrase: readonly Word[], isPassive: boolean): Phrase['kind'] {
  const [first, ...rest] = phrase as [Word, ...Word[]];
  if (/^(?:in|on|during|by|at)$/u.test(first.lower) && isDate(rest)) return 'date';
  if (first.lower === 'since' && isDate(rest)) return 'date';
  if (first.lower === 'at' && rest.some(({ lower }) => lower === 'age') && rest.at(-1)!.pos === 'NUM') return 'date';
  if (first.lower === 'for' && isDuration(rest)) return 'span';
  if (first.lower === 'from' && isTime(rest.slice(0, 1)) && isRangeOfTime(rest)) return 'span';
  if (first.lower === 'as' && isRoleAt(phrase, 0)) return 'role';
  if (first.lower === 'at' && namesInstitution(rest)) return 'place';
  if (first.lower === 'from' && namesInstitution(rest)) return 'source';
  if (first.lower === 'by' && isPassive && isNamed(rest)) return 'agent';
  if (first.lower === 'with' && rest.every(({ pos }) => pos === 'PROPN')) return 'companion';
  if (first.lower === 'with' && /^(?:an?|the|his|her|its|their)$/u.test(rest[0]!.lower)) return 'means';
  return 'other';
}

/** "the Vale Rovers", "President Ida Reed". */
const isNamed = (words: readonly Word[]) =>
  (words[0]!.lower === 'the' ? words.slice(1) : words).every(({ pos, lower }) => pos === 'PROPN' || lower === 'of');

/** True for "as a coach", "as the head of the firm", "as Governor of Mindoro". */
export const isRoleAt = (words: readonly Word[], at: number) => {
  const next = words[at + 1];
  return next !== undefined && (/^(?:an?|the|its|his|her|their)$/u.test(next.lower) || next.pos === 'PROPN');
};

/** "the University of Leeds", "the 2011 Karsund Games". */
function namesInstitution(words: readonly Word[]): boolean {
  const body = words[0]!.lower === 'the' ? words.slice(1) : words;
  return (
    body.some(({ pos }) => pos === 'PROPN') &&
    body.every(({ pos, lower }) => /^(?:PROPN|NUM|PUNCT|PART)$/u.test(pos) || /^(?:of|the|in|and|for)$/u.test(lower))
  );
}

const TIME_UNIT = /^(?:days?|weeks?|months?|years?|decades?|seasons?|centuries|century)$/u;

/** "over 20 years", "two seasons", "more than a decade". */
const isDuration = (words: readonly Word[]) =>
  TIME_UNIT.test(words.at(-1)!.lower) &&
  words
    .slice(0, -1)
    .every(
      ({ pos, lower }) =>
        pos === 'NUM' || /^(?:over|about|around|nearly|almost|an?|several|many|some|up|to)$/u.test(lower),
    );

const isTime = (words: readonly Word[]) =>
  words.length > 0 &&
  words.every(
    ({ text, lower }) =>
      /^(?:1\d{3}|20\d{2})s?$/u.test(text) ||
      YEARS.test(text) ||
      isMonth(lower) ||
      /^(?:the|early|late|mid|\d{1,2})$/u.test(lower),
  );

const YEARS = /^(?:1\d{3}|20\d{2})[–—-](?:1\d{3}|20\d{2})$/u;

/** "1990 to 1995", "May 1990 until 1995", "1990–1995". */
const isRangeOfTime = (words: readonly Word[]) =>
  words.some(({ lower }) => /^(?:to|until|through)$/u.test(lower) || YEARS.test(lower)) &&
  words.every((word) => /^(?:to|until|through|present)$/u.test(word.lower) || isTime([word]));

/** "1998", "12 May 2003", "the 1970s", "the summer of 2001". */
function isDate(words: readonly Word[]): boolean {
  const hasTime = words.some(({ text, lower }) => /^(?:1\d{3}|20\d{2})s?$/u.test(text) || isMonth(lower));
  return hasTime && words.every(isDatePart);
}

const isDatePart = ({ pos, lower }: Word) =>
  pos === 'NUM' ||
  isMonth(lower) ||
  /^(?:the|year|early|late|mid|summer|winter|spring|autumn|fall|of|‚|\d+s|\d{1,2}(?:st|nd|rd|th)|-|ad|bc)$/u.test(
    lower,
  );

/** Number of words of the date that opens the words, with its comma: "In 2014,", "On 3 May 1990"; 0 if there is none. */
export function leadingDate(view: readonly Word[]): number {
  if (!/^(?:in|on|during)$/u.test(view[0]?.lower ?? '')) return 0;
  let end = 1;
  while (end < view.length && isDatePart(view[end]!)) end++;
  if (!isDate(view.slice(1, end))) return 0;
  // "In 2014 the …": an article belongs to what follows.
  while (/^(?:the|of)$/u.test(view[end - 1]!.lower)) end--;
  return view[end]?.text === ',' ? end + 1 : end;
}
