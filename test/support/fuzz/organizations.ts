/** Organizations with one of everything, which generated requests can refer to. */
import assert from 'node:assert/strict';
import type { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { form } from '#test/support/documents.ts';
import { ANSWER_WITHIN_MS, type SentAnswer, type SentRequest, send } from './send.ts';
import { Things } from './things.ts';

/** Takes so long that the job can still be cancelled after the response to its submission. */
const LONG_TEXT = Array.from({ length: 40 }, (_, i) => `Mine ${i} sold tin for ${i + 20} marks.`).join(' ');
/** A key has 60 calls a minute. */
const LOOK_EVERY_MS = 1_500;

export interface Organization {
  /** Key of the owner with all scopes; replaced now and then. */
  key: string;
  scopes: readonly string[];
  viewer: string;
  things: Things;
}

export interface Organizations {
  /** `subscribed`: whether it has a subscription; it can't get a second one. */
  make(options: { subscribed: boolean }): Promise<Organization>;
  /** Continues with a new key. */
  changeKey(organization: Organization): Promise<void>;
}

/** Creates organizations for the person who owns the key. A refused request of the set-up throws. */
export function createOrganizations(url: string, ownerKey: string, agent: Agent): Organizations {
  async function accepted(sent: SentRequest): Promise<SentAnswer> {
    const answer = await send(url, sent, agent, ANSWER_WITHIN_MS);
    assert.ok(answer.status < 400, `${sent.method} ${sent.path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async function setUp(key: string, path: string, body: object, prefix = '/v1') {
    const sent: SentRequest = {
      method: 'POST',
      path: prefix + path,
      headers: { authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
    return JSON.parse((await accepted(sent)).text);
  }

  async function nextKey(key: string, scopes: readonly string[]): Promise<string> {
    return (await setUp(key, '/api-keys', { name: 'Next', quota_per_hour: 10_000, scopes })).secret;
  }

  /** Pays on the page of the local payment provider. */
  async function subscribe(key: string): Promise<void> {
    const page = new URL((await setUp(key, '/billing/checkout', {})).url);
    await accepted({ method: 'POST', path: page.pathname + page.search, headers: {} });
  }

  /** A cancelled job, one that failed because it has no text, and one with artifacts. */
  async function makeJobs(things: Things, key: string): Promise<void> {
    const call = async (method: string, path: string, more: Partial<SentRequest> = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...more.headers };
      return JSON.parse((await accepted({ ...more, method, path: `/v1${path}`, headers })).text);
    };
    const submit = async (content: string): Promise<string> => {
      const job = await call('POST', '/documents', form([{ name: 'file', filename: 'notes.txt', content }]));
      things.learn(job);
      return job.job_id;
    };
    await call('POST', `/documents/${await submit(LONG_TEXT)}/cancel`);
    await submit(' ');
    const job = await submit('Iron is a metal.');
    let status = await call('GET', `/documents/${job}`);
    // Long enough for a busy machine, which also sets up the other clients' organizations.
    for (let tries = 0; tries < 40 && !(status.artifacts?.length > 0); tries++) {
      await setTimeout(LOOK_EVERY_MS);
      status = await call('GET', `/documents/${job}`);
    }
    assert.ok(
      status.artifacts?.length > 0,
      `the document was not verified in time: ${status.status}, ${status.error_code}`,
    );
    things.learn(status);
  }

  return {
    async make({ subscribed }) {
      const { id, owner_user_id, api_key } = await setUp(ownerKey, '/organizations', { name: 'One of many' });
      const key = api_key.secret;
      const { scopes } = api_key;
      const things = new Things();
      things.add('org', id);
      things.add('usr', owner_user_id);
      const make = async (path: string, body: object) => {
        const answer = await setUp(key, path, body);
        things.learn(answer);
        return answer;
      };
      const viewer = await setUp(key, '/api-keys', { name: 'Reads', scopes: ['verifications:read', 'reviews:read'] });
      await make('/verifications', { content: 'Iron is a metal. Gold is one.', mode: 'fast' });
      await make('/api-keys', { name: 'To be rotated' });
      const set = await make(`/organizations/${id}/source-sets`, { name: 'Approved' });
      const page = { url: 'https://sources.invalid/page', label: 'A page' };
      await make(`/organizations/${id}/source-sets/${set.id}/resources`, page);
      await make(`/organizations/${id}/policies`, { name: 'House', version: '1', base_profile: 'general_web' });
      await make('/webhooks', { url: 'https://sources.invalid/hook' });
      const connection = { provider: 'brave', credential: 'a credential of the fuzz' };
      await make(`/organizations/${id}/provider-connections`, connection);
      if (subscribed) await subscribe(key);
      const own = await nextKey(key, scopes);
      things.learn(await setUp(key, '/session/api-key', { api_key: own }, ''));
      await makeJobs(things, key);
      return { key: own, scopes, viewer: viewer.secret, things };
    },
    async changeKey(organization) {
      organization.key = await nextKey(organization.key, organization.scopes);
    },
  };
}
