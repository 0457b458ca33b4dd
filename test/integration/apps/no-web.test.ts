/** `evidence verify --no-web` in an organization that has connected a provider of search. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSearchServer } from '#test/doubles/web-sources/search-server.ts';
import { evidence } from '#test/support/command-line.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KEY = 'tvly-a-key-of-the-organization';

test("--no-web uses no outside source, whether public, operator's or connected", async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const tavily = await openSearchServer({ provider: 'tavily', pages: [], credential: KEY });
  context.after(() => tavily.close());
  const others = await openSearchServer({ provider: 'searxng', pages: [] });
  context.after(() => others.close());
  const environment = {
    EVIDENCE_PUBLIC_SOURCES: 'on',
    EVIDENCE_SEARCH_URL: others.url,
    EVIDENCE_PROVIDER_URLS: JSON.stringify({ tavily: tavily.url, wikipedia: others.url, wikidata: others.url }),
    EVIDENCE_ALLOW_HOSTS: [tavily, others].map(({ url }) => new URL(url).host).join(),
  };
  const data = join(folder.path, 'data');
  const service = await startService(data, environment);
  const { body } = await service.request('GET', '/v1/organizations');
  const connected = await service.request('POST', `/v1/organizations/${body.data[0].id}/provider-connections`, {
    body: { provider: 'tavily', label: 'default', credential: KEY },
  });
  const beside = await evidence(data, ['verify', '--claim', 'Iron is a metal.', '--no-web'], { environment });
  assert.equal(beside.code, 2);
  assert.match(beside.stderr, /stop it; with --mode fast it asks nobody outside/);
  await service.stop();
  assert.equal(connected.status, 201, connected.text);

  const verify = (...options: string[]) =>
    evidence(data, ['verify', '--claim', 'The lighthouse of Alderby is 41 metres tall.', ...options], { environment });
  const without = await verify('--no-web');
  assert.equal(without.code, 0, without.stderr);
  assert.deepEqual([tavily.requests.length, others.requests.length], [0, 0]);
  const online = await verify();
  assert.equal(online.code, 0, online.stderr);
  assert.ok(tavily.requests.length > 0 && others.requests.length > 0);
});
