/** Suggests the smallest edit that makes a contradicted claim agree with the contradicting passage. */
import { startsWithCapital } from '#engine/text/letters.ts';
import type { Findings } from '../findings.ts';
import { denial } from './denial.ts';

/** Words of the claim and what replaces them. */
interface Replacement {
  from: string;
  to: string;
}

function matchCase(model: string, word: string): string {
  if (startsWithCapital(model) && /^\p{Ll}/u.test(word)) return word[0]!.toUpperCase() + word.slice(1);
  return word;
}

function replaceOnce(text: string, { from, to }: Replacement): string | null {
  const at = text.toLowerCase().indexOf(from.toLowerCase());
  if (at < 0 || text.toLowerCase().indexOf(from.toLowerCase(), at + 1) >= 0) return null;
  return text.slice(0, at) + matchCase(text.slice(at, at + from.length), to) + text.slice(at + from.length);
}

export interface Suggestion {
  /** The claim's span in the text if the edit can be made there, otherwise the normalised claim. */
  original: string;
  suggested: string;
  /** The normalised claim after the same edit, used to judge it again. */
  normalized: string;
}

/** The edit that removes the difference. Null if there is none, or if it has no unambiguous replacement. */
export function suggestCorrection(
  normalizedClaim: string,
  originalSpan: string,
  { clash, denies }: Findings,
): Suggestion | null {
  if (denies) {
    const rewritten = denial(normalizedClaim);
    return rewritten === null ? null : { original: normalizedClaim, suggested: rewritten, normalized: rewritten };
  }
  if (clash === null) return null;
  const replacement = { from: clash.claimText, to: clash.evidenceText };
  const normalized = replaceOnce(normalizedClaim, replacement);
  if (normalized === null || normalized === normalizedClaim) return null;
  const span = replaceOnce(originalSpan, replacement);
  return span === null
    ? { original: normalizedClaim, suggested: normalized, normalized }
    : { original: originalSpan, suggested: span, normalized };
}
