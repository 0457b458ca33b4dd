/** The read model behind the list of API keys: one document per key, revoked ones included. Holds nothing of any secret. */
import type { View } from '#contracts/ports/read-store.ts';
import type { KeyEnvironment, Scope } from '#contracts/vocabulary.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';

export const API_KEYS: View = {
  name: 'api_keys',
  version: 1,
  indexes: [{ fields: ['organization_id', 'created_at'] }, { fields: ['organization_id', 'state', 'created_at'] }],
};

/** Document id: the key's id. */
export interface ApiKeyDocument {
  key_id: string;
  organization_id: string;
  /** The user whose rights bound the key. */
  user_id: string;
  role: KeyIssuedData['role'];
  name: string;
  /** The public beginning of the present secret. */
  prefix: string;
  environment: KeyEnvironment;
  scopes: Scope[];
  quota_per_hour: number;
  monthly_cost_limit_cents: number | null;
  allowed_ips: string[];
  /** null: outside of projects. */
  project_id: string | null;
  state: 'active' | 'revoked';
  created_at: string;
  /** When it got its present secret; null: it has its first one. */
  rotated_at: string | null;
  revoked_at: string | null;
}
