/** Whether a matched term of the claim stands in the passage where the reading looks for it: in its sentence, clause and slot. */
import type { Alignment } from '../alignment/alignment.ts';
import { isPossessor, saysMoreOfSame } from '../alignment/share.ts';
import { sharesClause } from '../clashes/clash.ts';
import { type AnalysedText, isNameOrNoun, type Term } from '../text/analysed-text.ts';
import type { Reading } from './reading.ts';

/** True if claim term `at` is matched in the reading's sentence, and with the part of it that it belongs to. */
export function isPlaced(alignment: Alignment, reading: Reading, at: number): boolean {
  const { claim } = alignment;
  if (!fillsSlot(alignment, at) || !isInFocus(alignment, reading, at)) return false;
  return !isObject(claim.terms[at]!, reading, claim) || hasObject(alignment, reading, at);
}

/** A value counts only in the clause of the predicate: "founded in 1994 and sold in 2002" dates two events. */
function isInFocus(alignment: Alignment, reading: Reading, at: number): boolean {
  const { claim, evidence, matches } = alignment;
  const own = claim.terms[at]!;
  return matches[at]!.some(({ term }) => {
    const found = evidence.terms[term]!;
    if (found.sentence !== reading.sentence || isOfOtherBracket(evidence, reading, found)) return false;
    if (found.kind !== 'date' && found.kind !== 'quantity') return true;
    return sharesClause(alignment, reading, found, own) || isBeforeName(alignment, own, found);
  });
}

/** "The 1937 Corvo Prize": a figure right before the same name on both sides is part of it, whatever clause it stands in. */
function isBeforeName({ claim, evidence, matches }: Alignment, own: Term, found: Term): boolean {
  const name = claim.terms.findIndex(({ start, kind }) => start === own.end && kind === 'name');
  return name >= 0 && matches[name]!.some(({ term }) => evidence.terms[term]!.start === found.end);
}

const PARTY_PREPOSITIONS = new Set(['by', 'against', 'to', 'from', 'with', 'for']);

/** False for a name after another preposition: "written by Shakespeare, a friend of Marlowe" isn't by Marlowe. */
function fillsSlot(alignment: Alignment, at: number): boolean {
  const { claim, evidence, matches } = alignment;
  const own = claim.terms[at]!;
  const { kind, preposition } = own;
  if (kind !== 'name' || !PARTY_PREPOSITIONS.has(preposition)) return true;
  return matches[at]!.some(({ term }) => {
    const found = evidence.terms[term]!;
    if (found.preposition === '' || found.preposition === preposition) return true;
    // "To Max Noll's heirs" is "to the heirs of Max Noll".
    return isPossessor(claim, own) && saysMoreOfSame(alignment, own, found);
  });
}

/** True for a direct object of the claim's main verb. */
function isObject(term: Term, { frame }: Reading, claim: AnalysedText): boolean {
  return (
    frame !== null &&
    !frame.copula &&
    isNameOrNoun(term) &&
    term.preposition === '' &&
    !isPossessor(claim, term) &&
    term.start >= frame.verbEnd &&
    term.start < frame.end
  );
}

/** "The city of Boston" is Boston; "the maker of YouTube" is not YouTube. */
const NAMING_NOUNS =
  /^(?:city|town|state|province|county|island|kingdom|republic|village|game|sport|language|one|type|kind|form|number|lot|series)$/;

/** True if the claim's object is the object (or passive subject) of the evidence's predicate, not of another verb. */
function hasObject({ evidence, matches }: Alignment, reading: Reading, at: number): boolean {
  const frame = reading.evidenceFrame;
  const anchor = evidence.terms[reading.evidenceAnchor];
  if (frame === null || anchor?.role !== 'predicate') return true;
  const isShared = evidence.tokens[frame.end - 1]?.pos === 'CCONJ';
  return matches[at]!.some(({ term }) => {
    const { start, preposition, sentence } = evidence.terms[term]!;
    if (sentence !== reading.sentence) return false;
    if (start >= frame.subjectStart && start < frame.subjectEnd) return true;
    if (start < frame.verbStart || (start >= frame.end && !isShared)) return false;
    const naming = evidence.tokens.slice(Math.max(0, start - 3), start).some(({ lemma }) => NAMING_NOUNS.test(lemma));
    return preposition !== 'of' || naming;
  });
}

/** "Noll (born 1870 in Hull, died 1931 in Leeds)": what stands in brackets belongs to the verb there, and to no other. */
function isOfOtherBracket({ frames }: AnalysedText, { evidenceFrame }: Reading, found: Term): boolean {
  const own = frames[found.frame];
  if (found.kind !== 'name' || evidenceFrame === null || own === undefined || own === evidenceFrame) return false;
  return found.role === 'rest' && (own.parenthetical || evidenceFrame.parenthetical);
}
