/**
 * Tells whether one sentence has every part of a claim but perhaps its subject, and only of whom it is said is in doubt.
 * Where the rules know that it is said of something else there is no doubt, nor where parts stand in several sentences:
 * "She directed the film. It is not about the war" has every word of "She directed the film about the war".
 */
import { hedgeIn } from '#engine/language/modality.ts';
import { isNegationCue } from '#engine/language/negation.ts';
import type { Comparison } from '../comparison.ts';
import { meansAlike } from '../reading/modal-wording.ts';
import { isComplement } from '../reading/nominal.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { subjectOfClause } from './clause-features.ts';
import { DOUBTS, type GateDecision, isSaidOfTheWhole } from './gate.ts';
import { sentenceMatch } from './sentence-match.ts';
import { otherNamesNear } from './spread-features.ts';

/** True if the rules miss nothing but a sure reading. */
export function lacksOnlyReading({ clashes, missing }: Comparison, { allowed, grounds }: GateDecision): boolean {
  if (allowed !== 'neither' || clashes.length > 0 || missing.length > 0) return false;
  return grounds.length > 0 && grounds.every((ground) => DOUBTS.has(ground));
}

/** True if the rules miss nothing but a sure reading, and none of them knows that it is another one. */
export function isDoubtful(comparison: Comparison, gate: GateDecision): boolean {
  return (
    lacksOnlyReading(comparison, gate) &&
    comparison.scattered.length === 0 &&
    !isDeniedOnOneSide(comparison) &&
    !isHedgedOnly(comparison) &&
    !isSaidOfTheWhole(comparison) &&
    !isSaidOfAnother(comparison) &&
    !isOfAnotherVerb(comparison) &&
    !isInsideComplement(comparison) &&
    !isPlacedOtherwise(comparison) &&
    !mayMeanAnother(comparison)
  );
}

/** A negation of the sentence that the claim lacks, or the other way round: what it denies is a matter of reading. */
function isDeniedOnOneSide({ alignment: { claim, evidence }, reading }: Comparison): boolean {
  const denies = ({ tokens, sentenceOf }: AnalysedText, sentence: number) =>
    tokens.some((_, at) => sentenceOf[at] === sentence && isNegationCue(tokens, at));
  return denies(claim, 0) !== denies(evidence, reading.sentence);
}

/** "Cazal intended to become a doctor": among the claim's words stands one by which it need not be so. */
function isHedgedOnly({ alignment: { claim, evidence, matches }, reading }: Comparison): boolean {
  const here = matches
    .flatMap((own) => own.map(({ term }) => evidence.terms[term]!))
    .filter(({ sentence }) => sentence === reading.sentence);
  const [from, to] = [Math.min(...here.map(({ start }) => start)), Math.max(...here.map(({ end }) => end))];
  if (hedgeIn(evidence.tokens, from, to) <= Math.max(0, ...claim.hedges)) return false;
  return !meansAlike(claim, reading, evidence.tokens.slice(from, to));
}

/** "Her father died in 1990": the clause names a subject that the claim does not have. */
function isSaidOfAnother(comparison: Comparison): boolean {
  if (comparison.reading.subject !== 'other') return false;
  return subjectOfClause(comparison).some((at) => !comparison.alignment.used.has(at));
}

/** "Tim Cook met the CEO" does not say who is the CEO. */
function isOfAnotherVerb({ reading, alignment }: Comparison): boolean {
  const { frame, evidenceFrame, evidenceAnchor, subject } = reading;
  if (subject !== 'other' || frame?.copula !== true || evidenceFrame === null || evidenceFrame.copula) return false;
  return alignment.evidence.terms[evidenceAnchor]?.role !== 'subject';
}

/** "The Crown is an inn in a novel", "she is the teacher of a singer": what stands behind a preposition there is another thing. */
function isInsideComplement({ reading, alignment: { claim, evidence } }: Comparison): boolean {
  const { frame, evidenceFrame, evidenceAnchor, anchor, subject } = reading;
  if (subject !== 'other' || frame?.copula !== true || evidenceFrame?.copula !== true) return false;
  const [own, found] = [claim.terms[anchor]!, evidence.terms[evidenceAnchor]!];
  if (own.pos !== 'NOUN' || own.preposition !== '' || found.start < evidenceFrame.verbEnd) return false;
  if (found.preposition === 'as' || isComplement(evidence, found, evidenceFrame)) return false;
  // "Is the pupil of Orr and the teacher of Lund", "is a brig of the navy, the second ship": another complement of the same.
  const opener = evidence.tokens.findLastIndex(
    ({ text, pos }, at) => at >= evidenceFrame.verbEnd && at < found.start && (text === ',' || pos === 'CCONJ'),
  );
  const next = evidence.tokens[opener + 1];
  const opensAnother = opener >= 0 && /^(?:DET|ADV|NUM)$/.test(next!.pos);
  return !opensAnother || !isComplement(evidence, found, { ...evidenceFrame, verbEnd: opener });
}

/** "A town with a ferry to Norway" does not say that the town is in Norway. */
function isPlacedOtherwise({ reading, alignment: { claim, evidence } }: Comparison): boolean {
  const own = claim.terms[reading.anchor];
  const found = evidence.terms[reading.evidenceAnchor];
  if (own === undefined || found === undefined || own.kind !== 'name' || reading.frame?.copula !== true) return false;
  return own.preposition !== '' && found.preposition !== '' && own.preposition !== found.preposition;
}

/** A pronoun of the claim may mean anybody; one of the passage may mean any other name that stands near it. */
function mayMeanAnother(comparison: Comparison): boolean {
  const { reading, alignment } = comparison;
  const { frame, subjectTerms, subject } = reading;
  if (subject !== 'unresolved') return false;
  if (subjectTerms.length > 0) return otherNamesNear(sentenceMatch(comparison)) > 0;
  const own = frame === null ? [] : alignment.claim.tokens.slice(frame.subjectStart, frame.subjectEnd);
  return own.some(({ pos }) => pos === 'PRON');
}
