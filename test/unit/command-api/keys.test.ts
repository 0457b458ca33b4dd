import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#command-api/caller.ts';
import type { ResourceDependencies } from '#command-api/dependencies.ts';
import { createKey, revoke, rotate } from '#command-api/keys/commands.ts';
import { ApiError } from '#contracts/errors.ts';
import { ApiKeyCreateRequest } from '#contracts/http/api-key.ts';
import { type Role, SCOPES, type Scope } from '#contracts/vocabulary.ts';
import { API_KEY, MOST_ROTATIONS } from '#domain/api-key/decider.ts';
import { encodeEvent } from '#domain/events/registry.ts';
import { newEventId } from '#domain/ids.ts';
import { MemoryCounters } from '#platform/sqlite/operations/volatile-state.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';

/** `owners` holds the reservations. */
function createDependencies(owners = new Map<string, string>()): ResourceDependencies {
  const operations: ResourceDependencies['operations'] = {
    counters: new MemoryCounters(),
    values: memoryValues(),
    uniqueValues: {
      async reserve(namespace, value, owner) {
        const place = `${namespace} ${value}`;
        if (!owners.has(place)) owners.set(place, owner);
        return owners.get(place)!;
      },
      owner: async (namespace, value) => owners.get(`${namespace} ${value}`) ?? null,
      release: async (namespace, value) => void owners.delete(`${namespace} ${value}`),
    },
  };
  return {
    events: createMemoryEventStore(),
    operations,
    clock: { now: () => Date.parse('2026-01-01T00:00:00.000Z') },
    secrets: { pepper: new Uint8Array(32) },
    logger: { error() {} },
  };
}

function callerWith(scopes: readonly Scope[], role: Role = 'owner'): Caller {
  return {
    organization_id: 'org_1',
    key_id: 'key_caller',
    user_id: 'usr_1',
    project_id: null,
    role,
    scopes,
    quota_per_hour: 100,
    monthly_cost_limit_cents: null,
    metadata: requestMetadata('ver_1'),
    concerns() {},
  };
}

const everything = callerWith(SCOPES);
const keysOnly = callerWith(['keys:write']);

test('a key can neither create nor rotate a key with more rights', async () => {
  const dependencies = createDependencies();
  const powerful = ApiKeyCreateRequest.parse({ name: 'deploy', scopes: ['keys:write', 'policies:write'] });
  const key = await createKey(dependencies, everything, powerful);
  await assert.rejects(createKey(dependencies, keysOnly, powerful), { code: 'insufficient_scope' });
  await assert.rejects(rotate(dependencies, keysOnly, key.id), { code: 'insufficient_scope' });
  const rotated = await rotate(dependencies, everything, key.id);
  assert.deepEqual(rotated.scopes, ['keys:write', 'policies:write']);
  assert.notEqual(rotated.secret, key.secret);
});

test('a key with more scopes can be revoked with fewer scopes', async () => {
  const dependencies = createDependencies();
  const key = await createKey(dependencies, everything, ApiKeyCreateRequest.parse({ name: 'leaked' }));
  await revoke(dependencies, keysOnly, key.id);
  await assert.rejects(rotate(dependencies, everything, key.id), { code: 'not_found' });
});

test('a key with a higher role can be revoked, but not rotated', async () => {
  const dependencies = createDependencies();
  const own = ApiKeyCreateRequest.parse({ name: 'theirs', scopes: ['keys:write'] });
  const keyOf = async (role: Role) => (await createKey(dependencies, callerWith(SCOPES, role), own)).id;
  const [owners, admins, developers] = [await keyOf('owner'), await keyOf('admin'), await keyOf('developer')];
  const admin = callerWith(SCOPES, 'admin');
  const developer = callerWith(SCOPES, 'developer');
  await assert.rejects(rotate(dependencies, admin, owners), { code: 'role_forbidden' });
  await rotate(dependencies, admin, admins);
  await rotate(dependencies, admin, developers);
  // Keys of the same user, created in another role.
  for (const key of [owners, admins]) {
    await assert.rejects(rotate(dependencies, developer, key), { code: 'role_forbidden' });
  }
  await rotate(dependencies, developer, developers);
  await revoke(dependencies, admin, owners);
  await assert.rejects(rotate(dependencies, everything, owners), { code: 'not_found' });
});

test('a refused rotation reserves nothing', async () => {
  const owners = new Map<string, string>();
  const dependencies = createDependencies(owners);
  const { id } = await createKey(dependencies, everything, ApiKeyCreateRequest.parse({ name: 'often' }));
  const rotations = Array.from({ length: MOST_ROTATIONS }, (_, n) => ({
    id: newEventId(),
    ...encodeEvent({
      type: 'KeyRotated' as const,
      data: { key_id: id, prefix: 'p', secret_hash: `hash ${n}`, rotated_at: '' },
    }),
    metadata: everything.metadata,
  }));
  await dependencies.events.append(API_KEY.stream(id), 0, rotations);
  const reserved = owners.size;
  await assert.rejects(
    rotate(dependencies, everything, id),
    (error) =>
      error instanceof ApiError && error.code === 'validation_error' && error.detail?.[0]?.loc.join() === 'path,key_id',
  );
  assert.equal(owners.size, reserved);
});

test('a revocation succeeds even if the key still counts as active', async () => {
  const dependencies = createDependencies();
  const { id } = await createKey(dependencies, everything, ApiKeyCreateRequest.parse({ name: 'leaked' }));
  const logged: unknown[] = [];
  const failing = {
    ...dependencies,
    operations: {
      ...dependencies.operations,
      values: { ...dependencies.operations.values, get: () => Promise.reject(new Error('the store is away')) },
    },
    logger: { error: (fields: { key_id?: unknown }) => void logged.push(fields.key_id) },
  };
  await revoke(failing, everything, id);
  assert.deepEqual(logged, [id]);
  await assert.rejects(revoke(dependencies, everything, id), { code: 'not_found' });
});
