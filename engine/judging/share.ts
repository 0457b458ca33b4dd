/** What share of some claim terms is found where the evidence is looked at. */
import type { Alignment } from './alignment.ts';
import type { AnalysedText, Term } from './analysed-text.ts';

/** The term begins in the token range [start, end). */
export function within(term: Term, start: number, end: number): boolean {
  return term.start >= start && term.start < end;
}

/** Share (0..1) of `terms` with a match that `accepts` takes; 0 for none. */
export function shareIn(terms: readonly number[], alignment: Alignment, accepts: (term: Term) => boolean): number {
  if (terms.length === 0) return 0;
  let hits = 0;
  for (const at of terms) {
    if (alignment.matches[at]!.some((match) => accepts(alignment.evidence.terms[match.term]!))) hits++;
  }
  return hits / terms.length;
}

/** As `shareIn`, counting only matches in which the evidence speaks of the thing itself. */
export function shareOfHeads(terms: readonly number[], alignment: Alignment, accepts: (term: Term) => boolean): number {
  if (terms.length === 0) return 0;
  const { claim, evidence } = alignment;
  const hits = terms.filter((at) =>
    alignment.matches[at]!.some(({ term }) => {
      const found = evidence.terms[term]!;
      return accepts(found) && isHead(alignment, claim.terms[at]!, found);
    }),
  );
  return hits.length / terms.length;
}

/**
 * The evidence speaks of the subject itself and not of a thing named by it: "Obama's father", "a neighbour of Sweden".
 */
export function isHead(alignment: Alignment, own: Term, found: Term): boolean {
  const { claim, evidence } = alignment;
  // "Norway's population" and "the population of Norway" are one.
  const isOfSame = own.preposition === 'of' || isPossessor(claim, own);
  const isSamePhrase = found.preposition === own.preposition || (found.preposition === 'of' && isOfSame);
  if (found.preposition !== '' && !(isSamePhrase && governorIsMatched(alignment, found))) {
    return isCostOf(evidence, found);
  }
  return !isPossessor(evidence, found) || isOfSame || isCostOf(evidence, found);
}

function isPossessor(text: AnalysedText, term: Term): boolean {
  let end = term.end;
  // The possessive mark stands behind the whole name.
  while (text.terms.some((next) => next.start === end && next.name >= 0 && next.name === term.name)) end++;
  return /^['’]s?$/.test(text.tokens[end]?.text ?? '');
}

/** "The construction of the station cost …": what is built is what costs. */
function isCostOf(evidence: AnalysedText, found: Term): boolean {
  const frame = evidence.frames[found.frame];
  if (frame === undefined || found.role !== 'subject' || evidence.tokens[frame.head]!.lemma !== 'cost') return false;
  const nouns = evidence.terms.filter(
    (term) => term.pos === 'NOUN' && term.kind === 'word' && within(term, frame.subjectStart, frame.subjectEnd),
  );
  return nouns.some(({ key }) => key === 'construction' || key === 'building') && nouns.length <= 2;
}

/** The noun before the preposition of `found` ("population" in "the population of Norway") is one of the claim's. */
function governorIsMatched({ evidence, matches }: Alignment, found: Term): boolean {
  let at = found.start - 1;
  while (at > 0 && evidence.tokens[at]!.lower !== found.preposition) at--;
  // "42% of voters" speaks of voters, whatever their share.
  if (evidence.terms.some((term) => term.quantity !== null && term.end === at)) return true;
  return matches.some((list) => list.some(({ term }) => evidence.terms[term]!.end === at));
}
