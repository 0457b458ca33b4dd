/**
 * Checks that log and key vault belong together. A process with the keys of another deployment could open none of its
 * texts and would record them as lost. So the first process to start writes the vault's id into the log, and all others
 * check it.
 */
import { createHmac } from 'node:crypto';
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type EventMetadata, type EventStore, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { isUnknownKey, type KeyVault } from '#contracts/ports/key-vault.ts';
import { decodeEvent, encodeEvent, registry } from '#domain/events/registry.ts';
import { newEventId } from '#domain/ids.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';

export interface DeploymentStores {
  events: EventStore;
  vault: KeyVault;
  clock: Clock;
}

const STREAM = 'deployment';
const SECRET = 'deployment';
const ID_CHARACTERS = 32;
/**
 * Number of the oldest verifications that are checked in a log without an owner. Their ids are random and a vault never
 * forgets one, so a single known id proves that log and vault belong together.
 */
const SAMPLE = 100;

/**
 * Takes the log for this vault unless it has an owner. One of an older version, which has none, can be taken by a vault
 * that knows one of its oldest verifications, or if it has none. Returns whether the log belongs to this vault.
 */
export async function takeLog(stores: DeploymentStores, metadata: EventMetadata): Promise<boolean> {
  const { events, vault, clock } = stores;
  const id = await deploymentIdOf(vault);
  const owner = await ownerOf(events);
  if (owner !== null) return owner === id;
  const isEmpty = (await events.head()) === START;
  if (!isEmpty && !(await mayTake(stores))) return false;
  const ownership = encodeEvent({
    type: 'DeploymentClaimed',
    data: { deployment_id: id, claimed_at: timestamp(clock), begins_log: isEmpty },
  });
  const appended = await events.append(STREAM, 'no_stream', [{ id: newEventId(), ...ownership, metadata }]);
  // Another process was faster: of this deployment or another one.
  return appended.outcome === 'appended' || (await ownerOf(events)) === id;
}

/** How a store tells where the log of this deployment begins. */
export const LOG_BEGINS_WITH = {
  stream: STREAM,
  isFirst(recorded: RecordedEvent): boolean {
    const event = decodeEvent(recorded);
    return event?.type === 'DeploymentClaimed' && event.data.begins_log;
  },
};

async function deploymentIdOf(vault: KeyVault): Promise<string> {
  const secret = await vault.serverSecret(SECRET);
  return createHmac('sha256', secret).update('deployment id').digest('hex').slice(0, ID_CHARACTERS);
}

/** Id of the deployment that a log belongs to; null for a log without an owner. */
export async function ownerOf(events: Pick<EventStore, 'readStream'>): Promise<string | null> {
  const [first] = await events.readStream(STREAM, { limit: 1 });
  const event = first === undefined ? null : decodeEvent(first);
  return event?.type === 'DeploymentClaimed' ? event.data.deployment_id : null;
}

/** Through a subscription, for which the server filters out events of other deployments. */
async function mayTake({ events, vault }: DeploymentStores): Promise<boolean> {
  const filter = { types: registry.storedTypes(['VerificationRequested']) };
  const { signal } = new AbortController();
  let looked = 0;
  for await (const message of events.subscribe({ after: START, filter, signal })) {
    if (message.kind === 'caught_up') return looked === 0;
    if (message.kind !== 'event') continue;
    if (await knows(vault, verificationIdOf(message.event.stream))) return true;
    if (++looked === SAMPLE) return false;
  }
  throw new Error('the log was not read to its end');
}

async function knows(vault: KeyVault, id: string): Promise<boolean> {
  try {
    await vault.dataKey(id);
    return true;
  } catch (error) {
    if (isUnknownKey(error)) return false;
    throw error;
  }
}
