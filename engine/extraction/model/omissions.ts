/**
 * Decides what an English sentence may lose while the rest still holds. Only a few kinds of omissions are known. In each, the
 * rest follows from the sentence by the kind and position of its words, in a main clause without a negation. "the founder and
 * director of Noll Bank" is its founder. Ambiguous phrases such as "a friend of the mayor and judge" are not recognised. In the
 * examples, parentheses enclose what the statement leaves out.
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
/** Words after which a clause is not a statement of its own, or is not asserted. */
const DEPENDENT = /^(?:to|who|that|which|what|whoever|anyone|anybody|whose|when|where|if|whether)$/;
/** Words that keep the named members from being examples of a general term, e.g. "other than", "any". */
const NO_GENERAL_TERM = /^(?:an?|any|few|fewer|half|than|but|except|other)$/;

/** The runs of words that are not `own`, in order. */
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
 * True if the gap may be left out: no kept word belongs to a word in it, and the rest follows from the sentence unless a word in
 * the gap changes what the sentence says. False: this is not known.
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

/** Whether the word negates, quantifies or attributes. In such a sentence, the part does not follow from the whole. */
function isDenying(words: Words, at: number): boolean {
  const restricts = words[at]!.marks.some(
    ({ kind }) => kind === 'negation' || kind === 'governing' || kind === 'quantifier',
  );
  return restricts && !isSetPhrase(words, at);
}

/** Nouns before which "acting" means the profession: "an acting mayor" stands in for a mayor, "an acting career" is a career. */
const OF_ACTORS = /^(?:career|debut|roles?|school|class|classes|lessons|talent|skills|credits|jobs?|work|awards?)$/;

/**
 * Whether the word does not have its usual effect in its phrase: "best known" compares nothing, "due to" names a cause, "acting
 * career" and "studied acting" are about the stage, and "Last" in the title "The Last Boy Scout" limits nothing.
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

/** Whether "acting" means the profession: "An acting school", "studied acting", but not "the acting school head". */
function isOfStage(words: Words, at: number): boolean {
  if (words[at - 1]?.lemma === 'study') return true;
  return OF_ACTORS.test(words[at + 1]?.lower ?? '') && !NOMINAL.test(words[at + 2]?.pos ?? '');
}

