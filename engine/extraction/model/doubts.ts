/**
 * Which statements a language model may be asked about again: those whose words are all in order, while what they leave out of
 * their sentence is not known to be harmless. Never where what is left out has a word that limits, denies, or says who says so.
 */
import { PRIVATIVE } from '#engine/text/privative.ts';
import { REPORTING_LEMMAS, regularBase } from '#engine/text/verbs.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { beginsSentence, type Gap, isSetPhrase } from './omissions.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

/** Besides the words of `marks.ts`: alternatives, exceptions, conditions and comparisons. They reach over clauses too. */
const REACHING = wordSet(
  'or nor either neither without except excepted excluding barring unlike instead rather save until till when whenever once lest ' +
    'otherwise depending hypothetically theoretically nominally pending because bar respectively apart aside',
);
/** Open a condition or a comparison behind "as". */
const BEHIND_AS = /^(?:if|though|long|soon|far)$/;
/** Tell of what stands beside them that it is a part, goes for several things at once, or is only somebody's idea. */
const NEAR = wordSet(
  'half third quarter percent % fraction portion together jointly combined theory view opinion eyes virtually practically whose whom too enough posing disguised understudy elect designate',
);
/** What happens in one of these has not happened. */
const INVENTED =
  /^(?:novel|film|movie|play|story|book|series|show|game|opera|episode|tale|comic|sitcom|cartoon|poem|sketch|fable)s?$/;
/** Words between such a work and its "in". */
const BETWEEN = 3;
/** What is only thought, wanted, tried or prevented, or by somebody's word. */
const UNREAL = wordSet(
  'suspect imagine dream wish want hope fear try attempt fail refuse decline threaten promise offer ask request demand urge advise recommend encourage ' +
    'forbid prohibit ban prevent avoid escape stop quit cancel reject deny dismiss acquit mistake mistaken confuse pretend guess charge accuse call describe consider regard ' +
    'deem plan proposal lie wannabe untrained',
);
/** Reporting verbs that as often tell what was done: "he wrote", "known for". */
const DONE = /^(?:know|write|find|show|learn|discover|see|hear|note|add)$/;

/**
 * True if no word that a statement leaves out may limit what it says. Of what is denied or told, nothing may be left out. `open`: the
 * runs of words of which it is not known that they may be missing; in these, words count that bear only on what stands beside them.
 */
export function losesNoLimit(words: Words, own: readonly boolean[], open: readonly Gap[]): boolean {
  if (
    words.some(
      ({ text, marks }, at) =>
        text === '?' || (own[at] && marks.some(({ kind }) => /^(?:negation|governing)$/.test(kind))),
    )
  )
    return false;
  const isOpen = (at: number) => open.some(({ from, to }) => at >= from && at < to);
  return words.every(
    (_, at) =>
      own[at] ||
      !(
        isReaching(words, at) ||
        (isOpen(at) && isNear(words, own, at) && !(isCount(words, at) && isFarFrom(words, own, at)))
      ),
  );
}

const isVerb = (pos: string): boolean => /^(?:VERB|AUX)$/.test(pos);

/** Says how many, or which of them. */
const isCount = (words: Words, at: number): boolean =>
  words[at]!.pos === 'NUM' || words[at]!.marks.some(({ kind }) => kind === 'quantifier');

/** True if a whole predicate is left out: "Ford (is one of the oldest and) has won". */
function isOfAnotherPredicate(words: Words, before: number, after: number): boolean {
  const isVerbAt = (at: number) => isVerb(words[at]?.pos ?? '');
  return isVerbAt(before + 1) && /^(?:and|but)$/.test(words[after - 1]?.lower ?? '') && isVerbAt(after);
}

/** True if the member behind the gap has such a word of its own: "(the first to walk, and) the first to swim". */
function isOfAnotherMember(words: Words, at: number, after: number): boolean {
  const joins = /^(?:and|,)$/.test(words[after - 1]?.lower ?? '');
  return joins && words.slice(after, after + MEMBER_OPENS).some(({ lower }) => lower === words[at]!.lower);
}
/** Words from the beginning of a member to what counts or ranks it. */
const MEMBER_OPENS = 2;

const RELATIVE = /^(?:who|which|where|that)$/;

