/** Converts a hub's error responses to errors that say what to do. */
import type { Dispatcher } from 'undici';
import { HubError } from './hub-error.ts';
import type { HubModel } from './hub-types.ts';

interface Asked {
  host: string;
  hasToken: boolean;
}

/** The error for a response with status 400 or above. */
export function errorOfStatus(
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  { id, revision }: HubModel,
  { host, hasToken }: Asked,
): HubError {
  const reason = String(headers['x-error-code'] ?? '');
  if (reason === 'GatedRepo') {
    const token = hasToken ? 'the account of HF_TOKEN' : 'an account, and set HF_TOKEN to its token';
    return new HubError('gated', `${id} is gated: accept its conditions on ${host} with ${token}`);
  }
  if (reason === 'RepoNotFound' || (status === 404 && reason === '')) {
    const hint = hasToken ? 'check its name' : 'check its name; a private model needs HF_TOKEN';
    return new HubError('unknown_model', `${host} has no ${id} at revision ${revision}: ${hint}`);
  }
  if (reason === 'RevisionNotFound') {
    return new HubError('unknown_revision', `${id} has no revision ${revision}`);
  }
  if (status === 404) return new HubError('unknown_file', `${id} lists a file that ${host} doesn't have: try again`);
  if (status === 401 || status === 403) {
    const hint = hasToken ? 'HF_TOKEN is not accepted' : 'it is gated, private or misspelt; set HF_TOKEN to have it';
    return new HubError('unauthorised', `${host} refuses ${id} (${status}): ${hint}`);
  }
  if (status === 429) {
    const wait = secondsToWait(headers);
    const when = wait === null ? 'later' : `in ${wait} seconds`;
    return new HubError('rate_limited', `${host} has been asked too much (429): try again ${when}`);
  }
  const hint = status >= 500 ? 'try again later' : 'check HF_ENDPOINT';
  return new HubError('bad_response', `${host} answered with status ${status}: ${hint}`);
}

/**
 * Seconds until the hub answers again: Retry-After, or the time `t` after which a quota of RateLimit (such as
 * `"api";r=0;t=57`) is full again. null: it doesn't say.
 */
export function secondsToWait(headers: Dispatcher.ResponseData['headers']): number | null {
  const inRateLimit = /;\s*t=(\d{1,9})\b/.exec(String(headers.ratelimit ?? ''))?.[1];
  const wait = Number(headers['retry-after'] ?? inRateLimit);
  return Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null;
}
