/** Malicious outside sources. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { openWikiServer, type WikiArticle } from '#test/doubles/web-sources/wiki-server.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const CLAIM = 'The Eiffel Tower is 330 metres tall.';

const empty = await openWikiServer([]);
after(() => empty.close());

async function verified(article: WikiArticle): Promise<{ claim: Awaited<ReturnType<typeof claimOf>>; logs: string }> {
  const wiki = await openWikiServer([article]);
  const service = await openTestService({
    realEngine: true,
    publicSources: true,
    sourceUrls: { wikipedia: wiki.url, wikidata: empty.url },
    allowHosts: [wiki, empty].map(({ url }) => new URL(url).host),
  });
  try {
    return { claim: await claimOf(service), logs: service.logs.join('') };
  } finally {
    await service.close();
    await wiki.close();
  }
}

async function claimOf(service: TestService) {
  const { status, body } = await service.call('POST', '/claims/verify', {
    body: { claim: CLAIM, profile: 'general_web' },
  });
  assert.equal(status, 201);
  return body.result.claims[0];
}

test('invisible characters of an article are removed, and the text they hide', async () => {
  const hidden = 'The Eiffel Tower\u200b is\u2066 330 metres\u2069 tall.\u{e0049}\u{e0067}';
  const { claim } = await verified({ title: 'Eiffel\u202e Tower', text: hidden });
  const [item] = claim.supporting_evidence;
  assert.equal(item.passage, CLAIM);
  assert.equal(item.title, 'Eiffel Tower');
});

test('references to hosts of the private network are not followed', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  const links = ['https', 'http', 'ftp'].map((scheme) => `${scheme}://127.0.0.1:${port}/eiffel-tower-metres-tall`);
  const { claim, logs } = await verified({
    title: 'Eiffel Tower',
    text: CLAIM,
    links: [...links, `//localhost:${port}/eiffel-tower`, 'not a URL', 'https://169.254.169.254/eiffel-tower'],
  });
  inside.close();
  assert.equal(connections, 0);
  assert.equal(claim.supporting_evidence.length, 1);
  assert.match(logs, /blocked_/);
  assert(!logs.includes('169.254'), 'no address is logged');
});

test('an endless article is cut, and the part that was read counts', async () => {
  const { claim } = await verified({ title: 'Eiffel Tower', text: `${CLAIM}\n${'It is a tower.\n'.repeat(100_000)}` });
  assert.equal(claim.supporting_evidence[0].passage.slice(0, CLAIM.length), CLAIM);
});

test('text that repeats the claim as a myth supports nothing', async () => {
  const { claim } = await verified({
    title: 'Eiffel Tower',
    text: `Myth: ${CLAIM}\nSome say that the Eiffel Tower is 330 metres tall.`,
  });
  assert.deepEqual(claim.supporting_evidence, []);
});
