import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { SourceCheck } from '#apps/parts/source-checks.ts';
import { openSearchServer, type SearchServer } from '#test/doubles/web-sources/search-server.ts';
import { evidence } from '#test/support/command-line.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KEY = 'tvly-a-key-of-the-organization';
const TOWER = {
  url: 'https://tower.example/',
  title: 'The Eiffel Tower in figures',
  text: 'The height of the Eiffel Tower is 330 metres.',
};

/** The command asks through the service that runs, and by itself where none does. */
for (const shape of ['beside a running service', 'without a service'] as const) {
  describe(`sources check ${shape}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let searxng: SearchServer;
    let tavily: SearchServer;
    let service: ServiceProcess | null = null;
    let environment: Record<string, string>;

    const data = () => join(folder.path, 'data');
    const check = async (args: readonly string[] = []) => {
      const ended = await evidence(data(), ['sources', 'check', ...args], { environment });
      const json = args.includes('--json') ? (JSON.parse(ended.stdout) as { data: SourceCheck[] }).data : [];
      return { ...ended, data: json };
    };

    before(async () => {
      folder = await temporaryFolder();
      searxng = await openSearchServer({ provider: 'searxng', pages: [TOWER] });
      tavily = await openSearchServer({ provider: 'tavily', pages: [TOWER], credential: KEY });
      environment = {
        EVIDENCE_PUBLIC_SOURCES: 'off',
        EVIDENCE_SEARCH_URL: searxng.url,
        EVIDENCE_PROVIDER_URLS: JSON.stringify({ tavily: tavily.url }),
        EVIDENCE_ALLOW_HOSTS: new URL(tavily.url).host,
      };
      if (shape === 'beside a running service') service = await startService(data(), environment);
    });
    after(async () => {
      await service?.stop();
      await Promise.all([searxng.close(), tavily.close()]);
      await folder.remove();
    });
    beforeEach(() => {
      searxng.requests.length = 0;
    });

    test('shows the result and time of every source', async () => {
      const { code, stdout } = await check();
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^searxng \(127\.0\.0\.1:\d+\) found: “The Eiffel Tower in figures” among 1 results, in \d+ ms\n$/,
      );
      assert.deepEqual(
        searxng.requests.map(({ query }) => query.get('q')),
        ['Eiffel Tower'],
      );
    });

    test('prints JSON on request', async () => {
      const { code, data } = await check(['--json']);
      assert.equal(code, 0);
      const [{ duration_ms, host, ...rest }] = data as [SourceCheck];
      assert.deepEqual(rest, {
        source: 'searxng',
        outcome: 'found',
        field: null,
        status: null,
        results: 1,
        title: TOWER.title,
        characters: null,
      });
      assert.equal(host, new URL(searxng.url).host);
      assert.equal(typeof duration_ms, 'number');
    });

    test('names the field that has changed, and fails', async () => {
      searxng.trouble('strange_form');
      const { code, stdout, stderr } = await check();
      assert.equal(code, 1);
      assert.match(stdout, /answers in another format: missing or changed: results, in/);
      assert.match(stderr, /1 of 1 sources did not give what was expected/);
    });

    test('says what to do about a SearXNG that does not answer in JSON', async () => {
      searxng.trouble('no_json');
      const { code, stdout } = await check();
      assert.equal(code, 1);
      assert.match(stdout, /enable that format in its settings/);
    });

    test('distinguishes a response without the expected result from one with it', async () => {
      searxng.trouble({ answer: { results: [{ url: 'https://a.example/', title: 'Another page', content: '' }] } });
      const { code, data } = await check(['--json']);
      assert.deepEqual([code, data[0]?.outcome, data[0]?.title], [1, 'not_found', 'Another page']);
    });

    if (shape === 'beside a running service') {
      test('asks the provider that the organization has connected, with its credential', async () => {
        const { body } = await service!.request('GET', '/v1/organizations');
        const connections = `/v1/organizations/${body.data[0].id}/provider-connections`;
        const connected = await service!.request('POST', connections, {
          body: { provider: 'tavily', label: 'default', credential: KEY },
        });
        assert.equal(connected.status, 201, connected.text);
        const first = await check(['--json']);
        assert.deepEqual([first.code, first.data[0]?.source, first.data[0]?.outcome], [0, 'tavily', 'found']);
        const rotated = await service!.request('POST', `${connections}/${connected.body.id}/rotate`, {
          body: { credential: 'tvly-a-wrong-one' },
        });
        assert.equal(rotated.status, 200, rotated.text);
        const second = await check(['--json']);
        assert.deepEqual(
          [second.code, second.data[0]?.source, second.data[0]?.outcome],
          [1, 'tavily', 'bad_credential'],
        );
        assert.doesNotMatch(`${second.stdout}${second.stderr}${JSON.stringify(service!.logs)}`, /tvly-a-/);
        await service!.request('DELETE', `${connections}/${connected.body.id}`);
        const third = await check(['--json']);
        assert.deepEqual([third.code, third.data[0]?.source], [0, 'searxng']);
      });
    } else {
      test('reports sources that do not respond and those that are not configured', async () => {
        environment = { ...environment, EVIDENCE_SEARCH_URL: 'http://127.0.0.1:9/' };
        const nobody = await check(['--json']);
        assert.deepEqual([nobody.code, nobody.data[0]?.outcome], [1, 'unavailable']);
        environment = { EVIDENCE_PUBLIC_SOURCES: 'off' };
        const nothing = await check();
        assert.deepEqual([nothing.code, nothing.stdout], [0, '']);
        assert.match(nothing.stderr, /no outside source is set up/);
      });
    }
  });
}
