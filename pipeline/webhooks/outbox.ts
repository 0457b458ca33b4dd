/** The messages owed to webhooks, folded from the log's events about them. Holds only ids and times. */
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { TOO_MANY_OWED } from '#domain/webhook-delivery/schedule.ts';

/** Types of the events that are folded. */
export const OUTBOX_EVENTS = registry.storedTypes([
  'WebhookDeliveryRequested',
  'WebhookDeliveryAttempted',
  'WebhookDisabled',
  'WebhookDeleted',
]);

/** How many messages may be owed at a time. Each takes half a kilobyte in the process that delivers them. */
export interface OwedLimits {
  webhook: number;
  organization: number;
}

/** The hourly quota of a key is at most 10,000, so a receiver that is down for an hour misses nothing. */
export const OWED_LIMITS: OwedLimits = { webhook: 10_000, organization: 20_000 };

/** Share of the organization's limit that each webhook can always use. An organization may have 20 webhooks. */
const OWN_SHARE = 1 / 20;

/** An undelivered message. */
export interface Owed {
  message_id: string;
  webhook_id: string;
  organization_id: string;
  host: string;
  /** Failed attempts. */
  attempts: number;
  /** When the next attempt is due (Unix milliseconds). */
  due: number;
  /** The log after this position has everything about the message. */
  readonly after: Position;
  /** True once nothing is owed any more; the message may still be in a list. */
  settled: boolean;
}

export class Outbox {
  /** In the order in which they arrived. */
  readonly #owed = new Map<string, Owed>();
  /** Number of undelivered messages, by webhook id and by organization id. */
  readonly #counts = new Map<string, number>();
  readonly #failingSince: Map<string, number>;
  readonly #limits: OwedLimits;
  #position: Position;

  /** `after`, `failingSince`: from the checkpoint of an earlier process. */
  constructor(after: Position, failingSince: Readonly<Record<string, number>>, limits: OwedLimits = OWED_LIMITS) {
    this.#limits = limits;
    this.#position = after;
    this.#failingSince = new Map(Object.entries(failingSince));
  }

  /** Every undelivered message, oldest first. */
  owed(): IterableIterator<Owed> {
    return this.#owed.values();
  }

  get size(): number {
    return this.#owed.size;
  }

  /** Applies an event of the log. Returns the message that now needs an attempt; null if there is none. */
  apply(recorded: RecordedEvent): Owed | null {
    const after = this.#position;
    this.#position = recorded.position;
    const event = decodeEvent(recorded);
    switch (event?.type) {
      case 'WebhookDeliveryRequested': {
        const { message_id, webhook_id, organization_id, host, requested_at } = event.data;
        const due = Date.parse(requested_at);
        const owed = { message_id, webhook_id, organization_id, host, attempts: 0, due, after, settled: false };
        this.#owed.set(message_id, owed);
        this.#count(owed, 1);
        return owed;
      }
      case 'WebhookDeliveryAttempted': {
        const { message_id, webhook_id, attempt, started_at, error_class, next_attempt_at } = event.data;
        if (error_class === null) this.#failingSince.delete(webhook_id);
        else if (error_class !== TOO_MANY_OWED && !this.#failingSince.has(webhook_id))
          this.#failingSince.set(webhook_id, Date.parse(started_at));
        const owed = this.#owed.get(message_id);
        if (owed === undefined) return null;
        if (next_attempt_at === null) {
          this.settle(owed);
          return null;
        }
        owed.attempts = attempt;
        owed.due = Date.parse(next_attempt_at);
        return owed;
      }
      case 'WebhookDisabled':
      case 'WebhookDeleted': {
        const { webhook_id } = event.data;
        this.#failingSince.delete(webhook_id);
        for (const owed of this.#owed.values()) if (owed.webhook_id === webhook_id) this.settle(owed);
        return null;
      }
    }
    return null;
  }

  /** Notes that the log has no webhook events up to this position. */
  passed(position: Position): void {
    if (position > this.#position) this.#position = position;
  }

  /** Marks the message as settled. */
  settle(owed: Owed): void {
    owed.settled = true;
    if (this.#owed.delete(owed.message_id)) this.#count(owed, -1);
  }

  /**
   * Whether the message, the newest one, exceeds the limit of its webhook or organization. A webhook with few
   * undelivered messages is not refused because of its organization's other webhooks.
   */
  isExcess({ webhook_id, organization_id }: Owed): boolean {
    const { webhook, organization } = this.#limits;
    const ofWebhook = this.#countOf(webhook_id);
    if (ofWebhook > webhook) return true;
    return ofWebhook > organization * OWN_SHARE && this.#countOf(organization_id) > organization;
  }

  /**
   * Yields the newest messages over a limit that were never tried, newest first. Settle each before taking the next.
   */
  *excess(): Generator<Owed> {
    for (const owed of [...this.#owed.values()].reverse()) if (owed.attempts === 0 && this.isExcess(owed)) yield owed;
  }

  #count({ webhook_id, organization_id }: Owed, change: number): void {
    for (const id of [webhook_id, organization_id]) {
      const count = this.#countOf(id) + change;
      if (count === 0) this.#counts.delete(id);
      else this.#counts.set(id, count);
    }
  }

  #countOf(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  /** Since when all attempts for a webhook have failed (Unix milliseconds); null if the last one succeeded. */
  failingSince(webhookId: string): number | null {
    return this.#failingSince.get(webhookId) ?? null;
  }

  /**
   * A position from which another process finds all undelivered messages in the log. It may apply some events again,
   * which does not change the result.
   */
  checkpoint(): { after: Position; failing_since: Record<string, number> } {
    const [oldest] = this.#owed.values();
    return { after: oldest?.after ?? this.#position, failing_since: Object.fromEntries(this.#failingSince) };
  }
}
