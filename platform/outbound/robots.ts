/** Checks in a site's robots.txt whether a page may be fetched (RFC 9309), and caches the rules. */
import { LRUCache } from 'lru-cache';
import type { FetchedPage, OutboundGuard } from './outbound-guard.ts';
import { EVERYTHING_ALLOWED, NOTHING_ALLOWED, parseRobots, type RobotsRules } from './robots-rules.ts';

export interface RobotsOptions {
  guard: Pick<OutboundGuard, 'fetchPage'>;
  /** Our name in robots.txt. */
  token: string;
  timeoutMs?: number;
}

export interface Robots {
  /**
   * Whether the site of `url` allows us to fetch it. Each organization has its own cache: the speed of a shared one
   * would reveal whose pages others read. Never rejects.
   */
  allows(url: URL, organizationId: string): Promise<boolean>;
}

/** Our name, as in the User-Agent. */
export const CRAWLER = 'evidence-verification';

const TIMEOUT_MS = 5_000;
/** RFC 9309 allows 24 hours. */
const KNOWN_FOR_MS = 12 * 3_600_000;
/** For a site whose file could not be read. */
const UNKNOWN_FOR_MS = 300_000;
const MOST_SITES = 2_000;
/** The rest of a longer file is not read. */
const MOST_BYTES = 512 * 1_024;
/** Total characters of files whose rules are cached. */
const MOST_CHARACTERS = 20_000_000;

interface Site {
  rules: Promise<RobotsRules>;
  size: number;
}

export function createRobots({ guard, token, timeoutMs = TIMEOUT_MS }: RobotsOptions): Robots {
  const sites = new LRUCache<string, Site>({
    max: MOST_SITES,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });

  function ask(key: string, origin: string): Promise<RobotsRules> {
    const asked = guard.fetchPage(`${origin}/robots.txt`, { signal: AbortSignal.timeout(timeoutMs) });
    const rules = asked.then(async (fetched) => {
      const { found, isSure } = await rulesIn(fetched, token);
      sites.set(key, { rules, size: sizeOf(fetched) }, { ttl: isSure ? KNOWN_FOR_MS : UNKNOWN_FOR_MS });
      return found;
    });
    // Concurrent requests for pages of one site share the look-up.
    sites.set(key, { rules, size: 1 }, { ttl: timeoutMs * 2 });
    return rules;
  }

  return {
    async allows(url, organizationId) {
      const key = `${organizationId} ${url.origin}`;
      const rules = await (sites.get(key)?.rules ?? ask(key, url.origin));
      return rules.allows(url);
    },
  };
}

/**
 * A site without such a file allows everything; one whose file can't be read allows nothing. The latter includes 429,
 * by which a site asks for fewer requests, and files that are not text.
 */
async function rulesIn(fetched: FetchedPage, token: string): Promise<{ found: RobotsRules; isSure: boolean }> {
  if (fetched.ok) {
    if (fetched.notModified) return { found: EVERYTHING_ALLOWED, isSure: true };
    if (fetched.mediaType === 'application/pdf') return { found: NOTHING_ALLOWED, isSure: false };
    // RFC 9309 says UTF-8, whatever the header says.
    const text = new TextDecoder().decode(fetched.body.subarray(0, MOST_BYTES));
    return { found: await parseRobots(text, token), isSure: true };
  }
  const { reason, status } = fetched;
  const isAbsent =
    reason === 'too_many_redirects' || (reason === 'http_status' && status !== null && status < 500 && status !== 429);
  return isAbsent ? { found: EVERYTHING_ALLOWED, isSure: true } : { found: NOTHING_ALLOWED, isSure: false };
}

function sizeOf(fetched: FetchedPage): number {
  return fetched.ok && !fetched.notModified ? Math.min(fetched.body.length, MOST_BYTES) + 1 : 1;
}
