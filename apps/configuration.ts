/**
 * Reads configuration from the environment, once at start. An invalid value prevents the start with a message that
 * names the variable and the valid values, but never the value itself, as it may be a secret.
 */

import type { Provider } from '#contracts/vocabulary.ts';
import { ConfigurationError } from './configuration-error.ts';
import { Environment, type PROCESS_ROLES, type SASL_MECHANISMS, variablesIn } from './environment.ts';
import { type ModelSettings, modelAccess, modelSettings } from './model-settings.ts';
import { type PaymentSettings, paymentSettings } from './payment-settings.ts';
import { type ProviderAddress, problemOf, providerAddresses } from './provider-urls.ts';

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
  const env = variablesIn(environment, Environment);
  if (env.EVIDENCE_MODE === 'embedded') return embedded(env);
  return env.EVIDENCE_ROLE === 'gateway' ? gateway(env) : distributed(env, env.EVIDENCE_ROLE);
}

/** The configuration of an embedded service, whatever EVIDENCE_MODE is. Throws ConfigurationError. */
export function readEmbeddedConfiguration(environment: Record<string, string | undefined>): EmbeddedConfiguration {
  return embedded(variablesIn({ ...environment, EVIDENCE_MODE: 'embedded', EVIDENCE_ROLE: 'all' }, Environment));
}

/**
 * The configuration of a command, which works beside a running service or on its servers. It needs what the APIs need,
 * whatever EVIDENCE_ROLE is. Throws ConfigurationError.
 */
export function readCommandConfiguration(environment: Record<string, string | undefined>): ServiceConfiguration {
  const env = variablesIn(environment, Environment);
  if (env.EVIDENCE_MODE === 'embedded') return embedded(env);
  if (env.EVIDENCE_ROLE === 'gateway') {
    throw new ConfigurationError(['EVIDENCE_ROLE must not be gateway: commands work on the stores']);
  }
  return distributed(env, 'command-api');
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

function providerSettings({
  EVIDENCE_PROVIDER_URLS: urls,
  EVIDENCE_ALLOW_HOSTS: hosts,
}: Environment): ServiceSettings['providers'] {
  const problem = problemOf(urls, hosts);
  if (problem !== null) throw new ConfigurationError([`EVIDENCE_PROVIDER_URLS ${problem}`]);
  return providerAddresses(urls, hosts);
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
