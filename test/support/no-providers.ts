/** Settings without any reachable provider: calls fail at once, and none leaves this machine. */
import { PROVIDERS } from '#contracts/vocabulary.ts';

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

export const NO_PROVIDERS: Record<string, string> = {
  EVIDENCE_PROVIDER_URLS: JSON.stringify(Object.fromEntries(PROVIDERS.map((provider) => [provider, NOWHERE]))),
  EVIDENCE_ALLOW_HOSTS: new URL(NOWHERE).host,
};
