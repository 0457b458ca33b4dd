/** What is assumed of a statement whose words are not analysed. */
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/** Checkable, of medium weight, with no names, dates or figures that are known. */
export function unanalysed() {
  return {
    checkable: true,
    not_checkable_reason: null,
    claim_type: 'attribute',
    materiality: 'medium',
    entities: [],
    dates_and_temporal_scope: [],
    quantities_and_units: [],
    jurisdiction: null,
    limitations: [],
  } satisfies Partial<ExtractedClaim>;
}
