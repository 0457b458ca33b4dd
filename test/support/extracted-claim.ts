/** Claims as the engine extracts them. */
import { unanalysed } from '#engine/extraction/unanalysed.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/** A checkable claim that says `text`, alone in its text unless changed. */
export function extractedClaim(text: string, changes: Partial<ExtractedClaim> = {}): ExtractedClaim {
  return {
    ordinal: 0,
    start: 0,
    end: [...text].length,
    original_span: text,
    normalized_claim: text,
    sentence: text,
    chunk: 0,
    ...unanalysed(),
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
    ...changes,
  };
}
