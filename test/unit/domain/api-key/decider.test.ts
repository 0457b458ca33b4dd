import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_KEY, type ApiKeyCommand, MOST_ROTATIONS } from '#domain/api-key/decider.ts';
import {
  AT,
  assertBounded,
  few,
  numbers,
  stateAfter,
  testDeciderProperties,
} from '#test/support/decider-properties.ts';
import { given } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

const apiKeyCommand: fc.Arbitrary<ApiKeyCommand> = fc.oneof(
  few('hash').map((secret_hash) => ({
    type: 'IssueKey' as const,
    data: {
      key_id: 'key_1',
      organization_id: 'org_1',
      user_id: 'usr_1',
      role: 'admin' as const,
      name: 'n',
      prefix: 'evs_dev_0000',
      secret_hash,
      environment: 'development' as const,
      scopes: [],
      quota_per_hour: 100,
      monthly_cost_limit_cents: null,
      allowed_ips: [],
      created_at: AT,
    },
  })),
  few('hash').map((secret_hash) => ({ type: 'RotateKey' as const, prefix: 'p', secret_hash, rotated_at: AT })),
  fc.constant({ type: 'RevokeKey' as const, revoked_at: AT }),
);

testDeciderProperties(API_KEY, apiKeyCommand);

test('an unknown key can be neither rotated nor revoked', () => {
  given(API_KEY).when({ type: 'RevokeKey', revoked_at: AT }).thenRefused('not_found');
  given(API_KEY).when({ type: 'RotateKey', prefix: 'p', secret_hash: 'hash', rotated_at: AT }).thenRefused('not_found');
});

const [issue] = fc.sample(
  apiKeyCommand.filter(({ type }) => type === 'IssueKey'),
  1,
);
const rotation = (n: number): ApiKeyCommand => ({
  type: 'RotateKey',
  prefix: 'p',
  secret_hash: `new ${n}`,
  rotated_at: AT,
});

test('a key can be rotated a thousand times, and then still be revoked', () => {
  const state = stateAfter(API_KEY, [issue!, ...numbers(MOST_ROTATIONS).map(rotation)]);
  assertBounded(API_KEY.decide(rotation(MOST_ROTATIONS), state));
  // The last one, repeated, has been carried out.
  assert.ok(API_KEY.decide(rotation(MOST_ROTATIONS - 1), state).accepted);
  assert.ok(API_KEY.decide({ type: 'RevokeKey', revoked_at: AT }, state).accepted);
});
