/**
 * What an English sentence may lose and still say what is left. Each kind of omission here follows from the sentence where
 * nothing in it is denied: who is "the founder and CEO of Noll" is the founder of Noll.
 */
import { placeKey } from '#engine/text/names.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { ReadWord } from './words.ts';

/** A run of words that a statement leaves out; `to` is exclusive. */
export interface Gap {
  from: number;
  to: number;
}

const NOMINAL = /^(?:NOUN|PROPN)$/;
const PHRASE = /^(?:DET|ADJ|ADV|NOUN|PROPN|NUM|PRON|PART)$/;
const YEAR = /^1\d{3}$|^20\d{2}$/;
/** Begin an adjunct of time or place, without which an event has happened as well. */
const ADJUNCT = new Set(['in', 'at', 'during', 'after', 'before', 'near']);
/** Participles that say of a person or thing where it belongs, without a form of their own in -ed. */
const PARTICIPLES = new Set(['born', 'known', 'built', 'held', 'made', 'written', 'set', 'run']);

/** Runs of words that are not `own`, from the first to the last of the sentence. */
export function gapsIn(own: readonly boolean[]): Gap[] {
  const gaps: Gap[] = [];
  for (let at = 0; at < own.length; at++) {
    if (own[at]) continue;
    if (at > 0 && !own[at - 1]) gaps.at(-1)!.to = at + 1;
    else gaps.push({ from: at, to: at + 1 });
  }
  return gaps;
}

/**
 * True if what is `own` belongs to nothing in the gap, and follows from the sentence, as far as the gap has no word that changes what
 * the sentence says. False: it isn't known.
 */
export function isSpare(words: readonly ReadWord[], own: readonly boolean[], gap: Gap): boolean {
  if (isBeforeRemark(words, own, gap)) return true;
  if (words.some((_, at) => own[at] && isDenying(words, at))) return false;
  return (
    isAttribute(words, gap) ||
    isNounOfNationality(words, gap) ||
    isFurtherMember(words, gap) ||
    isAdjunctAtYear(words, own, gap) ||
    isDescription(words, gap) ||
    isGeneralTerm(words, gap) ||
    isBehindFrontedSubject(words, own, gap) ||
    isRelativeClause(words, gap) ||
    isBeforeRelativeClause(words, gap)
  );
}

/** Where something is denied, said of a whole or left to somebody else's word, less does not follow from more. */
function isDenying(words: readonly ReadWord[], at: number): boolean {
  const restricts = words[at]!.marks.some(
    ({ kind }) => kind === 'negation' || kind === 'governing' || kind === 'quantifier',
  );
  return restricts && !isSetPhrase(words, at);
}

/** "best known" compares with nothing, and "Last" in "The Last Boy Scout" limits nothing. */
export function isSetPhrase(words: readonly ReadWord[], at: number): boolean {
  const word = words[at]!;
  if (word.lower === 'best' && words[at + 1]?.lower === 'known') return true;
  const isBeside = (other: ReadWord | undefined) => other?.isCapitalised === true;
  if (word.marks.some(({ kind }) => kind !== 'quantifier')) return false;
  return at > 0 && word.isCapitalised && isBeside(words[at + 1]);
}

const slice = (words: readonly ReadWord[], { from, to }: Gap) => words.slice(from, to);
const isComma = (word: ReadWord | undefined) => word?.text === ',';
const isAnd = (word: ReadWord | undefined) => word?.pos === 'CCONJ';

/** "is a" or "became an" directly before `at`. */
function isPredicateAt(words: readonly ReadWord[], at: number): boolean {
  return /^an?$/.test(words[at - 1]?.lower ?? '') && /^(?:be|become|remain)$/.test(words[at - 2]?.lemma ?? '');
}

const isNationality = (word: ReadWord) => word.isCapitalised && placeKey(word.lower) !== null;

/** "is a (French) painter": adjectives of what something is. */
function isAttribute(words: readonly ReadWord[], gap: Gap): boolean {
  const next = words[gap.to];
  const from = isPredicateAt(words, gap.from + 1) ? gap.from + 1 : gap.from;
  if (next === undefined || !/^(?:NOUN|ADJ)$/.test(next.pos) || !isPredicateAt(words, from)) return false;
  return words
    .slice(from, gap.to)
    .every((word) =>
      word.pos === 'ADJ' ? !PRIVATIVE.has(word.lower) : isComma(word) || isAnd(word) || isNationality(word),
    );
}

/** "is a French (painter …)": who is a French anything is French. */
function isNounOfNationality(words: readonly ReadWord[], gap: Gap): boolean {
  const last = words[gap.from - 1];
  return last !== undefined && isNationality(last) && isPredicateAt(words, gap.from - 1);
}

/** "the founder (and CEO) of Noll", "historical (and horror) fiction". */
function isFurtherMember(words: readonly ReadWord[], gap: Gap): boolean {
  const [first, ...rest] = slice(words, gap);
  const [before, last, next] = [words[gap.from - 1], rest.at(-1), words[gap.to]];
  if (before === undefined || last === undefined || next === undefined) return false;
  if (!(isAnd(first) || isComma(first))) return false;
  if (!rest.every((word) => PHRASE.test(word.pos) || isComma(word) || isAnd(word))) return false;
  if (NOMINAL.test(before.pos) && NOMINAL.test(last.pos)) return next.lower === 'of';
  return before.pos === 'ADJ' && /^(?:ADJ|NOUN)$/.test(last.pos) && next.pos === 'NOUN';
}

