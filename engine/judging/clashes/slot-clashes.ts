/**
 * Clashes that the words around them make plain: one sentence has all of the claim, and where it has another figure or date, the
 * same words stand before and after. What the clauses are read to be does not matter then.
 */
import type { Alignment } from '../alignment/alignment.ts';
import { matchedTerms } from '../alignment/share.ts';
import { setsOtherBound } from '../limits/extent/rule-bounds.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../text/analysed-text.ts';
import { type Clash, type ClashKind, textOf } from './clash.ts';
import { isReached, narrows, ONCE } from './plain-values.ts';

/** Index of the next term from `at` in the direction `step` that says something; -1 at the end of the sentence. */
function neighbour({ terms }: AnalysedText, at: number, step: 1 | -1): number {
  const { sentence } = terms[at]!;
  let i = at + step;
  while (terms[i]?.light === true && terms[i]!.sentence === sentence) i += step;
  return terms[i]?.sentence === sentence ? i : -1;
}

/** True if the same parts, or the end of the sentence, stand before both and after both. */
function standsBetweenSame({ claim, evidence, matches }: Alignment, own: number, found: number): boolean {
  const sides = ([-1, 1] as const).map((step) => {
    const [next, other] = [neighbour(claim, own, step), neighbour(evidence, found, step)];
    if (next < 0 && other < 0) return 'end';
    return next >= 0 && other >= 0 && matches[next]!.some(({ term }) => term === other) ? 'same' : 'other';
  });
  return sides.includes('same') && !sides.includes('other');
}

/** Words that move a time or an extent: with one of them on one side only, the figures may be of two things. */
const MOVING =
  /^(?:before|after|previous|previously|last|next|earlier|later|ago|preceding|following|prior|until|since|than|from|by|between|initially|originally|first|then|now|former|formerly|each|per|up|total|together|another|other|further|additional|extra|remaining|alone|only|about|almost|over|under)$/;

function movingWords({ tokens }: AnalysedText, start: number, end: number, except: Term): string {
  const found = tokens.flatMap(({ lower }, at) => {
    const isInside = at >= start && at < end && (at < except.start || at >= except.end);
    return isInside && MOVING.test(lower) ? [lower] : [];
  });
  return [...new Set(found)].sort().join(' ');
}

/** The clauses around both, up to a comma or semicolon that the other parts of the claim don't cross. */
function windowOf(
  { evidence, matches }: Alignment,
  parts: readonly number[],
  found: Term,
  sentence: number,
): [number, number] {
  const [start, end] = sentenceRange(evidence, sentence);
  let [from, to] = [found.start, found.end];
  for (const part of parts) {
    const here = matchedTerms({ evidence, matches }, part, sentence);
    const nearest = here.toSorted((a, b) => Math.abs(a.start - found.start) - Math.abs(b.start - found.start))[0]!;
    from = Math.min(from, nearest.start);
    to = Math.max(to, nearest.end);
  }
  while (from > start && !/^[,;:]$/.test(evidence.tokens[from - 1]!.text)) from--;
  while (to < end && !/^[,;:.]$/.test(evidence.tokens[to]!.text)) to++;
  return [from, to];
}

interface Candidate {
  term: number;
  kind: ClashKind;
}

function isValue(kind: string): boolean {
  return kind === 'number' || kind === 'date';
}

/** The clashes of figures and dates that stand between the same words. */
export function slotClashes(alignment: Alignment, reading: Reading): Clash[] {
  const { sentence, frame } = reading;
  const { claim, evidence, matches, opposites, used } = alignment;
  if (frame === null) return [];
  const isNarrowed = narrows(alignment, reading);
  const isHere = (term: number) => evidence.terms[term]!.sentence === sentence;
  const material = claim.terms.flatMap((term, at) => (term.light ? [] : [at]));
  return material.flatMap((at): Clash[] => {
    const own = claim.terms[at]!;
    if ((own.quantity === null && own.date === null) || own.role === 'subject') return [];
    if (own.date === null && isNarrowed) return [];
    // What can happen again can have several dates.
    if (own.date !== null && !claim.terms.some(({ key }) => ONCE.has(key))) return [];
    const others = material.filter((other) => other !== at);
    if (others.length < 2 || !others.every((other) => matches[other]!.some(({ term }) => isHere(term)))) return [];
    const bounds = evidence.terms.flatMap((other, term): Candidate[] =>
      isHere(term) && setsOtherBound(alignment, reading, own, other) ? [{ term, kind: 'number' }] : [],
    );
    const isFound = matches[at]!.some(({ term }) => isHere(term));
    const values = isFound
      ? []
      : opposites[at]!.filter(({ term, kind }) => isValue(kind) && isHere(term) && !used.has(term));
    const found = [...bounds, ...(values as Candidate[])].flatMap(({ term, kind }): Clash[] => {
      const other = evidence.terms[term]!;
      if (!standsBetweenSame(alignment, at, term) || isReached(alignment, own, other)) return [];
      const [from, to] = windowOf(alignment, others, other, sentence);
      if (movingWords(claim, 0, claim.tokens.length, own) !== movingWords(evidence, from, to, other)) return [];
      return [
        {
          kind,
          claimText: textOf(claim, own),
          evidenceText: textOf(evidence, other),
          claimTerm: at,
          evidenceTerm: term,
          holdsByItself: true,
        },
      ];
    });
    return found.slice(0, 1);
  });
}
