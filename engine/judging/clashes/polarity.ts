/** Negation in only one of claim and evidence. */
import { openIdiomIn } from '#engine/language/negative-idioms.ts';
import type { Alignment } from '../alignment/alignment.ts';
import type { Match } from '../alignment/match.ts';
import { matchesIn } from '../alignment/share.ts';
import type { Reading } from '../reading/reading.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { type Clash, sharesClause, textOf } from './clash.ts';

/** Inferences that hold under negation: "not a painter" doesn't entail "not an artist". */
const EXACT = new Set(['same', 'derived', 'synonym']);

/** True if one of two terms is negated and the other isn't, but for the negative word that one of their phrases has. */
function isNegatedApart(own: Term, other: Term, match: Match | undefined): boolean {
  return (own.negated !== other.negated) !== (match?.isReversed === true);
}

/** The clash if the predicate or another part of the claim is negated on one side only, else null. */
export function negationClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence } = alignment;
  if (reading.anchor < 0 || reading.evidenceAnchor < 0 || reading.anchorIsOpposite) return null;
  const anchor = claim.terms[reading.anchor]!;
  const other = evidence.terms[reading.evidenceAnchor]!;
  const match = alignment.matches[reading.anchor]!.find(({ term }) => term === reading.evidenceAnchor);
  if (isNegatedApart(anchor, other, match)) {
    // "Liable for damage, but not for cash" does not contradict "not liable for cash".
    const isDeniedToo = (term: Term, at: number) =>
      at !== reading.anchor &&
      !term.light &&
      term.negated &&
      alignment.matches[at]!.some(
        ({ term: found }) => evidence.terms[found]!.sentence === reading.sentence && evidence.terms[found]!.negated,
      );
    const isCue = evidence.tokens.some(
      ({ lower }, at) => lower === 'not' && evidence.sentenceOf[at] === reading.sentence,
    );
    if (anchor.negated && isCue && claim.terms.some(isDeniedToo)) return null;
    return match !== undefined && EXACT.has(match.inference)
      ? negationOf(alignment, reading.anchor, reading.evidenceAnchor)
      : null;
  }
  // "A causes B but not C" against a claim that A causes C.
  for (let at = 0; at < claim.terms.length; at++) {
    const term = claim.terms[at]!;
    if (at === reading.anchor || term.role !== 'rest' || term.light || term.pos === 'ADV') continue;
    const matches = alignment.matches[at]!.filter(({ term: found }) => {
      const other = evidence.terms[found]!;
      return other.sentence === reading.sentence && sharesClause(alignment, reading, other);
    });
    const isReversed = (own: Match) => isNegatedApart(term, evidence.terms[own.term]!, own) && EXACT.has(own.inference);
    if (matches.length > 0 && matches.every(isReversed)) return negationOf(alignment, at, matches[0]!.term);
  }
  return null;
}

/** True if a matched part is negated on one side only; such evidence can't support, even if it doesn't clash. */
export function polarityDiffers(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence } = alignment;
  // "No patient died" negates subject and verb; "Microsoft, not Google, bought" negates only the subject.
  const anchorsDiffer =
    reading.anchor >= 0 &&
    reading.evidenceAnchor >= 0 &&
    isNegatedApart(
      claim.terms[reading.anchor]!,
      evidence.terms[reading.evidenceAnchor]!,
      alignment.matches[reading.anchor]!.find(({ term }) => term === reading.evidenceAnchor),
    );
  // "The data is not sold" denies the same as "We do not sell the data".
  const isTurned = reading.frame !== null && reading.frame.passive !== reading.evidenceFrame?.passive;
  const bothDeny = !anchorsDiffer && reading.anchor >= 0 && claim.terms[reading.anchor]!.negated && isTurned;
  return claim.terms.some((term, at) => {
    if (term.light || (term.role === 'subject' && (anchorsDiffer || bothDeny))) return false;
    const here = matchesIn(alignment, at, reading.sentence);
    // "The novelist wrote letters, though not novels": the word itself counts before what is derived from it.
    const same = here.filter(({ inference }) => inference === 'same');
    const matches = same.length > 0 ? same : here;
    return matches.length > 0 && matches.every((found) => isNegatedApart(term, evidence.terms[found.term]!, found));
  });
}

function openIdiom(text: AnalysedText, sentence: number) {
  const start = text.sentenceOf.indexOf(sentence);
  const end = text.sentenceOf.lastIndexOf(sentence) + 1;
  const beginsDate = (at: number) => text.terms.some((term) => term.kind === 'date' && term.start === at);
  return start < 0 ? null : openIdiomIn(text.tokens, start, end, beginsDate);
}

function isPresent(text: AnalysedText, frame: Frame | null): boolean {
  const token = frame === null ? undefined : text.tokens[frame.verbStart];
  return (
    token !== undefined && /^(?:is|are|has|have|does|do|'s|'re)$|[^s]s$/.test(token.lower) && token.lower !== 'was'
  );
}

/**
 * True if one side says "no longer" or "not until …" and the other doesn't mean the same. "No longer open" and "was
 * open" can both be true; only a statement about the present can agree or clash with "no longer".
 */
export function idiomDiffers(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence } = alignment;
  const own = openIdiom(claim, 0);
  const theirs = openIdiom(evidence, reading.sentence);
  if (own === theirs) return false;
  if (own === 'until' || theirs === 'until') return true;
  // "Does not" doesn't say whether it ever did.
  if (own === 'ceased')
    return (
      !isPresent(evidence, reading.evidenceFrame) ||
      reading.evidenceAnchor < 0 ||
      isNegated(evidence, reading.evidenceAnchor)
    );
  return !isPresent(claim, reading.frame);
}

function isNegated(text: AnalysedText, term: number): boolean {
  return text.terms[term]?.negated === true;
}

function negationOf(alignment: Alignment, claimTerm: number, evidenceTerm: number): Clash {
  const { claim, evidence } = alignment;
  const own = textOf(claim, claim.terms[claimTerm]!);
  const other = textOf(evidence, evidence.terms[evidenceTerm]!);
  const claimNegated = claim.terms[claimTerm]!.negated;
  return {
    kind: 'negation',
    claimText: claimNegated ? `not ${own}` : own,
    evidenceText: claimNegated ? other : `not ${other}`,
    claimTerm,
    evidenceTerm,
  };
}
