/**
 * Converts stored events to current ones and back. Stored data is not trusted: an event of an older version is upcast,
 * then checked against the current schema.
 */
import type { JsonObject } from '#contracts/json.ts';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { API_KEY_EVENTS, type ApiKeyEvent } from '../api-key/events.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../audit/events.ts';
import { BILLING_EVENTS, type BillingEvent } from '../billing/events.ts';
import { DEPLOYMENT_EVENTS, type DeploymentEvent } from '../deployment/events.ts';
import { DOCUMENT_JOB_EVENTS, type DocumentJobEvent } from '../document-job/events.ts';
import { LIBRARY_EVENTS, type LibraryEvent } from '../library/events.ts';
import { ORGANIZATION_EVENTS, type OrganizationEvent } from '../organization/events.ts';
import { POLICY_EVENTS, type PolicyEvent } from '../policy/events.ts';
import { PROVIDER_CONNECTION_EVENTS, type ProviderConnectionEvent } from '../provider-connection/events.ts';
import {
  MEMBER_SESSIONS_EVENTS,
  type MemberSessionsEvent,
  SESSION_EVENTS,
  type SessionEvent,
} from '../session/events.ts';
import { SOURCE_SET_EVENTS, type SourceSetEvent } from '../source-set/events.ts';
import { VERIFICATION_EVENTS, type VerificationEvent } from '../verification/events.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook/events.ts';
import { WEBHOOK_DELIVERY_EVENTS, type WebhookDeliveryEvent } from '../webhook-delivery/events.ts';
import { type EventDefinition, storedType, type Upcaster } from './definition.ts';
import { UPCASTERS } from './upcasters.ts';

export type DomainEvent =
  | VerificationEvent
  | ApiKeyEvent
  | OrganizationEvent
  | PolicyEvent
  | SourceSetEvent
  | LibraryEvent
  | ProviderConnectionEvent
  | SessionEvent
  | MemberSessionsEvent
  | AuditEvent
  | DocumentJobEvent
  | BillingEvent
  | WebhookEvent
  | WebhookDeliveryEvent
  | DeploymentEvent;
export type EventName = DomainEvent['type'];

const DEFINITIONS: readonly EventDefinition[] = [
  ...VERIFICATION_EVENTS,
  ...API_KEY_EVENTS,
  ...ORGANIZATION_EVENTS,
  ...POLICY_EVENTS,
  ...SOURCE_SET_EVENTS,
  ...LIBRARY_EVENTS,
  ...PROVIDER_CONNECTION_EVENTS,
  ...SESSION_EVENTS,
  ...MEMBER_SESSIONS_EVENTS,
  ...AUDIT_EVENTS,
  ...DOCUMENT_JOB_EVENTS,
  ...BILLING_EVENTS,
  ...WEBHOOK_EVENTS,
  ...WEBHOOK_DELIVERY_EVENTS,
  ...DEPLOYMENT_EVENTS,
];

/** What the data of each type must fit under which events are written. */
export const STORED_SCHEMAS: ReadonlyMap<string, EventDefinition['schema']> = new Map(
  DEFINITIONS.map((definition) => [storedType(definition), definition.schema]),
);

/** All types under which events are written. */
export const STORED_TYPES: readonly string[] = [...STORED_SCHEMAS.keys()];

/** A stored event does not fit its type's schema: a broken invariant, not a business failure. */
export class UnreadableEventError extends Error {
  readonly code = 'event_unreadable';
  constructor(storedTypeName: string, where: string) {
    super(`stored event of type ${storedTypeName} does not fit its schema at ${where}`);
    this.name = 'UnreadableEventError';
  }
}

export interface EventRegistry {
  /** Stored type under which new events of this name are written. */
  storedType(name: string): string;
  /** All stored types, including old versions, that decode to one of `names`; for filters. */
  storedTypes(names: readonly string[]): string[];
  /** Returns the current event, or null for an unknown type (written by a newer version). */
  decode(recorded: Pick<RecordedEvent, 'type' | 'data'>): { type: string; data: unknown } | null;
}

/** The service uses `registry`; tests may build their own. */
export function createEventRegistry(
  definitions: readonly EventDefinition[],
  upcasters: readonly Upcaster[],
): EventRegistry {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const byStoredType = new Map(definitions.map((definition) => [storedType(definition), definition]));
  const upcasterFrom = new Map(upcasters.map((upcaster) => [upcaster.from, upcaster]));

  function currentOf(type: string): string {
    let current = type;
    // Bounds the chain of upcasters, to detect a loop in the table.
    for (let hops = 0; hops <= upcasters.length; hops++) {
      const upcaster = upcasterFrom.get(current);
      if (upcaster === undefined) return current;
      current = upcaster.to;
    }
    throw new Error(`upcasters of ${type} form a loop`);
  }

  return {
    storedType(name) {
      const definition = byName.get(name);
      if (definition === undefined) throw new Error(`no event is called ${name}`);
      return storedType(definition);
    },
    storedTypes(names) {
      const wanted = new Set(names.map((name) => this.storedType(name)));
      const old = upcasters.map((upcaster) => upcaster.from).filter((from) => wanted.has(currentOf(from)));
      return [...wanted, ...old];
    },
    decode(recorded) {
      let data: JsonObject = recorded.data;
      let type = recorded.type;
      for (let upcaster = upcasterFrom.get(type); upcaster !== undefined; upcaster = upcasterFrom.get(type)) {
        data = upcaster.up(data);
        type = upcaster.to;
      }
      const definition = byStoredType.get(type);
      if (definition === undefined) return null;
      const parsed = definition.schema.safeParse(data);
      if (!parsed.success) {
        throw new UnreadableEventError(recorded.type, parsed.error.issues[0]?.path.join('.') || 'the top');
      }
      return { type: definition.name, data: parsed.data };
    },
  };
}

export const registry = createEventRegistry(DEFINITIONS, UPCASTERS);

// Subscribers of one process get the same data object, so it is decoded only once.
const decoded = new WeakMap<JsonObject, DomainEvent | null>();

/** Returns the stored form of an event. Decoding the same data object returns the same event, without parsing it. */
export function encodeEvent(event: DomainEvent): Pick<RecordedEvent, 'type' | 'data'> {
  const data = event.data as unknown as JsonObject;
  decoded.set(data, event);
  return { type: registry.storedType(event.type), data };
}

/**
 * Decodes a stored event; null for an unknown type. The event is shared between callers and must not be changed. Throws
 * UnreadableEventError.
 */
export function decodeEvent(recorded: Pick<RecordedEvent, 'type' | 'data'>): DomainEvent | null {
  let event = decoded.get(recorded.data);
  if (event === undefined) {
    event = registry.decode(recorded) as DomainEvent | null;
    decoded.set(recorded.data, event);
  }
  return event;
}
