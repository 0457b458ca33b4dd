/** Webhooks in memory: a log, receivers whose responses the test decides, and a clock that it moves. */
import { setImmediate as turn } from 'node:timers/promises';
import type { WebhookOutcome, WebhookRequest } from '#contracts/ports/webhook-sender.ts';
import { type DisabledReason, WEBHOOK } from '#domain/webhook/decider.ts';
import { WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { deliverOwed } from '#pipeline/webhooks/deliver-owed.ts';
import type { OwedLimits } from '#pipeline/webhooks/outbox.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { sealCredential } from '#sealed/credentials.ts';
import { execute } from '#streams/repository.ts';
import { loadWebhook } from '#streams/webhooks.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { createMemoryVault } from './memory-vault.ts';

export interface Sent extends WebhookRequest {
  url: string;
  at: number;
}

/** The response of a receiver; a promise that never resolves is one that hangs. */
export type Receiver = (sent: Sent) => WebhookOutcome | Promise<WebhookOutcome>;

const OK: WebhookOutcome = { status: 204, retry_after_ms: null };

export function createWebhookWorld({ owedLimits }: { owedLimits?: OwedLimits } = {}) {
  const clock = new ManualClock();
  const events = createMemoryEventStore(() => new Date(clock.now()).toISOString());
  const vault = createMemoryVault();
  const sealer = createSealer();
  const values = new Map<string, string>();
  const receivers = new Map<string, Receiver>();
  const sent: Sent[] = [];
  const lines: object[] = [];
  const log = (fields: object) => void lines.push(fields);
  const now = () => new Date(clock.now()).toISOString();
  const dependencies = {
    events,
    vault,
    sealer,
    clock,
    timers: clock,
    values: memoryValues(values),
    leases: { acquire: async () => true, release: async () => {} },
    holder: 'test',
    ...(owedLimits && { owedLimits }),
    random: () => 0,
    logger: { debug: log, info: log, warn: log, error: log },
    metrics: {
      stageHandled() {},
      stageRetried() {},
      stageDeadLettered() {},
      modelConsulted() {},
      webhookAttempted() {},
    },
    sender: {
      async send(url: string, request: WebhookRequest): Promise<WebhookOutcome> {
        const each = { url, at: clock.now(), ...request };
        sent.push(each);
        const answer = (receivers.get(new URL(url).host) ?? (() => OK))(each);
        return Promise.race([
          answer,
          new Promise<never>((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('ended')))),
        ]);
      },
    },
  };

  return {
    ...dependencies,
    clock,
    log: events.log,
    /** Requests in the order in which they were sent. */
    sent,
    lines,
    /** Server values that the deliverer has stored. */
    stored: values,
    receivers,

    async createWebhook(webhook_id: string, host: string, organization_id = 'org_1'): Promise<void> {
      const secrets = { url: `https://${host}/hook`, signing_secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==' };
      const owner = { id: webhook_id, organization_id };
      const credential = await sealCredential({ vault, sealer, clock }, owner, JSON.stringify(secrets));
      const data = { webhook_id, organization_id, host, events: ['verification.completed' as const], credential };
      const command = { type: 'CreateWebhook', data: { ...data, created_at: now() } } as const;
      await execute(events, WEBHOOK, webhook_id, command, { metadata: METADATA });
    },
    async deleteWebhook(webhook_id: string): Promise<void> {
      const command = { type: 'DeleteWebhook', deleted_at: now() } as const;
      await execute(events, WEBHOOK, webhook_id, command, { metadata: METADATA });
    },
    async endOf(webhook_id: string): Promise<DisabledReason | 'deleted' | null> {
      return (await loadWebhook(events, webhook_id)).state.ended;
    },
    async owe(message_id: string, webhook_id: string, host: string, organization_id = 'org_1'): Promise<void> {
      const data = { message_id, webhook_id, organization_id, host, payload: { id: message_id }, requested_at: now() };
      const command = { type: 'RequestDelivery', data } as const;
      await execute(events, WEBHOOK_DELIVERY, message_id, command, { metadata: METADATA });
    },

    /** Starts a process that delivers; returns a function that stops it gracefully. */
    start(): () => Promise<void> {
      const stopping = new AbortController();
      const ended = deliverOwed(dependencies, stopping.signal);
      return async () => {
        stopping.abort();
        await settle();
        clock.advance(3_000);
        await ended;
      };
    },
    /** Starts a process that is then killed: nothing that it does afterwards is seen or stored. */
    startAndForget(): () => void {
      const dead = { is: false };
      const never = new Promise<never>(() => {});
      const alive = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
        return (...args: Args): Promise<Result> => (dead.is ? never : work(...args));
      };
      const own = {
        ...dependencies,
        events: { ...events, append: alive(events.append), readStream: alive(events.readStream) },
        values: { ...dependencies.values, compareAndSet: alive(dependencies.values.compareAndSet) },
        sender: { send: alive(dependencies.sender.send) },
      };
      void deliverOwed(own, new AbortController().signal).catch(() => {});
      return () => {
        dead.is = true;
      };
    },
    settle,
    /** Moves the clock in steps, so that timers in between fire at their time. */
    async pass(milliseconds: number, step = milliseconds): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += step) {
        clock.advance(step);
        await settle();
      }
    },
  };
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let n = 0; n < 60; n++) await turn();
}
