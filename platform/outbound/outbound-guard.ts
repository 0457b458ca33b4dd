/** Guards all outbound requests to URLs that customers or web pages chose. */
import { lookup } from 'node:dns/promises';
import type { buildConnector, Dispatcher } from 'undici';
import type { FetchedPage, PageRequest } from './fetch-page.ts';
import { checkedAddresses, type Resolve } from './guarded-connect.ts';
import { AllowedHosts, OutboundError, type OutboundFailure, parseOutboundUrl, portOf } from './outbound-url.ts';

export type { FetchedPage, PageBody, PageRequest } from './fetch-page.ts';
export { OutboundError, type OutboundFailure } from './outbound-url.ts';

export interface OutboundGuardOptions {
  /** "host:port" entries that may be private and use plain http (development only). */
  allowHosts: readonly string[];
  /** Contact address for site owners, sent in the User-Agent. */
  contact: string | null;
  version: string;
  /** Name resolution. Default: the operating system's. */
  resolve?: Resolve;
  /** Opens the checked connection. Default: undici's connector. */
  connect?: buildConnector.connector;
  /** Time limit of name resolution, all redirects and the body together. */
  timeoutMs?: number;
  /** Largest body in bytes, compressed or decompressed. */
  maxBytes?: number;
}

export type UrlCheck = { ok: true } | { ok: false; reason: OutboundFailure };

export interface OutboundGuard {
  readonly userAgent: string;
  /**
   * A dispatcher for any undici request (webhooks, search providers): scheme, port and address are checked at each
   * connection. The caller bounds time, size and redirects.
   */
  dispatcher(): Promise<Dispatcher>;
  /**
   * Whether a URL may be registered. Private addresses are refused, also behind a name; a name that does not resolve is
   * accepted, since each fetch checks again.
   */
  checkUrl(url: string): Promise<UrlCheck>;
  /** Fetches a page of text, or a PDF; never throws. */
  fetchPage(url: string, page?: PageRequest): Promise<FetchedPage>;
  /** Closes idle connections and waits for those in use. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5_000_000;

/** Throws TypeError on a malformed entry of `allowHosts`. */
export function createOutboundGuard(options: OutboundGuardOptions): OutboundGuard {
  const allowed = new AllowedHosts(options.allowHosts);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const resolve = withDeadline(options.resolve ?? systemResolve, timeoutMs);
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const userAgent = `evidence-verification/${options.version}${options.contact ? ` (${options.contact})` : ''}`;
  /**
   * Loaded on demand: the HTTP client is a tenth of what a start would load, and many services never fetch anything.
   */
  let opened: ReturnType<typeof open> | null = null;
  const open = async () => {
    const [{ createGuardedDispatcher }, { fetchPage }] = await Promise.all([
      import('./guarded-dispatcher.ts'),
      import('./fetch-page.ts'),
    ]);
    const dispatcher = createGuardedDispatcher({ allowed, resolve, connect: options.connect, timeoutMs });
    return { dispatcher, fetchPage };
  };
  const client = () => {
    opened ??= open();
    return opened;
  };
  return {
    userAgent,
    dispatcher: async () => (await client()).dispatcher,
    checkUrl: (url) => checkUrl(url, allowed, resolve),
    async fetchPage(url, page) {
      const { dispatcher, fetchPage } = await client();
      return fetchPage({ allowed, dispatcher, userAgent, timeoutMs, maxBytes }, url, page);
    },
    async close() {
      await (await opened)?.dispatcher.close();
    },
  };
}

async function checkUrl(text: string, allowed: AllowedHosts, resolve: Resolve): Promise<UrlCheck> {
  try {
    const url = parseOutboundUrl(text, allowed);
    await checkedAddresses({ allowed, resolve }, url.hostname, portOf(url));
    return { ok: true };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.reason === 'dns_failure' ? { ok: true } : { ok: false, reason: error.reason };
  }
}

/** A resolver that does not respond in time counts as a name that does not resolve. */
function withDeadline(resolve: Resolve, timeoutMs: number): Resolve {
  return async (hostname) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new OutboundError('dns_failure')), timeoutMs);
    try {
      return await Promise.race([resolve(hostname), promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function systemResolve(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
