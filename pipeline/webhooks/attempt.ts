/** One attempt to deliver a message: sends it, records the outcome, and disables the webhook if there is reason to. */
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { WebhookOutcome, WebhookSender } from '#contracts/ports/webhook-sender.ts';
import { type DisabledReason, WEBHOOK, type Webhook } from '#domain/webhook/decider.ts';
import { WebhookCredential } from '#domain/webhook/events.ts';
import {
  type DeliveryAttempt,
  isSettled,
  WEBHOOK_DELIVERY,
  type WebhookMessage,
} from '#domain/webhook-delivery/decider.ts';
import { delayAfter, GIVEN_UP_AFTER_MS, TOO_MANY_OWED } from '#domain/webhook-delivery/schedule.ts';
import { leaveToDestruction, openCredential } from '#sealed/credentials.ts';
import { execute, load } from '#streams/repository.ts';
import { loadWebhook } from '#streams/webhooks.ts';
import { timedMetadata } from '../runs/metadata.ts';
import type { PipelineLogger, PipelineMetrics } from '../stages/stage.ts';
import type { Owed } from './outbox.ts';
import { signedHeaders } from './signature.ts';

export interface AttemptDependencies {
  events: EventStore;
  vault: Pick<KeyVault, 'dataKey' | 'reschedule'>;
  sealer: Pick<Sealer, 'open'>;
  clock: Clock;
  sender: WebhookSender;
  logger: PipelineLogger;
  metrics: PipelineMetrics;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

const ACTOR = 'webhooks';
const GONE = 410;

/**
 * Makes the attempt that is due. Returns false if the webhook is not in force any more, so nothing is owed.
 * `failingSince`: see Outbox. Throws, without recording anything, if a store fails or the signal ends the request; the
 * attempt must then be repeated.
 */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  owed: Owed,
  failingSince: number | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { events, clock } = dependencies;
  const loaded = await load(events, WEBHOOK_DELIVERY, owed.message_id);
  const { message, attempts } = loaded.state;
  if (message === null || isSettled(loaded.state)) return false;
  // Another process has made this attempt; its event is about to arrive.
  if (attempts !== owed.attempts) return true;
  const { webhook, ended } = (await loadWebhook(events, message.webhook_id)).state;
  if (webhook === null || ended !== null) return false;

  const started = clock.now();
  const outcome = await send(dependencies, webhook, message, started, signal);
  const attempt = attemptOf(dependencies, message, attempts + 1, started, outcome);
  const metadata = timedMetadata(ACTOR, message.message_id, message.organization_id);
  const command = { type: 'RecordAttempt', data: attempt } as const;
  await execute(events, WEBHOOK_DELIVERY, message.message_id, command, { metadata, loaded });
  report(dependencies, message, attempt);
  if (attempt.error_class !== null) {
    const failingFor = clock.now() - (failingSince ?? started);
    if (attempt.status === GONE) await disable(dependencies, webhook, 'gone');
    else if (failingFor >= GIVEN_UP_AFTER_MS) await disable(dependencies, webhook, 'failing');
  }
  return true;
}

/** Records that a message will not be sent because too many are owed already. */
export async function refuseExcess(dependencies: AttemptDependencies, owed: Owed): Promise<void> {
  const { events, clock } = dependencies;
  const loaded = await load(events, WEBHOOK_DELIVERY, owed.message_id);
  const { message } = loaded.state;
  if (message === null) return;
  const attempt: DeliveryAttempt = {
    message_id: message.message_id,
    webhook_id: message.webhook_id,
    attempt: 1,
    started_at: timestamp(clock),
    duration_ms: 0,
    status: null,
    error_class: TOO_MANY_OWED,
    next_attempt_at: null,
  };
  const metadata = timedMetadata(ACTOR, message.message_id, message.organization_id);
  const command = { type: 'RecordAttempt', data: attempt } as const;
  await execute(events, WEBHOOK_DELIVERY, owed.message_id, command, { metadata, loaded });
  report(dependencies, message, attempt);
}

async function send(
  { vault, sealer, sender }: AttemptDependencies,
  webhook: Webhook,
  message: WebhookMessage,
  now: number,
  signal: AbortSignal,
): Promise<WebhookOutcome> {
  const opened = await openCredential({ vault, sealer }, webhook.credential);
  // The webhook was in force a moment ago: it is being deleted, or the vault is an older copy.
  if (opened === null) return { failure: 'secret_destroyed' };
  const { url, signing_secret } = WebhookCredential.parse(JSON.parse(opened));
  const body = JSON.stringify(message.payload);
  const headers = signedHeaders(signing_secret, message.message_id, now, body);
  return sender.send(url, { headers, body, signal });
}

function attemptOf(
  { clock, random }: AttemptDependencies,
  { message_id, webhook_id }: WebhookMessage,
  attempt: number,
  started: number,
  outcome: WebhookOutcome,
): DeliveryAttempt {
  const ended = clock.now();
  const error_class = errorClassOf(outcome);
  const retryAfter = 'status' in outcome ? outcome.retry_after_ms : null;
  const isLast = error_class === null || ('status' in outcome && outcome.status === GONE);
  const delay = isLast ? null : delayAfter(attempt, retryAfter, random());
  return {
    message_id,
    webhook_id,
    attempt,
    started_at: new Date(started).toISOString(),
    duration_ms: ended - started,
    status: 'status' in outcome ? outcome.status : null,
    error_class,
    next_attempt_at: delay === null ? null : new Date(ended + delay).toISOString(),
  };
}

/** Returns null for a delivered message: only a 2xx counts. */
function errorClassOf(outcome: WebhookOutcome): string | null {
  if ('failure' in outcome) return outcome.failure;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? 'redirect' : 'http_status';
}

async function disable(
  { events, vault, clock, logger }: AttemptDependencies,
  { webhook_id, organization_id, credential }: Webhook,
  reason: DisabledReason,
): Promise<void> {
  const command = { type: 'DisableWebhook', reason, disabled_at: timestamp(clock) } as const;
  const metadata = timedMetadata(ACTOR, webhook_id, organization_id);
  const disabled = await execute(events, WEBHOOK, webhook_id, command, { metadata });
  if (!disabled.accepted || !disabled.changed) return;
  await leaveToDestruction({ vault, clock }, credential);
  logger.warn({ webhook_id, organization_id, reason }, 'webhook disabled');
}

function report({ logger, metrics }: AttemptDependencies, message: WebhookMessage, attempt: DeliveryAttempt): void {
  const { error_class, next_attempt_at, duration_ms, status } = attempt;
  const failed = next_attempt_at === null ? 'given_up' : 'failed';
  metrics.webhookAttempted(error_class === null ? 'delivered' : failed, duration_ms);
  const { message_id, webhook_id, organization_id } = message;
  const ids = { message_id, webhook_id, organization_id, attempt: attempt.attempt };
  if (error_class === null) logger.info({ ...ids, duration_ms, status }, 'webhook message delivered');
  else logger.warn({ ...ids, duration_ms, status, error_class, next_attempt_at }, 'webhook message not delivered');
}
