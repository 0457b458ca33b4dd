/** Verifications with web search: the provider of the organization, else the operator's SearXNG. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { openSearchServer, type SearchServer } from '#test/doubles/web-sources/search-server.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KEY = 'tvly-a-key-of-the-organization';
const CLAIM = 'The lighthouse of Alderby is 41 metres tall.';
const pageOn = (host: string) => ({
  url: `https://${host}.invalid/alderby`,
  title: 'The lighthouse of Alderby',
  text: 'The lighthouse of Alderby is 41 metres tall. It was built in 1887.',
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let searxng: SearchServer;
let tavily: SearchServer;
let service: ServiceProcess;

before(async () => {
  folder = await temporaryFolder();
  searxng = await openSearchServer({ provider: 'searxng', pages: [pageOn('operators')] });
  tavily = await openSearchServer({ provider: 'tavily', pages: [pageOn('organizations')], credential: KEY });
  service = await startService(join(folder.path, 'data'), {
    EVIDENCE_SEARCH_URL: searxng.url,
    EVIDENCE_PROVIDER_URLS: JSON.stringify({ tavily: tavily.url }),
    EVIDENCE_ALLOW_HOSTS: new URL(tavily.url).host,
  });
});
after(async () => {
  await service.stop();
  await Promise.all([searxng.close(), tavily.close()]);
  await folder.remove();
});
beforeEach(() => {
  for (const server of [searxng, tavily]) server.requests.length = 0;
});

async function verified(profile = 'general_web') {
  const { status, body, text } = await service.request('POST', '/v1/claims/verify', {
    body: { claim: CLAIM, profile, retention_hours: 0 },
  });
  assert.equal(status, 201, text);
  const [claim] = body.result.claims;
  const { supporting_evidence, contradicting_evidence, contextual_evidence, limitations } = claim;
  return { evidence: [supporting_evidence, contradicting_evidence, contextual_evidence].flat(), limitations };
}

test("the operator's SearXNG is used; a snippet stands in for an unreadable page", async () => {
  const { evidence, limitations } = await verified();
  assert.ok(searxng.requests.length > 0);
  assert.deepEqual([evidence[0]?.retrieval_provider, evidence[0]?.canonical_url], ['searxng', pageOn('operators').url]);
  assert.match(JSON.stringify(limitations), /snippet stands in/);
});

test('internal_enterprise uses no outside source', async () => {
  await verified('internal_enterprise');
  assert.equal(searxng.requests.length, 0);
});

test("a connected provider replaces the operator's as long as it is connected", async () => {
  const { body } = await service.request('GET', '/v1/organizations');
  const connections = `/v1/organizations/${body.data[0].id}/provider-connections`;
  const connected = await service.request('POST', connections, {
    body: { provider: 'tavily', label: 'default', credential: KEY },
  });
  assert.equal(connected.status, 201, connected.text);
  const { evidence } = await verified();
  assert.deepEqual([evidence[0]?.retrieval_provider, searxng.requests.length], ['tavily', 0]);
  await service.request('DELETE', `${connections}/${connected.body.id}`);
  tavily.requests.length = 0;
  const after = await verified();
  assert.deepEqual([after.evidence[0]?.retrieval_provider, tavily.requests.length], ['searxng', 0]);
});
