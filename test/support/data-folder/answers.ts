/** The responses of a service about the data that it has. */

import { exportAudit } from '#apps/cli/commands/audit.ts';
import { type CommandContext, processContext } from '#apps/cli/context.ts';
import { createOperations } from '#apps/control/operations.ts';
import { type Position, START } from '#contracts/ports/event-store.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { replayOutput } from '#test/support/replay.ts';
import type { TestService } from '#test/support/service/open.ts';
import type { Kept } from './kept.ts';

const PAGE = 1_000;
/** Responses contain the request id, so it is always the same. */
const REQUEST_ID = { 'x-request-id': 'req_kept' };
/** A key has 60 calls a minute. */
const A_MINUTE = 50;

/**
 * Returns the responses to GET of these paths. After every fifty of them, the service's clock is advanced by a minute.
 */
export async function answersOf(service: TestService, paths: readonly string[]): Promise<Kept['answers']> {
  const answers: Kept['answers'] = [];
  for (const [index, path] of paths.entries()) {
    if (index > 0 && index % A_MINUTE === 0) service.advance(60_000);
    const { status, text } = await service.call('GET', path, { headers: REQUEST_ID });
    answers.push({ path, status, text });
  }
  return answers;
}

/** Returns the output of `evidence replay` for these verifications. */
export async function replaysOf({ service }: TestService, ids: readonly string[]): Promise<Kept['replays']> {
  const operations = createOperations(service, () => {});
  const replays: Kept['replays'] = [];
  for (const verification_id of ids) {
    replays.push({ verification_id, text: (await replayOutput(operations, verification_id)).trimEnd() });
  }
  return replays;
}

/** Does what `evidence audit export` does, at the service's time. */
export async function exportAuditOf({ service }: TestService, file: string): Promise<void> {
  const context: CommandContext = {
    ...processContext(),
    progress: { report() {}, clear() {} },
    withOperations: (work) => work(createOperations(service, () => {})),
    out() {},
  };
  await exportAudit(file, {}, context);
}

/** Counts the log's events by stored type. Throws UnreadableEventError if one can't be read. */
export async function eventsIn({ service }: TestService): Promise<Kept['events']> {
  const counts: Record<string, number> = {};
  let after: Position = START;
  for (let atEnd = false; !atEnd; ) {
    const page = await service.stores.events.readAll({ after, limit: PAGE });
    for (const event of page.events) {
      decodeEvent(event);
      counts[event.type] = (counts[event.type] ?? 0) + 1;
    }
    after = page.position;
    atEnd = page.at_end;
  }
  return counts;
}
