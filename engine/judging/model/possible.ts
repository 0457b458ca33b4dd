/** Whether evidence holds only for possible what a claim states, or says it of a former or alleged one. */
import { type Agreement, coverageIn, nearestSentence } from './agreement.ts';
import type { ReadText } from './read-text.ts';

/** With less of the claim in its sentence, what is only possible there is something else. */
const LEAST_OF_POSSIBLE = 0.8;

/** "Will", for what is settled and still to come, is none of them. */
const POSSIBLE =
  /\b(?:may|might|possibly|perhaps|probably|allegedly|reportedly|expected|planned|proposed|hopes?|wants?)\b/i;
/** By which a claim itself leaves open whether something is so. */
const HEDGED =
  /(?:['’]d|\b(?:may|might|could|would|possibl[ey]|potential(?:ly)?|perhaps|maybe|(?:un)?likely|probably|alleged(?:ly)?|reportedly|supposedly|apparently|(?:expect|want|appear|seem|suggest|intend|plan)(?:s|ed)?|planned|(?:propose|hope|estimate|believe)[sd]?|(?:due|set) to))\b/i;
/** What takes an office, a state or a title back from whom it is said of. */
const TAKEN_BACK = /\b(?:former|alleged|so-called|would-be|acting|deputy)\b/i;

type Tokens = ReadText['tokens'];

/** The words of a text, without the month. */
function wordsOf(tokens: Tokens): string {
  return tokens.flatMap(({ text, lower, pos }) => (text === 'May' && pos !== 'AUX' ? [] : [lower])).join(' ');
}

/** True if the sentence that has most of the claim says of it that it may be, or once was, and the claim doesn't. */
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

/** True if each item of the claim stands between these tokens, end exclusive. */
function isAllSaidIn({ matches }: Agreement, from: number, to: number): boolean {
  return matches.every((found) =>
    found.some(({ item, likeness }) => likeness === 1 && item.start >= from && item.end <= to),
  );
}

/** What a clause begins with that says something beside the one before it. "Or" would make that one possible too. */
const JOINTS = /^(?:and|but|because|while|whereas|although|though|;)$/;
/** What stands behind them may be open, or another's word, even without a "may". */
const OPEN =
  /^(?:if|unless|whether|when|whenever|once|until|lest|suppose|supposing|provided|providing|assuming|should|would|or|that)$/;

/**
 * The token that joins the clause of "may" or "might" to the statement before it; null if the sentence has no such statement, or
 * leaves more open than that clause. A modal reaches rightward: "must be dry and may hold 4 %" states that it must be dry.
 */
function jointBefore(tokens: Tokens, from: number, to: number): number | null {
  const modal = tokens.findIndex(({ lower, pos }, at) => at >= from && at < to && pos === 'AUX' && isModal(lower));
  if (modal < 0 || POSSIBLE.test(wordsOf(tokens.slice(from, to).filter(({ lower }) => !isModal(lower))))) return null;
  const joint = tokens.findLastIndex(({ lower }, at) => at >= from && at < modal && JOINTS.test(lower));
  if (joint < 0) return null;
  // Coordinated within the subject of the modal: "plans to close the mill and sell the site may fail".
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

/** A verb that can be a predicate: neither an infinitive nor a participle in "-ing". */
function canBePredicate(tokens: Tokens, at: number): boolean {
  return isVerb(tokens, at) && tokens[at - 1]?.lower !== 'to' && !tokens[at]!.lower.endsWith('ing');
}
