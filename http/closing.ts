/** How a server ends: with answers for those who are waiting, and in a bounded time. */
import type { FastifyInstance } from 'fastify';

/** For answers on their way when patience has ended. */
const LAST_ANSWERS_MS = 4_000;

export interface ClosingOptions {
  /** Requests under way have this long to finish; then `onImpatient` is called, and shortly after they are cut off. */
  finishWithinMs: number;
  onImpatient?(): void;
}

/** Takes no more requests; resolves when those under way are answered or cut off. */
export async function closeServer(
  app: FastifyInstance,
  { finishWithinMs, onImpatient = () => {} }: ClosingOptions,
): Promise<void> {
  const patience = setTimeout(onImpatient, finishWithinMs);
  const end = setTimeout(() => app.server.closeAllConnections(), finishWithinMs + LAST_ANSWERS_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(patience);
    clearTimeout(end);
  }
}