/** True if a comma, an "and" or a relative pronoun stands between the word and all that is `own`, so that it counts something else. */
export function isFarFrom(words: Words, own: readonly boolean[], at: number): boolean {
  const parts = ({ text, lower }: ReadWord) =>
    /^[,;:()—–]$/.test(text) || lower === 'and' || lower === 'but' || RELATIVE.test(lower);
  const before = own.lastIndexOf(true, at);
  const after = own.indexOf(true, at);
  if (countsBeyond(words, before, at)) return false;
  if (before >= 0 && after >= 0 && (isOfAnotherPredicate(words, before, after) || isOfAnotherMember(words, at, after)))
    return true;
  const isParted = (from: number, to: number) => words.slice(from, to).some(parts);
  return (before < 0 || isParted(before + 1, at)) && (after < 0 || isParted(at + 1, after));
}

/** Say how far a statement goes, and not of how many things. */
const LIMITING =
  /^(?:only|just|solely|exclusively|entirely|almost|nearly|mainly|mostly|partly|usually|often|sometimes|always|about|approximately|roughly|around|most|least)$/;
/** "Mostly thanks to", "partly because": why something is so limits nothing. */
const REASON = /^(?:thanks|due|because|owing)$/;
/** Join to a statement what limits it. */
const JOINS = /^(?:and|but|though|although|yet|then|if|at)$/;

/**
 * "The shop is open, but only (on Fridays)", "(free, mostly, and)": such a word limits what stands before it, unless it begins a clause
 * or stands before a noun that it counts.
 */
function limitsBefore(words: Words, before: number, at: number): boolean {
  if (before < 0 || !(LIMITING.test(words[at]!.lower) || isOfThese(words, at))) return false;
  const joints = words.slice(before + 1, at);
  if (joints[0]?.text !== ',' || !joints.every(({ text, lower }) => text === ',' || JOINS.test(lower))) return false;
  const next = words.findIndex(({ isWord, lower }, i) => i > at && (!isWord || lower === 'and'));
  const end = next < 0 ? words.length : next;
  return !words.slice(at, end).some(({ pos }) => isVerb(pos)) && !REASON.test(words[at + 1]?.lower ?? '');
}

/** "(The workers were paid,) half of them in kind", "(the tests were clean,) all but one": takes back what stands before. */
function isOfThese(words: Words, at: number): boolean {
  if (!PARTITIVE.test(words[at]!.lower)) return false;
  const [next, them, last] = words.slice(at + 1, at + 4);
  if (next?.lower === 'but') return true;
  return next?.lower === 'of' && them?.lower === 'them' && (last === undefined || /^(?:PUNCT|ADP)$/.test(last.pos));
}
const PARTITIVE = /^(?:some|half|most|many|few|several|all)$/;

/** "Few, and mostly elderly, (residents)", "open, but only (on Fridays)": a mark that doesn't part it from what is `own`. */
function countsBeyond(words: Words, before: number, at: number): boolean {
  const next = words[at + 1];
  const isOpen = next?.text === ',' || /^(?:and|who|which)$/.test(next?.lower ?? '');
  const gap = words.slice(before + 1, at);
  const isFirst = gap.every(({ pos, lower }) => /^(?:ADP|ADV)$/.test(pos) || LIMITING.test(lower));
  const isConnective = /^(?:first|last)$/.test(words[at]!.lower);
  if (before < 0 && isOpen && isFirst && !isConnective) return true;
  return limitsBefore(words, before, at) && (isOpen || isOfThese(words, at) || gap.some(({ text }) => text !== ','));
}

/** True if such a word bears on what is `own`, though a mark stands between. */
export const limitsNear = (words: Words, before: number, at: number): boolean =>
  limitsBefore(words, before, at) || countsBeyond(words, before, at);

/** "Noll(, allegedly,) sold it", "Noll led it(, most likely)": set apart by itself, it goes for the whole clause. */
export function isAside(words: Words, at: number): boolean {
  const start = words.findLastIndex(({ isWord }, i) => i < at && !isWord) + 1;
  const next = words.findIndex(({ isWord }, i) => i > at && !isWord);
  const aside = words.slice(start, next < 0 ? words.length : next);
  return aside.every(({ pos }, i) => start + i === at || /^(?:ADV|ADP|PART|DET|CCONJ)$/.test(pos));
}

