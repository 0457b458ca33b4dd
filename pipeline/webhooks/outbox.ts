/** What is owed to webhooks, folded from the log's events about them. Ids and times only. */
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

/** How many messages may be owed at a time. Each takes half a kilobyte of the process that delivers. */
export interface OwedLimits {
  webhook: number;
  organization: number;
}

/** A key's hourly quota is 10,000 at most, so a receiver that is down for an hour misses nothing. */
export const OWED_LIMITS: OwedLimits = { webhook: 10_000, organization: 20_000 };

/** Of what the organization may be owed, always free for one webhook: it may have 20. */
const OWN_SHARE = 1 / 20;

/** A message that is owed. */
export interface Owed {
  message_id: string;
  webhook_id: string;
  organization_id: string;
  host: string;
  /** Attempts that have failed. */
  attempts: number;
  /** When the next attempt is due, in milliseconds. */
  due: number;
  /** The log from here on has all that is to be known about it. */
  readonly after: Position;
  /** Nothing is owed any more; it may still be on a list. */
  settled: boolean;
}

export class Outbox {
  /** In the order in which the messages came to be owed. */
  readonly #owed = new Map<string, Owed>();
  /** How many are owed, by id of the webhook and of the organization. */
  readonly #counts = new Map<string, number>();
  readonly #failingSince: Map<string, number>;
  readonly #limits: OwedLimits;
  #position: Position;

  /** `after`, `failingSince`: of an earlier process, see `checkpoint`. */
  constructor(after: Position, failingSince: Readonly<Record<string, number>>, limits: OwedLimits = OWED_LIMITS) {
    this.#limits = limits;
    this.#position = after;
    this.#failingSince = new Map(Object.entries(failingSince));
  }

  /** Every message that is owed, the oldest first. */
  owed(): IterableIterator<Owed> {
    return this.#owed.values();
  }

  get size(): number {
    return this.#owed.size;
  }

  /** Applies an event of the log. Returns the message whose next attempt it has brought about; null if there is none. */
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

  /** The log has nothing about webhooks up to here. */
  passed(position: Position): void {
    if (position > this.#position) this.#position = position;
  }

  /** Nothing is owed any more. */
  settle(owed: Owed): void {
    owed.settled = true;
    if (this.#owed.delete(owed.message_id)) this.#count(owed, -1);
  }

  /**
   * Whether the message, the newest one, is more than its webhook or its organization may be owed. A webhook that is owed
   * little is not refused for what others of its organization don't take.
   */
  isExcess({ webhook_id, organization_id }: Owed): boolean {
    const { webhook, organization } = this.#limits;
    const ofWebhook = this.#countOf(webhook_id);
    if (ofWebhook > webhook) return true;
    return ofWebhook > organization * OWN_SHARE && this.#countOf(organization_id) > organization;
  }

  /** The newest ones that are too many and were never tried, the newest first; each is to be settled before the next. */
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

  /** Since when a webhook has had nothing but failures, in milliseconds; null if its last attempt succeeded. */
  failingSince(webhookId: string): number | null {
    return this.#failingSince.get(webhookId) ?? null;
  }

  /**
   * From where another process finds everything that is owed in the log. It applies some events again to what is failing
   * since when, which changes nothing.
   */
  checkpoint(): { after: Position; failing_since: Record<string, number> } {
    const [oldest] = this.#owed.values();
    return { after: oldest?.after ?? this.#position, failing_since: Object.fromEntries(this.#failingSince) };
  }
}
