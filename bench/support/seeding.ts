/** Fills stores with many verifications. They are copies of real ones with new ids, written through the ports. */
import { join } from 'node:path';
import pMap from 'p-map';
import type { Stores } from '#apps/parts/stores.ts';
import type { JsonObject } from '#contracts/json.ts';
import type { NewEvent, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { newEventId, newId } from '#domain/ids.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { STAGE_NAMES } from '#pipeline/stages/stage-table.ts';
import { RelayCheckpoint } from '#platform/kafka/relay-state.ts';
import { QueueProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyLog, targetsOf } from '#projectors/rebuild.ts';
import { followToEnd } from '#test/support/audit.ts';
import { withStores } from './opened-stores.ts';

const WRITERS = 64;
/** Number of copies per made-up API key. The hourly quota of one key would not suffice for all. */
const PER_KEY = 1_000;
/** By then all leases of concurrency slots have expired, those of copies and originals. */
const LAPSED_MS = 3_600_000;

/** Fills the data folder of a stopped service and marks all events as handled by every stage. */
export async function seed(dataFolder: string, ids: readonly string[], count: number): Promise<void> {
  const head = await withStores(dataFolder, (stores) => fill(stores, ids, count));
  markHandled(join(dataFolder, 'queue.db'), head);
}

/** Fills the servers of a stopped deployment and marks all events as relayed to every stage. */
export async function seedServers(stores: Stores, ids: readonly string[], count: number): Promise<void> {
  const position = await fill(stores, ids, count);
  for (const stage of STAGE_NAMES) {
    const checkpoint = await RelayCheckpoint.load(stores.operations.values, stage);
    await checkpoint.store({ ...checkpoint.state, position });
  }
}

/**
 * Adds `count` copies of the verifications `ids`, with keys, admissions, idempotency records, audit records and views. Also
 * processes the log to its end and returns that position; otherwise a service started on the stores would catch up during the
 * measurement. The sealed texts of a copy can't be opened, because they are bound to the original's id.
 */
async function fill(stores: Stores, ids: readonly string[], count: number): Promise<Position> {
  const originals = await Promise.all(ids.map((id) => stores.events.readStream(VERIFICATION.stream(id))));
  const copyOne = (n: number) => copy(stores, ids[n % ids.length]!, originals[n % ids.length]!, n);
  await pMap(Array(count).keys(), copyOne, { concurrency: WRITERS });
  await followToEnd({ events: stores.events, values: stores.operations.values });
  await stores.operations.sweep(Date.now() + LAPSED_MS);
  await applyLog(stores, await targetsOf(PROJECTIONS, (view) => stores.views.live(view)));
  return stores.events.head();
}

function markHandled(file: string, head: Position): void {
  const progress = new QueueProgress(file);
  for (const stage of STAGE_NAMES) progress.save(stage, { watermark: head, put: [], remove: [] });
  progress.close();
}

async function copy(stores: Stores, id: string, original: readonly RecordedEvent[], n: number): Promise<void> {
  const verificationId = newId('ver');
  const request = original[0]!.data as { organization_id: string; expires_at: string; cost_cents: number };
  const now = Date.now();
  const expires_at = new Date(now + 86_400_000).toISOString();
  const keyId = `key_bench${Math.floor(n / PER_KEY)}`;
  const scope = {
    organization_id: request.organization_id,
    principal_id: keyId,
    endpoint: 'POST /verifications',
    key: verificationId,
  };
  const claim = { fingerprint: verificationId, target_id: verificationId, lease_until: expires_at, expires_at };
  await stores.operations.idempotency.hold(scope, claim, new Date(now).toISOString());
  const reservation = reservationId(verificationId, 1);
  await stores.operations.admission.admit({
    key_id: keyId,
    organization_id: request.organization_id,
    call_id: verificationId,
    requests: 1,
    quota_per_hour: 10_000,
    max_concurrent: 10_000,
    reservations: [{ reservation_id: reservation, cost_cents: 2 }],
    key_monthly_limit_cents: null,
    organization_monthly_limit_cents: null,
    lease_until_ms: now + 60_000,
    now_ms: now,
  });
  await stores.vault.createDataKey(verificationId, {
    organization_id: request.organization_id,
    expires_at,
    ephemeral: false,
  });
  const events = original.map((event) => copyOf(event, id, verificationId, expires_at));
  const appended = await stores.events.append(VERIFICATION.stream(verificationId), 'no_stream', events);
  if (appended.outcome !== 'appended') throw new Error('a new stream cannot be in conflict');
  await stores.operations.admission.settleCost(reservation, 2);
  await stores.operations.admission.releaseSlot(keyId, verificationId);
  const response = { status: 201, headers: {}, meta: null, expires_at };
  await stores.operations.idempotency.settle(scope, verificationId, response);
}

function copyOf(event: RecordedEvent, from: string, to: string, expires_at: string): NewEvent {
  const data = JSON.parse(JSON.stringify(event.data).replaceAll(from, to)) as JsonObject;
  if ('expires_at' in data) data.expires_at = expires_at;
  return { id: newEventId(), type: event.type, data, metadata: { ...event.metadata, correlation_id: to } };
}
