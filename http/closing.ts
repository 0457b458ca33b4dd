/** Closes a server in bounded time. Requests in progress still get a response. */
import type { FastifyInstance } from 'fastify';

/** Time for responses that are on their way when finishWithinMs has passed. */
const LAST_ANSWERS_MS = 4_000;

export interface ClosingOptions {
  /**
   * Requests in progress have this long to finish; then `onImpatient` is called, and shortly after they are cut off.
   */
  finishWithinMs: number;
  onImpatient?(): void;
}

/** Accepts no more requests; resolves when those in progress have been responded to or cut off. */
export async function closeServer(
  app: FastifyInstance,
  { finishWithinMs, onImpatient = () => {} }: ClosingOptions,
): Promise<void> {
  const impatienceTimer = setTimeout(onImpatient, finishWithinMs);
  const cutOffTimer = setTimeout(() => app.server.closeAllConnections(), finishWithinMs + LAST_ANSWERS_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(impatienceTimer);
    clearTimeout(cutOffTimer);
  }
}
