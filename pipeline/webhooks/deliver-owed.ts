/**
 * Delivers messages to webhooks. One process at a time follows the webhook events of the log. Retries extend over days
 * but need no queue: a process that takes over folds from the log what is owed and when it is due.
 */
import type { ShareOf } from '#common/fair-slots.ts';
import { type LeaseDependencies, whileHolding } from '#common/leases.ts';
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { errorClass, errorCode } from '../deliveries/failures.ts';
import { type AttemptDependencies, attemptDelivery, refuseExcess } from './attempt.ts';
import { Lanes } from './lanes.ts';
import { OUTBOX_EVENTS, Outbox, type Owed, type OwedLimits } from './outbox.ts';

export interface DeliverOwedDependencies extends AttemptDependencies, Omit<LeaseDependencies, 'logger'> {
  events: EventStore;
  values: ServerValues;
  /** Whose share an organization's attempts take. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Default: OWED_LIMITS. */
  owedLimits?: OwedLimits;
}

const NAME = 'webhook-deliveries';
/** After a crash, up to this much of the log is read again. */
const CHECKPOINT_EVERY_MS = 30_000;
/** Delay after an attempt that failed because of one of our own stores. */
const AGAIN_AFTER_MS = 30_000;
/** How long requests in progress may take when this process stops; unfinished ones are sent again later. */
const GRACE_MS = 3_000;

/** Returns a function that starts no more attempts, and resolves when those in progress have ended. */
export function startWebhookDeliveries(dependencies: DeliverOwedDependencies): () => Promise<void> {
  return whileHolding(NAME, (signal) => deliverOwed(dependencies, signal), dependencies);
}

/** Follows the log until the signal aborts. */
export async function deliverOwed(dependencies: DeliverOwedDependencies, signal: AbortSignal): Promise<void> {
  const { events, values, clock, timers, logger, shareOf } = dependencies;
  let stored = await values.get(NAME);
  const { after, failing_since } = parseCheckpoint(stored);
  const outbox = new Outbox(after, failing_since, dependencies.owedLimits);
  const cutOff = new AbortController();
  const lanes = new Lanes({ clock, timers, shareOf, attempt });

  async function attempt(owed: Owed): Promise<void> {
    try {
      const isOwed = await attemptDelivery(dependencies, owed, outbox.failingSince(owed.webhook_id), cutOff.signal);
      if (!isOwed) outbox.settle(owed);
    } catch (error) {
      if (cutOff.signal.aborted) return;
      const { message_id, webhook_id } = owed;
      const fields = { message_id, webhook_id, error_class: errorClass(error), error_code: errorCode(error) };
      logger.warn(fields, 'webhook message could not be attempted, will be tried again');
      owed.due = clock.now() + AGAIN_AFTER_MS;
      if (!owed.settled) lanes.add(owed);
    }
  }

  /**
   * Schedules a new message, or refuses it if too many are owed. If the refusal can't be recorded, the message is sent.
   */
  async function take(owed: Owed): Promise<void> {
    if (owed.attempts > 0 || !outbox.isExcess(owed)) return lanes.add(owed);
    try {
      await refuseExcess(dependencies, owed);
      outbox.settle(owed);
    } catch (error) {
      const { message_id, webhook_id } = owed;
      const fields = { message_id, webhook_id, error_class: errorClass(error), error_code: errorCode(error) };
      logger.warn(fields, 'excess webhook message could not be refused');
      lanes.add(owed);
    }
  }

  /** If the stored checkpoint is not the one that this process knows, another process has the lease. */
  async function saveCheckpoint(): Promise<void> {
    const value = JSON.stringify(outbox.checkpoint());
    if (value !== stored && (await values.compareAndSet(NAME, stored, value))) stored = value;
  }

  let isCurrent = false;
  let saved = clock.now();
  try {
    const filter = { types: OUTBOX_EVENTS };
    for await (const message of events.subscribe({ after, filter, eventsOnly: true, signal })) {
      if (message.kind === 'event') {
        const owed = outbox.apply(message.event);
        // Until everything is read, a later event may show that a message was delivered.
        if (owed !== null && isCurrent) await take(owed);
      } else {
        outbox.passed(message.position);
      }
      if (message.kind === 'caught_up' && !isCurrent) {
        isCurrent = true;
        for (const owed of outbox.excess()) await take(owed);
        for (const owed of outbox.owed()) lanes.add(owed);
      } else if (clock.now() - saved < CHECKPOINT_EVERY_MS) continue;
      saved = clock.now();
      await saveCheckpoint();
    }
  } finally {
    const cancel = timers.after(GRACE_MS, () => cutOff.abort());
    await lanes.stop();
    cancel();
    // Ignore a failure: without this checkpoint, the next process only reads a little more.
    await saveCheckpoint().catch(() => {});
  }
}

function parseCheckpoint(stored: string | null): ReturnType<Outbox['checkpoint']> {
  if (stored === null) return { after: START, failing_since: {} };
  const { after, failing_since } = JSON.parse(stored) as { after: string; failing_since: Record<string, number> };
  return { after: after as Position, failing_since };
}
