/** Tells whether the passage only reports what the claim states. */
import { reportedWords, reportsAlike } from '#engine/language/reported-speech.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import { sentenceRange } from '../../text/analysed-text.ts';

const LAYING_DOWN = /^(?:require|order|demand|stipulate|specify|prescribe|command|instruct)$/;

/**
 * True if the claim's predicate stands in somebody's words, unless the claim is about those: "The minister said that …"
 * supports that he said it.
 */
export function isOnlyReported(
  { claim, evidence }: Alignment,
  { evidenceAnchor, evidenceFrame, sentence }: Reading,
): boolean {
  const [start, end] = sentenceRange(evidence, sentence);
  const at = evidence.terms[evidenceAnchor]?.start ?? evidenceFrame?.head ?? start;
  const reports = reportedWords(evidence.tokens, start, end).filter((report) => at >= report.start && at < report.end);
  if (reports.length === 0) return false;
  const own = reportedWords(claim.tokens, 0, claim.tokens.length);
  // "The law requires that shops close at ten": they must.
  const isDuty = claim.tokens.some(({ lower }) => /^(?:must|shall|required|obliged)$/.test(lower));
  const lemmas = new Set(claim.tokens.map(({ lemma }) => lemma));
  return !reports.every(
    ({ by }) => (isDuty && LAYING_DOWN.test(by)) || lemmas.has(by) || own.some((report) => reportsAlike(report.by, by)),
  );
}
