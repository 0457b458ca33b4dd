/** Evidence from outside sources, from the POST to the evidence item, with stand-ins. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  openWikiServer,
  type WikiArticle,
  type WikiEntity,
  type WikiServer,
} from '#test/doubles/web-sources/wiki-server.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const TOWER: WikiArticle = {
  title: 'Eiffel Tower',
  text: [
    'The Eiffel Tower is a wrought-iron lattice tower on the Champ de Mars in Paris, France.',
    '== History ==',
    'The tower was completed in 1889 as the entrance to the World Fair.',
    '== Design ==',
    'The tower is 330 metres tall. That is about the same height as an 81-storey building. The tower has three levels for visitors.',
    '== References ==',
    'A list of what was read.',
  ].join('\n'),
};
const LOUVRE: WikiArticle = {
  title: 'Louvre',
  text: 'The Louvre is a museum in Paris, France. It is on the right bank of the Seine.',
};

const ENTITIES: WikiEntity[] = [
  {
    id: 'Q19675',
    label: 'Louvre',
    statements: { P17: [{ type: 'wikibase-entityid', value: { id: 'Q142' } }] },
  },
  { id: 'P17', label: 'country' },
  { id: 'Q142', label: 'France' },
];
const data = await openWikiServer([], { entities: ENTITIES });
after(() => data.close());

const THINGS = ['steps', 'lamps', 'lifts', 'painters', 'guides'];

async function open(wiki: WikiServer): Promise<TestService> {
  return openTestService({
    realEngine: true,
    publicSources: true,
    sourceUrls: { wikipedia: wiki.url, wikidata: data.url },
    allowHosts: [wiki, data].map(({ url }) => new URL(url).host),
  });
}

const verify = (service: TestService, claim: string, more: object = {}) =>
  service.call('POST', '/claims/verify', { body: { claim, profile: 'general_web', ...more } });

test('a claim is judged on an article of the encyclopaedia, which is cited', async () => {
  const wiki = await openWikiServer([TOWER, LOUVRE]);
  const service = await open(wiki);
  try {
    const { status, body } = await verify(service, 'The Eiffel Tower is 330 metres tall.');
    assert.equal(status, 201);
    const [claim] = body.result.claims;
    const [item] = claim.supporting_evidence;
    assert.match(item.passage, /^Design\n\nThe tower is 330 metres tall\. That is about/);
    assert.equal(item.canonical_url, 'https://en.wikipedia.org/wiki/Eiffel_Tower');
    assert.equal(item.retrieval_provider, 'wikipedia');
    assert.equal(item.source_class, 'encyclopaedia');
    assert.equal(item.licence_or_usage_constraints, 'CC-BY-SA-4.0');
    assert.equal(item.publisher, 'Wikipedia');
    assert.equal(item.destination_domain, 'wikipedia.org');
    assert.deepEqual(claim.limitations, []);
    assert(wiki.requests.every(({ userAgent }) => userAgent?.startsWith('evidence-verification/')));
    assert.equal(wiki.busiest, 1, 'one call after another');

    const asked = wiki.requests.length;
    await verify(service, 'The Eiffel Tower is 330 metres tall.');
    assert.equal(wiki.requests.length, asked, 'what was answered is remembered');
  } finally {
    await service.close();
    await wiki.close();
  }
});

test('a knowledge base and its encyclopaedia count as one source', async () => {
  const wiki = await openWikiServer([LOUVRE]);
  const service = await open(wiki);
  try {
    const { body } = await verify(service, 'The country of the Louvre is France.');
    const [claim] = body.result.claims;
    const items = [...claim.supporting_evidence, ...claim.contextual_evidence];
    const item = items.find(({ retrieval_provider }) => retrieval_provider === 'wikidata');
    assert.equal(item.passage, 'The country of Louvre is France.');
    assert.equal(item.canonical_url, 'https://www.wikidata.org/wiki/Q19675');
    assert.equal(item.licence_or_usage_constraints, 'CC0-1.0');
    assert.deepEqual(new Set(items.map(({ independence_cluster }) => independence_cluster)).size, 1);
  } finally {
    await service.close();
    await wiki.close();
  }
});

test('mode, materiality and profile decide whether outside sources are used', async () => {
  const wiki = await openWikiServer([TOWER, LOUVRE]);
  const service = await open(wiki);
  try {
    const content = 'The Eiffel Tower is 330 metres tall. The Louvre is a museum in Paris.';
    const limitationsOf = async (more: object) => {
      const { body } = await service.call('POST', '/verifications', {
        body: { content, profile: 'general_web', ...more },
      });
      return body.result.claims.map((claim: { limitations: string[] }) => claim.limitations.join(' '));
    };
    for (const limitations of await limitationsOf({ mode: 'fast' })) assert.match(limitations, /mode/);
    for (const limitations of await limitationsOf({ profile: 'internal_enterprise' })) {
      assert.match(limitations, /No source was set up/);
    }
    assert.equal(wiki.requests.length, 0);

    const [high, lesser] = await limitationsOf({ mode: 'triage' });
    assert.equal(high, '');
    assert.match(lesser, /mode/);
    assert(wiki.searches().length > 0);
    assert(wiki.searches().every(({ parameters }) => !parameters.get('srsearch')?.toLowerCase().includes('louvre')));
  } finally {
    await service.close();
    await wiki.close();
  }
});

test('a text of 27 claims about one subject shares its searches and pages', async () => {
  const sentences = Array.from(
    { length: 27 },
    (_, i) => `The Eiffel Tower had ${100 + i} ${THINGS[i % THINGS.length]} in ${1900 + i}.`,
  );
  const others = ['Gustave Eiffel', 'Tower Bridge', 'Paris', 'Champ de Mars', 'World Fair', 'Lattice tower'];
  const wiki = await openWikiServer([
    { title: 'Eiffel Tower', text: sentences.filter((_, i) => i % 2 === 0).join('\n') },
    ...others.map((title) => ({ title, text: `${title} has to do with the Eiffel Tower and its visitors.` })),
  ]);
  const service = await open(wiki);
  const before = data.searches().length;
  try {
    const { status, body } = await service.call('POST', '/verifications', {
      body: { content: sentences.join(' '), profile: 'general_web' },
    });
    assert.equal(status, 201);
    assert.equal(body.result.claims.length, 27);
    const searches = wiki.searches().length + data.searches().length - before;
    assert.ok(searches <= 20, `${searches} searches`);
    assert.ok(wiki.reads().length <= 15, `${wiki.reads().length} pages`);
    const asked = wiki.requests.map(({ parameters }) => String(parameters));
    assert.equal(new Set(asked).size, asked.length, 'nothing is asked twice');
  } finally {
    await service.close();
    await wiki.close();
  }
});

test('answers are cached per organization, and never with zero retention', async () => {
  const wiki = await openWikiServer([TOWER]);
  const service = await open(wiki);
  const { blobs } = service.service.stores;
  const everything = { total: 0, each: 0 };
  const kept = async (folder: string) => (await blobs.trim(folder, everything)) > 0;
  try {
    const claim = 'The Eiffel Tower is 330 metres tall.';
    const { status, body: unkept } = await verify(service, claim, { retention_hours: 0 });
    assert.equal(status, 201);
    assert.equal(await kept('web-answers/'), false);
    assert.match(unkept.result.limitations.join(' '), /not kept, but the outside sources .* have seen the queries/);
    const { status: again, body: stored } = await verify(service, claim);
    assert.equal(again, 201);
    assert.doesNotMatch(stored.result.limitations.join(' '), /have seen the queries/);
    assert.equal(await kept(`web-answers/${service.organization_id}/`), true);
    assert.equal(await kept('web-answers/'), false, 'beside those of the organization');
  } finally {
    await service.close();
    await wiki.close();
  }
});

test('limitations tell why a source gave no answer', async () => {
  const wiki = await openWikiServer([TOWER]);
  const cases: [WikiServer['always'], RegExp][] = [
    [{ status: 429, headers: { 'retry-after': '600' } }, /refused to be asked so often/],
    [{ maxlag: 600 }, /refused to be asked so often/],
    [{ answer: { query: { search: [{ title: 5 }] } } }, /form that this version does not know/],
    [{ answer: 'no JSON' }, /form that this version does not know/],
    [{ status: 500 }, /could not be reached or answered with an error/],
    ['hangs_up', /could not be reached or answered with an error/],
  ];
  for (const [trouble, expected] of cases) {
    wiki.always = trouble;
    const service = await open(wiki);
    try {
      const { body } = await verify(service, 'The Eiffel Tower is 330 metres tall.');
      assert.equal(body.result.claims[0].verdict, 'unverifiable');
      assert.match(body.result.claims[0].limitations.join(' '), expected);
    } finally {
      await service.close();
    }
  }
  await wiki.close();
});

test('without a network, results say so and later calls send nothing', async () => {
  const service = await openTestService({
    realEngine: true,
    publicSources: true,
    sourceUrls: { wikipedia: 'https://wikipedia.invalid', wikidata: 'https://wikidata.invalid' },
  });
  try {
    const failures = () => service.logs.filter((line) => line.includes('an outside source gave no answer')).length;
    for (let call = 0; call < 3; call++) {
      const { body } = await verify(service, `The Eiffel Tower is 33${call} metres tall.`);
      assert.match(body.result.claims[0].limitations.join(' '), /no network/);
    }
    assert.equal(failures(), 2, 'it was noticed once for each host');
  } finally {
    await service.close();
  }
});
