/** One resource of every kind that a path can name. */
import assert from 'node:assert/strict';
import type { Operation } from '#contracts/http/operation.ts';
import { ended, submit } from '#test/support/documents.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openBrowser } from '#test/support/workbench.ts';
import type { Tenant, TestService } from './open.ts';

/** An existing id for every path parameter. */
export type Belongings = Record<string, string>;

/** Creates one of everything for the tenant. */
export async function belongingsOf(service: TestService, { key, organization_id }: Tenant): Promise<Belongings> {
  const post = async (path: string, body: object) => (await succeeded(service.call('POST', path, { key, body }))).body;
  const base = `/organizations/${organization_id}`;
  const { result } = await post('/verifications', { content: 'Iron is a metal.' });
  const set = await post(`${base}/source-sets`, { name: 'approved' });
  const resource = { url: 'https://203.0.114.7/page', label: 'page' };
  return {
    organization_id,
    verification_id: result.id,
    claim_id: result.claims[0].id,
    policy_id: (await post(`${base}/policies`, { name: 'house', version: '1', base_profile: 'general_web' })).id,
    ...(await documentOf(service, key)),
    key_id: (await post('/api-keys', { name: 'mine' })).id,
    session_id: await sessionOf(service, key),
    source_set_id: set.id,
    connection_id: (await post(`${base}/provider-connections`, PROVIDER)).id,
    webhook_id: (await post('/webhooks', { url: 'https://203.0.114.7/hook' })).id,
    resource_id: (await post(`${base}/source-sets/${set.id}/resources`, resource)).id,
  };
}

/** A finished document job, and one of its artifacts. */
async function documentOf(service: TestService, key: string): Promise<{ job_id: string; artifact_id: string }> {
  const { body } = await submit(service, { name: 'a.txt', content: 'Iron is a metal.' }, {}, { key });
  const { artifacts } = (await ended(service, body.job_id, key)).body;
  return { job_id: body.job_id, artifact_id: artifacts[0].id };
}

async function sessionOf(service: TestService, key: string): Promise<string> {
  const browser = openBrowser(service);
  await browser.signIn('api-key', { api_key: key });
  return browser.session.id;
}

const PROVIDER = { provider: 'exa', credential: 'a key of the provider' };

/** Of every operation with an id in its path and a body: a valid one, so that only the id can be wrong. */
const VALID_BODIES: Record<string, (ids: Belongings) => object> = {
  createReview: ({ claim_id }) => ({ claim_id, action: 'accept', explanation: 'as I know it' }),
  createPolicy: () => ({ name: 'of another', version: '1', base_profile: 'general_web' }),
  changeSettings: () => ({ retention_hours: 1 }),
  inviteMember: () => ({ email: 'a@b.example' }),
  createProject: () => ({ name: 'of another' }),
  createSourceSet: () => ({ name: 'of another' }),
  connectProvider: () => PROVIDER,
  rotateProviderCredential: () => ({ credential: 'another key' }),
  addSourceResource: () => ({ url: 'https://203.0.114.8/page', label: 'page' }),
};

/** A valid body of an operation with an id in its path; undefined if it takes none. */
export function validBodyOf({ operationId, body }: Operation, ids: Belongings): object | undefined {
  if (body === undefined) return undefined;
  const make = VALID_BODIES[operationId] ?? assert.fail(`VALID_BODIES in this file has none of ${operationId}`);
  return make(ids);
}

/** The path of an operation with these ids. */
export function filledPath(path: string, ids: Belongings): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(`no id for {${name}}`));
}
