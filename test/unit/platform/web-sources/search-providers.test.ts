import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { OPERATOR_SEARCH, SEARCH_PROVIDERS } from '#platform/web-sources/search-providers.ts';
import { SourceFormatError, type SourceWire, type WebQuery } from '#platform/web-sources/wire.ts';
import { openSearchServer, type SearchServer } from '../../../doubles/web-sources/search-server.ts';

const KEY = 'a key';
const OCCASION = { contact: null, now: new Date(0) };
const PAGES = [
  {
    url: 'https://tower.example/height',
    title: "The tower's height",
    text: 'The tower is 330 metres tall. It was built in 1889.',
    date: '2024-01-01',
  },
  { url: 'https://bridge.example/', title: 'The bridge', text: 'The bridge is long. A tower stands beside it.' },
];

/** As a client does it, without what it adds: limits, retries, the guard. */
async function exchange(wire: SourceWire, server: SearchServer, query: Partial<WebQuery>, credential = KEY) {
  const request = wire.search({ text: 'tower metres', language: 'en', limit: 10, ...query }, OCCASION)!;
  const response = await fetch(`${server.url}${request.path}?${new URLSearchParams(request.query)}`, {
    method: request.method,
    headers: {
      ...wire.authenticate?.(credential),
      ...request.headers,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { response, answer: isJson ? (JSON.parse(text) as unknown) : undefined };
}

for (const wire of [...Object.values(SEARCH_PROVIDERS), OPERATOR_SEARCH]) {
  const id = wire.id as keyof typeof SEARCH_PROVIDERS | 'searxng';
  const wantsKey = wire.authenticate !== undefined;

  describe(id, async () => {
    const server = await openSearchServer({
      provider: id,
      pages: PAGES,
      base: '/below',
      ...(wantsKey && { credential: KEY }),
    });
    after(() => server.close());

    const search = async (query: Partial<WebQuery> = {}) => {
      const { response, answer } = await exchange(wire, server, query);
      assert.equal(response.status, 200);
      return wire.parseSearch(answer, { text: 'tower metres', language: 'en', limit: 10, ...query });
    };
    const refusal = async (credential = KEY) => {
      const { response, answer } = await exchange(wire, server, {}, credential);
      const refused = wire.refusal?.(response.status, answer, (name) => response.headers.get(name) ?? undefined);
      return { status: response.status, refused };
    };

    test('finds pages, the best first', async () => {
      const found = await search();
      assert.deepEqual(
        found.map(({ url, title, snippet }) => ({ url, title, snippet })),
        PAGES.map(({ url, title, text }, i) => ({ url, title, snippet: text.split(/(?<=\.) /)[i] })),
      );
      assert.equal(found[0]?.source_class, 'web_page');
      const tellsDates = id !== 'tavily';
      assert.equal(found[0]?.publication_date?.slice(0, 10) ?? null, tellsDates ? '2024-01-01' : null);
      assert.equal(found[1]?.publication_date, null);
    });

    test('nothing found is an empty list', async () => {
      assert.deepEqual(await search({ text: 'xylophone' }), []);
    });

    test('takes any words, however many', async () => {
      const words = 'x & y="#?%\u00e9 '.repeat(40).slice(0, 290);
      await search({ text: `tower ${words}`, language: 'zu', limit: 20 });
      const asked = server.requests.at(-1)!;
      const sent = asked.query.get('q') ?? (asked.body as { query?: string; q?: string }).query;
      assert.match(sent ?? (asked.body as { q: string }).q, /^tower x & y="#\?%\u00e9 /);
    });

    test('the check of the format is a search that is answered', async () => {
      await search({ text: wire.check.query });
    });

    if (wantsKey) {
      test('a wrong key is told apart', async () => {
        const { status, refused } = await refusal('another key');
        assert(status === 401 || status === 403 || refused?.reason === 'bad_credential', String(status));
      });

      test('an exhausted account is told apart', async () => {
        server.trouble('quota_exceeded');
        assert.equal((await refusal()).refused?.reason, 'quota_exceeded');
      });
    } else {
      test('a JSON format that is not enabled is told apart', async () => {
        server.trouble('no_json');
        assert.equal((await refusal()).refused?.reason, 'format_disabled');
      });
    }

    test('too many requests are what HTTP says, or told apart', async () => {
      server.trouble('rate_limited');
      const { status, refused } = await refusal();
      assert.equal(status, 429);
      assert.equal(refused?.reason ?? 'rate_limited', 'rate_limited');
    });

    test('a failing server is left to what HTTP says', async () => {
      server.trouble('server_error');
      const { status, refused } = await refusal();
      assert.deepEqual([status, refused ?? null], [500, null]);
    });

    test('another form is no answer', async () => {
      server.trouble('strange_form', 'html');
      for (let i = 0; i < 2; i++) await assert.rejects(search(), SourceFormatError);
    });
  });
}
