/** What there is at the service while it is called with drawn requests: organizations, keys, and things by id. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { form } from '#test/support/documents.ts';
import type { DescribedOperation } from './description.ts';
import { partsOf } from './files.ts';
import type { DrawnCaller, DrawnRequest } from './request.ts';
import { type SentAnswer, type SentRequest, send } from './send.ts';
import { textOf } from './values.ts';

/** Below the 60 calls a minute of one key. */
const CALLS_OF_A_KEY = 45;
/** An organization is left after that many keys: drawn settings may have closed most of it. */
const KEYS_OF_AN_ORGANIZATION = 5;
/** Of the hundred that a person may make. Drawn requests make the others. */
const ORGANIZATIONS = 20;
const ANSWER_WITHIN_MS = 30_000;
const PLACEHOLDER = /^\{\{(\w+):(\d+)\}\}$/;
const UNKNOWN_KEY = 'evs_dev_0000000000000000000000000000000000000';

interface Organization {
  /** Key of the owner, changed every so often, with all scopes. */
  key: string;
  scopes: readonly string[];
  viewer: string;
  /** Ids of things made in it, by prefix. */
  known: Map<string, string[]>;
}

export interface World {
  /** Sends the request and learns of what it made. */
  call(operation: DescribedOperation, drawn: DrawnRequest): Promise<SentAnswer>;
  /** The last request that was sent, for people: without credentials. */
  lastRequest(): string;
  close(): void;
}

/** `ownerKey` is the key of the service's first organization. */
export async function createWorld(url: string, ownerKey: string): Promise<World> {
  const agent = new Agent({ keepAlive: true });
  let calls = 0;
  let visits = 0;
  const organizations: Organization[] = [];
  let current = await makeOrganization(ownerKey);
  organizations.push(current);
  let stranger = current;
  let last = 'none';

  async function setUp(key: string, path: string, body: object, prefix = '/v1') {
    const sent: SentRequest = {
      method: 'POST',
      path: prefix + path,
      headers: { authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
    const answer = await send(url, sent, agent, ANSWER_WITHIN_MS);
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }

  /** A new organization that has one of everything. */
  async function makeOrganization(makerKey: string): Promise<Organization> {
    const { id, owner_user_id, api_key } = await setUp(makerKey, '/organizations', { name: 'One of many' });
    const key = api_key.secret;
    const { scopes } = api_key;
    const viewer = await setUp(key, '/api-keys', { name: 'Reads', scopes: ['verifications:read', 'reviews:read'] });
    const known = new Map([
      ['org', [id]],
      ['usr', [owner_user_id]],
    ]);
    const made: Organization = { key: await nextKey({ key, scopes }), scopes, viewer: viewer.secret, known };
    const make = async (path: string, body: object) => {
      const answer = await setUp(key, path, body);
      learn(made, answer);
      return answer;
    };
    await make('/verifications', { content: 'Iron is a metal. Gold is one.', mode: 'fast' });
    await make('/api-keys', { name: 'To be rotated' });
    const set = await make(`/organizations/${id}/source-sets`, { name: 'Approved' });
    const page = { url: 'https://sources.invalid/page', label: 'A page' };
    await make(`/organizations/${id}/source-sets/${set.id}/resources`, page);
    await make(`/organizations/${id}/policies`, { name: 'House', version: '1', base_profile: 'general_web' });
    await make('/webhooks', { url: 'https://sources.invalid/hook' });
    const connection = { provider: 'brave', credential: 'a credential of the fuzz' };
    await make(`/organizations/${id}/provider-connections`, connection);
    // Every other one, as there is no second subscription.
    if (organizations.length % 2 === 0) await subscribe(key);
    learn(made, await setUp(key, '/session/api-key', { api_key: made.key }, ''));
    await makeJobs(made, key);
    return made;
  }

  async function nextKey({ key, scopes }: Pick<Organization, 'key' | 'scopes'>): Promise<string> {
    return (await setUp(key, '/api-keys', { name: 'Next', quota_per_hour: 10_000, scopes })).secret;
  }

  /** Pays on the page of the local payment provider. */
  async function subscribe(key: string): Promise<void> {
    const page = new URL((await setUp(key, '/billing/checkout', {})).url);
    await send(url, { method: 'POST', path: page.pathname + page.search, headers: {} }, agent, ANSWER_WITHIN_MS);
  }

  /** A job that was cancelled, one that failed for want of text, and one that has artifacts. */
  async function makeJobs(organization: Organization, key: string): Promise<void> {
    const call = async (method: string, path: string, more: Partial<SentRequest> = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...more.headers };
      const answer = await send(url, { ...more, method, path: `/v1${path}`, headers }, agent, ANSWER_WITHIN_MS);
      return JSON.parse(answer.text);
    };
    const submit = async (content: string): Promise<string> => {
      const job = await call('POST', '/documents', form([{ name: 'file', filename: 'notes.txt', content }]));
      learn(organization, job);
      return job.job_id;
    };
    await call('POST', `/documents/${await submit('Tin is a metal.')}/cancel`);
    await submit(' ');
    const job = await submit('Iron is a metal.');
    let status = await call('GET', `/documents/${job}`);
    // Long enough for a busy machine: what is drawn has been sent before, and is at work as well.
    for (let tries = 0; tries < 120 && !(status.artifacts?.length > 0); tries++) {
      await setTimeout(500);
      status = await call('GET', `/documents/${job}`);
    }
    assert.ok(
      status.artifacts?.length > 0,
      `the document was not verified in time: ${status.status}, ${status.error_code}`,
    );
    learn(organization, status);
  }

  /** Moves on to a new organization; to one of the earlier ones where the person may make no more. */
  async function moveOn(): Promise<void> {
    stranger = current;
    if (organizations.length < ORGANIZATIONS) organizations.push(await makeOrganization(ownerKey));
    current = organizations[++visits % organizations.length]!;
  }

  async function next(): Promise<Organization> {
    calls++;
    if (calls % (CALLS_OF_A_KEY * KEYS_OF_AN_ORGANIZATION) === 0) await moveOn();
    if (calls % CALLS_OF_A_KEY === 0) current.key = await nextKey(current);
    return current;
  }

  return {
    async call(operation, drawn) {
      const organization = await next();
      const keys: Record<DrawnCaller, string | null> = {
        owner: organization.key,
        stranger: stranger.key,
        viewer: organization.viewer,
        unknown: UNKNOWN_KEY,
        nobody: null,
      };
      const sent = requestOf(operation, drawn, organization, keys[drawn.caller]);
      last = shown(sent);
      const answer = await send(url, sent, agent, ANSWER_WITHIN_MS);
      if (answer.status < 300 && drawn.caller === 'owner' && answer.text.startsWith('{')) {
        learn(organization, JSON.parse(answer.text));
      }
      return answer;
    },
    lastRequest: () => last,
    close: () => agent.destroy(),
  };
}

/** Remembers the ids of an answer: of the thing itself, of a result and its claims, of a job and its artifacts. */
function learn({ known }: Organization, answer: Learned): void {
  const { id, job_id, result, artifacts } = answer;
  const ids = [
    id,
    job_id,
    result?.id,
    ...(result?.claims ?? []).map(({ id }) => id),
    ...(artifacts ?? []).map(({ id }) => id),
  ];
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const prefix = id.split('_', 1)[0]!;
    // An organization that was made has an owner key of its own: to this one it is foreign.
    if (prefix !== 'org') known.set(prefix, [...new Set([...(known.get(prefix) ?? []), id])]);
  }
}

