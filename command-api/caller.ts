/** Who carries out a command, and what its events say about that. */
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { Role, Scope } from '#contracts/vocabulary.ts';

export interface Caller {
  organization_id: string;
  key_id: string;
  /** The user whose rights bound the key. */
  user_id: string;
  role: Role;
  scopes: readonly Scope[];
  quota_per_hour: number;
  monthly_cost_limit_cents: number | null;
  metadata: EventMetadata;
}
