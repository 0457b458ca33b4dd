/** Settings with which the service reaches no provider: calls fail at once, and none leaves this machine. */
import { PROVIDERS } from '#contracts/vocabulary.ts';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export const NO_PROVIDERS: Record<string, string> = {
  EVIDENCE_PROVIDER_URLS: JSON.stringify(Object.fromEntries(PROVIDERS.map((provider) => [provider, NOWHERE]))),
  EVIDENCE_ALLOW_HOSTS: new URL(NOWHERE).host,
};
