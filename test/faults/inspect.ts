/** Looks into the data folder of a service that has stopped: the whole log, and the views built anew beside it. */

import { takeDataFolder } from '#apps/data-folder.ts';
import { openStores } from '#apps/embedded/stores.ts';
import { createLogger } from '#apps/logger.ts';
import type { Stores } from '#apps/parts/stores.ts';
import { decodeEvent } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import { type EventStore, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyLog, compareGenerations } from '#projectors/rebuild.ts';

export interface Inspection {
  verifications: number;
  /** Streams that were accepted and never ended. */
  unfinished: string[];
  /** Event ids, completions or ends that stand in the log more often than once. */
  doubled: string[];
  failed: { stream: string; reason: string; zero_retention: boolean }[];
  /** Why a stage was given up on: its name, tries and the last error's class and code. */
  deadLetters: string[];
  differentViews: string[];
}

export async function inspectFolder(path: string): Promise<Inspection> {
  const folder = takeDataFolder(path);
  const stores = await openStores({
    folder,
    masterKey: undefined,
    previousMasterKey: undefined,
    logger: createLogger('silent'),
    onLost: (error) => {
      throw error;
    },
  });
  try {
    return { ...(await inspectLog(stores.events)), differentViews: await inspectViews(stores) };
  } finally {
    await stores.close();
    folder.release();
  }
}

const ONCE_PER_RUN = [
  'ExtractionCompleted',
  'RetrievalCompleted',
  'JudgementCompleted',
  'VerificationCompleted',
  'VerificationFailed',
];
const ENDS = ['VerificationCompleted', 'VerificationFailed'];

async function inspectLog(events: EventStore): Promise<Omit<Inspection, 'differentViews'>> {
  const ids = new Set<string>();
  const doubled: string[] = [];
  const open = new Map<string, { zero_retention: boolean }>();
  const failed: Inspection['failed'] = [];
  const deadLetters: string[] = [];
  const seen = new Set<string>();
  let verifications = 0;
  for await (const recorded of wholeLog(events)) {
    if (ids.has(recorded.id)) doubled.push(recorded.id);
    ids.add(recorded.id);
    const event = decodeEvent(recorded) as VerificationEvent | null;
    if (event === null) continue;
    if (event.type === 'VerificationRequested') {
      verifications++;
      open.set(recorded.stream, { zero_retention: event.data.zero_retention });
    }
    if (ONCE_PER_RUN.includes(event.type)) {
      const key = `${recorded.stream} ${event.type} ${(event.data as { run: number }).run}`;
      if (seen.has(key)) doubled.push(key);
      seen.add(key);
    }
    if (event.type === 'StageDeadLettered') {
      const { stage, attempts, error_class, error_code } = event.data;
      deadLetters.push(`${stage} after ${attempts} tries: ${error_class} ${error_code}`);
    }
    if (event.type === 'VerificationFailed') {
      const zero_retention = open.get(recorded.stream)?.zero_retention ?? false;
      failed.push({ stream: recorded.stream, reason: event.data.reason, zero_retention });
    }
    if (ENDS.includes(event.type)) open.delete(recorded.stream);
    if (event.type === 'VerificationRestarted') open.set(recorded.stream, { zero_retention: false });
  }
  return { verifications, unfinished: [...open.keys()], doubled, failed, deadLetters };
}

async function* wholeLog(events: EventStore): AsyncGenerator<RecordedEvent> {
  let after = START;
  for (;;) {
    const page = await events.readAll({ after, limit: 500 });
    yield* page.events;
    if (page.at_end) return;
    after = page.position;
  }
}

/** Names of views whose live documents differ from what the log says. */
async function inspectViews({ events, views }: Stores): Promise<string[]> {
  const different: string[] = [];
  for (const projection of PROJECTIONS) {
    const live = await views.live(projection.view);
    // What the projector had not come to when the process stopped is no difference.
    await applyLog({ eventStore: events, readStore: views }, projection, live);
    const rebuilt = await views.createGeneration(projection.view);
    await applyLog({ eventStore: events, readStore: views }, projection, rebuilt);
    const differences = await compareGenerations(views, live, rebuilt);
    if (differences.length > 0) different.push(projection.view.name);
    await views.drop(rebuilt);
  }
  return different;
}