/** "died in 2010 (at the age of 72)", "died (in 2010) at the age of 72". */
function isAdjunctAtYear(words: readonly ReadWord[], own: readonly boolean[], gap: Gap): boolean {
  if (!words.some(({ pos, lower, lemma }, at) => own[at] && pos === 'VERB' && lower !== lemma)) return false;
  const isYear = (at: number) => YEAR.test(words[at]?.text ?? '');
  const isAdjunct = (at: number) => words[at]?.pos === 'ADP' && ADJUNCT.has(words[at]!.lower);
  if (isYear(gap.from - 1) && isAdjunct(gap.from)) return gap.to >= words.length - 1 || !words[gap.to]!.isWord;
  return isYear(gap.to - 1) && isAdjunct(gap.to) && isAdjunct(gap.from) && words[gap.from - 1]!.pos !== 'ADP';
}

/** "is (a rugby player) from Leeds": what it is, before where it comes from. */
function isDescription(words: readonly ReadWord[], gap: Gap): boolean {
  const next = words[gap.to];
  const isNext =
    next?.lower === 'from' ||
    (next?.lower === 'best' && isSetPhrase(words, gap.to)) ||
    (next?.pos === 'VERB' && (PARTICIPLES.has(next.lower) || (next.lower.endsWith('ed') && next.lower !== next.lemma)));
  if (!isNext || !isPredicateAt(words, gap.from + 1)) return false;
  const [, ...rest] = slice(words, gap);
  return (
    rest.every((word) => PHRASE.test(word.pos) || isComma(word) || isAnd(word)) && NOMINAL.test(rest.at(-1)?.pos ?? '')
  );
}

/** "won (several prizes, including) the Noll medal": the members of what is named in general, and members before this one. */
export function isGeneralTerm(words: readonly ReadWord[], gap: Gap): boolean {
  const inside = slice(words, gap);
  const joint = inside.findIndex(
    ({ lower }, at) => lower === 'including' || (lower === 'as' && inside[at - 1]?.lower === 'such'),
  );
  const before = words[gap.from - 1];
  if (joint < 0 || before === undefined || !/^(?:VERB|ADP)$/.test(before.pos)) return false;
  const isJoined = joint === inside.length - 1 || isComma(inside.at(-1)) || isAnd(inside.at(-1));
  return (
    isJoined &&
    inside.every(
      (word, at) => at === joint || PHRASE.test(word.pos) || isComma(word) || isAnd(word) || word.pos === 'ADP',
    )
  );
}

/** "Born in Leeds, she (moved to York)": the subject of what stands in front. */
function isBehindFrontedSubject(words: readonly ReadWord[], own: readonly boolean[], gap: Gap): boolean {
  if (gap.to < words.length && own.lastIndexOf(true) >= gap.to) return false;
  const comma = words.findLastIndex((word, at) => at < gap.from && isComma(word));
  const subject = words.slice(comma + 1, gap.from);
  const isSubject = subject.length > 0 && subject.every(({ pos }) => /^(?:PRON|PROPN|DET|NOUN)$/.test(pos));
  return (
    comma > 0 &&
    isSubject &&
    own[0] === true &&
    words[0]!.pos === 'VERB' &&
    /^(?:AUX|VERB|ADV)$/.test(words[gap.from]?.pos ?? '')
  );
}

/** "is a clock (that was wound by hand)": of a rule or habit it would say which. */
function isRelativeClause(words: readonly ReadWord[], { from, to }: Gap): boolean {
  if (words[from]?.lower !== 'that' || to < words.length - 1 || !NOMINAL.test(words[from - 1]?.pos ?? '')) return false;
  return isPredicatePhrase(words, from);
}

/** "(is a clock that) was wound by hand": the same, of what something is. */
function isBeforeRelativeClause(words: readonly ReadWord[], { from, to }: Gap): boolean {
  if (words[to - 1]?.lower !== 'that' || !isPredicateAt(words, from + 2)) return false;
  return isPredicatePhrase(words, to - 1) && /^(?:VERB|AUX)$/.test(words[to]?.pos ?? '');
}

/** True if the phrase that ends before `end` begins with "is a" or its like. */
function isPredicatePhrase(words: readonly ReadWord[], end: number): boolean {
  const begins = words.findLastIndex((word, at) => at < end && !(PHRASE.test(word.pos) || word.lower === 'of')) + 1;
  return isPredicateAt(words, begins + 1);
}

/**
 * "(the founder of) Noll Capital, a bank", "(both came from) Orley, where a filter works": a phrase and the remark on it behind a
 * comma or in brackets, which holds whatever the sentence says of the phrase.
 */
export function isBeforeRemark(words: readonly ReadWord[], own: readonly boolean[], gap: Gap): boolean {
  const before = words[gap.to - 1];
  if (gap.from > 0 || before === undefined || !/^(?:ADP|VERB|AUX)$/.test(before.pos)) return false;
  const end = words.findIndex(
    (word, at) =>
      at >= gap.to && !(PHRASE.test(word.pos) || word.lower === 'of' || /^[-&]$/.test(word.text) || word.pos === 'SYM'),
  );
  if (end <= gap.to || !/^(?:NOUN|PROPN|NUM)$/.test(words[end - 1]!.pos)) return false;
  return /^[,(]$/.test(words[end]!.text) && own.slice(gap.to, end).every(Boolean);
}
