/**
 * Writes the claims of a result as JSON. Opening and serializing them is most of the work on a response, up to a third
 * of a second for a long text; behind this interface another thread can do it.
 */
import type { Sealer } from '#contracts/ports/sealer.ts';
import { type ClaimRequest, claimRecord, claimRequestOf, TextErasedError } from '#domain/verification/result.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { openTextsWith } from '#sealed/open-texts.ts';
import type { ShownVerification } from './shown.ts';

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

/** Yields the records of a result's claims, written by `writer` page by page. Throws like `recordsOf`. */
export async function* recordsBy(
  writer: ClaimWriter,
  { head, pages, open }: ShownVerification,
): AsyncGenerator<Uint8Array> {
  const { verification_id } = head.request!;
  const from = { verification_id, ...claimRequestOf(head, await open()) };
  for await (const claims of pages()) {
    const { key } = await open();
    if (key === null) throw new TextErasedError(SEALED.claim);
    yield await writer.write(from, claims, key);
  }
}
