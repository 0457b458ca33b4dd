/** Assumptions about a statement whose words are not analysed. */
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/** The description of such a statement: checkable, of medium materiality, without known names, dates or figures. */
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
