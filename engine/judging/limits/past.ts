/** Tells whether the passage says it only of the past, or of an end: "used to be a hotel", "stopped making boats". */
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, sentenceRange } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';

const ENDING = /^(?:stop|cease|quit)$/;

function isPresent({ tokens }: AnalysedText, { verbStart, head }: Frame): boolean {
  const { lower, pos } = tokens[verbStart]!;
  if (pos === 'AUX') return /^(?:is|are|'s|'re|am|does|do|has|have)$/.test(lower);
  const { lower: verb, lemma } = tokens[head]!;
  return verb === lemma || verb.endsWith('s');
}

/** True if the passage's verb is the end of what the claim says. */
export function isEnded({ claim, evidence }: Alignment, { evidenceFrame, evidenceAnchor }: Reading): boolean {
  if (evidenceFrame === null) return false;
  const anchor = evidence.terms[evidenceAnchor]?.start ?? evidenceFrame.head;
  const before = evidence.tokens.slice(Math.max(0, anchor - 3), anchor);
  if (!before.some(({ lemma, pos }) => ENDING.test(lemma) && pos === 'VERB')) return false;
  return !claim.tokens.some(({ lemma, lower }) => ENDING.test(lemma) || lower === 'longer' || lower === 'anymore');
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
