/**
 * Reads configuration from the environment, once at start. An invalid value prevents the start with a message that
 * names the variable and the valid values, but never the value itself, as it may be a secret.
 */

import type { TokenPrices } from '#contracts/ports/language-model.ts';
import type { ModelKind, QuestionForms } from '#contracts/ports/organization-models.ts';
import type { Provider } from '#contracts/vocabulary.ts';
import { kindOfModel } from '#engine/judging/model/grounding-models.ts';
import { AllowedHosts, portOf } from '#platform/outbound/outbound-url.ts';
import { Environment, type PROCESS_ROLES, type SASL_MECHANISMS } from './environment.ts';
import { type ProviderAddress, problemOf, providerAddresses } from './provider-urls.ts';

export class ConfigurationError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigurationError';
  }
}

/** Settings of every process in both shapes. */
export interface ProcessSettings {
  host: string;
  port: number;
  syncTimeoutMs: number;
  trustedProxies: string[];
  /** What /metrics asks of callers that are not on this machine; undefined: they are refused. */
  metricsToken: string | undefined;
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
  kind: ModelKind;
  /**
   * False if the server is on this machine or listed in EVIDENCE_ALLOW_HOSTS. Texts for external models are
   * de-identified.
   */
  isExternal: boolean;
  /** The questions that it is asked. Default: what `evidence model check` has found, else the full forms. */
  forms?: QuestionForms;
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
  /** The language model of the environment; undefined: the one that `evidence model use` has set, if any. */
  model: ModelSettings | undefined;
  /** Credential and prices for whichever model the operator uses. */
  modelAccess: Pick<ModelSettings, 'key' | 'prices'>;
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
  /** Whether anybody who is signed in may create organizations; otherwise only the operator's own. */
  openOrganizations: boolean;
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

/** The gateway knows the addresses of the APIs, and no secret but the token for metrics. */
export interface GatewayConfiguration extends ProcessSettings {
  mode: 'gateway';
  commandApis: string[];
  queryApis: string[];
}

/** The configuration of every process but the gateway; `mode` tells the shapes apart. */
export type ServiceConfiguration = EmbeddedConfiguration | DistributedConfiguration;
/** The configuration of any process. */
export type Configuration = ServiceConfiguration | GatewayConfiguration;

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
    metricsToken: env.EVIDENCE_METRICS_TOKEN,
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
    modelAccess: modelAccess(env),
    providers: providerSettings(env),
    publicSources: env.EVIDENCE_PUBLIC_SOURCES === 'on',
    connectedSearch: env.EVIDENCE_CONNECTED_SEARCH === 'on',
    searchUrl: env.EVIDENCE_SEARCH_URL,
    sourceUrls: env.EVIDENCE_PROVIDER_URLS,
    openOrganizations: env.EVIDENCE_OPEN_ORGANIZATIONS === 'on',
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
  const isExternal = isExternalModel(url, env.EVIDENCE_ALLOW_HOSTS);
  if (isExternal === null) {
    throw new ConfigurationError([
      'EVIDENCE_MODEL_URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS',
    ]);
  }
  const named = kindAsTold(kind, name);
  const { key, prices } = modelAccess(env);
  return { url, name, key, kind: named, isExternal, prices };
}

/**
 * The kind of the model by what EVIDENCE_MODEL_KIND says, else by its name. A grounding model of a name that says nothing
 * is asked as most of them are.
 */
export function kindAsTold(kind: string | undefined, name: string): ModelKind {
  const byName = kindOfModel(name);
  if (kind !== 'chat' && kind !== 'grounding') return byName;
  if (kind === 'chat') return 'general';
  return byName === 'general' ? 'grounding' : byName;
}

/** What the environment says of whichever model the operator uses. */
function modelAccess(env: Environment): Pick<ModelSettings, 'key' | 'prices'> {
  return {
    key: env.EVIDENCE_MODEL_KEY ?? '',
    prices: {
      input_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_INPUT,
      output_cents_per_million: env.EVIDENCE_MODEL_CENTS_PER_MILLION_OUTPUT,
    },
  };
}

/**
 * Whether texts for the model at `url` leave the operator's own machines: false on loopback and for listed hosts. null:
 * it must not be used, as it is neither and not https.
 */
export function isExternalModel(url: string, allowHosts: readonly string[]): boolean | null {
  const { hostname, protocol, port } = new URL(url);
  if (isLoopback(hostname) || new AllowedHosts(allowHosts).has(hostname, portOf({ protocol, port }))) return false;
  return protocol === 'https:' ? true : null;
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
