/** Tells whether the passage says it only of the past, or of an end: "used to be a hotel", "stopped making boats". */
import type { Alignment } from '../../alignment/alignment.ts';
import { ONCE } from '../../clashes/plain-values.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';
import { isPastForm } from '../../text/lexical-forms.ts';

const ENDING = /^(?:stop|cease|quit)$/;

function isPresent({ tokens }: AnalysedText, { verbStart }: Frame): boolean {
  const { lower, lemma, pos } = tokens[verbStart]!;
  if (pos === 'AUX') return /^(?:is|are|'s|'re|am|does|do|has|have)$/.test(lower);
  return lower === lemma || lower.endsWith('s');
}

/** True if the passage's verb is the end of what the claim says. */
export function isEnded({ claim, evidence }: Alignment, { evidenceFrame, evidenceAnchor }: Reading): boolean {
  if (evidenceFrame === null) return false;
  const anchor = evidence.terms[evidenceAnchor]?.start ?? evidenceFrame.head;
  const before = evidence.tokens.slice(Math.max(0, anchor - 3), anchor);
  if (!before.some(({ lemma, pos }) => ENDING.test(lemma) && pos === 'VERB')) return false;
  return !claim.tokens.some(({ lemma, lower }) => ENDING.test(lemma) || lower === 'longer' || lower === 'anymore');
}

/** Verbs whose result lasts: what "was built" or "was written by her" is so still. */
const LASTING =
  /^(?:write|direct|build|make|paint|design|compose|base|set|name|call|locate|situate|produce|adapt|star|play)$/;

/** Habits as well as events: "closed on Mondays". */
const OPENING = /^(?:open|close)$/;

/** True for the past tense of a state, which may have ended; "a firm controlled by her" is no past tense. */
function isPastState({ tokens }: AnalysedText, { verbStart, head, ownSubject, passive }: Frame): boolean {
  const first = tokens[verbStart]!;
  if (/^(?:was|were)$/.test(first.lower) || (first.lower === 'had' && verbStart === head)) return true;
  const { pos } = tokens[head]!;
  const followsSubject = ownSubject && /^(?:NOUN|PROPN|PRON)$/.test(tokens[verbStart - 1]?.pos ?? '');
  return verbStart === head && followsSubject && !passive && pos === 'VERB' && isPastForm(tokens[head]!);
}

/** "Is a painter": what somebody or something is by kind stays so, and is told of the dead too. */
function isOfAKind({ tokens }: AnalysedText, { copula, verbEnd }: Frame): boolean {
  return copula && /^(?:a|an|one|from)$/.test(tokens[verbEnd]?.lower ?? '');
}

/** "The team beat Norby", "the council put it off": the form may be the past. */
function isBare({ tokens }: AnalysedText, { verbStart, head }: Frame): boolean {
  const { lower, lemma } = tokens[head]!;
  const before = tokens[verbStart - 1];
  const isPlural =
    before !== undefined &&
    (before.pos === 'NOUN'
      ? before.lower !== before.lemma
      : /^(?:i|we|you|they|these|those|who|that|which)$/.test(before.lower));
  return verbStart === head && lower === lemma && !isPlural;
}

/** True if the claim says of now what the passage says of the past. */
export function isOfFormerTime(
  { claim, evidence }: Alignment,
  { frame, evidenceFrame, evidenceAnchor }: Reading,
): boolean {
  if (frame === null || evidenceFrame === null || !isPresent(claim, frame) || isOfAKind(claim, frame)) return false;
  if (/^(?:has|have)$/.test(claim.tokens[frame.verbStart]!.lower) && frame.verbEnd - frame.verbStart > 1) return false;
  const isRelative = /^(?:who|which|that)$/.test(evidence.tokens[evidenceFrame.verbStart - 1]?.lower ?? '');
  if (claim.terms.some(({ date }) => date !== null) || (evidenceFrame.participle && !isRelative)) return false;
  const { lemma } = evidence.tokens[evidenceFrame.head]!;
  const isSame =
    evidence.terms[evidenceAnchor]?.start === evidenceFrame.head || lemma === claim.tokens[frame.head]!.lemma;
  if (frame.copula ? !evidenceFrame.copula : !isSame || isBare(claim, frame)) return false;
  // "At the end of 2020 the museum employed 40 people": a report's latest figure.
  if (!frame.copula && evidence.terms.some(({ date, sentence: at }) => date !== null && at === evidenceFrame.sentence))
    return false;
  return isPastState(evidence, evidenceFrame) && !LASTING.test(lemma) && (!ONCE.has(lemma) || OPENING.test(lemma));
}

/** True for "the largest in the county until the one at Hune was finished": the claim speaks of the present, and it was so until then. */
export function hasBeenUntil({ claim, evidence }: Alignment, { frame, evidenceAnchor, sentence }: Reading): boolean {
  const anchor = evidence.terms[evidenceAnchor];
  if (frame === null || anchor === undefined || !isPresent(claim, frame)) return false;
  const [, end] = sentenceRange(evidence, sentence);
  const isUntil = ({ lower }: { lower: string }) => lower === 'until' || lower === 'till';
  if (claim.tokens.some(isUntil)) return false;
  let to = anchor.end;
  while (to < end && evidence.tokens[to]!.pos !== 'PUNCT') to++;
  const until = evidence.tokens.findIndex((token, at) => at >= anchor.end && at < to && isUntil(token));
  if (until < 0) return false;
  const isYear = evidence.terms.some(({ date, start }) => date !== null && start > until && start <= until + 2);
  const isPastVerb = ({ lower, lemma, pos }: { lower: string; lemma: string; pos: string }) =>
    /^(?:was|were|had)$/.test(lower) || (pos === 'VERB' && lower !== lemma && lower.endsWith('ed'));
  return isYear || evidence.tokens.slice(until, to).some(isPastVerb);
}

/** True if the claim speaks of the present, and the passage of what used to be, was once or was until some time. */
export function isOfThePast({ claim, evidence }: Alignment, { frame, evidenceFrame, sentence }: Reading): boolean {
  if (frame === null || evidenceFrame === null || !isPresent(claim, frame)) return false;
  const { tokens } = evidence;
  const { verbStart, verbEnd, end } = evidenceFrame;
  const [start] = sentenceRange(evidence, sentence);
  const usedTo = tokens
    .slice(Math.max(start, verbStart - 2), verbEnd + 1)
    .some(({ lower }, i, all) => lower === 'used' && all[i + 1]?.lower === 'to');
  const isBe =
    usedTo &&
    !tokens
      .slice(Math.max(start, verbStart - 2), verbEnd)
      .some(({ lower }, i, all) => lower === 'used' && all[i - 1]?.lemma === 'be');
  if (isBe) return true;
  if (!/^(?:was|were|had|did)$/.test(tokens[verbStart]!.lower) && tokens[verbStart]!.pos !== 'VERB') return false;
  if (isPresent(evidence, evidenceFrame)) return false;
  return tokens
    .slice(verbStart, end)
    .some(({ lower }) => /^(?:once|until|till|before|formerly|previously|originally)$/.test(lower));
}
