/** Tells whether the passage permits, advises or forbids what the claim requires, or the other way round. */
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

type Force = 'required' | 'advised' | 'permitted' | 'forbidden' | 'needless' | 'inferred';

const REQUIRED = /^(?:required|obliged|compelled|bound)$/;
const ADVISED = /^(?:should|ought|advised|recommended|encouraged|urged|invited)$/;
const PERMITTED = /^(?:may|can|allowed|permitted|entitled|free|authorised|authorized)$/;
/** Other words for a duty, with which "must" may be said. */
const DUTY =
  /^(?:compulsory|mandatory|obligatory|required|requirement|requires?|duty|duties|obliged|needs?|have|has|had|to)$/;

function forceOf(tokens: readonly Word[], at: number): 'required' | 'advised' | 'permitted' | 'needful' | null {
  const { lower, pos, lemma } = tokens[at]!;
  const next = tokens[at + 1]?.lower;
  const afterNot = /^(?:not|n't|n’t)$/.test(next ?? '') ? tokens[at + 2]?.lower : next;
  if (lower === 'must' || (lower === 'shall' && pos === 'AUX')) return 'required';
  if (lemma === 'have' && next === 'to') return 'needful';
  if (lemma === 'need' && (afterNot !== undefined || pos === 'AUX'))
    return next === 'to' || pos === 'AUX' || next === 'not' ? 'needful' : null;
  if (REQUIRED.test(lower) && next === 'to') return 'needful';
  if (/^(?:should|ought)$/.test(lower)) return 'advised';
  if (ADVISED.test(lower) && next === 'to') return 'advised';
  if (/^(?:may|can)$/.test(lower) && pos === 'AUX') return 'permitted';
  return PERMITTED.test(lower) && next === 'to' ? 'permitted' : null;
}

function isDenied(tokens: readonly Word[], start: number, at: number): boolean {
  const around = [...tokens.slice(Math.max(start, at - 3), at), tokens[at + 1]];
  return around.some((word) => word !== undefined && /^(?:not|n't|n’t|never|no|nobody|cannot)$/.test(word.lower));
}

/** With what force the clause says it; null for what simply is so. */
function forceIn(
  { tokens }: AnalysedText,
  { subjectStart, subjectEnd, verbStart, head, ownSubject }: Frame,
): Force | null {
  const start = ownSubject ? Math.min(subjectEnd, verbStart) : verbStart;
  const isOfNobody = tokens
    .slice(subjectStart, subjectEnd)
    .some(({ lower }) => /^(?:no|nobody|none|neither)$/.test(lower));
  for (let at = head; at >= start; at--) {
    if (tokens[at]!.lower === 'cannot') return 'forbidden';
    const force = forceOf(tokens, at);
    if (force === null) continue;
    if (tokens[at]!.lower === 'must' && tokens[at + 1]?.lower === 'have') return 'inferred';
    if (!isOfNobody && !isDenied(tokens, start, at)) return force === 'needful' ? 'required' : force;
    if (force === 'needful') return 'needless';
    return force === 'advised' ? 'advised' : 'forbidden';
  }
  return null;
}

/** What the claim's force may follow from besides the same. */
const FOLLOWS: Readonly<Record<Force, readonly (Force | null)[]>> = {
  required: [],
  advised: ['required'],
  // "Can" is also what something is able to do.
  permitted: [null],
  forbidden: [null],
  needless: [null],
  inferred: [null],
};

/** "Offer antibiotics straight away", "do not use on the forearms" */
function isImperative({ tokens }: AnalysedText, { subjectStart, verbStart, verbEnd, head }: Frame): boolean {
  const { lower, lemma } = tokens[head]!;
  // "Steroid creams | Do not use"
  const opens = /^[|:–—]$/.test(tokens[verbStart - 1]?.text ?? '');
  const hasSubject =
    !opens &&
    tokens
      .slice(Math.min(subjectStart, verbStart), verbStart)
      .some(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON');
  return (
    !hasSubject &&
    lower === lemma &&
    tokens.slice(verbStart, verbEnd).every(({ pos, lower: word }) => pos !== 'AUX' || word === 'do')
  );
}

/** The passage's clause with the claim's verb, else the one of the reading. */
function counterpart(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, sentence }: Reading,
): Frame | null {
  const head = claim.terms.findIndex(({ start }) => start === frame?.head);
  const found = matches[head]?.map(({ term }) => evidence.terms[term]!).find((term) => term.sentence === sentence);
  return evidence.frames[found?.frame ?? -1] ?? evidenceFrame;
}

/** True if the passage's force is another one than the claim's, and the claim does not follow from it. */
export function isOfOtherForce(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence } = alignment;
  const { frame, sentence } = reading;
  const evidenceFrame = counterpart(alignment, reading);
  if (frame === null || evidenceFrame === null) return false;
  const own = forceIn(claim, frame);
  const theirs = forceIn(evidence, evidenceFrame);
  if (own === theirs) return false;
  // "Dogs must be kept on a lead" is often said as "Dogs are kept on a lead".
  if (own === null) return theirs === 'advised' || theirs === 'inferred';
  if (theirs === null && own !== 'permitted' && isImperative(evidence, evidenceFrame)) return false;
  if (theirs === null && own === 'required') {
    // "Every kill is reported the same day"
    if (evidenceFrame.passive && /^(?:is|are)$/.test(evidence.tokens[evidenceFrame.verbStart]!.lower)) return false;
    const [start, end] = sentenceRange(evidence, sentence);
    return !evidence.tokens.slice(start, end).some(({ lower }) => DUTY.test(lower));
  }
  return !FOLLOWS[own].includes(theirs);
}
