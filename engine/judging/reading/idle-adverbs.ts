/**
 * "Still" and "already" say of what holds that it goes on or came early. Where claim and evidence speak of the same time, the
 * evidence that it holds is enough: who says that the shop is open says that it is still open. Where they do not, "still" is
 * what the claim is about: "was open until May" does not say that it still is.
 */
import type { Alignment } from '../alignment/alignment.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import type { Reading } from './reading.ts';

const IDLE = /^(?:still|already)$/;
/** Words by which a sentence speaks of an end or a beginning, so that whether it still holds is open. */
const LIMITED =
  /^(?:until|till|formerly|previously|once|then|former|temporarily|while|since|before|after|from|soon|later)$/;

type Tense = 'present' | 'past' | 'other';

function tenseOf({ tokens }: AnalysedText, { verbStart }: Frame): Tense {
  const { lower, lemma, pos } = tokens[verbStart]!;
  if (/^(?:is|are|has|have|does|do|can|must|'s|'re|'ve)$/.test(lower)) return 'present';
  if (/^(?:was|were|had|did)$/.test(lower)) return 'past';
  if (pos === 'AUX') return 'other';
  return lower === lemma || lower === `${lemma}s` || lower === `${lemma}es` ? 'present' : 'past';
}

/** True for a "still" or "already" of the claim that the evidence implies. */
export function isIdleAdverb(term: Term, reading: Reading, { claim, evidence }: Alignment): boolean {
  const { frame, evidenceFrame, sentence } = reading;
  if (!IDLE.test(term.key) || frame === null || evidenceFrame === null || claim.frames.length > 1) return false;
  const tense = tenseOf(claim, frame);
  if (tense !== 'present' || tenseOf(evidence, evidenceFrame) !== tense) return false;
  return !evidence.tokens.some(({ lower }, at) => evidence.sentenceOf[at] === sentence && LIMITED.test(lower));
}
