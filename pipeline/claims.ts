/** Claims as the engine knows them, from what the stream holds of them. */

import { z } from 'zod';
import { ClaimDetail, RetrievedPassage } from '#contracts/events/verification.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import type { StageRun } from './run.ts';

export function engineClaim(run: StageRun, { extracted }: ClaimState): ExtractedClaim {
  const detail = run.open(extracted.claim_id, SEALED.claim, extracted.detail, ClaimDetail);
  return {
    ...detail,
    ordinal: extracted.ordinal,
    start: extracted.start,
    end: extracted.end,
    chunk: extracted.chunk ?? 0,
    checkable: extracted.checkable,
    not_checkable_reason: extracted.not_checkable_reason,
    claim_type: extracted.claim_type,
    materiality: extracted.materiality,
  };
}

const RetrievedPassages = z.array(RetrievedPassage);

/** Passages recorded for the claim, best first; none for a claim that was not searched. */
export function recordedPassages(run: StageRun, { evidence }: ClaimState): RetrievedPassage[] {
  if (evidence === null) return [];
  return run.open(evidence.claim_id, SEALED.evidence, evidence.detail, RetrievedPassages);
}

/** `items` in groups of at most `size`. */
export function* groupsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Results are appended when they reach this size, so that a text of a thousand claims costs a handful of appends. */
export const FLUSH_BYTES = 600_000;

/** Sealed text is base64 or alike: one byte per character. */
export function sealedBytes(events: readonly { detail: string }[]): number {
  return events.reduce((sum, event) => sum + event.detail.length, 0);
}
