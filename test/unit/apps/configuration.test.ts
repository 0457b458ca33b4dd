import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError, readConfiguration, unknownVariables } from '#apps/configuration.ts';
import { generateApiKey } from '#contracts/api-key-format.ts';

/** A wrong value for every variable that can have one. */
const BAD: Record<string, string[]> = {
  EVIDENCE_MODE: ['distributed', 'EMBEDDED'],
  EVIDENCE_ROLE: ['pipeline'],
  EVIDENCE_PUBLIC_SOURCES: ['on', 'yes'],
  EVIDENCE_PORT: ['-1', '65536', '80a', '8080.5', ' 80'],
  EVIDENCE_BOOTSTRAP_KEY: ['secret-value', `${generateApiKey('development').slice(0, -1)}_`],
  EVIDENCE_MASTER_KEY: ['secret-value', Buffer.alloc(31).toString('base64'), '%%%'],
  EVIDENCE_MASTER_KEY_PREVIOUS: [Buffer.alloc(33).toString('base64')],
  EVIDENCE_ALLOW_HOSTS: ['localhost', 'localhost:99999', 'http://localhost:80', 'a b:80'],
  EVIDENCE_SYNC_TIMEOUT_MS: ['999', '3600001', '2s'],
  EVIDENCE_PUBLIC_URL: ['ftp://example.org', 'example.org'],
  EVIDENCE_TRUSTED_PROXIES: ['proxy.example', '10.0.0.0/33', '::1/129', '10.0.0.1,x'],
  EVIDENCE_CONTACT: ['a\nb', 'x'.repeat(201)],
  EVIDENCE_TARIFF_CENTS_PER_10KB: ['-1', '0.5'],
  LOG_LEVEL: ['verbose'],
};

for (const [variable, values] of Object.entries(BAD)) {
  test(`a wrong ${variable} is named, and its value is not repeated`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfiguration({ [variable]: value }),
        (error) => {
          assert.ok(error instanceof ConfigurationError);
          assert.match(error.message, new RegExp(`^${variable} must be `));
          assert.ok(!error.message.includes('secret-value'));
          return true;
        },
      );
    }
  });
}

test('all wrong variables are named at once', () => {
  assert.throws(
    () => readConfiguration({ EVIDENCE_PORT: 'x', LOG_LEVEL: 'loud', EVIDENCE_MODE: 'distributed' }),
    /EVIDENCE_MODE .*; EVIDENCE_PORT .*; LOG_LEVEL /,
  );
});

test('an empty variable counts as not set', () => {
  assert.deepEqual(readConfiguration({ EVIDENCE_PORT: '', EVIDENCE_MASTER_KEY: '' }), readConfiguration({}));
});

test('good values are taken over', () => {
  const key = generateApiKey('production');
  const configuration = readConfiguration({
    EVIDENCE_MODE: 'embedded',
    EVIDENCE_ROLE: 'all',
    EVIDENCE_PUBLIC_SOURCES: 'off',
    EVIDENCE_HOST: '::1',
    EVIDENCE_PORT: '0',
    EVIDENCE_BOOTSTRAP_KEY: key,
    EVIDENCE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVIDENCE_ALLOW_HOSTS: 'localhost:8080, [::1]:443',
    EVIDENCE_TRUSTED_PROXIES: '10.0.0.0/8,::1,loopback',
    LOG_LEVEL: 'warn',
  });
  assert.equal(configuration.port, 0);
  assert.equal(configuration.bootstrapKey, key);
  assert.deepEqual(configuration.masterKey, new Uint8Array(32).fill(7));
  assert.deepEqual(configuration.allowHosts, ['localhost:8080', '[::1]:443']);
  assert.deepEqual(configuration.trustedProxies, ['10.0.0.0/8', '::1', 'loopback']);
  assert.equal(configuration.logLevel, 'warn');
});

test('variables with our prefix that nobody reads are found', () => {
  assert.deepEqual(unknownVariables({ EVIDENCE_DATADIR: 'x', EVIDENCE_DATA_DIR: 'y', PATH: 'z' }), [
    'EVIDENCE_DATADIR',
  ]);
});
