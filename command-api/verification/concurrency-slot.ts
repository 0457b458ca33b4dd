/** The slot that a metered call of a key takes: held until its answer has been made and sent. */
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import { AnswerPieces } from '#http/answer-pieces.ts';
import type { Client } from '#http/client.ts';
import type { Caller } from '../caller.ts';
import type { CommandLogger } from '../dependencies.ts';

export interface ConcurrencySlot {
  /** Frees the slot, which otherwise frees itself in a while. Calling it again changes nothing. Never rejects. */
  release(): Promise<void>;
  /**
   * The same answer. The slot is freed before the client can see the end of it, so that it never meets its own slot with
   * its next call; or when the client has left.
   */
  heldWhileSent(body: AnswerPieces, client: Client): AnswerPieces;
}

/** The slot that was admitted under `callId`. */
export function concurrencySlot(
  { operations, logger }: { operations: { admission: Pick<AdmissionStore, 'releaseSlot'> }; logger: CommandLogger },
  { key_id, metadata }: Pick<Caller, 'key_id' | 'metadata'>,
  callId: string,
): ConcurrencySlot {
  let released: Promise<void> | null = null;
  const release = () => {
    // What the call has come to is not lost with its slot.
    released ??= operations.admission.releaseSlot(key_id, callId).catch((err: unknown) => {
      logger.error({ err, request_id: metadata.request_id }, 'a slot was left to the end of its lease');
    });
    return released;
  };
  return {
    release,
    heldWhileSent(body, client) {
      void client.served.then(release);
      return new AnswerPieces(releasing(body, release));
    },
  };
}

async function* releasing(body: AnswerPieces, release: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await release();
  }
}
