import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandConfiguration, readConfiguration, readEmbeddedConfiguration } from '#apps/configuration.ts';
import { ConfigurationError } from '#apps/configuration-error.ts';
import { unknownVariables } from '#apps/environment.ts';
import { generateApiKey } from '#common/api-key-format.ts';

/** An invalid value for every variable that can have one. */
const BAD: Record<string, string[]> = {
  EVIDENCE_MODE: ['spread', 'EMBEDDED'],
  EVIDENCE_ROLE: ['pipeline', 'everything'],
  EVIDENCE_PUBLIC_SOURCES: ['yes', 'ON'],
  EVIDENCE_OPEN_ORGANIZATIONS: ['no', 'OFF'],
  EVIDENCE_PORT: ['-1', '65536', '80a', '8080.5', ' 80'],
  EVIDENCE_BOOTSTRAP_KEY: ['secret-value', `${generateApiKey('development').slice(0, -1)}_`],
  EVIDENCE_MASTER_KEY: ['secret-value', Buffer.alloc(31).toString('base64'), '%%%'],
  EVIDENCE_MASTER_KEY_PREVIOUS: [Buffer.alloc(33).toString('base64')],
  EVIDENCE_ALLOW_HOSTS: ['localhost', 'localhost:99999', 'http://localhost:80', 'a b:80'],
  EVIDENCE_MODEL_URL: ['secret-value', 'ftp://models.example', 'http://user:secret-value@127.0.0.1:11434/v1'],
  EVIDENCE_MODEL: ['a model', 'x'.repeat(201)],
  EVIDENCE_MODEL_KEY: ['secret value'],
  EVIDENCE_MODEL_KIND: ['general', 'yes'],
  EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT: ['-1', '1.5 USD', '1e3', '1234567'],
  EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT: ['0.0000001', '.5'],
  EVIDENCE_PROVIDER_URLS: [
    'secret-value',
    '["https://api.example"]',
    '{"openai": 1}',
    '{"secret-value": "https://api.example"}',
    '{"openai": "ftp://api.example"}',
    '{"openai": "http://api.example"}',
    '{"openai": "https://api.example:8443"}',
    '{"openai": "https://localhost"}',
    '{"openai": "https://10.0.0.1/v1"}',
    '{"openai": "https://user:secret-value@api.example"}',
    '{"openai": "https://api.example/v1?key=secret-value"}',
  ],
  EVIDENCE_SYNC_TIMEOUT_MS: ['999', '3600001', '2s'],
  EVIDENCE_PUBLIC_URL: ['ftp://example.org', 'example.org', 'https://example.org/\r\na'],
  EVIDENCE_TRUSTED_PROXIES: ['proxy.example', '10.0.0.0/33', '::1/129', '10.0.0.1,x'],
  EVIDENCE_METRICS_TOKEN: ['secret-value', 'secret value with spaces', 's'.repeat(201)],
  EVIDENCE_CONTACT: ['a\nb', 'x'.repeat(201)],
  EVIDENCE_TARIFF_CENTS_PER_10KB: ['-1', '0.5'],
  EVIDENCE_FREE_CENTS_PER_MONTH: ['-1', '0.5'],
  PAYMENT_PROVIDER: ['secret-value'],
  PAYMENT_URL: ['secret-value'],
  EVENTSTORE_URL: ['http://secret-value:2113', 'esdb://a b'],
  MONGODB_URL: ['secret-value', 'mongodb:'],
  KAFKA_BROKERS: ['secret-value', 'kafka:9092,kafka'],
  KAFKA_SSL: ['yes'],
  KAFKA_SASL_MECHANISM: ['secret-value'],
  EVIDENCE_COMMAND_API_URLS: ['secret-value', 'http://api:8080/v1', 'ftp://api'],
  EVIDENCE_QUERY_API_URLS: ['http://api:8080,api'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['secret-value', 'grpc://collector:4317'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector:4318'],
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
    () => readConfiguration({ EVIDENCE_PORT: 'x', LOG_LEVEL: 'loud', EVIDENCE_MODE: 'spread' }),
    /EVIDENCE_MODE .*; EVIDENCE_PORT .*; LOG_LEVEL /,
  );
});

test('an empty variable counts as not set', () => {
  assert.deepEqual(readConfiguration({ EVIDENCE_PORT: '', EVIDENCE_MASTER_KEY: '' }), readConfiguration({}));
});

