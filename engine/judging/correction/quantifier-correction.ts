/** "Every turbine is fitted" → "Twelve of the turbines are fitted", if the passage counts them. */
import { startsWithCapital } from '#engine/language/letters.ts';
import { type AnalysedText, endOf, textBetween } from '../text/analysed-text.ts';

const UNIVERSAL = /^(?:every|each|all)$/;
const PLURAL_OF: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do' };

/**
 * `claim` with its universal subject replaced by the counted one ("twelve of the turbines") that `evidence` has before
 * the same verb; null if there is none or the claim's verb can't be put in the plural.
 */
export function withCount(claim: AnalysedText, evidence: AnalysedText): string | null {
  const frame = claim.frames.find((candidate) => !candidate.participle);
  if (frame === undefined) return null;
  const start = frame.subjectStart;
  const quantifier = claim.tokens[start]!;
  const noun = claim.tokens[frame.subjectEnd - 1]!;
  if (!UNIVERSAL.test(quantifier.lower) || noun.pos !== 'NOUN' || frame.subjectEnd !== frame.verbStart) return null;
  const verb = claim.tokens[frame.verbStart]!;
  const isPlural = quantifier.lower === 'all';
  const plural = isPlural ? verb.text : PLURAL_OF[verb.lower];
  const head = claim.tokens[frame.head]!.lemma;
  const counted = evidence.frames.find((other) => {
    const subject = evidence.tokens.slice(other.subjectStart, other.subjectEnd);
    const of = subject.findIndex(({ lower }) => lower === 'of');
    const isCount = of > 0 && subject.slice(0, of).every(({ pos, text }) => pos === 'NUM' || text === '-');
    const isSame = subject.at(-1)?.lemma === noun.lemma && evidence.tokens[other.head]!.lemma === head;
    return isCount && isSame && other.subjectEnd === other.verbStart && !evidence.negated[other.head];
  });
  if (plural === undefined || counted === undefined) return null;
  const subject = textBetween(evidence, counted.subjectStart, counted.subjectEnd);
  const capital = startsWithCapital(quantifier.text) ? subject[0]!.toUpperCase() : subject[0]!.toLowerCase();
  return `${claim.text.slice(0, claim.starts[start])}${capital}${subject.slice(1)} ${plural}${claim.text.slice(endOf(claim, frame.verbStart))}`;
}
