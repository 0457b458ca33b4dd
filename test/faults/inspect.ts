/** Looks into the stores of a service that has stopped: the whole log, and the views built anew beside it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Stores } from '#apps/parts/stores.ts';
import { type EventStore, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { StoredDocument } from '#contracts/ports/read-store.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyLog, compareGenerations } from '#projectors/rebuild.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import type { Order } from './load.ts';

interface Inspection {
  verifications: number;
  /** Streams that were accepted and never ended. */
  unfinished: string[];
  /** Event ids, events about a claim, completions or ends that stand in the log more often than once. */
  doubled: string[];
  failed: { stream: string; reason: string; zero_retention: boolean }[];
  /** Why a stage was given up on: its name, tries and the last error's class and code. */
  deadLetters: string[];
  /** Documents that a view holds otherwise than the log says. */
  differences: string[];
}

async function inspectStores(stores: Stores): Promise<Inspection> {
  return { ...(await inspectLog(stores.events)), differences: await inspectViews(stores) };
}

/**
 * What must hold of a service that has stopped, whatever happened to it: every accepted verification has ended, nothing
 * was done twice, and views built anew equal the live ones.
 */
export async function assertSound(
  context: Pick<TestContext, 'diagnostic'>,
  service: Deployment,
  orders: readonly Order[],
): Promise<void> {
  const stores = await service.openStores();
  const found = await inspectStores(stores).finally(() => stores.close());
  const acknowledged = orders.filter((order) => order.acknowledged !== null);
  context.diagnostic(`${acknowledged.length} of ${orders.length} orders acknowledged, ${found.verifications} accepted`);
  assert.deepEqual(found.unfinished, [], 'every accepted verification ends');
  assert.deepEqual(found.doubled, [], 'no event id or completion stands twice');
  assert.deepEqual(found.deadLetters, [], 'no stage is given up on because it was interrupted');
  assert.deepEqual(
    found.failed.filter(({ reason }) => !KEY_GONE.includes(reason)),
    [],
  );
  assert.ok(
    found.failed.every((failure) => failure.zero_retention),
    'only zero retention may lose its key',
  );
  assert.deepEqual(found.differences, [], 'rebuilt views equal the live ones');
  // One verification per idempotency key, however often it was repeated.
  assert.equal(new Set(acknowledged.map((order) => order.acknowledged?.id)).size, acknowledged.length);
  assert.ok(found.verifications <= orders.length, `${found.verifications} verifications for ${orders.length} orders`);
}

/** With the process that kept it, or at its end from the key store, whoever was still to use it. */
const KEY_GONE = ['key_lost', 'source_expired'];

/** Those about a claim once for each claim. */
const ONCE_PER_RUN = [
  'ClaimExtracted',
  'EvidenceRetrieved',
  'ClaimJudged',
  'ExtractionCompleted',
  'RetrievalCompleted',
  'JudgementCompleted',
  'VerificationCompleted',
  'VerificationFailed',
];
const ENDS = ['VerificationCompleted', 'VerificationFailed'];

async function inspectLog(events: EventStore): Promise<Omit<Inspection, 'differences'>> {
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
      const { run, ordinal } = event.data as { run: number; ordinal?: number };
      const key = `${recorded.stream} ${event.type} ${run} ${ordinal}`;
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

export async function* wholeLog(events: EventStore): AsyncGenerator<RecordedEvent> {
  let after = START;
  for (;;) {
    const page = await events.readAll({ after, limit: 500 });
    yield* page.events;
    if (page.at_end) return;
    after = page.position;
  }
}

/** Of a document, in the message of a failure. */
const MOST_CHARACTERS = 600;

/** Live documents that differ from what the log says. */
async function inspectViews({ events, views }: Stores): Promise<string[]> {
  const different: string[] = [];
  for (const projection of PROJECTIONS) {
    const live = await views.live(projection.view);
    // What the projector had not come to when the process stopped is no difference.
    await applyLog({ events, views }, projection, live);
    const rebuilt = await views.createGeneration(projection.view);
    await applyLog({ events, views }, projection, rebuilt);
    for (const { id, first, second } of await compareGenerations(views, live, rebuilt)) {
      different.push(`${projection.view.name} ${id}: live ${inShort(first)}, rebuilt ${inShort(second)}`);
    }
    await views.drop(rebuilt);
  }
  return different;
}

function inShort(stored: StoredDocument | null): string {
  if (stored === null) return 'not there';
  return `at ${stored.position} ${JSON.stringify(stored.document).slice(0, MOST_CHARACTERS)}`;
}
