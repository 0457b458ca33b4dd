/** URLs for the service to fetch or call: absolute, http or https. Error reasons are those of Pydantic's URL parser. */
import { Failure } from './coercion.ts';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{0,30}:/;
const AUTHORITY = /^https?:[\\/]*(?<authority>[^\\/?#]*)/i;

/** Returns the trimmed text, or a Failure. The outbound guard checks where the URL leads. */
export function toUrl(text: string): string | Failure {
  const trimmed = text.trim();
  if (trimmed === '') return unparsable('input is empty');
  const scheme = SCHEME.exec(trimmed)?.[0].toLowerCase();
  if (scheme === undefined) return unparsable('relative URL without a base');
  if (scheme !== 'http:' && scheme !== 'https:') {
    return new Failure('url_scheme', { expected_schemes: "'http' or 'https'" });
  }
  return URL.canParse(trimmed) ? trimmed : unparsable(whyUnparsable(trimmed));
}

function whyUnparsable(url: string): string {
  const authority = AUTHORITY.exec(url)?.groups?.authority ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '' || host.startsWith(':')) return 'empty host';
  if (host.startsWith('[') && !URL.canParse(`http://${host.slice(0, host.indexOf(']') + 1)}`)) {
    return 'invalid IPv6 address';
  }
  const colon = host.lastIndexOf(':');
  if (colon > host.lastIndexOf(']')) {
    if (URL.canParse(`http://${host.slice(0, colon)}`)) return 'invalid port number';
    return whyUnparsable(`http://${host.slice(0, colon)}`);
  }
  return /\d\.?$/.test(host) ? 'invalid IPv4 address' : 'invalid international domain name';
}

function unparsable(error: string): Failure {
  return new Failure('url_parsing', { error });
}
