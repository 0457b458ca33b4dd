/**
 * What an English sentence may lose and still say what is left. A short list: each kind follows from its sentence by what the
 * words are and where they stand, in a main clause that denies nothing. Who is "the founder and director of Noll Bank" is its
 * founder; "a friend of the mayor and judge" is not looked into.
 */
import { isPersonNoun } from '#engine/text/class-nouns.ts';
import { placeKey } from '#engine/text/names.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import { type ReadWord, YEAR } from './words.ts';

/** A run of words that a statement leaves out; `to` is exclusive. */
export interface Gap {
  from: number;
  to: number;
}

type Words = readonly ReadWord[];
type Own = readonly boolean[];

const NOMINAL = /^(?:NOUN|PROPN)$/;
const VERBAL = /^(?:VERB|AUX)$/;
const PHRASE = /^(?:DET|ADJ|ADV|NOUN|PROPN|NUM|PRON|PART)$/;
const BE = /^(?:be|become|remain)$/;
/** Behind these a clause is no statement of its own, or not one that is said to be so. */
const DEPENDENT = /^(?:to|who|that|which|what|whoever|anyone|anybody|whose|when|where|if|whether)$/;
/** Of what a general term leaves out, or has too much of, its members are no examples. */
const NO_GENERAL_TERM = /^(?:an?|any|few|fewer|half|than|but|except|other)$/;

/** Runs of words that are not `own`, from the first to the last of the sentence. */
export function gapsIn(own: Own): Gap[] {
  const gaps: Gap[] = [];
  for (let at = 0; at < own.length; at++) {
    if (own[at]) continue;
    if (at > 0 && !own[at - 1]) gaps.at(-1)!.to = at + 1;
    else gaps.push({ from: at, to: at + 1 });
  }
  return gaps;
}

/**
 * True if what is `own` belongs to nothing in the gap and follows from the sentence, as far as the gap has no word that
 * changes what the sentence says. False: it isn't known.
 */
export function isSpare(words: Words, own: Own, gap: Gap): boolean {
  if (isBeforeRemark(words, own, gap)) return true;
  if (words.some((_, at) => own[at] && isDenying(words, at))) return false;
  return (
    isNationality(words, gap) ||
    isOccupation(words, gap) ||
    isFurtherMember(words, gap) ||
    isAdjunct(words, own, gap) ||
    isDescription(words, gap) ||
    isGeneralTerm(words, gap) ||
    isBehindFrontedSubject(words, own, gap) ||
    isRelativeClause(words, gap) ||
    isBeforeRelativeClause(words, gap)
  );
}

/** Where something is denied, said of a whole or left to somebody else's word, less does not follow from more. */
function isDenying(words: Words, at: number): boolean {
  const restricts = words[at]!.marks.some(
    ({ kind }) => kind === 'negation' || kind === 'governing' || kind === 'quantifier',
  );
  return restricts && !isSetPhrase(words, at);
}

/** Behind "acting" they tell of a trade: "an acting mayor" stands in for one, "an acting career" is one. */
const OF_ACTORS = /^(?:career|debut|roles?|school|class|classes|lessons|talent|skills|credits|jobs?|work|awards?)$/;

/**
 * "best known" compares with nothing, "due to" names a cause, an "acting career" and who "studied acting" are of the stage, and "Last" in
 * "The Last Boy Scout" limits nothing.
 */
export function isSetPhrase(words: Words, at: number): boolean {
  const word = words[at]!;
  const next = words[at + 1];
  if (word.lower === 'best' && next?.lower === 'known') return true;
  if (word.lower === 'due' && next?.lower === 'to' && next.pos !== 'PART') return true;
  if (word.lower === 'acting') return isOfStage(words, at);
  if (beginsSentence(words, at) || !word.isCapitalised || words[at + 1]?.isCapitalised !== true) return false;
  return word.marks.every(({ kind }) => kind === 'quantifier') && !isTitleCase(words);
}

/** "An acting school", "studied acting"; but not "the acting school head". */
function isOfStage(words: Words, at: number): boolean {
  if (words[at - 1]?.lemma === 'study') return true;
  return OF_ACTORS.test(words[at + 1]?.lower ?? '') && !NOMINAL.test(words[at + 2]?.pos ?? '');
}

