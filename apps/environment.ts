/** The environment variables that this version reads, with the form of their values. */

import { isIP } from 'node:net';
import { z } from 'zod';
import { isWellFormedApiKey } from '#common/api-key-format.ts';
import { hasControlCharacter } from '#contracts/http/url.ts';
import { PAYMENT_PROVIDERS } from '#domain/billing/plans.ts';
import { LONGEST_WAIT_MS } from '#domain/verification/reservation-id.ts';
import { ConfigurationError } from './configuration-error.ts';
import { parsedJson } from './parsed-json.ts';

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
export const PROCESS_ROLES = ['all', 'command-api', 'query-api', 'projectors', 'pipeline', 'gateway'] as const;

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

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
  const url = !hasControlCharacter(text) && URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** A URL, without the white space at its ends. The first check comes before zod drops line breaks within. */
export const httpUrl = z
  .string()
  .refine((text) => !hasControlCharacter(text.trim()), { error: 'must be without control characters', abort: true })
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }));

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

export const Environment = z.object({
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
  EVIDENCE_CACHE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable ASCII characters without spaces')
    .optional(),
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
  EVIDENCE_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable ASCII characters without spaces')
    .optional(),
  EVIDENCE_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 printable ASCII characters')
    .optional(),
  EVIDENCE_OPEN_ORGANIZATIONS: z.enum(['on', 'off'], 'must be on or off').default('on'),
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

export type Environment = z.infer<typeof Environment>;

/** What a schema's variables say; an empty one counts as unset. Throws ConfigurationError that names the invalid ones. */
export function variablesIn<Schema extends z.ZodType>(
  environment: Record<string, string | undefined>,
  schema: Schema,
): z.infer<Schema> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const parsed = schema.safeParse(Object.fromEntries(set));
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
}

/** Names of all variables. */
export const VARIABLES = Object.keys(Environment.shape);

/** Variables with our prefix that this version does not know: typing errors, or settings of another version. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment).filter((name) => name.startsWith('EVIDENCE_') && !(name in Environment.shape));
}
