/** URLs for the service to fetch or call: absolute, http or https. Error reasons are those of Pydantic's URL parser. */
import { Failure } from './coercion.ts';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{0,30}:/;
/** C0 and C1 controls and DEL. URL parsers drop tabs and line breaks silently, so the text would not be what is asked. */
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const AUTHORITY = /^https?:[\\/]*(?<authority>[^\\/?#]*)/i;

/** Whether a URL has a control character, such as a line break; also at its ends. */
export function hasControlCharacter(url: string): boolean {
  return CONTROL.test(url);
}

/** Returns the trimmed text, or a Failure. The outbound guard checks where the URL leads. */
export function toUrl(text: string): string | Failure {
  if (hasControlCharacter(text)) return unparsable('control characters are not allowed');
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
