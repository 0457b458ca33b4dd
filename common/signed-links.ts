/** Links to pages of this service: signed by the server, usable by anybody who has them, valid for a limited time. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './keyed-hash.ts';

export interface SignedLink {
  page: string;
  organization_id: string;
  /** Id of the checkout or of the visit. */
  id: string;
  /** Milliseconds since 1970. */
  expires_ms: number;
}

/** The query of the link. */
export function signLink(key: Uint8Array, link: SignedLink): string {
  return new URLSearchParams({
    page: link.page,
    organization: link.organization_id,
    id: link.id,
    expires: String(link.expires_ms),
    signature: signatureOf(key, link),
  }).toString();
}

/** Reads the query of a link; null if it was not signed with this key, or is not valid any more. */
export function readLink(key: Uint8Array, query: URLSearchParams, nowMs: number): SignedLink | null {
  const link = {
    page: query.get('page') ?? '',
    organization_id: query.get('organization') ?? '',
    id: query.get('id') ?? '',
    expires_ms: Number(query.get('expires')),
  };
  const given = Buffer.from(query.get('signature') ?? '');
  const right = Buffer.from(signatureOf(key, link));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return link.expires_ms > nowMs ? link : null;
}

function signatureOf(key: Uint8Array, { page, organization_id, id, expires_ms }: SignedLink): string {
  return keyedHash(key, 'billing-link', page, organization_id, id, String(expires_ms));
}
