/** How much less certain the evidence states what the claim states. */
import { type HedgeStrength, hedgeIn, trailingHedge } from '#engine/language/modality.ts';
import type { Alignment } from '../alignment/alignment.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { meansAlike } from './modal-wording.ts';
import type { Reading } from './reading.ts';
import { isRenamed } from './subject.ts';

/** Strength of the evidence's hedge ("may", "reportedly", "if") if it exceeds the claim's, else 0. */
export function hedgeGapOf({ claim, evidence, matches }: Alignment, reading: Reading): HedgeStrength {
  const { tokens, sentenceOf } = evidence;
  let start = 0;
  while (start < tokens.length && sentenceOf[start] !== reading.sentence) start++;
  const final = sentenceOf.lastIndexOf(reading.sentence);
  const last = final < 0 ? tokens.length : final + 1;
  const anchorEnd = evidence.terms[reading.evidenceAnchor]?.end ?? last;
  // "Noll, an engineer, hoped to …" says without a doubt that Noll was an engineer.
  const isApposition =
    reading.subject === 'near' &&
    reading.frame?.copula === true &&
    anchorEnd <= (reading.evidenceFrame?.verbStart ?? 0);
  const end = isApposition ? anchorEnd : Math.max(reading.evidenceFrame?.verbEnd ?? last, anchorEnd);
  if (renamesSubject({ claim, evidence, matches }, reading)) return 0;
  const own = Math.max(0, ...claim.hedges) as HedgeStrength;
  if (meansAlike(claim, reading, tokens.slice(start, last))) return 0;
  const before = hedgeIn(tokens, start, end) > own ? hedgeBefore({ claim, evidence }, reading, start, end) : 0;
  const after = isApposition ? 0 : trailingHedge(tokens, end, last);
  const theirs = Math.max(before, after) as HedgeStrength;
  return theirs > own ? theirs : 0;
}

/** "He may have written to Ada Noll, the director": that she was the director is said without a doubt. */
function renamesSubject(
  { claim, evidence, matches }: Pick<Alignment, 'claim' | 'evidence' | 'matches'>,
  { subject, frame, subjectTerms, evidenceAnchor, sentence }: Reading,
): boolean {
  if (subject !== 'near' || frame?.copula !== true || claim.sentences > 1) return false;
  const target = evidence.terms[evidenceAnchor];
  return subjectTerms.some((at) =>
    matches[at]!.some(({ term }) => {
      const named = evidence.terms[term]!;
      return target !== undefined && named.sentence === sentence && isRenamed(evidence, named, target);
    }),
  );
}

/** The strongest hedge of [start, end) that concerns the reading's predicate. */
function hedgeBefore(
  { claim, evidence }: Pick<Alignment, 'claim' | 'evidence'>,
  reading: Reading,
  start: number,
  end: number,
): HedgeStrength {
  const anchor = claim.terms[reading.anchor];
  // "He suggested a name", "he proposed a name": that he did is what both say.
  const isOwnAct = anchor !== undefined && hedgeIn(claim.tokens, anchor.start, anchor.start + 1) > 0;
  const act = isOwnAct ? evidence.terms[reading.evidenceAnchor]?.start : undefined;
  let strength: HedgeStrength = 0;
  for (let at = start; at < end; at++) {
    const found = hedgeIn(evidence.tokens, at, at + 1);
    if (found > strength && at !== act && !isAside(evidence, reading, at) && !isOfEarlierVerb(evidence, reading, at))
      strength = found;
  }
  return strength;
}

/** "Osier (formerly Tarn & Sons) makes pumps": what stands in brackets says nothing of what stands outside. */
function isAside({ tokens, terms }: AnalysedText, { evidenceAnchor, sentence }: Reading, at: number): boolean {
  const anchor = terms[evidenceAnchor];
  if (anchor === undefined || anchor.sentence !== sentence) return false;
  const open = tokens.findLastIndex(({ text }, i) => i < at && /^[()]$/.test(text));
  const close = tokens.findIndex(({ text }, i) => i > at && /^[()]$/.test(text));
  if (tokens[open]?.text !== '(' || tokens[close]?.text !== ')') return false;
  return anchor.start < open || anchor.start > close;
}

/**
 * "It had been planned by Dutch engineers and was dug by prisoners", "they planned and carried out the raid": what another
 * verb says is over where an "and" goes on with the next; not in "planned to dig and fill it".
 */
function isOfEarlierVerb({ tokens, frames }: AnalysedText, { evidenceFrame }: Reading, at: number): boolean {
  if (evidenceFrame === null || evidenceFrame.subordinate || tokens[at]!.pos !== 'VERB') return false;
  const first = frames.findIndex(({ head, parenthetical }) => head === at && !parenthetical);
  const last = frames.indexOf(evidenceFrame);
  if (first < 0 || last <= first || frames[first]!.subordinate) return false;
  // Each verb on the way opens a part of the list.
  const areJoined = frames
    .slice(first + 1, last + 1)
    .every(({ verbStart }) => tokens[verbStart - 1]!.pos === 'CCONJ' || tokens[verbStart - 1]!.text === ',');
  const isJoined = tokens[evidenceFrame.verbStart - 1]!.pos === 'CCONJ';
  const governs = tokens
    .slice(at, evidenceFrame.verbStart)
    .some(({ lower, pos }) => lower === 'to' || lower === 'that' || pos === 'SCONJ');
  return areJoined && isJoined && !governs && isFiniteForm(tokens[evidenceFrame.verbStart]!);
}

/** False for a base form, which may hang on the verb before: "would plan and build". */
const isFiniteForm = ({ pos, lower, lemma }: { pos: string; lower: string; lemma: string }) =>
  pos === 'AUX' || (lower !== lemma && !lower.endsWith('ing'));
