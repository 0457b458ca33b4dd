import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  MOST_CREDENTIAL_ROTATIONS,
  PROVIDER_CONNECTION,
  type ProviderConnectionCommand,
} from '#domain/provider-connection/decider.ts';
import {
  AT,
  assertBounded,
  few,
  numbers,
  stateAfter,
  testDeciderProperties,
} from '#test/support/decider-properties.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

const CONNECTION = {
  connection_id: 'pcn_1',
  organization_id: 'org_1',
  provider: 'openai' as const,
  label: 'default',
  created_at: AT,
};

const sealedWith = (key_id: string) => ({ key_id, sealed: 's1.x' });

const providerConnectionCommand: fc.Arbitrary<ProviderConnectionCommand> = fc.oneof(
  few('key').map((key_id) => ({
    type: 'ConnectProvider' as const,
    data: { ...CONNECTION, credential: sealedWith(key_id) },
  })),
  few('key').map((key_id) => ({
    type: 'RotateCredential' as const,
    credential: sealedWith(key_id),
    rotated_at: AT,
  })),
  fc.constant({ type: 'DisconnectProvider' as const, disconnected_at: AT }),
);

testDeciderProperties(PROVIDER_CONNECTION, providerConnectionCommand);

describe('a provider connection', () => {
  const connected = {
    type: 'ProviderConnected' as const,
    data: { ...CONNECTION, credential: sealedWith('key_1') },
  };
  const disconnected = {
    type: 'ProviderDisconnected' as const,
    data: { connection_id: 'pcn_1', disconnected_at: AT },
  };
  const rotation = (key_id: string): ProviderConnectionCommand => ({
    type: 'RotateCredential',
    credential: sealedWith(key_id),
    rotated_at: AT,
  });

  test('has the newest credential', () => {
    given(PROVIDER_CONNECTION, connected)
      .when(rotation('key_2'))
      .then({
        type: 'ProviderCredentialRotated',
        data: { connection_id: 'pcn_1', credential: sealedWith('key_2'), rotated_at: AT },
      });
    const rotated = historyOf(PROVIDER_CONNECTION, [
      { type: 'ConnectProvider', data: connected.data },
      rotation('key_2'),
    ]);
    const { connection } = given(PROVIDER_CONNECTION, ...rotated).state;
    assert.deepEqual([connection?.credential.key_id, connection?.rotated_at], ['key_2', AT]);
  });

  test('is disconnected for good', () => {
    const gone = given(PROVIDER_CONNECTION, connected, disconnected);
    assert.equal(gone.state.connection, null);
    gone.when({ type: 'DisconnectProvider', disconnected_at: AT }).thenRefused('not_found');
    gone.when(rotation('key_2')).thenRefused('not_found');
    gone.when({ type: 'ConnectProvider', data: connected.data }).thenRefused('already_exists');
  });
});

test('a credential can be replaced a thousand times, then only removed', () => {
  const connect: ProviderConnectionCommand = {
    type: 'ConnectProvider',
    data: { ...CONNECTION, credential: sealedWith('first') },
  };
  const replace = (n: number): ProviderConnectionCommand => ({
    type: 'RotateCredential',
    credential: sealedWith(`key ${n}`),
    rotated_at: AT,
  });
  const replaced = numbers(MOST_CREDENTIAL_ROTATIONS).map(replace);
  const state = stateAfter(PROVIDER_CONNECTION, [connect, ...replaced]);
  assertBounded(PROVIDER_CONNECTION.decide(replace(MOST_CREDENTIAL_ROTATIONS), state));
  assert.ok(PROVIDER_CONNECTION.decide({ type: 'DisconnectProvider', disconnected_at: AT }, state).accepted);
});
