/**
 * Checks whether a part of a sentence says on its own what it says in the sentence. Whoever chooses where a piece begins and ends
 * could leave out the "not", the "if" or the "of these". So the pieces are a statement only if they do not depend on what is left
 * out. In the examples, parentheses enclose what the statement leaves out.
 */
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { withoutClauses } from './apart.ts';
import {
  countsOnlyTheGroup,
  isAside,
  isReaching,
  isSeparatedFromKept,
  isUnreal,
  limitsNear,
  omitsNoLimitingWord,
} from './doubts.ts';
import { mustKeepGap } from './joints.ts';
import type { MarkKind } from './marks.ts';
import { type Gap, gapsIn, isBeforeRemark, isGeneralTerm, isSetPhrase, isSpare } from './omissions.ts';
import { isWithoutSpeaker } from './pieces.ts';
import { type ReadWord, YEAR } from './words.ts';

const PUNCTUATION = /^[,;:()—–、，；：。،؛]$/u;
const ENDS = /^[.!?…！？؟।"'”’“»›」』)\]]+$/u;
const COORDINATING = wordSet('and or but und oder aber et ou mais y o pero e ma en maar i ale och');
/** Words that open a clause which does not depend on the one before. */
const OPENING = wordSet('while whereas although though which who where because so with since');
/** Words that open a contrasting clause. */
const CONTRASTING = wordSet('but however while whereas although though aber mais pero ma maar ale');
const NUMERIC = /\p{N}/u;
/** In words. A shorter part is not a clause. */
const SHORTEST_CLAUSE = 3;
const SEMICOLON = /^[;；؛]$/u;
/** Words that are bounds before a figure ("over 50") and prepositions elsewhere. */
const BOUNDS = /^(?:about|around|over|under|above|below|circa|some|up)$/u;

export const isPunctuation = (word: ReadWord | undefined) => word !== undefined && PUNCTUATION.test(word.text);
export const isCoordinating = (word: ReadWord | undefined) => word !== undefined && COORDINATING.has(word.lower);
const isOpening = (word: ReadWord | undefined) =>
  word !== undefined && (isCoordinating(word) || OPENING.has(word.lower));

/**
 * What the words of a statement say on their own. 'holds': what they say in their sentence. 'doubtful': only a reader, i.e. a
 * model that is asked again, can tell whether they say the same. 'fails': less, more or something else.
 */
export type Cut = 'holds' | 'doubtful' | 'fails';

/**
 * Judges the words that are `own`. `others`: words of the sentence's further statements. In languages other than English, a
 * limiting word in a clause that `others` cover is not held against the statement.
 */
export function cutOf(
  words: readonly ReadWord[],
  own: readonly boolean[],
  isEnglish: boolean,
  others: readonly boolean[] = [],
): Cut {
  if (!own.includes(true) || isWithoutSpeaker(words, own)) return 'fails';
  const cut = cutByGaps(words, own, isEnglish, others);
  if (cut !== 'fails' || !isEnglish) return cut;
  const kept = withoutClauses(words, own);
  const isKept = (_: unknown, at: number) => kept[at];
  return isAskable(words.filter(isKept), own.filter(isKept)) ? 'doubtful' : 'fails';
}

/** True if, judging by position, nothing that the statement leaves out affects it, so that a reader may be asked. */
function isAskable(words: readonly ReadWord[], own: readonly boolean[]): boolean {
  const isWhole = gapsIn(own).every(
    ({ from, to }) => !isGlued(words[from - 1], words[from]) && !isGlued(words[to - 1], words[to]),
  );
  const bears = (at: number) => leftOutWrongly(words, own, at) || isReaching(words, at) || isUnreal(words, own, at);
  return isWhole && words.every(({ text }, at) => text !== '?' && (own[at] || !bears(at)));
}

/** The same, judged gap by gap, without looking at whole clauses. */
function cutByGaps(
  words: readonly ReadWord[],
  own: readonly boolean[],
  isEnglish: boolean,
  others: readonly boolean[],
): Cut {
  const isTheirs = (at: number) => !isEnglish && isOfAnotherClause(words, own, others, at);
  const gaps = gapsIn(own);
  const doubted: Gap[] = [];
  // In "(Several prizes, including) the medal", the quantifier does not concern the medal. Nor does what precedes a name concern
  // the clause on that name ("(The winner was) Noll, who …").
  const isOfOthers = (gap: Gap, at: number) =>
    isEnglish &&
    ((kindAt(words, at) === 'quantifier' && isGeneralTerm(words, gap)) ||
      (kindAt(words, at) !== 'governing' && isBeforeRemark(words, own, gap)));
  for (const gap of gaps) {
    for (let at = gap.from; at < gap.to; at++) {
      if (!leftOutWrongly(words, own, at) || isTheirs(at) || isOfOthers(gap, at)) continue;
      if (!isEnglish || kindAt(words, at) !== 'quantifier') return 'fails';
      if (!countsOnlyTheGroup(words, own, at) && !isSeparatedFromKept(words, own, at)) return 'fails';
      doubted.push(gap);
    }
  }
  const hasWholes = keepsReferenceOfWholes(words, own);
  if (!hasWholes && !isEnglish) return 'fails';
  const open = gaps.filter((gap) => {
    if (!isEnglish) return isCut(words, gap, false);
    // A word such as "only" may concern a gap. Only a reader can tell which one, so all gaps are open.
    return !hasWholes || doubted.includes(gap) || (isLeftOut(words, own, gap) && !isSpare(words, own, gap));
  });
  if (open.length === 0) return 'holds';
  const isWhole = open.every(
    ({ from, to }) => !isGlued(words[from - 1], words[from]) && !isGlued(words[to - 1], words[to]),
  );
  return isEnglish && isWhole && omitsNoLimitingWord(words, own, open) ? 'doubtful' : 'fails';
}

/** True if the words that are `own` are not known to say on their own what they say in their sentence. */
export const mayNotStandAlone = (...cut: Parameters<typeof cutOf>): boolean => cutOf(...cut) !== 'holds';

/** The words of an English sentence that a statement leaves out because they say something separate. */
export function sparedBy(words: readonly ReadWord[], own: readonly boolean[]): boolean[] {
  const spared = gapsIn(own).filter((gap) => isLeftOut(words, own, gap) && isSpare(words, own, gap));
  return words.map((_, at) => spared.some(({ from, to }) => at >= from && at < to));
}

/** True if the structure of the English sentence alone does not allow the gap. */
const isLeftOut = (words: readonly ReadWord[], own: readonly boolean[], gap: Gap) =>
  isCut(words, gap, true) || mustKeepGap(words, own, gap);

/** True if the words of the gap belong together with the words beside it. */
function isCut(words: readonly ReadWord[], { from, to }: Gap, isEnglish: boolean): boolean {
  if (from > 0 && to < words.length && (isOpening(words[to - 1]) || isPunctuation(words[to - 1]))) return false;
  // "…, for the road is closed": after a comma, "for" opens a clause.
  const opens = words[to - 1]?.lower === 'for' && isPunctuation(words[to - 2]);
  if (opens && words.slice(to).some(({ pos }) => /^(?:VERB|AUX)$/.test(pos)))
    return isSevered(words, from - 1, isEnglish);
  if (from === 0 && isEnglish && isFrame(words.slice(0, to))) return true;
  // "Used well, the drug (is harmless)": a subject whose verb is left out.
  const isSubject = /^(?:NOUN|PROPN|PRON)$/.test(words[from - 1]?.pos ?? '');
  if (isEnglish && to === words.length && isSubject && /^(?:VERB|AUX)$/.test(words[from]!.pos)) return true;
  return isSevered(words, from - 1, isEnglish) || isSevered(words, to - 1, isEnglish);
}

const FRAMING = /^(?:in|on|to|for|with|without|under|by|at)$/;
const TIMES =
  /^(?:years?|months?|weeks?|days?|mornings?|evenings?|nights?|spring|summer|autumn|fall|winter|season|century|decade|time|beginning|end|early|late|first|second|third|half)$/;

/**
 * Whether the opening limits the clause after it, as in "In theory,", "For members," or "In the view of Noll,". A date or a place
 * does not.
 */
function isFrame(opening: readonly ReadWord[]): boolean {
  if (!FRAMING.test(opening[0]!.lower) || opening.at(-1)!.text !== ',') return false;
  const isFor = opening[0]!.lower === 'for';
  return opening.some(({ pos, lower }) => (pos === 'NOUN' && !TIMES.test(lower)) || (isFor && pos === 'PROPN'));
}

function kindAt(words: readonly ReadWord[], at: number): MarkKind | null {
  const word = words[at]!;
  if (word.text === 'May' && at > 0) return null;
  if (isSetPhrase(words, at)) return null;
  // "the false idea that" makes what follows untrue; "several false alarms" does not.
  const [mark] = word.marks;
  const introduces = words.slice(at + 1, at + 4).some(({ lower }) => lower === 'that');
  const isAttribute = word.pos === 'ADJ' && /^(?:NOUN|ADJ)$/.test(words[at + 1]?.pos ?? '') && !introduces;
  if (isAttribute && mark?.kind === 'governing') return null;
  if (BOUNDS.test(word.lower) && words[at + 1]?.lower !== 'of')
    return NUMERIC.test(words[at + 1]?.text ?? '') || words[at + 1]?.pos === 'NUM' ? 'quantifier' : null;
  if (word.pos === 'VERB' && REPORTING_LEMMAS.has(word.lemma) && words[at + 1]?.lower === 'that') return 'governing';
  return mark?.kind ?? null;
}

/** True if the word at `at`, which is left out, affects words that are kept. */
function leftOutWrongly(words: readonly ReadWord[], own: readonly boolean[], at: number): boolean {
  const kind = kindAt(words, at);
  if (kind === null || kind === 'time') return false;
  const before = own.lastIndexOf(true, at);
  const after = own.indexOf(true, at);
  if (kind === 'quantifier' ? limitsNear(words, before, at) : kind === 'modality' && isAside(words, at)) return true;
  if (kind === 'governing' && after < 0) return !isInLaterClause(words, before, at);
  if (after < 0)
    return kind === 'quantifier'
      ? at <= before + 2 && !isPunctuation(words[before + 1])
      : !words.slice(before + 1, at).some((word) => isPunctuation(word) || isOpening(word));
  const between = words.slice(at + 1, after);
  if (kind === 'governing') return !isConditionOfAnother(words, at, after);
  const isContrasted = between.some((word) => SEMICOLON.test(word.text) || CONTRASTING.has(word.lower));
  if (isContrasted) return false;
  if (before < 0)
    return !between.some((word, i) => word.text === ')' || (word.text === ',' && isOpening(words[at + 2 + i])));
  return !(words.slice(before + 1, at).some(isPunctuation) && between.some(isPunctuation));
}

/**
 * True if the word stands in a clause between punctuation marks that has no word of the statement and that other statements
 * cover: "at least until April", said of the rent, does not limit the fee. Never true for words that reach across commas
 * (negations, conditions, attributions), nor for a lone "perhaps".
 */
function isOfAnotherClause(
  words: readonly ReadWord[],
  own: readonly boolean[],
  others: readonly boolean[],
  at: number,
): boolean {
  const kind = kindAt(words, at);
  if (kind !== 'quantifier' && kind !== 'modality') return false;
  const start = words.findLastIndex((word, i) => i < at && isPunctuation(word)) + 1;
  const next = words.findIndex((word, i) => i > at && isPunctuation(word));
  const clause = words.slice(start, next < 0 ? words.length : next);
  if (clause.length < SHORTEST_CLAUSE || clause.some(({ isWord }, i) => isWord && own[start + i])) return false;
  return clause.every(({ isWord }, i) => !isWord || others[start + i]);
}

/** "(If it rains, we stay, whereas) the others go": the condition does not apply to the clause after "whereas". */
function isConditionOfAnother(words: readonly ReadWord[], at: number, after: number): boolean {
  if (!/^(?:if|unless)$/.test(words[at]!.lower) || words[after - 1]!.lower !== 'whereas') return false;
  const comma = words.findIndex((word, i) => i > at && word.text === ',');
  return comma > 0 && words.slice(comma, after).some(({ pos }) => /^(?:VERB|AUX)$/.test(pos));
}

/** Whether the word belongs to a later clause: "…, and the mayor said" does, "…, the mayor said" and "…, if it rains" do not. */
function isInLaterClause(words: readonly ReadWord[], before: number, at: number): boolean {
  const opens = words.findLastIndex(
    (word, i) => i > before && i < at && (isCoordinating(word) || SEMICOLON.test(word.text)),
  );
  if (opens < 0) return false;
  if (!SEMICOLON.test(words[opens]!.text) && !isPunctuation(words[opens - 1])) return false;
  return !words.slice(opens + 1, at).some(isPunctuation);
}

/** True if no gap can hold what a kept word such as "only" or "largest" refers to. */
function keepsReferenceOfWholes(words: readonly ReadWord[], own: readonly boolean[]): boolean {
  const isOfWhole = (at: number) => own[at] === true && words[at]!.isWhole && !isSetPhrase(words, at);
  if (!words.some((_, at) => isOfWhole(at))) return true;
  const isApart = (word: ReadWord | undefined) =>
    word === undefined ||
    isPunctuation(word) ||
    ENDS.test(word.text) ||
    isCoordinating(word) ||
    CONTRASTING.has(word.lower);
  const runsEnd = gapsIn(own).every((gap) => {
    if (gap.from === 0) return true;
    const begins = own.lastIndexOf(false, gap.from - 1) + 1;
    const isOfWholeRun = words.slice(begins, gap.from).some((_, i) => isOfWhole(begins + i));
    if (isApart(words[gap.from])) return !(isOfWholeRun && isPhraseBehind(words, gap));
    // "The club (is one that) won its first match": only the subject precedes the gap.
    return gap.to < words.length && isSharedBehind(words, gap.to) && !isOfWholeRun;
  });
  const opening = words.slice(0, own.indexOf(true));
  const opens =
    opening.length === 0 ||
    (opening.length === 2 && opening[1]!.text === ',') ||
    isOpening(opening.at(-1)) ||
    SEMICOLON.test(opening.at(-1)!.text);
  return runsEnd && opens;
}

/**
 * Whether the gap may say what a superlative refers to, after a comma or in a further list member: "the largest lender(, in
 * Orley)", "the largest lender (and insurer of Orley)".
 */
function isPhraseBehind(words: readonly ReadWord[], { from, to }: Gap): boolean {
  const clause = words.slice(from, to);
  const verb = clause.findIndex(({ pos }) => /^(?:VERB|AUX)$/.test(pos));
  const phrase = verb < 0 ? clause : clause.slice(0, verb);
  return phrase.some(({ pos, lower }) => /^(?:ADP|SCONJ)$/.test(pos) || lower === 'or' || lower === 'apart');
}

const isSharedBehind = (words: readonly ReadWord[], at: number) =>
  isCoordinating(words[at - 1]) || /^(?:who|which|where)$/.test(words[at - 1]!.lower);

/** Parts of speech that need a word after them. */
const INCOMPLETE = /^(?:DET|ADP|AUX|NUM|ADJ|PART|CCONJ|SCONJ)$/;
const NOMINAL = /^(?:NOUN|PROPN|NUM)$/;

/** True if the words at `at` and `at + 1` belong together, so that a cut between them breaks up a phrase. */
function isSevered(words: readonly ReadWord[], at: number, isEnglish: boolean): boolean {
  const left = words[at];
  const right = words[at + 1];
  if (left === undefined || right === undefined || !left.isWord || !right.isWord) return isGlued(left, right);
  if (isOpening(left) || isOpening(right)) return false;
  if (!isEnglish) return true;
  if (INCOMPLETE.test(left.pos)) return !(YEAR.test(left.text) && right.pos === 'ADP' && right.lower !== 'of');
  if (NOMINAL.test(right.pos) || right.pos === 'ADJ' || right.pos === 'DET' || right.pos === 'PRON') {
    return NOMINAL.test(left.pos) || /^(?:VERB|AUX|ADV)$/.test(left.pos);
  }
  if (/^(?:of|per|than|to|’s|'s)$/.test(right.lower)) return true;
  return left.pos === 'PRON' && /^(?:VERB|AUX)$/.test(right.pos);
}

/** Whether two tokens touch without punctuation between them, as in "1.5", "non-toxic" or "Noll's". */
function isGlued(left: ReadWord | undefined, right: ReadWord | undefined): boolean {
  if (left === undefined || right === undefined || left.to !== right.from) return false;
  return !isPunctuation(left) && !isPunctuation(right) && !ENDS.test(right.text) && !/^["'“‘(*_]+$/u.test(left.text);
}
