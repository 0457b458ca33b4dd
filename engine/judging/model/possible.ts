/** Detects evidence that presents what the claim states as merely possible, or says it of somebody "former" or "alleged". */
import { type Agreement, coverageIn, nearestSentence } from './agreement.ts';
import type { ReadText } from './read-text.ts';

/** Hedging words count only if their sentence has at least this share of the claim; otherwise they belong to something else. */
const LEAST_OF_POSSIBLE = 0.8;

/** Words that present something as merely possible. "Will" is not listed: it also stands for what is settled. */
const POSSIBLE =
  /\b(?:may|might|possibly|perhaps|probably|allegedly|reportedly|expected|planned|proposed|hopes?|wants?)\b/i;
/** Words with which a claim itself is hedged. */
const HEDGED =
  /(?:['’]d|\b(?:may|might|could|would|possibl[ey]|potential(?:ly)?|perhaps|maybe|(?:un)?likely|probably|alleged(?:ly)?|reportedly|supposedly|apparently|(?:expect|want|appear|seem|suggest|intend|plan)(?:s|ed)?|planned|(?:propose|hope|estimate|believe)[sd]?|(?:due|set) to))\b/i;
/** Modifiers that deny or weaken an office, state or title. */
const TAKEN_BACK = /\b(?:former|alleged|so-called|would-be|acting|deputy)\b/i;

type Tokens = ReadText['tokens'];

/** The lower-case words of a text, without the month "May". */
function wordsOf(tokens: Tokens): string {
  return tokens.flatMap(({ text, lower, pos }) => (text === 'May' && pos !== 'AUX' ? [] : [lower])).join(' ');
}

/** True if the sentence nearest to the claim presents it as possible or as no longer true, and the claim itself doesn't. */
export function isOnlyPossible(agreement: Agreement): boolean {
  const { claim, text } = agreement;
  const nearest = nearestSentence(agreement);
  if (coverageIn(nearest, agreement) < LEAST_OF_POSSIBLE) return false;
  const isNearest = (at: number) => text.sentenceOf[at] === nearest;
  const words = wordsOf(text.tokens.filter((_, at) => isNearest(at)));
  if (TAKEN_BACK.test(words) && !TAKEN_BACK.test(claim.text)) return true;
  if (!POSSIBLE.test(words) || HEDGED.test(wordsOf(claim.tokens))) return false;
  const first = text.sentenceOf.indexOf(nearest);
  const joint = jointBefore(text.tokens, first, first + text.sentenceOf.filter((of) => of === nearest).length);
  return joint === null || !isAllSaidIn(agreement, first, joint);
}

/** True if every item of the claim stands between these tokens, end exclusive. */
function isAllSaidIn({ matches }: Agreement, from: number, to: number): boolean {
  return matches.every((found) =>
    found.some(({ item, likeness }) => likeness === 1 && item.start >= from && item.end <= to),
  );
}

/** Words that begin an independent clause. "Or" is not listed: it would make the clause before it merely possible too. */
const JOINTS = /^(?:and|but|because|while|whereas|although|though|;)$/;
/** Words that make the clause after them conditional or reported, even without a "may". */
const OPEN =
  /^(?:if|unless|whether|when|whenever|once|until|lest|suppose|supposing|provided|providing|assuming|should|would|or|that)$/;

/**
 * The token that joins the clause of "may" or "might" to the statement before it. Null if there is no such statement, or if the
 * sentence has other hedges. A modal affects only what follows it: "must be dry and may hold 4 %" states that it must be dry.
 */
function jointBefore(tokens: Tokens, from: number, to: number): number | null {
  const modal = tokens.findIndex(({ lower, pos }, at) => at >= from && at < to && pos === 'AUX' && isModal(lower));
  if (modal < 0 || POSSIBLE.test(wordsOf(tokens.slice(from, to).filter(({ lower }) => !isModal(lower))))) return null;
  const joint = tokens.findLastIndex(({ lower }, at) => at >= from && at < modal && JOINTS.test(lower));
  if (joint < 0) return null;
  // Here the conjunction is within the modal's subject: "plans to close the mill and sell the site may fail".
  if (tokens.slice(joint + 1, modal).some((_, at) => isVerb(tokens, joint + 1 + at))) return null;
  const before = tokens.slice(from, joint);
  if (before.some(({ lower }) => OPEN.test(lower))) return null;
  return before.some((_, at) => canBePredicate(tokens, from + at)) ? joint : null;
}

function isModal(lower: string): boolean {
  return lower === 'may' || lower === 'might';
}

function isVerb(tokens: Tokens, at: number): boolean {
  return tokens[at]!.pos === 'VERB' || tokens[at]!.pos === 'AUX';
}

/** True for a verb that can be a predicate, i.e. neither an infinitive nor an "-ing" form. */
function canBePredicate(tokens: Tokens, at: number): boolean {
  return isVerb(tokens, at) && tokens[at - 1]?.lower !== 'to' && !tokens[at]!.lower.endsWith('ing');
}
