/** The smallest edit of a contradicted claim that the contradicting passage bears out. */
import type { DateSpan } from '#engine/language/dates.ts';
import type { Clash } from './clash.ts';
import { compare } from './comparison.ts';
import { negate } from './counterfactual.ts';
import type { AnalysedText } from './terms.ts';

/** What to put in place of which words of the claim. */
interface Replacement {
  from: string;
  to: string;
}

/** The evidence's date no more precise than the claim's: a wrong year is corrected by a year. */
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
  if (['number', 'unit', 'date', 'entity', 'antonym', 'quantifier'].includes(clash.kind)) {
    return { from: clash.claimText, to: clash.evidenceText };
  }
  return null;
}

function matchCase(model: string, word: string): string {
  return /^\p{Lu}/u.test(model) && /^\p{Ll}/u.test(word) ? word[0]!.toUpperCase() + word.slice(1) : word;
}

function replaceOnce(text: string, { from, to }: Replacement): string | null {
  const at = text.toLowerCase().indexOf(from.toLowerCase());
  if (at < 0 || text.toLowerCase().indexOf(from.toLowerCase(), at + 1) >= 0) return null;
  const original = text.slice(at, at + from.length);
  return text.slice(0, at) + matchCase(original, to) + text.slice(at + from.length);
}

export interface Suggestion {
  /** The span as it stands in the text where the edit can be made there, else the normalised claim. */
  original: string;
  suggested: string;
  /** The normalised claim after the same edit, for judging it again. */
  normalized: string;
}

/** The edit that the clashes with `passage` call for; null where no single replacement can be named. */
export function suggestCorrection(
  normalizedClaim: string,
  originalSpan: string,
  passage: string,
  title: string | null,
): Suggestion | null {
  const { clashes, alignment } = compare(normalizedClaim, passage, title);
  if (clashes.length === 0) return null;
  if (clashes.every((clash) => clash.kind === 'negation')) {
    const normalized = negate(normalizedClaim);
    return normalized === null ? null : { original: normalizedClaim, suggested: normalized, normalized };
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
