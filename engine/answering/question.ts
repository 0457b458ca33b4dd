/** A question in the form in which sources are searched. */
import type { ExtractedClaim } from '#engine/types.ts';

/**
 * `asked` as if it were a claim, whose words are searched for. `before`: what was asked before it, which may say what "it"
 * is.
 */
export function questionAsClaim(asked: string, before: string): ExtractedClaim {
  return {
    ordinal: 0,
    start: 0,
    end: 0,
    original_span: asked,
    normalized_claim: asked,
    sentence: before === '' ? asked : `${before}\n\n${asked}`,
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
  };
}
