/** Claims as the engine extracts them. */
import type { ExtractedClaim } from '#engine/types.ts';

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
    checkable: true,
    not_checkable_reason: null,
    claim_type: 'attribute',
    materiality: 'medium',
    entities: [],
    dates_and_temporal_scope: [],
    quantities_and_units: [],
    jurisdiction: null,
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
    limitations: [],
    ...changes,
  };
}
