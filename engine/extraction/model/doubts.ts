/**
 * Decides which statements a language model may be asked about again: those whose words are all in order, but whose omissions are
 * not known to be harmless. Omissions with a word that limits, denies or attributes rule a statement out. In the examples,
 * parentheses enclose what the statement leaves out.
 */
import { PRIVATIVE } from '#engine/text/privative.ts';
import { REPORTING_LEMMAS, regularBase } from '#engine/text/verbs.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { beginsSentence, type Gap, isSetPhrase } from './omissions.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

/**
 * Further words, besides those of `marks.ts`, for alternatives, exceptions, conditions and comparisons. They affect other clauses
 * too.
 */
const REACHING = wordSet(
  'or nor either neither without except excepted excluding barring unlike instead rather save until till when whenever once lest ' +
    'otherwise depending hypothetically theoretically nominally pending because bar respectively apart aside',
);
/** Words that, after "as", open a condition or a comparison: "as long", "as if". */
const BEHIND_AS = /^(?:if|though|long|soon|far)$/;
/**
 * Words that affect the words next to them: only a part is meant ("half"), it applies to several things at once ("jointly"), or
 * it is only somebody's idea ("in theory").
 */
const NEAR = wordSet(
  'half third quarter percent % fraction portion together jointly combined theory view opinion eyes virtually practically whose whom too enough posing disguised understudy elect designate',
);
/** Works of fiction: what happens in one has not really happened. */
const INVENTED =
  /^(?:novel|film|movie|play|story|book|series|show|game|opera|episode|tale|comic|sitcom|cartoon|poem|sketch|fable)s?$/;
/** "in" is looked for among this many words before such a work. */
const BETWEEN = 3;
/** Words for what is only thought, wanted, tried or prevented, or what somebody merely says. */
const UNREAL = wordSet(
  'suspect imagine dream wish want hope fear try attempt fail refuse decline threaten promise offer ask request demand urge advise recommend encourage ' +
    'forbid prohibit ban prevent avoid escape stop quit cancel reject deny dismiss acquit mistake mistaken confuse pretend guess charge accuse call describe consider regard ' +
    'deem plan proposal lie wannabe untrained',
);
/** Reporting verbs that just as often describe an action: "he wrote", "known for". */
const DONE = /^(?:know|write|find|show|learn|discover|see|hear|note|add)$/;

/**
 * True if no word that a statement leaves out may limit it. False for a question, and for a statement with a negation or an
 * attribution. `open`: the gaps that are not known to be harmless. Words that affect only their neighbours count in these gaps
 * alone.
 */
export function omitsNoLimitingWord(words: Words, own: readonly boolean[], open: readonly Gap[]): boolean {
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
        (isOpen(at) && isNear(words, own, at) && !(isCount(words, at) && isSeparatedFromKept(words, own, at)))
      ),
  );
}

const isVerb = (pos: string): boolean => /^(?:VERB|AUX)$/.test(pos);

/** Whether the word says how many or which. */
const isCount = (words: Words, at: number): boolean =>
  words[at]!.pos === 'NUM' || words[at]!.marks.some(({ kind }) => kind === 'quantifier');

/** True if the gap is a whole predicate: "Ford (is one of the oldest and) has won". */
function isOfAnotherPredicate(words: Words, before: number, after: number): boolean {
  const isVerbAt = (at: number) => isVerb(words[at]?.pos ?? '');
  return isVerbAt(before + 1) && /^(?:and|but)$/.test(words[after - 1]?.lower ?? '') && isVerbAt(after);
}

/** True if the list member after the gap has the same word itself: "(the first to walk, and) the first to swim". */
function isOfAnotherMember(words: Words, at: number, after: number): boolean {
  const joins = /^(?:and|,)$/.test(words[after - 1]?.lower ?? '');
  return joins && words.slice(after, after + MEMBER_OPENS).some(({ lower }) => lower === words[at]!.lower);
}
/** The word that counts or ranks a member is among its first words, this many. */
const MEMBER_OPENS = 2;

const RELATIVE = /^(?:who|which|where|that)$/;

/**
 * True if a comma, "and", "but" or a relative pronoun separates the word from everything that is `own`, so that it counts
 * something else.
 */
