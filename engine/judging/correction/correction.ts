/** Suggests the smallest edit of a contradicted claim that agrees with the contradicting passage. */
import type { DateSpan } from '#engine/language/dates.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
import { verbForms } from '#engine/language/verbs.ts';
import type { Clash } from '../clashes/clash.ts';
import { compare } from '../comparison.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { denial } from './denial.ts';
import { withCount } from './quantifier-correction.ts';

/** Words of the claim and what replaces them. */
interface Replacement {
  from: string;
  to: string;
}

/** The evidence's date, no more precise than the claim's: a wrong year is corrected by a year. */
function dateReplacement(claim: DateSpan, evidence: DateSpan, evidenceText: string): string {
  if (claim.month === null && claim.year !== null && evidence.year !== null) return String(evidence.year);
  if (claim.day === null && claim.month !== null && evidence.day !== null && evidence.year !== null) {
    return evidenceText.replace(/\b\d{1,2}(?:st|nd|rd|th)?\b,? ?/, '').replace(/ ,/, '');
  }
  return evidenceText;
}

function replacementOf(clash: Clash, claim: AnalysedText, evidence: AnalysedText): Replacement | null {
  const own = claim.terms[clash.claimTerm];
  const other = evidence.terms[clash.evidenceTerm];
  if (clash.kind === 'date' && own?.date && other?.date) {
    return { from: clash.claimText, to: dateReplacement(own.date, other.date, clash.evidenceText) };
  }
  if (clash.kind === 'antonym' && own && other && !areSameForm(own, other)) return null;
  if (clash.kind === 'quantifier' && ![clash.claimText, clash.evidenceText].every((word) => BEFORE_PLURAL.test(word))) {
    return null;
  }
  // "Two turbines were" and "one turbine was" differ in more than the number.
  if (clash.kind === 'number' && own?.quantity && other?.quantity && own.quantity.dimension === 'count') {
    if ((own.quantity.high === 1) !== (other.quantity.high === 1)) return null;
  }
  if (['number', 'unit', 'date', 'entity', 'antonym', 'quantifier'].includes(clash.kind)) {
    return { from: clash.claimText, to: clash.evidenceText };
  }
  return null;
}

const BEFORE_PLURAL = /^(?:all|most|some|many|few|several)$/;

/** False for verbs in different forms ("rose", "falls"), which can't replace each other. */
function areSameForm(own: Term, other: Term): boolean {
  const [a, b] = [own, other].map(({ surface, key }) => verbForms(surface.toLowerCase(), key));
  const areVerbs = own.pos === 'VERB' && other.pos === 'VERB';
  return !areVerbs || (a!.past === b!.past && a!.gerund === b!.gerund && a!.thirdPerson === b!.thirdPerson);
}

function matchCase(model: string, word: string): string {
  if (startsWithCapital(model) && /^\p{Ll}/u.test(word)) return word[0]!.toUpperCase() + word.slice(1);
  const isArticle = /^(?:The|A|An) /.test(word) && /^\p{Ll}/u.test(model);
  return isArticle ? word[0]!.toLowerCase() + word.slice(1) : word;
}

function replaceOnce(text: string, { from, to }: Replacement): string | null {
  const at = text.toLowerCase().indexOf(from.toLowerCase());
  if (at < 0 || text.toLowerCase().indexOf(from.toLowerCase(), at + 1) >= 0) return null;
  const original = text.slice(at, at + from.length);
  return text.slice(0, at) + matchCase(original, to) + text.slice(at + from.length);
}

export interface Suggestion {
  /** The span as written in the text if the edit can be made there, else the normalised claim. */
  original: string;
  suggested: string;
  /** The normalised claim after the same edit, for judging it again. */
  normalized: string;
}

/** The edit that removes all clashes with `passage`; null if a clash has no unambiguous replacement. */
export function suggestCorrection(
  normalizedClaim: string,
  originalSpan: string,
  passage: string,
  title: string | null,
): Suggestion | null {
  const { clashes, alignment } = compare(normalizedClaim, passage, title);
  if (clashes.length === 0) return null;
  if (clashes.every(({ kind }) => kind === 'negation' || kind === 'quantifier')) {
    const isDenied = clashes.every(({ kind }) => kind === 'negation');
    const rewritten = withCount(alignment.claim, alignment.evidence) ?? (isDenied ? denial(normalizedClaim) : null);
    if (rewritten !== null) return { original: normalizedClaim, suggested: rewritten, normalized: rewritten };
    if (isDenied) return null;
  }
  let normalized = normalizedClaim;
  let span: string | null = originalSpan;
  for (const clash of clashes) {
    const replacement = replacementOf(clash, alignment.claim, alignment.evidence);
    const next: string | null = replacement === null ? null : replaceOnce(normalized, replacement);
    if (replacement === null || next === null) return null;
    normalized = next;
    span = span === null ? null : replaceOnce(span, replacement);
  }
  if (normalized === normalizedClaim) return null;
  return span === null
    ? { original: normalizedClaim, suggested: normalized, normalized }
    : { original: originalSpan, suggested: span, normalized };
}
