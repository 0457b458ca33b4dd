/** The one who waits for an answer: whether it is still there, and its place among those whose answers are at work. */
import type { FastifyReply } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import type { AnswerHolder, AnswerSlots } from './answer-slots.ts';

export interface Client {
  /** Resolves when the answer has been sent, or when the client is gone. */
  readonly served: Promise<void>;
  /**
   * Resolves when the answer may be made; called before anything is read for it. The slot is held until the client is
   * served, or until it is given back by the function that this resolves with. Calling it again while it is held changes
   * nothing. Throws as AnswerSlots.take does; ApiError timeout after `withinMs`; and ClientGoneError where the client has
   * left or was answered without it.
   */
  takeAnswerSlot(of: 'read' | 'work', withinMs?: number): Promise<() => void>;
}

/** The client went away: there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = 'client_gone';
  constructor() {
    super('the client is gone');
    this.name = 'ClientGoneError';
  }
}

export function clientOf(reply: FastifyReply, slots: AnswerSlots, holder: AnswerHolder): Client {
  const { raw } = reply;
  const leaving = new AbortController();
  const served = Promise.withResolvers<void>();
  const end = () => {
    raw.off('finish', end).off('close', end);
    // Also where it was answered: after a time-out the handler still waits.
    leaving.abort(new ClientGoneError());
    served.resolve();
  };
  raw.on('finish', end).on('close', end);
  if (raw.destroyed) end();
  let taken: Promise<() => void> | null = null;
  const take = async (of: 'read' | 'work', withinMs: number | undefined) => {
    const late = new AbortController();
    const timer = withinMs !== undefined && setTimeout(() => late.abort(new ApiError('timeout')), withinMs);
    try {
      const free = await slots.take(holder, of, AbortSignal.any([leaving.signal, late.signal]));
      void served.promise.then(free);
      return () => {
        taken = null;
        free();
      };
    } finally {
      if (timer) clearTimeout(timer);
    }
  };
  return {
    served: served.promise,
    takeAnswerSlot(of, withinMs) {
      taken ??= take(of, withinMs);
      return taken;
    },
  };
}
