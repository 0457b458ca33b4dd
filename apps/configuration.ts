/**
 * Reads configuration from the environment, once at start. An invalid value prevents the start with a message that
 * names the variable and the valid values, but never the value itself, as it may be a secret.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isWellFormedApiKey } from '#common/api-key-format.ts';
import type { TokenPrices } from '#contracts/ports/language-model.ts';
import type { Provider } from '#contracts/vocabulary.ts';
import { PAYMENT_PROVIDERS } from '#domain/billing/plans.ts';
import { LONGEST_WAIT_MS } from '#domain/verification/reservation-id.ts';
import { kindOfModel } from '#engine/judging/model/versions.ts';
import { AllowedHosts, portOf } from '#platform/outbound/outbound-url.ts';
import { type ProviderAddress, problemOf, providerAddresses } from './provider-urls.ts';

export class ConfigurationError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigurationError';
  }
}

const integer = (minimum: number, maximum: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`)
    .default(fallback);

const list = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .default([]);

const masterKey = z
  .string()
  .refine(
    (value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value) && Buffer.from(value, 'base64').length === 32,
    'must be 32 bytes in base64',
  )
  .transform((value) => new Uint8Array(Buffer.from(value, 'base64')));

/** Cents with up to six decimals: some providers sell a million tokens for less than a cent. */
const price = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'must be an amount in cents, such as 15 or 7.5')
  .transform(Number)
  .default(0);

/** The role of a process in the distributed shape; the gateway forwards requests to the others. */
const PROCESS_ROLES = ['all', 'command-api', 'query-api', 'projectors', 'pipeline', 'gateway'] as const;

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Names of address ranges that the reverse proxy library defines. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressOrRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