test('valid values are accepted', () => {
  const key = generateApiKey('production');
  const configuration = readEmbeddedConfiguration({
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

const DISTRIBUTED = {
  EVIDENCE_MODE: 'distributed',
  EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
  EVIDENCE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  EVENTSTORE_URL: 'esdb://user:secret@events:2113?tls=true',
  MONGODB_URL: 'mongodb://user:secret@documents:27017/evidence?replicaSet=rs0',
  KAFKA_BROKERS: 'queue-1:9092, queue-2:9092',
};

const modelOf = (environment: Record<string, string>) =>
  readEmbeddedConfiguration({ EVIDENCE_MODEL: 'llama3.1:8b', ...environment }).model;

test('a language model is a server, a name and a key; its kind follows from the name', () => {
  assert.equal(readEmbeddedConfiguration({}).model, undefined);
  const url = 'http://127.0.0.1:11434/v1';
  assert.deepEqual(modelOf({ EVIDENCE_MODEL_URL: url }), {
    url,
    name: 'llama3.1:8b',
    key: '',
    kind: 'general',
    isExternal: false,
    prices: { input_cents_per_million: 0, output_cents_per_million: 0 },
  });
  assert.deepEqual(
    modelOf({
      EVIDENCE_MODEL_URL: url,
      EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT: '7.5',
      EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT: '60',
    })?.prices,
    { input_cents_per_million: 7.5, output_cents_per_million: 60 },
  );
  const kindOf = (settings: Record<string, string>) => modelOf({ EVIDENCE_MODEL_URL: url, ...settings })?.kind;
  assert.equal(kindOf({ EVIDENCE_MODEL: 'bespoke-minicheck:7b' }), 'grounding');
  assert.equal(kindOf({ EVIDENCE_MODEL: 'bespoke-minicheck:7b', EVIDENCE_MODEL_KIND: 'chat' }), 'general');
  assert.equal(kindOf({ EVIDENCE_MODEL_KIND: 'grounding' }), 'grounding');
  for (const alone of [{ EVIDENCE_MODEL_URL: url }, { EVIDENCE_MODEL: 'llama3.1:8b' }]) {
    assert.throws(() => readEmbeddedConfiguration(alone), /EVIDENCE_MODEL_URL and EVIDENCE_MODEL must be set together/);
  }
});

test('a model is external unless it is on this machine or among the allowed hosts', () => {
  const isExternal = (url: string, hosts = '') =>
    modelOf({ EVIDENCE_MODEL_URL: url, EVIDENCE_ALLOW_HOSTS: hosts })?.isExternal;
  for (const own of ['http://localhost:11434/v1', 'http://127.9.9.9/v1', 'http://[::1]:8000', 'http://2130706433/v1']) {
    assert.equal(isExternal(own), false, own);
  }
  assert.equal(isExternal('http://ollama:11434/v1', 'ollama:11434'), false);
  assert.equal(isExternal('https://models.example/v1', 'models.example:443'), false);
  for (const external of [
    'https://models.example/v1',
    'https://localhost.example/v1',
    'https://127.0.0.1.example/v1',
    'https://192.168.1.9:8443/v1',
  ]) {
    assert.equal(isExternal(external, 'ollama:11434'), true, external);
  }
  assert.throws(
    () => isExternal('http://ollama:11434/v1'),
    /must be https, or its host:port must be listed in EVIDENCE_ALLOW/,
  );
});

test('a provider has its public URL, or one set by the operator', () => {
  const { providers } = readEmbeddedConfiguration({
    EVIDENCE_ALLOW_HOSTS: '127.0.0.1:9000',
    EVIDENCE_PROVIDER_URLS: JSON.stringify({
      openai: 'http://127.0.0.1:9000/v1',
      mistral: 'https://gateway.example/mistral',
      wikipedia: 'http://127.0.0.1:9000/wikipedia',
    }),
  });
  assert.deepEqual(providers.openai, { url: 'http://127.0.0.1:9000/v1', isExternal: false });
  assert.deepEqual(providers.mistral, { url: 'https://gateway.example/mistral', isExternal: true });
  assert.deepEqual(providers.anthropic, { url: 'https://api.anthropic.com/v1', isExternal: true });
});

test('traces go to their own endpoint, else below the common one, else nowhere', () => {
  const tracingOf = (environment: Record<string, string>) => readEmbeddedConfiguration(environment).tracing;
  const common = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  assert.equal(tracingOf({ OTEL_SERVICE_NAME: 'a-name', OTEL_EXPORTER_OTLP_ENDPOINT: '' }), undefined);
  const url = 'http://collector:4318/v1/traces';
  assert.deepEqual(tracingOf(common), { url, serviceName: 'evidence-verification' });
  assert.equal(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' })?.url, url);
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in', OTEL_SERVICE_NAME: 'a-name' };
  assert.deepEqual(tracingOf({ ...common, ...own }), { url: 'https://traces/in', serviceName: 'a-name' });
});

test('the distributed shape needs its servers and a role', () => {
  const configuration = readConfiguration({
    ...DISTRIBUTED,
    EVIDENCE_ROLE: 'pipeline',
    KAFKA_SSL: 'on',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'user',
    KAFKA_PASSWORD: 'secret',
  });
  assert.ok(configuration.mode === 'distributed');
  assert.equal(configuration.role, 'pipeline');
  assert.equal(configuration.eventStoreUrl, DISTRIBUTED.EVENTSTORE_URL);
  assert.equal(configuration.mongoUrl, DISTRIBUTED.MONGODB_URL);
  assert.deepEqual(configuration.kafka, {
    brokers: ['queue-1:9092', 'queue-2:9092'],
    ssl: true,
    topicPrefix: 'evidence',
    partitions: 12,
    sasl: { mechanism: 'scram-sha-512', username: 'user', password: 'secret' },
  });
});

test('all settings that a role of the distributed shape lacks are named at once', () => {
  const missing = (environment: Record<string, string>): string => {
    try {
      readConfiguration({ EVIDENCE_MODE: 'distributed', ...environment });
    } catch (error) {
      assert.ok(error instanceof ConfigurationError);
      return error.message.replaceAll(/ must be set[^;]*/g, '');
    }
    return '';
  };
  assert.equal(missing({}), 'EVIDENCE_BOOTSTRAP_KEY; EVIDENCE_MASTER_KEY; EVENTSTORE_URL; MONGODB_URL; KAFKA_BROKERS');
  for (const name of Object.keys(DISTRIBUTED).slice(1)) assert.equal(missing({ ...DISTRIBUTED, [name]: '' }), name);
  assert.equal(missing({ ...DISTRIBUTED, KAFKA_SASL_MECHANISM: 'plain' }), 'KAFKA_USERNAME; KAFKA_PASSWORD');
  assert.equal(missing({ EVIDENCE_ROLE: 'gateway' }), 'EVIDENCE_COMMAND_API_URLS; EVIDENCE_QUERY_API_URLS');
});

test('only processes that run stages need brokers; commands never do', () => {
  const { KAFKA_BROKERS: _, ...withoutBrokers } = DISTRIBUTED;
  const unused = { ...withoutBrokers, KAFKA_SASL_MECHANISM: 'plain' };
  for (const role of ['command-api', 'query-api', 'projectors']) {
    const configuration = readConfiguration({ ...unused, EVIDENCE_ROLE: role });
    assert.ok(configuration.mode === 'distributed');
    assert.equal(configuration.kafka, undefined);
  }
  for (const role of ['all', 'pipeline']) {
    assert.throws(() => readConfiguration({ ...withoutBrokers, EVIDENCE_ROLE: role }), /KAFKA_BROKERS/);
    assert.equal(readCommandConfiguration({ ...unused, EVIDENCE_ROLE: role }).mode, 'distributed');
  }
  assert.throws(() => readCommandConfiguration({ ...unused, EVIDENCE_ROLE: 'gateway' }), /EVIDENCE_ROLE/);
  assert.equal(readCommandConfiguration({}).mode, 'embedded');
});

test('the gateway needs the addresses of the APIs, and no secret', () => {
  const configuration = readConfiguration({
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_ROLE: 'gateway',
    EVIDENCE_COMMAND_API_URLS: 'http://command-1:8080,http://command-2:8080/',
    EVIDENCE_QUERY_API_URLS: 'http://query:8080',
  });
  assert.ok(configuration.mode === 'gateway');
  assert.deepEqual(configuration.commandApis, ['http://command-1:8080', 'http://command-2:8080/']);
  assert.deepEqual(configuration.queryApis, ['http://query:8080']);
});

test('unknown variables with our prefix are found', () => {
  assert.deepEqual(unknownVariables({ EVIDENCE_DATADIR: 'x', EVIDENCE_DATA_DIR: 'y', PATH: 'z' }), [
    'EVIDENCE_DATADIR',
  ]);
});