/** True for the first word, and for one after a colon, a dash or the number of an item. A capital does not make it a name. */
export function beginsSentence(words: Words, at: number): boolean {
  return (
    words.slice(0, at).every(({ isWord, text }) => !isWord || /^\p{N}+$/u.test(text)) ||
    /^[:;–—.!?"“‘(]+$/u.test(words[at - 1]!.text)
  );
}

/** True if most words are capitalised, so that a capital does not make a word a name. */
function isTitleCase(words: Words): boolean {
  const letters = words.filter(({ isWord }) => isWord);
  return letters.filter(({ isCapitalised }) => isCapitalised).length > letters.length / 2;
}

const isComma = (word: ReadWord | undefined) => word?.text === ',';
const isAnd = (word: ReadWord | undefined) => word?.lower === 'and';
const inside = (words: Words, { from, to }: Gap) => words.slice(from, to);

/** Whether "is a", "became an" or the like stands directly before `at`, in the main clause. */
function isPredicateAt(words: Words, at: number): boolean {
  if (!/^an?$/.test(words[at - 1]?.lower ?? '') || !BE.test(words[at - 2]?.lemma ?? '')) return false;
  return !words.slice(0, at - 2).some(({ lower, pos }) => pos === 'SCONJ' || DEPENDENT.test(lower));
}

const isNational = (word: ReadWord | undefined) => word?.isCapitalised === true && placeKey(word.lower) !== null;

/** Whether the gap is a nationality, with or without its article: "is a (French) painter", "is (a French) painter". */
function isNationality(words: Words, { from, to }: Gap): boolean {
  const begins = isPredicateAt(words, from + 1) ? from + 1 : from;
  if (!isPredicateAt(words, begins) || !isPersonNoun(words[to]?.lower ?? '')) return false;
  const all = words.slice(begins, to);
  return all.length > 0 && all.every((word) => isNational(word) || isAnd(word) || word.text === '-');
}

/**
 * Occupations after a nationality that is the person's own. This is not sure for teachers, dancers and writers ("a French
 * teacher"), nor for players of American football.
 */
const OCCUPATION =
  /^(?:actor|actress|singer|songwriter|rapper|politician|footballer|cricketer|boxer|wrestler|swimmer|cyclist|athlete|businessman|businesswoman|entrepreneur|comedian|musician|lawyer|physicist|engineer|architect|photographer|painter|sculptor|activist)$/;

/** Whether the gap begins with such an occupation after a nationality: "is an American (singer and songwriter)". */
function isOccupation(words: Words, { from }: Gap): boolean {
  // "an American actor's son", "an American singer impersonator"
  if (/^(?:NOUN|PROPN|PART|ADJ)$/.test(words[from + 1]?.pos ?? '')) return false;
  return isNational(words[from - 1]) && isPredicateAt(words, from - 1) && OCCUPATION.test(words[from]!.lower);
}

/** Whether the gap is a further list member before "of": "is the founder (and director) of Noll Bank". */
function isFurtherMember(words: Words, gap: Gap): boolean {
  const [first, ...rest] = inside(words, gap);
  if (!(isAnd(first) || isComma(first)) || !NOMINAL.test(words[gap.from - 1]?.pos ?? '')) return false;
  if (words[gap.to]?.lower !== 'of' || !NOMINAL.test(rest.at(-1)?.pos ?? '')) return false;
  if (!rest.every((word) => /^(?:ADJ|NOUN|PROPN)$/.test(word.pos) || isComma(word) || isAnd(word))) return false;
  const begins = words.findLastIndex((word, at) => at < gap.from && !/^(?:ADJ|NOUN|PROPN)$/.test(word.pos));
  if (words.slice(begins + 1, gap.to).some(({ lower }) => PRIVATIVE.has(lower))) return false;
  return words[begins]?.pos === 'DET' && BE.test(words[begins - 1]?.lemma ?? '');
}

/**
 * Whether the gap says when, where or at which age somebody once did something: "Noll died in 2010 (at the age of 72)", "she died
 * (in 2010) in Orley".
 */
function isAdjunct(words: Words, own: Own, gap: Gap): boolean {
  const verb = words.findIndex(({ pos }) => pos === 'VERB');
  const subject = words.slice(0, verb).filter(({ pos }) => pos !== 'AUX');
  // A single capitalised word that opens a sentence may not be a name. But whatever is born or dies does so only once.
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

/**
 * Whether the gap says what somebody or something is, before a further description: "is (a rugby player) from Orley", "is (a
 * bank) owned by Kade".
 */
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
  // Only a person is "from" a place in this sense: "a walk from Orley" says how far.
  if (next.lower === 'from' && !isPersonNoun(kind?.lower ?? '')) return false;
  return isPhrase && NOMINAL.test(kind?.pos ?? '');
}

/**
 * Whether the gap is a general term, with or without members before the kept one: "won (several prizes, including) the Noll
 * medal".
 */
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

/**
 * Whether the gap is the main predicate, so that the statement is the phrase at the front and the subject: "Born in Orley, she
 * (moved to Velmar)".
 */
function isBehindFrontedSubject(words: Words, own: Own, gap: Gap): boolean {
  if (own.indexOf(true, gap.to) >= 0 || own[0] !== true || words[0]!.lower !== 'born') return false;
  const comma = words.findLastIndex((word, at) => at < gap.from && isComma(word));
  const subject = words.slice(comma + 1, gap.from);
  const isSubject = subject.length > 0 && subject.every(({ pos }) => /^(?:PRON|PROPN)$/.test(pos));
  return comma > 0 && isSubject && VERBAL.test(words[gap.from]?.pos ?? '');
}

/**
 * Whether the gap is a relative clause that ends the sentence and describes what something is: "is a clock (that was wound by
 * hand)". Elsewhere, such as in a rule, it would say which one is meant.
 */
function isRelativeClause(words: Words, { from, to }: Gap): boolean {
  return words[from]?.lower === 'that' && to >= words.length - 1 && isPredicatePhrase(words, from);
}

/**
 * Whether the gap is such a description, and the statement has the relative clause after it: "is (a clock that) was wound by
 * hand".
 */
function isBeforeRelativeClause(words: Words, { from, to }: Gap): boolean {
  if (words[to - 1]?.lower !== 'that' || !isPredicateAt(words, from + 2)) return false;
  return isPredicatePhrase(words, to - 1) && VERBAL.test(words[to]?.pos ?? '');
}

/** True if the phrase before `end` follows "is a" or the like and has no further name or article. */
function isPredicatePhrase(words: Words, end: number): boolean {
  const begins =
    words.findLastIndex((word, at) => at < end && !(/^(?:ADJ|NOUN)$/.test(word.pos) || word.lower === 'of')) + 1;
  return begins < end && NOMINAL.test(words[end - 1]!.pos) && isPredicateAt(words, begins);
}

/**
 * Whether the statement is a name and the clause on it after a comma: "(the new treasurer is) Ada Noll, who won", "(both came
 * from) Orley, where a mill works". Such a clause holds whatever the sentence says of the name. False if another noun before the
 * comma may be meant.
 */
export function isBeforeRemark(words: Words, own: Own, gap: Gap): boolean {
  const before = words[gap.to - 1];
  if (gap.from > 0 || before === undefined) return false;
  const mark = words.findIndex((word, at) => at >= gap.to && word.pos !== 'PROPN');
  const last = own.lastIndexOf(true);
  if (mark <= gap.to || !isComma(words[mark]) || !own.slice(gap.to, last + 1).every(Boolean)) return false;
  // The statement must have all of the clause, up to the punctuation after it.
  if (words[last + 1]?.isWord === true || isAnd(words.slice(last + 1).find(({ isWord }) => isWord))) return false;
  const opener = words[mark + 1]?.lower ?? '';
  if (before.lemma === 'be' && before.pos === 'AUX') return /^(?:who|whose)$/.test(opener);
  return before.pos === 'ADP' && words[gap.to - 2]?.pos === 'VERB' && opener === 'where';
}
