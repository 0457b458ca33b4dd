/** API keys. Only the responses to creation and rotation contain the secret. */
import { z } from 'zod';
import { KEY_ENVIRONMENTS, SCOPES } from '../vocabulary.ts';
import { KeyEnvironment, Scope } from '../vocabulary-schemas.ts';
import { DateTime, Id, record } from './common.ts';
import { checked, int, list, literal, model, str, withDefault } from './fields.ts';

/** An IPv4 or IPv6 address or a CIDR range. */
const ADDRESS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const ApiKeyCreateRequest = model('ApiKeyCreateRequest', {
  name: str({ min: 1, max: 120 }),
  environment: withDefault(literal(KEY_ENVIRONMENTS), 'development'),
  /** Empty: the default scopes for verifying and reading. The limit only bounds hostile lists. */
  scopes: withDefault(list(literal(SCOPES), { max: 100 }), []),
  quota_per_hour: withDefault(int({ ge: 1, le: 10_000 }), 100),
  monthly_cost_limit_cents: withDefault(int({ ge: 100, le: 10_000_000 }).nullable(), null),
  allowed_ips: withDefault(
    list(
      checked({ max: 64 }, (text) => ADDRESS.safeParse(text).success, 'not an IPv4 or IPv6 address or a CIDR range'),
      { max: 50 },
    ),
    [],
  ),
  /** The project that the key's usage counts for. */
  project_id: withDefault(str({ max: 40 }).nullable(), null),
});
export type ApiKeyCreateRequest = z.infer<typeof ApiKeyCreateRequest>;

export const SECRET_WARNING = 'The secret is shown once; only a hash of it is stored.';

export const ApiKeyCreated = record('ApiKeyCreated', {
  id: Id,
  name: z.string(),
  prefix: z.string(),
  secret: z.string(),
  environment: KeyEnvironment,
  scopes: z.array(Scope),
  warning: withDefault(z.string(), SECRET_WARNING),
  quota_per_hour: z.int(),
  monthly_cost_limit_cents: z.int().nullable(),
  allowed_ips: z.array(z.string()),
  /** null: outside of projects. */
  project_id: Id.nullable(),
  created_at: DateTime,
});
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;
