/** Replays as one value, for tests. */
import { replayAsJson } from '#apps/cli/commands/replay-json.ts';
import type { Operations } from '#apps/control/operations.ts';
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import { type ReplayDependencies, type ReplayedEvent, type ReplayHead, replayVerification } from '#query-api/replay.ts';

export type WholeReplay = ReplayHead & { events: ReplayedEvent[] };

/** Null if there is no such verification. */
export async function wholeReplay(
  dependencies: ReplayDependencies,
  ...asked: [id: string, asOf?: Parameters<typeof replayVerification>[2]]
): Promise<WholeReplay | null> {
  let head: ReplayHead | null = null;
  const events: ReplayedEvent[] = [];
  const claims: ClaimRecord[] = [];
  for await (const part of replayVerification(dependencies, ...asked)) {
    if ('head' in part) head = part.head;
    else if ('event' in part) events.push(part.event);
    else claims.push(part.claim);
  }
  return head && { ...head, events, result: head.result && { ...head.result, claims } };
}

/** The output of `evidence replay --json`. */
export async function replayOutput(operations: Operations, verification_id: string): Promise<string> {
  let text = '';
  const writer = replayAsJson((piece) => {
    text += piece;
  });
  await operations.replay({ verification_id, as_of: 'now' }, { receive: async (part) => writer.write(part) });
  writer.end();
  return text;
}
