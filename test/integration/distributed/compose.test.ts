import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readConfiguration } from '#apps/configuration.ts';
import { unknownVariables, VARIABLES } from '#apps/environment.ts';
import { PROGRAMS } from '#test/support/deployment/distributed.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TEXT = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');

interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  deploy?: { resources: { limits: { cpus: string; memory: string } } };
  depends_on?: Record<string, { condition: string }>;
  networks: string[];
  ports?: string[];
  volumes?: string[];
  profiles?: string[];
}

const compose = parse(TEXT, { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, service]) => service.build !== undefined);

/** A .env file as an operator would write it. */
function generatedEnvironment(): Record<string, string> {
  const made = spawnSync(process.execPath, ['apps/run.mjs', 'scripts/compose-environment.ts'], { cwd: ROOT });
  assert.equal(made.status, 0);
  const lines = String(made.stdout)
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Expands `${NAME}`, `${NAME:-default}`, `${NAME:+value}` and `${NAME:?message}`, also nested, like compose. */
function interpolate(text: string, environment: Record<string, string>): string {
  const filled = text.replaceAll(
    /\$\{(\w+)(?::([-+?])([^${}]*))?\}/g,
    (_, name: string, kind: string, rest: string) => {
      const value = environment[name];
      if (value) return kind === '+' ? rest : value;
      assert.notEqual(kind, '?', `${name} is required`);
      return kind === '-' ? rest : '';
    },
  );
  return filled === text ? text : interpolate(filled, environment);
}

function environmentOf(service: ComposeService, environment: Record<string, string>): Record<string, string> {
  const entries = Object.entries(service.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolate(value, environment)]));
}

test('docker compose takes the file', (context) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) {
    context.skip('docker compose is not on this machine; the file is only parsed');
    return;
  }
  const environment = { ...process.env, ...generatedEnvironment() };
  const checked = spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: ROOT, env: environment });
  assert.equal(checked.status, 0, String(checked.stderr));
});

test('lists of words hold only strings, not what YAML takes for other types', () => {
  for (const [name, { command = [], entrypoint = [], healthcheck, volumes = [] }] of services) {
    for (const word of [...command, ...entrypoint, ...(healthcheck?.test ?? []), ...volumes]) {
      assert.equal(typeof word, 'string', `${name}: ${JSON.stringify(word)}`);
    }
  }
});

test('images are pinned to a version', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  const images = services
    .filter(([, { build }]) => build === undefined)
    .map(([, { image }]) => interpolate(image, generatedEnvironment()));
  for (const image of [...bases, ...images]) assert.match(image, /:\d+\.\d+\.\d+(-[a-z]+)?$/);
});

test('every process of ours is confined, bounded and watched', () => {
  for (const [name, service] of ours) {
    assert.equal(service.read_only, true, name);
    assert.ok(service.healthcheck, name);
    assert.ok(service.deploy, name);
  }
  for (const [name, service] of services) {
    assert.ok(service.security_opt?.includes('no-new-privileges:true'), name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.ok(service.deploy?.resources.limits.memory, name);
    assert.ok(service.deploy?.resources.limits.cpus, name);
  }
});

test("neither our processes nor MongoDB's shell run as root", () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  assert.match(dockerfile, /^USER node$/m);
  for (const [name, service] of ours) assert.equal(service.user, undefined, name);
  for (const [name, { image, user }] of services) if (image.startsWith('mongo:')) assert.equal(user, 'mongodb', name);
});

test('every server keeps its data and is healthy before its clients start', () => {
  const kept = (name: string) => compose.services[name]!.volumes!.map((volume) => volume.split(':')[1]);
  assert.ok(kept('eventstore').includes('/var/lib/kurrentdb'));
  assert.ok(kept('kafka').includes(compose.services.kafka!.environment!.KAFKA_LOG_DIRS));
  assert.ok(kept('mongodb').includes('/data/db'));
  for (const [name, { depends_on }] of ours.filter(([name]) => name !== 'gateway')) {
    assert.deepEqual(
      depends_on,
      {
        eventstore: { condition: 'service_healthy' },
        kafka: { condition: 'service_healthy' },
        'mongodb-replica-set': { condition: 'service_completed_successfully' },
      },
      name,
    );
  }
  const { depends_on } = compose.services.gateway!;
  for (const role of ['command-api', 'query-api']) {
    const started = Object.entries(depends_on!).some(
      ([name, { condition }]) => name.startsWith(role) && condition === 'service_healthy',
    );
    assert.ok(started, role);
  }
});

test('each command line of ours is one that the tests of the whole shape start', () => {
  const commands = new Set(ours.map(([, { command }]) => command!.join(' ')));
  assert.deepEqual([...commands].toSorted(), PROGRAMS.map((program) => `node apps/serve.mjs ${program}`).toSorted());
});

