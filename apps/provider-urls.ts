/** Addresses of the providers that organizations can connect. */
import { isIP } from 'node:net';
import { PROVIDERS, type Provider } from '#contracts/vocabulary.ts';
import { AllowedHosts, OutboundError, parseOutboundUrl, portOf } from '#platform/outbound/outbound-url.ts';
import { isPublicAddress } from '#platform/outbound/public-addresses.ts';

export interface ProviderAddress {
  /** Base URL, to which the path of the provider's API is appended. */
  url: string;
  /** False for hosts in EVIDENCE_ALLOW_HOSTS. Texts for external providers are de-identified. */
  isExternal: boolean;
}

const PUBLIC_URLS: Readonly<Record<Provider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  brave: 'https://api.search.brave.com/res/v1',
  tavily: 'https://api.tavily.com',
  exa: 'https://api.exa.ai',
  serper: 'https://google.serper.dev',
};

/** Sources without a credential. */
const PUBLIC_SOURCES: readonly string[] = [
  'wikipedia',
  'wikidata',
  'crossref',
  'arxiv',
  'europepmc',
  'pubmed',
  'clinicaltrials',
  'federalregister',
  'courtlistener',
  'edgar',
  'worldbank',
];

/** Describes what is wrong with the URLs, to follow the variable's name; null: nothing. */
export function problemOf(urls: Readonly<Record<string, string>>, allowHosts: readonly string[]): string | null {
  const known = [...PROVIDERS, ...PUBLIC_SOURCES];
  if (!Object.keys(urls).every((name) => known.includes(name))) {
    return `must be a JSON object of URLs by name: ${known.join(', ')}`;
  }
  const allowed = new AllowedHosts(allowHosts);
  const refused = Object.keys(urls).find((name) => !isBaseUrl(urls[name]!, allowed));
  if (refused === undefined) return null;
  const hosts = 'or its host:port must be listed in EVIDENCE_ALLOW_HOSTS';
  return `must be a public https URL without query or credentials for ${refused}, ${hosts}`;
}

/** `urls` replace the default addresses. */
export function providerAddresses(
  urls: Readonly<Record<string, string>>,
  allowHosts: readonly string[],
): Record<Provider, ProviderAddress> {
  const allowed = new AllowedHosts(allowHosts);
  const address = (name: Provider): ProviderAddress => {
    const url = urls[name] ?? PUBLIC_URLS[name];
    const { hostname, protocol, port } = new URL(url);
    return { url, isExternal: !allowed.has(hostname, portOf({ protocol, port })) };
  };
  return Object.fromEntries(PROVIDERS.map((name) => [name, address(name)])) as Record<Provider, ProviderAddress>;
}

function isBaseUrl(text: string, allowed: AllowedHosts): boolean {
  if (/[?#]/.test(text)) return false;
  try {
    const url = parseOutboundUrl(text, allowed);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(host) === 0 || isPublicAddress(host) || allowed.has(url.hostname, portOf(url));
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}
