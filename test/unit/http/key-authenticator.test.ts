import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { createKeyAuthenticator } from '#http/auth/key-authenticator.ts';
import { newSecret } from '#streams/api-key-secrets.ts';
import { issueKey } from '#streams/api-keys.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { METADATA } from '#test/support/verification-history.ts';

const PEPPER = new Uint8Array(32);
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function setUp() {
  const events = createMemoryEventStore();
  const reserved = new Map<string, string>();
  const waiting: (() => void)[] = [];
  let held = false;
  const uniqueValues: UniqueValues = {
    async reserve(_namespace, name, owner) {
      reserved.set(name, owner);
      return owner;
    },
    /** Blocks until the test releases it, if `held`. */
    async owner(_namespace, name) {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      return reserved.get(name) ?? null;
    },
    async release(_namespace, name) {
      reserved.delete(name);
    },
  };
  const operations = { uniqueValues };
  const issue = async (keyId: string) => {
    const { secret, prefix, secret_hash } = newSecret('development', PEPPER);
    const key: KeyIssuedData = {
      key_id: keyId,
      organization_id: 'org_1',
      user_id: 'usr_1',
      role: 'owner',
      name: 'A key',
      environment: 'development',
      prefix,
      secret_hash,
      scopes: [...SCOPES],
      allowed_ips: [],
      quota_per_hour: 100,
      monthly_cost_limit_cents: null,
      created_at: '2026-01-01T00:00:00.000Z',
    };
    await issueKey({ events, operations }, key, METADATA);
    return secret;
  };
  return {
    authenticator: createKeyAuthenticator({ events, operations }, PEPPER),
    issue,
    hold() {
      held = true;
    },
    waiting,
  };
}

test('a flood of unknown keys delays neither known keys nor other addresses', async () => {
  const { authenticator, issue, hold, waiting } = await setUp();
  const [known, fresh] = [await issue('key_1'), await issue('key_2')];
  const keyOf = async (secret: string, address: string | null) => {
    const found = await authenticator.authenticate(secret, address);
    return 'failure' in found ? found.failure : found.key_id;
  };
  assert.equal(await keyOf(known, '192.0.2.1'), 'key_1');
  hold();
  const flood = Array.from({ length: 100 }, () => keyOf(newSecret('development', PEPPER).secret, '192.0.2.1'));
  await settled();
  assert.equal(waiting.length, 4);
  assert.equal(await keyOf(known, '192.0.2.1'), 'key_1');
  const elsewhere = [keyOf(fresh, '192.0.2.2'), keyOf(fresh, null)];
  await settled();
  assert.equal(waiting.length, 6);
  // Every caller gets a response in the end.
  for (; waiting.length > 0; await settled()) for (const letGo of waiting.splice(0)) letGo();
  assert.deepEqual(await Promise.all(elsewhere), ['key_2', 'key_2']);
  assert.deepEqual(new Set(await Promise.all(flood)), new Set(['invalid_api_key']));
});