/** True for the first word, also behind a colon, a dash or the number of an item: its capital tells of no name. */
export function beginsSentence(words: Words, at: number): boolean {
  return (
    words.slice(0, at).every(({ isWord, text }) => !isWord || /^\p{N}+$/u.test(text)) ||
    /^[:;–—.!?"“‘(]+$/u.test(words[at - 1]!.text)
  );
}

/** True if most words have a capital, so that it tells no name. */
function isTitleCase(words: Words): boolean {
  const letters = words.filter(({ isWord }) => isWord);
  return letters.filter(({ isCapitalised }) => isCapitalised).length > letters.length / 2;
}

const isComma = (word: ReadWord | undefined) => word?.text === ',';
const isAnd = (word: ReadWord | undefined) => word?.lower === 'and';
const inside = (words: Words, { from, to }: Gap) => words.slice(from, to);

/** "is a" or "became an" directly before `at`, in the main clause. */
function isPredicateAt(words: Words, at: number): boolean {
  if (!/^an?$/.test(words[at - 1]?.lower ?? '') || !BE.test(words[at - 2]?.lemma ?? '')) return false;
  return !words.slice(0, at - 2).some(({ lower, pos }) => pos === 'SCONJ' || DEPENDENT.test(lower));
}

const isNational = (word: ReadWord | undefined) => word?.isCapitalised === true && placeKey(word.lower) !== null;

/** "is a (French) painter", "is (a French) painter": whose painter is a painter. */
function isNationality(words: Words, { from, to }: Gap): boolean {
  const begins = isPredicateAt(words, from + 1) ? from + 1 : from;
  if (!isPredicateAt(words, begins) || !isPersonNoun(words[to]?.lower ?? '')) return false;
  const all = words.slice(begins, to);
  return all.length > 0 && all.every((word) => isNational(word) || isAnd(word) || word.text === '-');
}

/** Who has one is of that nation, whatever it is that they do: not teachers, dancers and writers, nor who plays American football. */
const OCCUPATION =
  /^(?:actor|actress|singer|songwriter|rapper|politician|footballer|cricketer|boxer|wrestler|swimmer|cyclist|athlete|businessman|businesswoman|entrepreneur|comedian|musician|lawyer|physicist|engineer|architect|photographer|painter|sculptor|activist)$/;

/** "is an American (singer and songwriter)". */
function isOccupation(words: Words, { from }: Gap): boolean {
  // "an American actor's son", "an American singer impersonator"
  if (/^(?:NOUN|PROPN|PART|ADJ)$/.test(words[from + 1]?.pos ?? '')) return false;
  return isNational(words[from - 1]) && isPredicateAt(words, from - 1) && OCCUPATION.test(words[from]!.lower);
}

/** "is the founder (and director) of Noll Bank". */
function isFurtherMember(words: Words, gap: Gap): boolean {
  const [first, ...rest] = inside(words, gap);
  if (!(isAnd(first) || isComma(first)) || !NOMINAL.test(words[gap.from - 1]?.pos ?? '')) return false;
  if (words[gap.to]?.lower !== 'of' || !NOMINAL.test(rest.at(-1)?.pos ?? '')) return false;
  if (!rest.every((word) => /^(?:ADJ|NOUN|PROPN)$/.test(word.pos) || isComma(word) || isAnd(word))) return false;
  const begins = words.findLastIndex((word, at) => at < gap.from && !/^(?:ADJ|NOUN|PROPN)$/.test(word.pos));
  if (words.slice(begins + 1, gap.to).some(({ lower }) => PRIVATIVE.has(lower))) return false;
  return words[begins]?.pos === 'DET' && BE.test(words[begins - 1]?.lemma ?? '');
}

/** "Noll died in 2010 (at the age of 72)", "she died (in 2010) in Orley": when, where and how old, of what somebody did once. */
function isAdjunct(words: Words, own: Own, gap: Gap): boolean {
  const verb = words.findIndex(({ pos }) => pos === 'VERB');
  const subject = words.slice(0, verb).filter(({ pos }) => pos !== 'AUX');
  // One word that opens a sentence may have its capital from there; but whatever is born and dies does so once.
  const isOnce = /^(?:died|born)$/.test(words[verb]?.lower ?? '') || words[verb + 1]?.lower === 'away';
  const isOfSomebody =
    /^(?:he|she)$/.test(subject.map(({ lower }) => lower).join(' ')) ||
    (subject.length > (isOnce ? 0 : 1) && subject.every(({ pos }) => pos === 'PROPN'));
  if (verb < 1 || !isOfSomebody || !own[verb] || words[verb]!.lower === words[verb]!.lemma) return false;
  const left = inside(words, gap).filter(({ isWord }) => isWord);
  const text = left.map(({ lower }) => lower).join(' ');
  if (/^at the age of \d{1,3}$/.test(text) || /^in (?:1\d{3}|20\d{2})$/.test(text)) return true;
  return (
    /^(?:in|at|near)$/.test(left[0]?.lower ?? '') &&
    left.length > 1 &&
    left.slice(1).every((word) => word.pos === 'PROPN' || YEAR.test(word.text))
  );
}

/** "is (a rugby player) from Orley", "is (a bank) owned by Kade": what it is, before what is said of it besides. */
function isDescription(words: Words, gap: Gap): boolean {
  const next = words[gap.to];
  const isNext =
    next?.lower === 'from' ||
    (next?.lower === 'best' && isSetPhrase(words, gap.to)) ||
    (next?.pos === 'VERB' && (next.lower === 'born' || (next.lower.endsWith('ed') && next.lower !== next.lemma)));
  if (!isNext || !isPredicateAt(words, gap.from + 1)) return false;
  const rest = words.slice(gap.from + 1, gap.to);
  const isPhrase = rest.every((word) => /^(?:ADJ|NOUN|PROPN)$/.test(word.pos) || isComma(word) || isAnd(word));
  const kind = rest.at(-1);
  // "A walk from Orley" says how far.
  if (next.lower === 'from' && !isPersonNoun(kind?.lower ?? '')) return false;
  return isPhrase && NOMINAL.test(kind?.pos ?? '');
}

/** "won (several prizes, including) the Noll medal": the members of what is named in general, and members before this one. */
export function isGeneralTerm(words: Words, gap: Gap): boolean {
  const left = inside(words, gap);
  const joint = left.findIndex(
    ({ lower }, at) => lower === 'including' || (lower === 'as' && left[at - 1]?.lower === 'such'),
  );
  if (joint < 1 || !/^(?:VERB|ADP)$/.test(words[gap.from - 1]?.pos ?? '')) return false;
  const all = left.slice(0, left[joint]!.lower === 'as' ? joint - 1 : joint);
  const begins = all.slice(0, 3).map(({ lower }) => lower);
  const term = begins.join(' ') === 'a number of' ? all.slice(3) : all;
  if (
    term.some(({ pos, lower }) => pos === 'ADP' || NO_GENERAL_TERM.test(lower)) ||
    !term.some(({ pos }) => pos === 'NOUN')
  )
    return false;
  const isJoined = joint === left.length - 1 || isComma(left.at(-1)) || isAnd(left.at(-1));
  const isList = left
    .slice(joint + 1)
    .every((word) => PHRASE.test(word.pos) || isComma(word) || isAnd(word) || word.lower === 'of');
  return isJoined && isList && term.every((word) => PHRASE.test(word.pos) || isComma(word) || isAnd(word));
}

/** "Born in Orley, she (moved to Velmar)": the subject of what stands in front. */
function isBehindFrontedSubject(words: Words, own: Own, gap: Gap): boolean {
  if (own.indexOf(true, gap.to) >= 0 || own[0] !== true || words[0]!.lower !== 'born') return false;
  const comma = words.findLastIndex((word, at) => at < gap.from && isComma(word));
  const subject = words.slice(comma + 1, gap.from);
  const isSubject = subject.length > 0 && subject.every(({ pos }) => /^(?:PRON|PROPN)$/.test(pos));
  return comma > 0 && isSubject && VERBAL.test(words[gap.from]?.pos ?? '');
}

/** "is a clock (that was wound by hand)": of a rule or habit it would say which. */
function isRelativeClause(words: Words, { from, to }: Gap): boolean {
  return words[from]?.lower === 'that' && to >= words.length - 1 && isPredicatePhrase(words, from);
}

/** "is (a clock that) was wound by hand": the same, of what something is. */
function isBeforeRelativeClause(words: Words, { from, to }: Gap): boolean {
  if (words[to - 1]?.lower !== 'that' || !isPredicateAt(words, from + 2)) return false;
  return isPredicatePhrase(words, to - 1) && VERBAL.test(words[to]?.pos ?? '');
}

/** True if the phrase that ends before `end` begins with "is a" or its like, and has no further name or article. */
function isPredicatePhrase(words: Words, end: number): boolean {
  const begins =
    words.findLastIndex((word, at) => at < end && !(/^(?:ADJ|NOUN)$/.test(word.pos) || word.lower === 'of')) + 1;
  return begins < end && NOMINAL.test(words[end - 1]!.pos) && isPredicateAt(words, begins);
}

/**
 * "(the new treasurer is) Ada Noll, who won", "(both came from) Orley, where a mill works": a name and the clause on it behind a comma,
 * which holds whatever the sentence says of the name. Only where no other noun before the comma can be meant.
 */
export function isBeforeRemark(words: Words, own: Own, gap: Gap): boolean {
  const before = words[gap.to - 1];
  if (gap.from > 0 || before === undefined) return false;
  const mark = words.findIndex((word, at) => at >= gap.to && word.pos !== 'PROPN');
  const last = own.lastIndexOf(true);
  if (mark <= gap.to || !isComma(words[mark]) || !own.slice(gap.to, last + 1).every(Boolean)) return false;
  // All of the clause, up to the mark behind it.
  if (words[last + 1]?.isWord === true || isAnd(words.slice(last + 1).find(({ isWord }) => isWord))) return false;
  const opener = words[mark + 1]?.lower ?? '';
  if (before.lemma === 'be' && before.pos === 'AUX') return /^(?:who|whose)$/.test(opener);
  return before.pos === 'ADP' && words[gap.to - 2]?.pos === 'VERB' && opener === 'where';
}
