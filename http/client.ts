/** The client of a request: whether it is still connected, and its slot for the response. */
import type { FastifyReply } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import type { ResponseHolder, ResponseSlots } from './response-slots.ts';

export interface Client {
  /** Resolves when the response has been sent, or when the client is gone. */
  readonly served: Promise<void>;
  /**
   * Resolves when the response may be made; call it before reading anything for the response. The slot is held until
   * the client is served, or until the returned function gives it back. Repeated calls while it is held have no effect.
   * Throws what ResponseSlots.take throws; ApiError timeout after `withinMs`; and ClientGoneError if the client has left,
   * or got a response without the slot.
   */
  takeResponseSlot(of: 'read' | 'work', withinMs?: number): Promise<() => void>;
}

/** The client disconnected before the response. */
export class ClientGoneError extends Error {
  readonly code = 'client_gone';
  constructor() {
    super('the client is gone');
    this.name = 'ClientGoneError';
  }
}

export function clientOf(reply: FastifyReply, slots: ResponseSlots, holder: ResponseHolder): Client {
  const { raw } = reply;
  const gone = new AbortController();
  const served = Promise.withResolvers<void>();
  const end = () => {
    raw.off('finish', end).off('close', end);
    // Also if a response was sent: after a time-out the handler may still be waiting for a slot.
    gone.abort(new ClientGoneError());
    served.resolve();
  };
  raw.on('finish', end).on('close', end);
  if (raw.destroyed) end();
  let slot: Promise<() => void> | null = null;
  const take = async (of: 'read' | 'work', withinMs: number | undefined) => {
    const timingOut = new AbortController();
    const timer = withinMs !== undefined && setTimeout(() => timingOut.abort(new ApiError('timeout')), withinMs);
    try {
      const free = await slots.take(holder, of, AbortSignal.any([gone.signal, timingOut.signal]));
      void served.promise.then(free);
      return () => {
        slot = null;
        free();
      };
    } finally {
      if (timer) clearTimeout(timer);
    }
  };
  return {
    served: served.promise,
    takeResponseSlot(of, withinMs) {
      slot ??= take(of, withinMs);
      return slot;
    },
  };
}
