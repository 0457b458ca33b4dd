/** Who calls, and what a request carries from its first hook to its events. */
import type { KeyEnvironment, Role, Scope } from '#contracts/vocabulary.ts';

/** A caller that proved who it is. It acts in exactly one organization. */
export interface Principal {
  kind: 'api_key';
  key_id: string;
  organization_id: string;
  /** The key's creator, for whom it acts and whose rights bound it. */
  user_id: string;
  role: Role;
  scopes: readonly Scope[];
  environment: KeyEnvironment;
  quota_per_hour: number;
  /** null: no limit. */
  monthly_cost_limit_cents: number | null;
  /** Addresses and CIDR ranges; empty: from anywhere. */
  allowed_ips: readonly string[];
}

export interface RequestContext {
  request_id: string;
  principal: Principal;
  /** Of the client, behind trusted proxies too; null where a proxy does not tell it. */
  ip: string | null;
  /** W3C trace context of this request; goes into the metadata of every event that it causes. */
  traceparent: string;
  /** Without quotes; null where none was sent or the operation takes none. */
  idempotency_key: string | null;
  /** The verification that the request is about, as soon as that is known: for the log. */
  verification_id: string | null;
}