test('the environment alone can name other servers, with credentials and TLS', () => {
  const own = {
    EVENTSTORE_URL: 'esdb://user:password@events.example:2113?tls=true',
    MONGODB_URL: 'mongodb://user:password@documents.example/evidence?replicaSet=rs0&tls=true',
    KAFKA_BROKERS: 'queue.example:9093',
    KAFKA_PARTITIONS: '24',
    KAFKA_TOPIC_PREFIX: 'ours',
    KAFKA_SSL: 'on',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'user',
    KAFKA_PASSWORD: 'password',
  };
  const environment = { ...generatedEnvironment(), ...own, EVIDENCE_CA_FILE: './authority.pem' };
  for (const [name, service] of ours.filter(([name]) => name !== 'gateway')) {
    const told = environmentOf(service, environment);
    for (const [variable, value] of Object.entries(own)) assert.equal(told[variable], value, `${name}: ${variable}`);
    assert.ok(
      service.volumes!.some(
        (volume) => interpolate(volume, environment) === `./authority.pem:${told.NODE_EXTRA_CA_CERTS}:ro`,
      ),
      name,
    );
  }
});

test('every setting can be made, except those that the file decides', () => {
  // The last one is of the command line's, which no service reads.
  const decided = ['EVIDENCE_DATA_DIR', 'EVIDENCE_ROLE', 'EVIDENCE_CACHE_KEY'].toSorted();
  const settable = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment!)));
  assert.deepEqual(VARIABLES.filter((name) => !settable.has(name)).toSorted(), decided);
});

test('everything that a service refers to exists', () => {
  for (const [name, service] of services) {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.ok(other in compose.services, `${name}: ${other}`);
      if (condition === 'service_healthy') assert.ok(compose.services[other]?.healthcheck, `${other} has no health`);
    }
    for (const network of service.networks) assert.ok(network in compose.networks, `${name}: ${network}`);
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0]!;
      if (/^[a-z]/.test(source)) assert.ok(source in compose.volumes, `${name}: ${source}`);
    }
  }
});

test('the event store has settings under its new name alone', () => {
  const names = Object.keys(compose.services.eventstore!.environment!);
  assert.deepEqual(
    names.filter((name) => !name.startsWith('KURRENTDB_')),
    [],
    'older names are taken with a warning, and some stop the start',
  );
});

test('only the gateway is reachable from outside, and the servers only by the service', () => {
  const published = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
  assert.deepEqual(published, ['gateway']);
  assert.deepEqual(compose.networks.data, { internal: true });
  // What pulls a model must reach out, and so reaches nothing here.
  for (const [name, { networks, build }] of services)
    if (build === undefined) assert.deepEqual(networks, [name === 'ollama-model' ? 'outbound' : 'data'], name);
  assert.deepEqual(compose.services.gateway?.networks, ['front']);
});

test('a model of the profile ollama is pulled and used once it is named', () => {
  const environment = { ...generatedEnvironment(), EVIDENCE_OLLAMA_MODEL: 'llama3.2:3b' };
  for (const [name, service] of ours.filter(([name]) => name !== 'gateway')) {
    const { EVIDENCE_MODEL_URL, EVIDENCE_MODEL, EVIDENCE_ALLOW_HOSTS } = environmentOf(service, environment);
    const used = [EVIDENCE_MODEL_URL, EVIDENCE_MODEL, EVIDENCE_ALLOW_HOSTS];
    assert.deepEqual(used, ['http://ollama:11434/v1', 'llama3.2:3b', 'ollama:11434'], name);
  }
  assert.equal(environmentOf(compose.services['ollama-model']!, environment).MODEL, 'llama3.2:3b');
  for (const name of ['ollama', 'ollama-model']) assert.deepEqual(compose.services[name]!.profiles, ['ollama']);
});

test('no secret has a default, and .env.example holds none', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const secrets = ['EVIDENCE_BOOTSTRAP_KEY', 'EVIDENCE_MASTER_KEY', 'MONGODB_USERNAME', 'MONGODB_PASSWORD'];
  for (const name of secrets) {
    assert.match(example, new RegExp(`^${name}=$`, 'm'));
    assert.match(TEXT, new RegExp(`\\$\\{${name}:\\?`));
  }
  for (const [, name, standard] of TEXT.matchAll(/\$\{(\w*(?:KEY|PASSWORD|USERNAME)\w*):-([^}]*)\}/g)) {
    assert.equal(standard, '', `${name} has a default`);
  }
});

test('with a generated .env, every process is configured as what its command says', () => {
  const environment = generatedEnvironment();
  for (const [name, service] of ours) {
    const role = /^apps\/([a-z-]+)\.ts$/.exec(service.command!.at(-1)!)?.[1];
    assert.ok(role !== undefined && name.startsWith(role), name);
    assert.ok(existsSync(join(ROOT, service.command!.at(-1)!)), name);
    const own = { ...environmentOf(service, environment), EVIDENCE_ROLE: role };
    assert.deepEqual(unknownVariables(own), [], name);
    const configuration = readConfiguration(own);
    assert.equal(configuration.mode, role === 'gateway' ? 'gateway' : 'distributed');
    assert.equal(configuration.port, 8080);
  }
});

test('the gateway knows every API of the file', () => {
  const { EVIDENCE_COMMAND_API_URLS, EVIDENCE_QUERY_API_URLS } = compose.services.gateway!.environment!;
  const named = (kind: string) => ours.map(([name]) => name).filter((name) => name.startsWith(kind));
  assert.deepEqual(
    EVIDENCE_COMMAND_API_URLS?.split(','),
    named('command-api').map((name) => `http://${name}:8080`),
  );
  assert.deepEqual(
    EVIDENCE_QUERY_API_URLS?.split(','),
    named('query-api').map((name) => `http://${name}:8080`),
  );
});
