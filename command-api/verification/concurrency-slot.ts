/** The concurrency slot of a metered call, held until its response has been made and sent. */
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { Client } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import type { Caller } from '../caller.ts';
import type { CommandLogger } from '../dependencies.ts';

export interface ConcurrencySlot {
  /** Frees the slot, which otherwise expires with its lease. Idempotent. Never rejects. */
  release(): Promise<void>;
  /**
   * Returns the same body, and frees the slot before the client can see its end, so that the client's next call never
   * meets its own slot. Also frees it when the client disconnects.
   */
  heldWhileSent(body: ResponsePieces, client: Client): ResponsePieces;
}

/** The slot that was admitted under `callId`. */
export function concurrencySlot(
  { operations, logger }: { operations: { admission: Pick<AdmissionStore, 'releaseSlot'> }; logger: CommandLogger },
  { key_id, metadata }: Pick<Caller, 'key_id' | 'metadata'>,
  callId: string,
): ConcurrencySlot {
  let released: Promise<void> | null = null;
  const release = () => {
    // A slot that can't be freed must not cost the caller the result of the call.
    released ??= operations.admission.releaseSlot(key_id, callId).catch((err: unknown) => {
      logger.error(
        { err, request_id: metadata.request_id },
        'a slot could not be released; it is free when its lease ends',
      );
    });
    return released;
  };
  return {
    release,
    heldWhileSent(body, client) {
      void client.served.then(release);
      return new ResponsePieces(releasing(body, release));
    },
  };
}

async function* releasing(body: ResponsePieces, release: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await release();
  }
}