/** True for a word that may bear on its whole sentence. */
export function isReaching(words: Words, at: number): boolean {
  const { lower, marks, isCapitalised } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (marks.some(({ kind }) => /^(?:negation|governing|modality)$/.test(kind))) return true;
  const next = words[at + 1];
  // "Films like Tides" has members, "sang like Noll" and "a noise like thunder" are comparisons.
  if (lower === 'like') return words[at - 1]?.pos !== 'NOUN' || words[at - 1]!.lemma === words[at - 1]!.lower;
  if (lower === 'as') return BEHIND_AS.test(next?.lower ?? '');
  // "It closed but opened again" takes nothing back, "all but one" does.
  if (lower === 'but') return !/^(?:VERB|AUX|PRON)$/.test(next?.pos ?? '');
  // "Without a Trace": a title.
  return (REACHING.has(lower) && !(isCapitalised && !beginsSentence(words, at))) || isInverted(words, at);
}

/** "Had Noll paid, …", "…, were Noll to pay": a condition without "if". */
function isInverted(words: Words, at: number): boolean {
  if (!/^(?:had|were|should)$/.test(words[at]!.lower)) return false;
  return at === 0 || (words[at - 1]!.text === ',' && /^(?:PROPN|PRON)$/.test(words[at + 1]?.pos ?? ''));
}

/** Bounds that are prepositions too. */
const BEFORE_FIGURES = /^(?:about|around|over|under|above|below|up)$/;

function isNear(words: Words, own: readonly boolean[], at: number): boolean {
  const { lower, marks } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (BEFORE_FIGURES.test(lower) && words[at + 1]?.pos !== 'NUM') return false;
  if (marks.some(({ kind }) => kind === 'quantifier')) return !isOfMembers(words, own, at);
  if (lower === 'part' || lower === 'parts') return words[at - 1]?.lower !== 'as';
  return isUnreal(words, own, at);
}

/** True for a word by which what stands beside it is only thought, wanted or told, or by which only a part of it is meant. */
export function isUnreal(words: Words, own: readonly boolean[], at: number): boolean {
  const { lower, lemma, pos } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (pos === 'NUM' && words[at + 1]?.lower === 'of') return true;
  if (pos === 'VERB' && REPORTING_LEMMAS.has(lemma) && !DONE.test(lemma)) return true;
  if (INVENTED.test(lower) && isInside(words, own, at)) return true;
  // The tagger takes some participles for adjectives: "stopped painting".
  const isWanted = UNREAL.has(lemma) || (lower.endsWith('ed') && UNREAL.has(regularBase(lower)));
  return isWanted || NEAR.has(lower) || PRIVATIVE.has(lower);
}

/**
 * "In the film": what happens there. Not where the "in" is not left out ("appeared in (the film) Tides"), nor behind an "and" that what is
 * not left out stands before.
 */
function isInside(words: Words, own: readonly boolean[], at: number): boolean {
  const start = Math.max(0, at - BETWEEN);
  const before = own.lastIndexOf(true, at);
  const after = own.indexOf(true, at);
  const isAnd = ({ lower }: ReadWord) => lower === 'and';
  // "Noll sang and in the film (killed Peck)"
  const isOfBehind = after >= 0 && !words.slice(at, after).some((word) => isAnd(word) || word.text === ',');
  const isOfAnother = before >= 0 && !isOfBehind && words.slice(before + 1, at).some(isAnd);
  return !isOfAnother && words.slice(start, at).some(({ lower }, i) => lower === 'in' && !own[start + i]);
}

/** "Several prizes, including", "over 50 films, such as": how many there are says nothing of those that are named behind. */
export function isOfMembers(words: Words, own: readonly boolean[], at: number): boolean {
  const joint = words.findIndex(
    ({ lower }, i) => i > at && (lower === 'including' || (lower === 'such' && words[i + 1]?.lower === 'as')),
  );
  // What stands right before it is a noun, though "shows" may be tagged as a verb.
  const last = words[joint - 1]?.text === ',' ? joint - 2 : joint - 1;
  // "Half of (the towns), including Orley, (have a school)": of the towns it does.
  const isSaying = ({ pos, isCapitalised }: ReadWord, i: number) =>
    own[i] && isVerb(pos) && !isCapitalised && i !== joint && i !== last;
  const isSaidOfAll = own.slice(at, joint).includes(true) && words.some(isSaying);
  return (
    joint > 0 &&
    !isSaidOfAll &&
    !words.slice(at, joint).some(({ pos, text }, i) => (isVerb(pos) && at + i !== last) || /^[;:]$/.test(text))
  );
}
