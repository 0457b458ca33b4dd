/** Issues, rotates and revokes API keys. A key never has more rights than its creator. */
import { ApiError } from '#contracts/errors.ts';
import { type ApiKeyCreated, type ApiKeyCreateRequest, SECRET_WARNING } from '#contracts/http/api-key.ts';
import type { Role, Scope } from '#contracts/vocabulary.ts';
import { API_KEY, type KeyIssuedData } from '#domain/api-key/decider.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { valueError } from '#http/validation.ts';
import { type KeySecret, newSecret } from '#streams/api-key-secrets.ts';
import { issueKey, rotateKey } from '#streams/api-keys.ts';
import { activeApiKeys, createWithinLimit, removeFromList } from '#streams/bounded-lists.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { executeCommand, invalidField } from '../execute-command.ts';
import { unlessFailing } from '../unless-failing.ts';

/** Default scopes of a new key. */
export const DEFAULT_SCOPES: readonly Scope[] = [
  'verifications:read',
  'verifications:write',
  'documents:write',
  'chat:write',
  'exports:read',
  'reviews:read',
];

const MANAGES_EVERY_KEY: readonly Role[] = ['owner', 'admin'];

export async function createKey(
  dependencies: ResourceDependencies,
  caller: Caller,
  request: ApiKeyCreateRequest,
): Promise<ApiKeyCreated> {
  const scopes = request.scopes.length === 0 ? [...DEFAULT_SCOPES] : [...new Set(request.scopes)];
  requireOwnScopes(caller, scopes);
  if (request.project_id !== null) await requireProject(dependencies, caller, request.project_id);
  const secret = newSecret(request.environment, dependencies.secrets.pepper);
  const data: KeyIssuedData = {
    key_id: newId('key'),
    organization_id: caller.organization_id,
    user_id: caller.user_id,
    role: caller.role,
    name: request.name,
    prefix: secret.prefix,
    secret_hash: secret.secret_hash,
    environment: request.environment,
    scopes,
    quota_per_hour: request.quota_per_hour,
    monthly_cost_limit_cents: request.monthly_cost_limit_cents,
    allowed_ips: request.allowed_ips,
    ...(request.project_id !== null && { project_id: request.project_id }),
    created_at: new Date(dependencies.clock.now()).toISOString(),
  };
  const list = activeApiKeys(caller.organization_id);
  const issued = await createWithinLimit(dependencies.operations.values, list, data.key_id, () =>
    issueKey(dependencies, data, caller.metadata),
  );
  if (issued === null) {
    throw invalidField(
      'name',
      `the organization has ${list.limit} active API keys, which is the most; revoke one first`,
    );
  }
  return createdKey(data, secret);
}

/**
 * Rotates a key. The new secret is equivalent to a new key with the same rights, so the caller needs the same rights.
 */
export async function rotate(
  dependencies: ResourceDependencies,
  caller: Caller,
  keyId: string,
): Promise<ApiKeyCreated> {
  const key = await requireManagedKey(dependencies, caller, keyId);
  if (exceedsRole(key.role, caller.role)) throw new ApiError('role_forbidden');
  requireOwnScopes(caller, key.scopes);
  const secret = newSecret(key.environment, dependencies.secrets.pepper);
  const rotatedAt = new Date(dependencies.clock.now()).toISOString();
  const outcome = await rotateKey(dependencies, keyId, secret, rotatedAt, caller.metadata);
  if (!outcome.accepted) {
    if (outcome.code !== 'validation_error') throw new ApiError(outcome.code);
    throw new ApiError(outcome.code, {
      detail: [valueError(['path', 'key_id'], outcome.reason, keyId)],
    });
  }
  return createdKey({ ...key, prefix: secret.prefix }, secret);
}

/** Revokes a key. The caller only has to manage the key, not to have its rights, because revoking grants nothing. */
export async function revoke(dependencies: ResourceDependencies, caller: Caller, keyId: string): Promise<void> {
  await requireManagedKey(dependencies, caller, keyId);
  const revokedAt = new Date(dependencies.clock.now()).toISOString();
  await executeCommand(dependencies.events, API_KEY, keyId, { type: 'RevokeKey', revoked_at: revokedAt }, caller);
  // The key is revoked even if the list can't be updated.
  await unlessFailing(dependencies, caller, { key_id: keyId }, 'a revoked key still counts as active', () =>
    removeFromList(dependencies.operations.values, activeApiKeys(caller.organization_id), keyId),
  );
}

/**
 * Whether a key of `role` may do something that `callerRole` may not. A reviewer and a developer each exceed the other.
 */
function exceedsRole(role: Role, callerRole: Role): boolean {
  if (callerRole === 'owner') return false;
  return callerRole === 'admin' ? role === 'owner' : role !== callerRole;
}

/** Throws if the key would have scopes that the caller's key lacks. */
function requireOwnScopes(caller: Caller, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => !caller.scopes.includes(scope))) throw new ApiError('insufficient_scope');
}

async function requireProject(
  { events }: ResourceDependencies,
  { organization_id }: Caller,
  projectId: string,
): Promise<void> {
  const { state } = await load(events, ORGANIZATION, organization_id);
  if (!state.projects.some(({ project_id }) => project_id === projectId)) {
    throw new ApiError('not_found', { param: 'project_id' });
  }
}

/**
 * Returns the key if the caller may manage it: owners and admins manage every key of the organization, developers their
 * own.
 */
async function requireManagedKey(
  { events }: ResourceDependencies,
  caller: Caller,
  keyId: string,
): Promise<KeyIssuedData> {
  const { state } = await load(events, API_KEY, keyId);
  const { key, revoked } = state;
  if (key === null || revoked || key.organization_id !== caller.organization_id) throw new ApiError('not_found');
  if (!MANAGES_EVERY_KEY.includes(caller.role) && key.user_id !== caller.user_id) {
    throw new ApiError('role_forbidden');
  }
  return key;
}

/** The only response that contains the secret. */
export function createdKey(key: KeyIssuedData, { secret }: KeySecret): ApiKeyCreated {
  return {
    id: key.key_id,
    name: key.name,
    prefix: key.prefix,
    secret,
    environment: key.environment,
    scopes: key.scopes,
    warning: SECRET_WARNING,
    quota_per_hour: key.quota_per_hour,
    monthly_cost_limit_cents: key.monthly_cost_limit_cents,
    allowed_ips: key.allowed_ips,
    project_id: key.project_id ?? null,
    created_at: key.created_at,
  };
}