function isHostAndPort(text: string): boolean {
  const [, port] = /^(?:\[[0-9a-fA-F:.]+\]|[^\s:/]+):(\d{1,5})$/.exec(text) ?? [];
  return port !== undefined && Number(port) <= 65_535;
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const origins = list.refine(
  (urls) => urls.every(isOrigin),
  'must be a comma-separated list of http or https URLs without a path',
);

const jsonOfUrls = z
  .string()
  .transform((text, context): Record<string, string> => {
    const urls = UrlsByName.safeParse(parsedJson(text));
    if (urls.success) return urls.data;
    context.addIssue('must be a JSON object of URLs by name');
    return z.NEVER;
  })
  .default({});

const UrlsByName = z.record(z.string(), z.string());

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Environment = z.object({
  EVIDENCE_MODE: z.enum(['embedded', 'distributed'], 'must be embedded or distributed').default('embedded'),
  EVIDENCE_ROLE: z.enum(PROCESS_ROLES, `must be one of ${PROCESS_ROLES.join(', ')}`).default('all'),
  EVIDENCE_PUBLIC_SOURCES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  EVIDENCE_CONNECTED_SEARCH: z.enum(['on', 'off'], 'must be on or off').default('on'),
  EVIDENCE_HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  EVIDENCE_PORT: integer(0, 65_535, 8080),
  EVIDENCE_DATA_DIR: z.string().min(1, 'must be a folder').default('./data'),
  EVIDENCE_BOOTSTRAP_KEY: z
    .string()
    .refine(isWellFormedApiKey, 'must be a well-formed API key (evs_dev_ or evs_prod_, 30 characters, checksum)')
    .optional(),
  EVIDENCE_MASTER_KEY: masterKey.optional(),
  EVIDENCE_MASTER_KEY_PREVIOUS: masterKey.optional(),
  EVIDENCE_LIBRARY_DIR: z.string().min(1, 'must be a folder').optional(),
  EVIDENCE_ALLOW_HOSTS: list.refine(
    (hosts) => hosts.every(isHostAndPort),
    'must be a comma-separated list of host:port',
  ),
  EVIDENCE_MODEL_URL: httpUrl
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must be without credentials: EVIDENCE_MODEL_KEY is for them')
    .optional(),
  EVIDENCE_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a model, without spaces')
    .optional(),
  EVIDENCE_MODEL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be a key without spaces')
    .optional(),
  EVIDENCE_MODEL_KIND: z.enum(['chat', 'grounding'], 'must be chat or grounding').optional(),
  EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT: price,
  EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT: price,
  EVIDENCE_JUDGE_MODEL: z.string().min(1, 'must be a folder').optional(),
  EVIDENCE_PROVIDER_URLS: jsonOfUrls,
  EVIDENCE_SEARCH_URL: httpUrl
    .refine((url) => !/^[^/]*\/\/[^/]*@|[?#]/.test(url), 'must be without query and credentials')
    .optional(),
  EVIDENCE_SYNC_TIMEOUT_MS: integer(1000, LONGEST_WAIT_MS, 120_000),
  EVIDENCE_PUBLIC_URL: httpUrl.optional(),
  EVIDENCE_TRUSTED_PROXIES: list.refine(
    (proxies) => proxies.every(isAddressOrRange),
    'must be a comma-separated list of IP addresses and CIDR ranges',
  ),
  EVIDENCE_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 printable ASCII characters')
    .optional(),
  EVIDENCE_TARIFF_CENTS_PER_10KB: integer(0, 1_000_000, 2),
  EVIDENCE_FREE_CENTS_PER_MONTH: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number of cents')
    .transform(Number)
    .optional(),
  PAYMENT_PROVIDER: z.enum(PAYMENT_PROVIDERS, `must be one of ${PAYMENT_PROVIDERS.join(', ')}`).default('local'),
  PAYMENT_SECRET_KEY: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: z.string().optional(),
  PAYMENT_PRICE_ID: z.string().optional(),
  PAYMENT_METER_EVENT: z.string().default('verified_bytes'),
  PAYMENT_URL: httpUrl.default('https://api.stripe.com'),
  EVIDENCE_CA_FILE: z.string().optional(),
  EVENTSTORE_STREAM_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/, 'must be 1 to 50 letters, digits, dots, underscores or hyphens')
    .optional(),
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s]+$/, 'must be an esdb:// or kurrentdb:// connection string')
    .optional(),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s]+$/, 'must be a mongodb:// or mongodb+srv:// connection string')
    .optional(),
  KAFKA_BROKERS: list.refine((brokers) => brokers.every(isHostAndPort), 'must be a comma-separated list of host:port'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, underscores or hyphens')
    .default('evidence'),
  KAFKA_PARTITIONS: integer(1, 1_000, 12),
  KAFKA_SSL: z.enum(['on', 'off'], 'must be on or off').default('off'),
  KAFKA_SASL_MECHANISM: z.enum(SASL_MECHANISMS, `must be one of ${SASL_MECHANISMS.join(', ')}`).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  EVIDENCE_COMMAND_API_URLS: origins,
  EVIDENCE_QUERY_API_URLS: origins,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('evidence-verification'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** All variables read here. */
export const VARIABLES = Object.keys(Environment.shape);

/** Variables with our prefix that this version does not know: typing errors, or settings of another version. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment).filter((name) => name.startsWith('EVIDENCE_') && !(name in Environment.shape));
}

/** Settings of every process in both shapes. */
export interface ProcessSettings {
  host: string;
  port: number;
  syncTimeoutMs: number;
  trustedProxies: string[];
  logLevel: string;
  /** undefined: no tracing. */
  tracing: TracingSettings | undefined;
}

export interface TracingSettings {
  /** URL of the receiver, including its path. */
  url: string;
  serviceName: string;
}

/** The language model that judges what the local judge leaves open. */
export interface ModelSettings {
  /** Base URL of a server of OpenAI's chat completions, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  /** The model's name at its server. */
  name: string;
  /** Its credential; '' if it needs none. */
  key: string;
  kind: 'general' | 'grounding';
  /**
   * False if the server is on this machine or listed in EVIDENCE_ALLOW_HOSTS. Texts for external models are
   * de-identified.
   */
  isExternal: boolean;
  prices: TokenPrices;
}

/** Additional settings of the processes that open the stores. */
export interface ServiceSettings extends ProcessSettings {
  previousMasterKey: Uint8Array | undefined;
  libraryDirectory: string | undefined;
  /** host:port entries that the outbound guard allows. */
  allowHosts: string[];
  /** The public URL of the service; undefined: taken from the request. */
  publicUrl: string | undefined;
  contact: string | undefined;
  /** The folder of an NLI model; undefined: the one that was pulled into the data folder, if any. */
  judgeModelDirectory: string | undefined;
  /** undefined: no language model is asked. */
  model: ModelSettings | undefined;
  /** Addresses of the providers that organizations may connect. */
  providers: Record<Provider, ProviderAddress>;
  /** Whether public databases are used as sources. */
  publicSources: boolean;
  /** Whether connected search providers of organizations are used as sources. */
  connectedSearch: boolean;
  /** Base URL of the operator's SearXNG; undefined: there is none. */
  searchUrl: string | undefined;
  /** Base URLs of outside sources that replace their public ones, by name. */
  sourceUrls: Readonly<Record<string, string>>;
  tariffCentsPer10Kb: number;
  /** What organizations without a plan may spend in a month, in cents; null: no limit. */
  freeMonthlyCents: number | null;
  payments: PaymentSettings;
}

export type PaymentSettings =
  | { provider: 'local' }
  | {
      provider: 'stripe';
      secretKey: string;
      webhookSecret: string;
      priceId: string;
      meterEvent: string;
      /** Base URL of its API, without a path. */
      url: string;
    };

export interface EmbeddedConfiguration extends ServiceSettings {
  mode: 'embedded';
  dataDirectory: string;
  /** undefined: generated into the data folder. */
  bootstrapKey: string | undefined;
  masterKey: Uint8Array | undefined;
}

export interface KafkaSettings {
  brokers: string[];
  /** Prefix of topics and consumer groups. */
  topicPrefix: string;
  /** Partitions of new topics, which limit how many processes can share a stage. */
  partitions: number;
  ssl: boolean;
  sasl: { mechanism: (typeof SASL_MECHANISMS)[number]; username: string; password: string } | undefined;
}

export interface DistributedConfiguration extends ServiceSettings {
  mode: 'distributed';
  role: Exclude<(typeof PROCESS_ROLES)[number], 'gateway'>;
  bootstrapKey: string;
  masterKey: Uint8Array;
  eventStoreUrl: string;
  /** Prefix of all stream names; '' means none. */
  streamPrefix: string;
  mongoUrl: string;
  /** File (PEM) of an additional authority that connections to the servers trust. */
  authorityFile: string | undefined;
  /** undefined for roles that run no stages, as only stages use Kafka. */
  kafka: KafkaSettings | undefined;
}

/** The gateway knows the addresses of the APIs, and no secrets. */
export interface GatewayConfiguration extends ProcessSettings {
  mode: 'gateway';
  commandApis: string[];
  queryApis: string[];
}

/** The configuration of every process but the gateway; `mode` tells the shapes apart. */
export type ServiceConfiguration = EmbeddedConfiguration | DistributedConfiguration;
/** The configuration of any process. */
export type Configuration = ServiceConfiguration | GatewayConfiguration;

type Environment = z.infer<typeof Environment>;

/** Throws ConfigurationError that names every invalid and every missing variable. An empty variable counts as unset. */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const env = parse(environment);
  if (env.EVIDENCE_MODE === 'embedded') return embedded(env);
  return env.EVIDENCE_ROLE === 'gateway' ? gateway(env) : distributed(env, env.EVIDENCE_ROLE);
}

/** The configuration of an embedded service, whatever EVIDENCE_MODE is. Throws ConfigurationError. */
export function readEmbeddedConfiguration(environment: Record<string, string | undefined>): EmbeddedConfiguration {
  return embedded(parse({ ...environment, EVIDENCE_MODE: 'embedded', EVIDENCE_ROLE: 'all' }));
}

/**
 * The configuration of a command, which works beside a running service or on its servers. It needs what the APIs need,
 * whatever EVIDENCE_ROLE is. Throws ConfigurationError.
 */
export function readCommandConfiguration(environment: Record<string, string | undefined>): ServiceConfiguration {
  const env = parse(environment);
  if (env.EVIDENCE_MODE === 'embedded') return embedded(env);
  if (env.EVIDENCE_ROLE === 'gateway') {
    throw new ConfigurationError(['EVIDENCE_ROLE must not be gateway: commands work on the stores']);
  }
  return distributed(env, 'command-api');
}

function parse(environment: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigurationError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  return parsed.data;
}

function embedded(env: Environment): EmbeddedConfiguration {
  if (env.EVIDENCE_ROLE !== 'all') {
    throw new ConfigurationError(['EVIDENCE_ROLE must be all: in the embedded shape one process does everything']);
  }
  return {
    mode: 'embedded',
    ...serviceSettings(env),
    dataDirectory: env.EVIDENCE_DATA_DIR,
    bootstrapKey: env.EVIDENCE_BOOTSTRAP_KEY,
    masterKey: env.EVIDENCE_MASTER_KEY,
  };
}

function distributed(env: Environment, role: DistributedConfiguration['role']): DistributedConfiguration {
  const runsStages = role === 'all' || role === 'pipeline';
  const usesPassword = runsStages && env.KAFKA_SASL_MECHANISM !== undefined;
  const { EVIDENCE_BOOTSTRAP_KEY, EVIDENCE_MASTER_KEY, EVENTSTORE_URL, MONGODB_URL } = required(env, [
    'EVIDENCE_BOOTSTRAP_KEY',
    'EVIDENCE_MASTER_KEY',
    'EVENTSTORE_URL',
    'MONGODB_URL',
    ...(runsStages ? (['KAFKA_BROKERS'] as const) : []),
    ...(usesPassword ? (['KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const) : []),
  ]);
  return {
    mode: 'distributed',
    ...serviceSettings(env),
    role,
    bootstrapKey: EVIDENCE_BOOTSTRAP_KEY,
    masterKey: EVIDENCE_MASTER_KEY,
    eventStoreUrl: EVENTSTORE_URL,
    streamPrefix: env.EVENTSTORE_STREAM_PREFIX ?? '',
    authorityFile: env.EVIDENCE_CA_FILE,
    mongoUrl: MONGODB_URL,
    kafka: runsStages ? kafkaSettings(env) : undefined,
  };
}

function kafkaSettings(env: Environment): KafkaSettings {
  const mechanism = env.KAFKA_SASL_MECHANISM;
  return {
    brokers: env.KAFKA_BROKERS,
    topicPrefix: env.KAFKA_TOPIC_PREFIX,
    partitions: env.KAFKA_PARTITIONS,
    ssl: env.KAFKA_SSL === 'on',
    sasl:
      mechanism === undefined
        ? undefined
        : { mechanism, username: env.KAFKA_USERNAME ?? '', password: env.KAFKA_PASSWORD ?? '' },
  };
}

function gateway(env: Environment): GatewayConfiguration {
  required(env, ['EVIDENCE_COMMAND_API_URLS', 'EVIDENCE_QUERY_API_URLS']);
  return {
    mode: 'gateway',
    ...processSettings(env),
    commandApis: env.EVIDENCE_COMMAND_API_URLS,
    queryApis: env.EVIDENCE_QUERY_API_URLS,
  };
}

function processSettings(env: Environment): ProcessSettings {
  return {
    host: env.EVIDENCE_HOST,
    port: env.EVIDENCE_PORT,
    syncTimeoutMs: env.EVIDENCE_SYNC_TIMEOUT_MS,
    trustedProxies: env.EVIDENCE_TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    tracing: tracingSettings(env),
  };
}

function serviceSettings(env: Environment): ServiceSettings {
  return {
    ...processSettings(env),
    previousMasterKey: env.EVIDENCE_MASTER_KEY_PREVIOUS,
    libraryDirectory: env.EVIDENCE_LIBRARY_DIR,
    allowHosts: env.EVIDENCE_ALLOW_HOSTS,
    publicUrl: env.EVIDENCE_PUBLIC_URL,
    contact: env.EVIDENCE_CONTACT,
    judgeModelDirectory: env.EVIDENCE_JUDGE_MODEL,
    model: modelSettings(env),
    providers: providerSettings(env),
    publicSources: env.EVIDENCE_PUBLIC_SOURCES === 'on',
    connectedSearch: env.EVIDENCE_CONNECTED_SEARCH === 'on',
    searchUrl: env.EVIDENCE_SEARCH_URL,
    sourceUrls: env.EVIDENCE_PROVIDER_URLS,
    tariffCentsPer10Kb: env.EVIDENCE_TARIFF_CENTS_PER_10KB,
    freeMonthlyCents: env.EVIDENCE_FREE_CENTS_PER_MONTH ?? null,
    payments: paymentSettings(env),
  };
}

/** Stripe's pages lead people back to the service, so its public URL must be known. */
function paymentSettings(env: Environment): PaymentSettings {
  if (env.PAYMENT_PROVIDER === 'local') return { provider: 'local' };
  const names = ['PAYMENT_SECRET_KEY', 'PAYMENT_WEBHOOK_SECRET', 'PAYMENT_PRICE_ID', 'EVIDENCE_PUBLIC_URL'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigurationError(missing.map((name) => `${name} must be set for PAYMENT_PROVIDER=stripe`));
  }
  const { hostname, protocol, port } = new URL(env.PAYMENT_URL);
  const allowed = new AllowedHosts(env.EVIDENCE_ALLOW_HOSTS);
  if (protocol !== 'https:' && !allowed.has(hostname, portOf({ protocol, port }))) {
    throw new ConfigurationError([
      'PAYMENT_URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS',
    ]);
  }
  return {
    provider: 'stripe',
    secretKey: env.PAYMENT_SECRET_KEY!,
    webhookSecret: env.PAYMENT_WEBHOOK_SECRET!,
    priceId: env.PAYMENT_PRICE_ID!,
    meterEvent: env.PAYMENT_METER_EVENT,
    url: env.PAYMENT_URL,
  };
}

function modelSettings(env: Environment): ModelSettings | undefined {
  const { EVIDENCE_MODEL_URL: url, EVIDENCE_MODEL: name, EVIDENCE_MODEL_KIND: kind } = env;
  if (url === undefined && name === undefined) return undefined;
  if (url === undefined || name === undefined) {
    throw new ConfigurationError(['EVIDENCE_MODEL_URL and EVIDENCE_MODEL must be set together']);
  }
  const { hostname, protocol, port } = new URL(url);
  const isOwn =
    isLoopback(hostname) || new AllowedHosts(env.EVIDENCE_ALLOW_HOSTS).has(hostname, portOf({ protocol, port }));
  if (!isOwn && protocol !== 'https:') {
    throw new ConfigurationError([
      'EVIDENCE_MODEL_URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS',
    ]);
  }
  const named = kind === undefined ? kindOfModel(name) : kind === 'chat' ? 'general' : 'grounding';
  const prices = {
    input_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT,
    output_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT,
  };
  return { url, name, key: env.EVIDENCE_MODEL_KEY ?? '', kind: named, isExternal: !isOwn, prices };
}

function providerSettings({
  EVIDENCE_PROVIDER_URLS: urls,
  EVIDENCE_ALLOW_HOSTS: hosts,
}: Environment): ServiceSettings['providers'] {
  const problem = problemOf(urls, hosts);
  if (problem !== null) throw new ConfigurationError([`EVIDENCE_PROVIDER_URLS ${problem}`]);
  return providerAddresses(urls, hosts);
}

/** `hostname` as WHATWG URLs give it. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** OpenTelemetry's own variables: the traces endpoint is used as it is, the general one gets the path of traces. */
function tracingSettings(env: Environment): TracingSettings | undefined {
  const common = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/?$/, '/v1/traces');
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? common;
  return url === undefined ? undefined : { url, serviceName: env.OTEL_SERVICE_NAME };
}

/** The environment, with these variables known to be set. An empty list counts as missing. */
function required<Name extends keyof Environment>(
  env: Environment,
  names: readonly Name[],
): { [Key in Name]: NonNullable<Environment[Key]> } {
  const missing = names.filter((name) => env[name] === undefined || (env[name] as { length?: number }).length === 0);
  if (missing.length > 0) {
    throw new ConfigurationError(missing.map((name) => `${name} must be set for this role of the distributed shape`));
  }
  return env as { [Key in Name]: NonNullable<Environment[Key]> };
}