interface Learned {
  id?: unknown;
  job_id?: unknown;
  result?: { id: unknown; claims?: { id: unknown }[] } | null;
  artifacts?: { id: unknown }[];
}

function requestOf(
  { method, path, body }: DescribedOperation,
  drawn: DrawnRequest,
  { known }: Organization,
  key: string | null,
): SentRequest {
  const fill = (value: unknown): unknown => filled(value, known);
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(fill(drawn.path[name])));
  const query = drawn.query.map(([name, value]) => `${segment(name)}=${segment(fill(value))}`).join('&');
  const sent: SentRequest = {
    method,
    path: `/v1${target}${query === '' ? '' : `?${query}`}`,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...drawn.headers },
  };
  if (body === null || !('body' in drawn)) return sent;
  const value = fill(drawn.body);
  if (body.mediaType === 'application/json') {
    const headers = { ...sent.headers, 'content-type': body.mediaType };
    return { ...sent, headers, body: Buffer.from(JSON.stringify(value) ?? '') };
  }
  const { body: bytes, headers } = form(partsOf(value));
  return { ...sent, headers: { ...sent.headers, ...headers }, body: bytes };
}

/** The value with its placeholders replaced by ids; by one that is not there where none is known. */
function filled(value: unknown, known: ReadonlyMap<string, string[]>): unknown {
  if (typeof value === 'string') {
    const [, prefix = '', n = '0'] = PLACEHOLDER.exec(value) ?? [];
    if (prefix === '') return value;
    const ids = known.get(prefix) ?? [];
    return ids.length === 0 ? `${prefix}_${'0'.repeat(32)}` : ids[Number(n) % ids.length];
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, known)]));
}

/** A value as one segment of a path or one part of a query. */
function segment(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed()) || '%20';
}

/** Values of these fields and headers are credentials. */
const SECRET = /credential|secret|token|authorization/i;
const LONGEST_SHOWN = 2_000;

function shown({ method, path, headers, body }: SentRequest): string {
  const open = Object.entries(headers).filter(([name]) => !SECRET.test(name));
  const text = body === undefined ? 'no body' : withoutSecrets(body.toString('utf8'));
  return `${method} ${path} ${JSON.stringify(Object.fromEntries(open))} ${text.slice(0, LONGEST_SHOWN)}`;
}

/** JSON text with the values of secret fields replaced. */
export function withoutSecrets(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (SECRET.test(name) ? '[redacted]' : value));
  } catch {
    return text;
  }
}
