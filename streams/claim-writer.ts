/**
 * Writes the claims of a result as JSON. Opening and serializing them is most of the work on a response, up to a third
 * of a second for a long text; behind this interface another thread can do it.
 */
import type { Sealer } from '#contracts/ports/sealer.ts';
import { type ClaimRequest, claimRecord } from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { openTextsWith } from './open-texts.ts';

export interface ClaimWriter {
  /**
   * Returns the records of `claims` as they appear in a JSON array, without its brackets. All claims are judged and of
   * one verification, whose data key is `key`. Rejects if a text can't be opened.
   */
  write(from: ClaimSource, claims: readonly ClaimState[], key: Uint8Array): Promise<Uint8Array>;
}

export interface ClaimSource extends ClaimRequest {
  verification_id: string;
}

/** A claim writer that works in the calling thread. */
export function createClaimWriter(sealer: Pick<Sealer, 'open'>): ClaimWriter {
  const encoder = new TextEncoder();
  return {
    async write(from, claims, key) {
      const open = openTextsWith(key, sealer, from.verification_id);
      return encoder.encode(claims.map((claim) => JSON.stringify(claimRecord(from, claim, open))).join());
    },
  };
}
