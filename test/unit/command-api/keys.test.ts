import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#command-api/caller.ts';
import type { CommandDependencies } from '#command-api/dependencies.ts';
import { createKey, revoke, rotate } from '#command-api/keys/commands.ts';
import { ApiKeyCreateRequest } from '#contracts/http/api-key.ts';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { SCOPES, type Scope } from '#contracts/vocabulary.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';

function createDependencies(): CommandDependencies {
  const owners = new Map<string, string>();
  const operations: Pick<OperationalStore, 'reserve'> = {
    async reserve(namespace, value, owner) {
      const place = `${namespace} ${value}`;
      if (!owners.has(place)) owners.set(place, owner);
      return owners.get(place)!;
    },
  };
  return {
    events: createMemoryEventStore(),
    operations,
    clock: { now: () => Date.parse('2026-01-01T00:00:00.000Z') },
    secrets: { pepper: new Uint8Array(32), fingerprint: new Uint8Array(32) },
  } as unknown as CommandDependencies;
}

function callerWith(scopes: readonly Scope[]): Caller {
  return {
    organization_id: 'org_1',
    key_id: 'key_caller',
    user_id: 'usr_1',
    role: 'owner',
    scopes,
    quota_per_hour: 100,
    monthly_cost_limit_cents: null,
    metadata: requestMetadata('ver_1'),
    concerns() {},
  };
}

const everything = callerWith(SCOPES);
const keysOnly = callerWith(['keys:write']);

test('a key cannot get the secret of one that may do more, neither by making it nor by rotating it', async () => {
  const dependencies = createDependencies();
  const powerful = ApiKeyCreateRequest.parse({ name: 'deploy', scopes: ['keys:write', 'policies:write'] });
  const key = await createKey(dependencies, everything, powerful);
  await assert.rejects(createKey(dependencies, keysOnly, powerful), { code: 'insufficient_scope' });
  await assert.rejects(rotate(dependencies, keysOnly, key.id), { code: 'insufficient_scope' });
  const rotated = await rotate(dependencies, everything, key.id);
  assert.deepEqual(rotated.scopes, ['keys:write', 'policies:write']);
  assert.notEqual(rotated.secret, key.secret);
});

test('a key that may do more can be revoked with fewer scopes: that gives nothing away', async () => {
  const dependencies = createDependencies();
  const key = await createKey(dependencies, everything, ApiKeyCreateRequest.parse({ name: 'leaked' }));
  await revoke(dependencies, keysOnly, key.id);
  await assert.rejects(rotate(dependencies, everything, key.id), { code: 'not_found' });
});
