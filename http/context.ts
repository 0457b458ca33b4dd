/** The caller, and what a request carries from its first hook to its events. */
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { KeyEnvironment, Role, Scope } from '#contracts/vocabulary.ts';

/** An authenticated caller. It acts in exactly one organization. */
export interface Principal {
  /** `session`: a person in the workbench. `job_token`: the holder of a document job's token, for that job alone. */
  kind: 'api_key' | 'job_token' | 'session';
  /** For a session without a key, the person's id. */
  key_id: string;
  /** null: not a session. */
  session_id: string | null;
  organization_id: string;
  /** The person in the session, or the key's creator, on whose behalf it acts and whose rights limit it. */
  user_id: string;
  /** Project of the key; null: outside of projects. */
  project_id: string | null;
  role: Role;
  scopes: readonly Scope[];
  environment: KeyEnvironment;
  quota_per_hour: number;
  /** null: no limit. */
  monthly_cost_limit_cents: number | null;
  /** Addresses and CIDR ranges; empty: any address. */
  allowed_ips: readonly string[];
}

/** Whether a person signed in with a password: a session that began with an API key acts as the key. */
export function isPerson({ kind, user_id, key_id }: Principal): boolean {
  return kind === 'session' && key_id === user_id;
}

/** The actor for the metadata of events. */
export function actorOf(principal: Principal): EventMetadata['actor'] {
  const { user_id, key_id } = principal;
  return isPerson(principal) ? { type: 'user', id: user_id } : { type: 'api_key', id: key_id };
}

export interface RequestContext {
  request_id: string;
  principal: Principal;
  /** The client's address, also behind trusted proxies; null if a proxy does not pass it on. */
  ip: string | null;
  /** W3C trace context of this request; recorded in the metadata of every event that it causes. */
  traceparent: string;
  /** Without quotes; null if none was sent or the operation takes none. */
  idempotency_key: string | null;
  /** The verification that the request is about, as soon as it is known; for the log. */
  verification_id: string | null;
}

/** What is known of a call once its caller is authenticated. */
export function contextOf(
  known: Pick<RequestContext, 'request_id' | 'principal' | 'ip' | 'traceparent'>,
): RequestContext {
  return { ...known, idempotency_key: null, verification_id: null };
}
