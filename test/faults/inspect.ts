/** Looks into the stores of a service that has stopped: the whole log, and the views built anew beside it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Stores } from '#apps/parts/stores.ts';
import { type EventStore, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { StoredDocument } from '#contracts/ports/read-store.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { deriveRecords } from '#pipeline/audit/derive.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyLog, targetsOf } from '#projectors/rebuild.ts';
import { compareGenerations } from '#test/support/compare-generations.ts';
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
  /** Organizations with audit records that the log does not give, or not in this order. */
  brokenChains: string[];
}

async function inspectStores(stores: Stores): Promise<Inspection> {
  const brokenChains = await inspectChains(stores.events);
  return { ...(await inspectLog(stores.events)), differences: await inspectViews(stores), brokenChains };
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
  assert.deepEqual(found.brokenChains, [], 'audit records are those that the log gives');
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

async function inspectLog(events: EventStore): Promise<Omit<Inspection, 'differences' | 'brokenChains'>> {
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

/** What the follower had not come to when the process stopped is missing at the end, and no difference. */
async function inspectChains(events: EventStore): Promise<string[]> {
  const stored = new Map<string, string[]>();
  for await (const recorded of wholeLog(events)) {
    const event = decodeEvent(recorded);
    if (event?.type !== 'AuditRecorded') continue;
    const { organization_id, record } = event.data;
    const hashes = stored.get(organization_id) ?? [];
    stored.set(organization_id, hashes);
    hashes.push(record.hash);
  }
  const broken = new Set<string>();
  const derived = new Map<string, number>();
  for await (const { organization_id, record } of deriveRecords(events)) {
    derived.set(organization_id, record.seq);
    const hash = stored.get(organization_id)?.[record.seq - 1];
    if (hash !== undefined && hash !== record.hash) broken.add(organization_id);
  }
  for (const [id, hashes] of stored) if (hashes.length > (derived.get(id) ?? 0)) broken.add(id);
  return [...broken];
}

/** Of a document, in the message of a failure. */
const MOST_CHARACTERS = 600;

/** Live documents that differ from what the log says. */
async function inspectViews({ events, views }: Stores): Promise<string[]> {
  const live = await targetsOf(PROJECTIONS, (view) => views.live(view));
  // What the projector had not come to when the process stopped is no difference.
  await applyLog({ events, views }, live);
  const rebuilt = await targetsOf(PROJECTIONS, (view) => views.createGeneration(view));
  await applyLog({ events, views }, rebuilt);
  const different: string[] = [];
  for (const [index, { projection, generation }] of rebuilt.entries()) {
    for (const { id, first, second } of await compareGenerations(views, live[index]!.generation, generation)) {
      different.push(`${projection.view.name} ${id}: live ${inShort(first)}, rebuilt ${inShort(second)}`);
    }
    await views.drop(generation);
  }
  return different;
}

function inShort(stored: StoredDocument | null): string {
  if (stored === null) return 'not there';
  return `at ${stored.position} ${JSON.stringify(stored.document).slice(0, MOST_CHARACTERS)}`;
}
