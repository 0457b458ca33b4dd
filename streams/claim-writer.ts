/**
 * Claims of a result written down as JSON. Opening them and writing them down is most of the work on an answer, up to a
 * third of a second for a long text, and can so be done by another thread.
 */
import type { Sealer } from '#contracts/ports/sealer.ts';
import { type ClaimRequest, claimRecord } from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { openTextsWith } from './open-texts.ts';

export interface ClaimWriter {
  /**
   * The records of `claims`, judged ones of one verification, as they stand in a JSON array, without its brackets, in
   * pieces. `key` is the verification's data key. Rejects where it does not open a text.
   */
  write(from: ClaimSource, claims: readonly ClaimState[], key: Uint8Array): Promise<Uint8Array[]>;
}

export interface ClaimSource extends ClaimRequest {
  verification_id: string;
}

export function createClaimWriter(sealer: Pick<Sealer, 'open'>): ClaimWriter {
  const encoder = new TextEncoder();
  return {
    async write(from, claims, key) {
      const open = openTextsWith(key, sealer, from.verification_id);
      return [encoder.encode(claims.map((claim) => JSON.stringify(claimRecord(from, claim, open))).join())];
    },
  };
}