export function isSeparatedFromKept(words: Words, own: readonly boolean[], at: number): boolean {
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

/** Words that limit how far a statement goes, rather than how many things it is about. */
const LIMITING =
  /^(?:only|just|solely|exclusively|entirely|almost|nearly|mainly|mostly|partly|usually|often|sometimes|always|about|approximately|roughly|around|most|least)$/;
/** Words that introduce a reason. In "mostly thanks to" and "partly because", only the reason is limited, not the statement. */
const REASON = /^(?:thanks|due|because|owing)$/;
/** Words that may join a limiting phrase to the statement before it. */
const JOINS = /^(?:and|but|though|although|yet|then|if|at)$/;

/**
 * Whether a limiting word applies to what precedes it: "The shop is open(, but only on Fridays)", "The shop is free(, mostly, and
 * warm)". Not if it begins a clause or limits a reason.
 */
function limitsBefore(words: Words, before: number, at: number): boolean {
  if (before < 0 || !(LIMITING.test(words[at]!.lower) || isOfThese(words, at))) return false;
  const joints = words.slice(before + 1, at);
  if (joints[0]?.text !== ',' || !joints.every(({ text, lower }) => text === ',' || JOINS.test(lower))) return false;
  const next = words.findIndex(({ isWord, lower }, i) => i > at && (!isWord || lower === 'and'));
  const end = next < 0 ? words.length : next;
  return !words.slice(at, end).some(({ pos }) => isVerb(pos)) && !REASON.test(words[at + 1]?.lower ?? '');
}

/**
 * Whether the word begins a phrase that takes back part of what precedes it: "The workers were paid(, half of them in kind)",
 * "The tests were clean(, all but one)".
 */
function isOfThese(words: Words, at: number): boolean {
  if (!PARTITIVE.test(words[at]!.lower)) return false;
  const [next, them, last] = words.slice(at + 1, at + 4);
  if (next?.lower === 'but') return true;
  return next?.lower === 'of' && them?.lower === 'them' && (last === undefined || /^(?:PUNCT|ADP)$/.test(last.pos));
}
const PARTITIVE = /^(?:some|half|most|many|few|several|all)$/;

/**
 * Whether the word affects what is `own` despite the punctuation between them: "(Few, and mostly elderly,) residents", "open(,
 * but only on Fridays)".
 */
function countsBeyond(words: Words, before: number, at: number): boolean {
  const next = words[at + 1];
  const isOpen = next?.text === ',' || /^(?:and|who|which)$/.test(next?.lower ?? '');
  const gap = words.slice(before + 1, at);
  const isFirst = gap.every(({ pos, lower }) => /^(?:ADP|ADV)$/.test(pos) || LIMITING.test(lower));
  const isConnective = /^(?:first|last)$/.test(words[at]!.lower);
  if (before < 0 && isOpen && isFirst && !isConnective) return true;
  return limitsBefore(words, before, at) && (isOpen || isOfThese(words, at) || gap.some(({ text }) => text !== ','));
}

/** True if the limiting word at `at` affects what is `own`, although punctuation stands between them. */
export const limitsNear = (words: Words, before: number, at: number): boolean =>
  limitsBefore(words, before, at) || countsBeyond(words, before, at);

/**
 * Whether punctuation sets the word apart on its own, so that it applies to the whole clause: "Noll(, allegedly,) sold it", "Noll
 * led it(, most likely)".
 */
export function isAside(words: Words, at: number): boolean {
  const start = words.findLastIndex(({ isWord }, i) => i < at && !isWord) + 1;
  const next = words.findIndex(({ isWord }, i) => i > at && !isWord);
  const aside = words.slice(start, next < 0 ? words.length : next);
  return aside.every(({ pos }, i) => start + i === at || /^(?:ADV|ADP|PART|DET|CCONJ)$/.test(pos));
}

/** True for a word that may affect its whole sentence. */
export function isReaching(words: Words, at: number): boolean {
  const { lower, marks, isCapitalised } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (marks.some(({ kind }) => /^(?:negation|governing|modality)$/.test(kind))) return true;
  const next = words[at + 1];
  // "sang like Noll" and "a noise like thunder" are comparisons. After a plural noun, "like" gives examples: "films like Tides".
  if (lower === 'like') return words[at - 1]?.pos !== 'NOUN' || words[at - 1]!.lemma === words[at - 1]!.lower;
  if (lower === 'as') return BEHIND_AS.test(next?.lower ?? '');
  // "all but one" makes an exception; "It closed but opened again" does not.
  if (lower === 'but') return !/^(?:VERB|AUX|PRON)$/.test(next?.pos ?? '');
  // A capital inside the sentence belongs to a title, e.g. "Without a Trace".
  return (REACHING.has(lower) && !(isCapitalised && !beginsSentence(words, at))) || isInverted(words, at);
}

/** Whether the word begins a condition without "if": "Had Noll paid, …", "…, were Noll to pay". */
function isInverted(words: Words, at: number): boolean {
  if (!/^(?:had|were|should)$/.test(words[at]!.lower)) return false;
  return at === 0 || (words[at - 1]!.text === ',' && /^(?:PROPN|PRON)$/.test(words[at + 1]?.pos ?? ''));
}

/** Words that are bounds before a figure, and prepositions elsewhere. */
const BEFORE_FIGURES = /^(?:about|around|over|under|above|below|up)$/;

/** Whether the word, in a gap, affects the words next to it. */
function isNear(words: Words, own: readonly boolean[], at: number): boolean {
  const { lower, marks } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (BEFORE_FIGURES.test(lower) && words[at + 1]?.pos !== 'NUM') return false;
  if (marks.some(({ kind }) => kind === 'quantifier')) return !countsOnlyTheGroup(words, own, at);
  if (lower === 'part' || lower === 'parts') return words[at - 1]?.lower !== 'as';
  return isUnreal(words, own, at);
}

/** True for a word that makes what is next to it merely thought, wanted or told, or that means only a part of it. */
export function isUnreal(words: Words, own: readonly boolean[], at: number): boolean {
  const { lower, lemma, pos } = words[at]!;
  if (isSetPhrase(words, at)) return false;
  if (pos === 'NUM' && words[at + 1]?.lower === 'of') return true;
  if (pos === 'VERB' && REPORTING_LEMMAS.has(lemma) && !DONE.test(lemma)) return true;
  if (INVENTED.test(lower) && isInside(words, own, at)) return true;
  // The tagger mistakes some participles for adjectives: "stopped painting".
  const isWanted = UNREAL.has(lemma) || (lower.endsWith('ed') && UNREAL.has(regularBase(lower)));
  return isWanted || NEAR.has(lower) || PRIVATIVE.has(lower);
}

/**
 * Whether the work is the setting of what is said: "(In the film,) Noll dies". Not if the statement keeps the "in" ("appeared in
 * (the film) Tides"), nor if an "and" in the gap separates the work from the kept words before it.
 */
function isInside(words: Words, own: readonly boolean[], at: number): boolean {
  const start = Math.max(0, at - BETWEEN);
  const before = own.lastIndexOf(true, at);
  const after = own.indexOf(true, at);
  const isAnd = ({ lower }: ReadWord) => lower === 'and';
  // "Noll sang (and in the film) killed Peck": the work belongs to what comes after it.
  const isOfBehind = after >= 0 && !words.slice(at, after).some((word) => isAnd(word) || word.text === ',');
  const isOfAnother = before >= 0 && !isOfBehind && words.slice(before + 1, at).some(isAnd);
  return !isOfAnother && words.slice(start, at).some(({ lower }, i) => lower === 'in' && !own[start + i]);
}

/**
 * Whether the word counts a group of which the statement keeps only named members: "won (several prizes, including) the medal",
 * "(over 50 films, such as) Tides". The number then says nothing about these members.
 */
export function countsOnlyTheGroup(words: Words, own: readonly boolean[], at: number): boolean {
  const joint = words.findIndex(
    ({ lower }, i) => i > at && (lower === 'including' || (lower === 'such' && words[i + 1]?.lower === 'as')),
  );
  // The word right before "including" is a noun, even if it is tagged as a verb, e.g. "shows".
  const last = words[joint - 1]?.text === ',' ? joint - 2 : joint - 1;
  // In "(Half of) the towns(, including Orley,) have a school", the statement is about the whole group, so the number matters.
  const isSaying = ({ pos, isCapitalised }: ReadWord, i: number) =>
    own[i] && isVerb(pos) && !isCapitalised && i !== joint && i !== last;
  const isSaidOfAll = own.slice(at, joint).includes(true) && words.some(isSaying);
  return (
    joint > 0 &&
    !isSaidOfAll &&
    !words.slice(at, joint).some(({ pos, text }, i) => (isVerb(pos) && at + i !== last) || /^[;:]$/.test(text))
  );
}
