/** Steps that a call does not fail with: they come after what it is for, and are made good later. */
import type { Caller } from './caller.ts';
import type { CommandLogger } from './dependencies.ts';

/** Runs `work`. If it fails, that is logged as `message`, with the request's id and these ids. */
export async function unlessFailing(
  { logger }: { logger: CommandLogger },
  { metadata: { request_id } }: Pick<Caller, 'metadata'>,
  ids: Readonly<Record<string, string>>,
  message: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    logger.error({ err, request_id, ...ids }, message);
  }
}
