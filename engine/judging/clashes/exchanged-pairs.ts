/**
 * Pairs that a sentence makes otherwise than the claim: "the upper step is 18 m high and the lower 56 m" against "the upper 56 m and
 * the lower 18 m". Each side says both pairs, one after the other, so that neither can be of something else.
 */
import { wordRelation } from '#engine/language/lexicon.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { matchedTerms } from '../alignment/share.ts';
import { type AnalysedText, type Term, textBetween } from '../text/analysed-text.ts';
import { lexicalForms } from '../text/lexical-forms.ts';
import type { Clash } from './clash.ts';

/** A part of the claim, a word or all of a name, with its only place in the sentence. */
interface Part {
  at: number;
  own: { start: number; end: number };
  other: { start: number; end: number };
  kind: string;
}

/** What two parts must have in common to stand in for each other; '' for words, which must be opposites or of one kind. */
function kindOf({ kind, quantity, date }: Term): string {
  if (date !== null) return 'date';
  if (quantity !== null) return `quantity ${quantity.dimension}`;
  return kind;
}

function partsOf({ claim, evidence, matches }: Alignment, sentence: number): Part[] {
  const parts: Part[] = [];
  const seen = new Set<number>();
  const isRepeated = ({ key }: Term) => claim.terms.filter((other) => other.key === key).length > 1;
  claim.terms.forEach((term, at) => {
    if (term.light || seen.has(at) || isRepeated(term)) return;
    const group = term.name >= 0 ? claim.names[term.name]! : [at];
    for (const member of group) seen.add(member);
    const places = group.flatMap((member) => matchedTerms({ evidence, matches }, member, sentence));
    if (places.length === 0) return;
    const other = {
      start: Math.min(...places.map(({ start }) => start)),
      end: Math.max(...places.map(({ end }) => end)),
    };
    // Found twice, it may belong to either pair.
    if (other.end - other.start > 6 || (term.name < 0 && places.length > 1)) return;
    const own = { start: claim.terms[group[0]!]!.start, end: claim.terms[group.at(-1)!]!.end };
    parts.push({ at, own, other, kind: kindOf(term) });
  });
  return parts;
}

function canExchange({ claim }: Alignment, a: Part, b: Part): boolean {
  if (a.kind !== b.kind || claim.terms[a.at]!.key === claim.terms[b.at]!.key) return false;
  if (a.kind !== 'word') return true;
  const [first, second] = [claim.terms[a.at]!, claim.terms[b.at]!];
  if (first.pos !== second.pos) return false;
  const relations = lexicalForms(first).flatMap((own) => lexicalForms(second).map((other) => wordRelation(own, other)));
  return relations.includes('antonym') || relations.includes('sibling');
}

const SEPARATES = /^(?:and|but|while|whereas|against|,|;|–|—)$/;

/** True if the first two stand before the other two, with a comma or a conjunction between. */
function areApart(
  { tokens }: AnalysedText,
  first: { start: number; end: number }[],
  last: { start: number; end: number }[],
): boolean {
  const end = Math.max(...first.map((part) => part.end));
  const start = Math.min(...last.map((part) => part.start));
  return end <= start && tokens.slice(end, start).some(({ lower }) => SEPARATES.test(lower));
}

/** The clash if the sentence gives each of two things what the claim gives the other. */
export function exchangedPairs(alignment: Alignment, sentence: number): Clash | null {
  const { claim, evidence } = alignment;
  const parts = partsOf(alignment, sentence);
  if (parts.length < 4) return null;
  for (const a of parts)
    for (const b of parts) {
      if (b.own.start <= a.own.start || !canExchange(alignment, a, b)) continue;
      for (const x of parts)
        for (const y of parts) {
          if (new Set([a, b, x, y]).size < 4 || !canExchange(alignment, x, y)) continue;
          if (!areApart(claim, [a.own, x.own], [b.own, y.own])) continue;
          const isCrossed =
            areApart(evidence, [a.other, y.other], [b.other, x.other]) ||
            areApart(evidence, [b.other, x.other], [a.other, y.other]);
          if (!isCrossed) continue;
          const [own, other] = [claim.terms[a.at]!, a.other];
          return {
            kind: 'role',
            claimText: textBetween(claim, own.start, own.end),
            evidenceText: textBetween(evidence, Math.min(other.start, y.other.start), Math.max(other.end, y.other.end)),
            claimTerm: a.at,
            evidenceTerm: evidence.terms.findIndex(({ start }) => start === other.start),
            isProven: true,
          };
        }
    }
  return null;
}
