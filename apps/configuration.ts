/**
 * Configuration from the environment, checked once at start. A bad value stops the start with a message that names the
 * variable and says what it should be, never what it was: values may be secrets.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isWellFormedApiKey } from '#contracts/api-key-format.ts';

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

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Names that the reverse proxy's own library gives to ranges. */
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

const Environment = z.object({
  EVIDENCE_MODE: z
    .enum(['embedded'], 'must be embedded: this version has no other shape, everything runs in one process')
    .default('embedded'),
  EVIDENCE_ROLE: z.enum(['all'], 'must be all: in the embedded shape one process does everything').default('all'),
  EVIDENCE_PUBLIC_SOURCES: z
    .enum(['off'], 'must be off: this version has no public sources, it looks into libraries and source sets only')
    .default('off'),
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
  EVIDENCE_SYNC_TIMEOUT_MS: integer(1000, 3_600_000, 120_000),
  EVIDENCE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  EVIDENCE_TRUSTED_PROXIES: list.refine(
    (proxies) => proxies.every(isAddressOrRange),
    'must be a comma-separated list of IP addresses and CIDR ranges',
  ),
  EVIDENCE_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 printable ASCII characters')
    .optional(),
  EVIDENCE_TARIFF_CENTS_PER_10KB: integer(0, 1_000_000, 2),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** Variables with our prefix that this version does not know: slips of the pen, or settings of another version. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment).filter((name) => name.startsWith('EVIDENCE_') && !(name in Environment.shape));
}

/** Everything the process is told from outside. */
export interface Configuration {
  mode: 'embedded';
  host: string;
  port: number;
  dataDirectory: string;
  /** undefined: generated into the data folder. */
  bootstrapKey: string | undefined;
  masterKey: Uint8Array | undefined;
  previousMasterKey: Uint8Array | undefined;
  libraryDirectory: string | undefined;
  /** host:port entries that the outbound guard lets through. */
  allowHosts: string[];
  syncTimeoutMs: number;
  publicUrl: string | undefined;
  trustedProxies: string[];
  contact: string | undefined;
  tariffCentsPer10Kb: number;
  logLevel: string;
}

/** Throws ConfigurationError that names every bad variable. An empty variable counts as not set. */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigurationError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const env = parsed.data;
  return {
    mode: env.EVIDENCE_MODE,
    host: env.EVIDENCE_HOST,
    port: env.EVIDENCE_PORT,
    dataDirectory: env.EVIDENCE_DATA_DIR,
    bootstrapKey: env.EVIDENCE_BOOTSTRAP_KEY,
    masterKey: env.EVIDENCE_MASTER_KEY,
    previousMasterKey: env.EVIDENCE_MASTER_KEY_PREVIOUS,
    libraryDirectory: env.EVIDENCE_LIBRARY_DIR,
    allowHosts: env.EVIDENCE_ALLOW_HOSTS,
    syncTimeoutMs: env.EVIDENCE_SYNC_TIMEOUT_MS,
    publicUrl: env.EVIDENCE_PUBLIC_URL,
    trustedProxies: env.EVIDENCE_TRUSTED_PROXIES,
    contact: env.EVIDENCE_CONTACT,
    tariffCentsPer10Kb: env.EVIDENCE_TARIFF_CENTS_PER_10KB,
    logLevel: env.LOG_LEVEL,
  };
}
