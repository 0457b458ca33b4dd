/** Which claim terms, or which share of them, are matched in a given part of the evidence. */
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Alignment } from './alignment.ts';
import type { Match } from './match.ts';

/** True if the term begins in the token range [start, end). */
export function within(term: Term, start: number, end: number): boolean {
  return term.start >= start && term.start < end;
}

type Matched = Pick<Alignment, 'evidence' | 'matches'>;

/** The matches of claim term `at` in one sentence of the evidence. */
export function matchesIn({ evidence, matches }: Matched, at: number, sentence: number): Match[] {
  return matches[at]!.filter(({ term }) => evidence.terms[term]!.sentence === sentence);
}

/** The evidence's terms in one of its sentences that match claim term `at`. */
export function matchedTerms(matched: Matched, at: number, sentence: number): Term[] {
  return matchesIn(matched, at, sentence).map(({ term }) => matched.evidence.terms[term]!);
}

/** True if one sentence of the evidence has a match of claim term `at`. */
export function isMatchedIn({ evidence, matches }: Matched, at: number, sentence: number): boolean {
  return matches[at]!.some(({ term }) => evidence.terms[term]!.sentence === sentence);
}

/** Share (0..1) of `terms` with a match that `accepts` allows; 0 if there are no terms. */
export function shareIn(terms: readonly number[], alignment: Alignment, accepts: (term: Term) => boolean): number {
  if (terms.length === 0) return 0;
  let hits = 0;
  for (const at of terms) {
    if (alignment.matches[at]!.some((match) => accepts(alignment.evidence.terms[match.term]!))) hits++;
  }
  return hits / terms.length;
}

/** Like `shareIn`, but counts only matches for which `isHead` is true. */
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

/** True if the evidence means the thing itself, not one named after it: "Obama's father", "a neighbour of Sweden". */
export function isHead(alignment: Alignment, own: Term, found: Term): boolean {
  if (isItself(alignment, own, found) || isNamedByKind(alignment.evidence, found)) return true;
  return own.role === 'subject' && found.role === 'subject' && saysMoreOfSame(alignment, own, found);
}

function isItself(alignment: Alignment, own: Term, found: Term): boolean {
  const { claim, evidence } = alignment;
  // "Norway's population" and "the population of Norway" mean the same.
  const isOfSame = own.preposition === 'of' || isPossessor(claim, own);
  const isSamePhrase = found.preposition === own.preposition || (found.preposition === 'of' && isOfSame);
  if (found.preposition !== '' && !(isSamePhrase && governorIsMatched(alignment, found))) {
    return isCostOf(evidence, found);
  }
  return !isPossessor(evidence, found) || isOfSame || isCostOf(evidence, found);
}

const OF_WHAT = /^(?:of|at|in|for|on)$/;

/** The noun that a name says more of, and how: behind it ("the Orr mill", "Orr's mill") or before it ("the mill at Orr"). */
function governorOf(text: AnalysedText, name: Term): { noun: Term; isBefore: boolean } | null {
  const { tokens, terms } = text;
  const own = terms.filter((term) => term.name === name.name);
  const [first, last] = [own[0]!, own.at(-1)!];
  if (OF_WHAT.test(first.preposition) && !isPossessor(text, last)) {
    let at = first.start - 1;
    while (at > 0 && tokens[at]!.lower !== first.preposition) at--;
    const noun = terms.find(({ end, kind, pos }) => end === at && kind === 'word' && pos === 'NOUN');
    return noun === undefined ? null : { noun, isBefore: true };
  }
  const isOwner = isPossessor(text, last);
  if (first.preposition !== '' && !isOwner) return null;
  let at = /^['’]s?$/.test(tokens[last.end]?.text ?? '') ? last.end + 1 : last.end;
  while (/^(?:ADJ|NOUN|NUM)$/.test(tokens[at]?.pos ?? '') && tokens[at + 1]?.pos === 'NOUN') at++;
  const noun = terms.find(({ start, kind, pos }) => start === at && kind === 'word' && pos === 'NOUN');
  return noun === undefined ? null : { noun, isBefore: false };
}

/** "The Orr mill", "Orr's mill" and "the mill at Orr" are one: the same noun, of which the name says more. */
export function saysMoreOfSame({ claim, evidence, matches }: Alignment, own: Term, found: Term): boolean {
  if (own.kind !== 'name' || found.kind !== 'name') return false;
  // "Orr's highest hill is Orr" names a hill of the same name.
  if (claim.terms.some((term) => term.key === own.key && term !== own)) return false;
  const [mine, theirs] = [governorOf(claim, own), governorOf(evidence, found)];
  if (mine === null || theirs === null || mine.isBefore === theirs.isBefore) return false;
  const [at, other] = [claim.terms.indexOf(mine.noun), evidence.terms.indexOf(theirs.noun)];
  return matches[at]!.some(({ term, inference }) => term === other && inference === 'same');
}

/** Kinds of places that stand before their own name: "the city of Hull" is Hull. */
const NAMED_PLACES =
  /^(?:city|town|village|island|isle|country|kingdom|republic|county|province|duchy|municipality|borough|parish)$/;

function isNamedByKind({ tokens, terms }: AnalysedText, found: Term): boolean {
  if (found.kind !== 'name' || found.preposition !== 'of') return false;
  const first = terms.find(({ name }) => name === found.name)!;
  const of = first.start - (tokens[first.start - 1]?.lower === 'the' ? 2 : 1);
  return (
    tokens[of]?.lower === 'of' && NAMED_PLACES.test(tokens[of - 1]?.lower ?? '') && tokens[of - 2]?.lower === 'the'
  );
}

/** True for the name in "Orr's mill". */
export function isPossessor(text: AnalysedText, term: Term): boolean {
  let end = term.end;
  // The possessive mark follows the whole name.
  while (text.terms.some((next) => next.start === end && next.name >= 0 && next.name === term.name)) end++;
  return /^['’]s?$/.test(text.tokens[end]?.text ?? '');
}

/** True for "the construction of the station cost …", which gives the cost of the station. */
export function isCostOf(evidence: AnalysedText, found: Term): boolean {
  const frame = evidence.frames[found.frame];
  if (frame === undefined || found.role !== 'subject' || evidence.tokens[frame.head]!.lemma !== 'cost') return false;
  const nouns = evidence.terms.filter(
    (term) => term.pos === 'NOUN' && term.kind === 'word' && within(term, frame.subjectStart, frame.subjectEnd),
  );
  return nouns.some(({ key }) => key === 'construction' || key === 'building') && nouns.length <= 2;
}

/** True if the noun that governs `found` ("population" in "the population of Norway") matches a term of the claim. */
function governorIsMatched({ evidence, matches }: Alignment, found: Term): boolean {
  let at = found.start - 1;
  while (at > 0 && evidence.tokens[at]!.lower !== found.preposition) at--;
  // "42% of voters" is about voters, whatever their share.
  if (evidence.terms.some((term) => term.quantity !== null && term.end === at)) return true;
  return matches.some((list) => list.some(({ term }) => evidence.terms[term]!.end === at));
}
