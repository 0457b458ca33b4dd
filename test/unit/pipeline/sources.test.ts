import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { FetchedSource, SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import { SOURCE_SET, type SourceSetCommand } from '#domain/source-set/decider.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage, RetrievalGap, SearchQuery } from '#engine/types/retrieval.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import { UNRECORDED } from '#pipeline/sources/outside/ledger.ts';
import { indexPassages } from '#pipeline/sources/passage-index.ts';
import { gapsOf, isUnsearched, notSearched, type SourceFindings } from '#pipeline/sources/source.ts';
import { createSourceSetSource } from '#pipeline/sources/source-set.ts';
import { execute } from '#streams/repository.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';
import fc from '#test/support/property.ts';

const AT = '2026-01-01T00:00:00.000Z';
const signal = new AbortController().signal;
const OCCASION = {
  organization_id: 'org_1',
  verification_id: 'ver_1',
  request_id: 'req_1',
  traceparent: '',
  signal,
};
const TEXT = {
  language: 'en',
  claims: [],
  checkable: [],
  content: unused,
  given: async () => null,
  wordings: unused,
  engine: { deidentify: unused, planQueries: unused, splitPassages: unused },
};

function unused(): never {
  throw new Error('not for this source');
}

const passage = { text: 'Whales sing.' } as CandidatePassage;
const searched = (candidates: CandidatePassage[], gaps: RetrievalGap[] = []): SourceFindings => ({
  candidates,
  searched: true,
  gaps,
});

test('gaps of several sources are combined', () => {
  const cases: [SourceFindings[], number, RetrievalGap[]][] = [
    [[], 0, ['no_source_configured']],
    [[notSearched('no_source_reachable')], 0, ['no_source_reachable']],
    [[notSearched('no_source_reachable'), notSearched('budget_spent')], 0, ['budget_spent']],
    [[searched([passage]), notSearched('no_source_reachable')], 1, ['provider_failed']],
    [[searched([passage]), searched([])], 1, []],
    [[searched([passage])], 0, ['passage_irrelevant']],
    [[searched([]), notSearched('budget_spent')], 0, ['budget_spent', 'no_passage_found']],
  ];
  for (const [findings, ranked, gaps] of cases) assert.deepEqual(gapsOf(findings, ranked), gaps);
});

test('a claim is unsearched only if no source could be searched', () => {
  assert(isUnsearched({ passages: 0, gaps: ['no_source_configured'] }));
  assert(isUnsearched({ passages: 0, gaps: ['budget_spent'] }));
  assert(!isUnsearched({ passages: 0, gaps: ['budget_spent', 'no_passage_found'] }));
  assert(!isUnsearched({ passages: 0, gaps: ['passage_irrelevant'] }));
  assert(!isUnsearched({ passages: 1, gaps: ['budget_spent'] }));
});

test('the index finds passages by stems only, rare words first', async () => {
  const texts = ['The towers of Paris.', 'Paris is large.', 'Paris in spring.', 'Lions sleep.'];
  const index = await indexPassages(texts.map((text, ordinal) => ({ ...passage, text, ordinal })));
  const found = (...terms: string[]) =>
    index.search({ purpose: 'neutral', text: '', terms }, 2).map(({ text }) => text);
  assert.deepEqual(found('paris', 'tower'), ['The towers of Paris.', 'Paris is large.']);
  assert.deepEqual(found('sleeping'), ['Lions sleep.']);
  assert.deepEqual(found('whale'), []);
  assert.deepEqual(found(), []);
});

test('a passage that contains any of the words is found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      async (words, n) => {
        const index = await indexPassages(words.map((text) => ({ ...passage, text })));
        const term = words[n % words.length]!;
        const found = index.search({ purpose: 'neutral', text: '', terms: [term] }, words.length);
        assert(found.some(({ text }) => text === term));
      },
    ),
  );
});

const SET = 'srs_1';

async function sourceSet(urls: string[], disabled: string[] = []) {
  const store = createMemoryEventStore();
  let n = 0;
  const send = (command: SourceSetCommand) =>
    execute(store, SOURCE_SET, SET, command, {
      metadata: requestMetadata('ver_1'),
      eventId: () => `00000000-0000-7000-8000-${String(n++).padStart(12, '0')}`,
    });
  const set = { source_set_id: SET, organization_id: 'org_1', name: 's', description: '', created_at: AT };
  await send({ type: 'CreateSourceSet', data: set });
  for (const url of urls) {
    const data = {
      source_set_id: SET,
      resource_id: url,
      url,
      label: 'l',
      source_class: 'official_record',
      created_at: AT,
    };
    await send({ type: 'AddResource', data });
  }
  for (const resource_id of disabled) await send({ type: 'DisableResource', resource_id, disabled_at: AT });
  return store;
}

function fetcherOf(pages: Record<string, string[]>, asked: string[] = []): SourceFetcher {
  return {
    async fetch({ url }) {
      asked.push(url);
      const passages = pages[url];
      return passages === undefined ? null : fetchedSource(url, passages);
    },
  };
}

function fetchedSource(url: string, passages: string[]): FetchedSource {
  return {
    canonical_url: url,
    title: 'Page',
    publisher: 'example.com',
    destination_domain: 'example.com',
    publication_date: null,
    licence: null,
    retrieved_at: AT,
    passages,
  };
}

const search = {
  claim: {} as ExtractedClaim,
  queries: [{ purpose: 'neutral' as const, text: 'whales', terms: ['whales'] }],
};
const request = requestedData({ source_set_id: SET });

test('enabled resources are fetched once, as approved sources of their given class', async () => {
  const asked: string[] = [];
  const pages = { 'https://example.com/a': ['Whales sing.'], 'https://example.com/b': ['Whales sleep.'] };
  const store = await sourceSet(Object.keys(pages), ['https://example.com/b']);
  const opened = await createSourceSetSource(store, fetcherOf(pages, asked)).open(request, OCCASION, TEXT, UNRECORDED);
  const findings = await opened!.search([search, search], signal);
  await opened!.search([search], signal);
  assert.deepEqual(asked, ['https://example.com/a']);
  const { retrieved_at: _, ...source } = findings[1]!.candidates[0]!.source;
  assert.deepEqual(source, {
    canonical_url: 'https://example.com/a',
    title: 'Page',
    publisher: 'example.com',
    destination_domain: 'example.com',
    source_class: 'official_record',
    approved: true,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieval_provider: 'source_set',
  });
  assert.deepEqual(findings[0]!.gaps, []);
});

test('pages are cached no longer than the request is kept', async () => {
  const store = await sourceSet(['https://example.com/a']);
  const kept: (number | undefined)[] = [];
  const fetcher: SourceFetcher = {
    async fetch({ url }, { kept_for_s }) {
      kept.push(kept_for_s);
      return fetchedSource(url, ['Whales sing.']);
    },
  };
  for (const zero_retention of [true, false]) {
    const asked = requestedData({ source_set_id: SET, zero_retention, retention_hours: 2 });
    await createSourceSetSource(store, fetcher).open(asked, OCCASION, TEXT, UNRECORDED);
  }
  assert.deepEqual(kept, [0, 7_200]);
});

test('six pages of a set are fetched at a time', async () => {
  const urls = Array.from({ length: 20 }, (_, page) => `https://example.com/${page}`);
  const store = await sourceSet(urls);
  let running = 0;
  let most = 0;
  const fetcher: SourceFetcher = {
    async fetch({ url }) {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return fetchedSource(url, ['Whales sing.']);
    },
  };
  const opened = await createSourceSetSource(store, fetcher).open(request, OCCASION, TEXT, UNRECORDED);
  const [findings] = await opened!.search([search], signal);
  assert.deepEqual([most, findings!.gaps], [6, []]);
});

test('a page that can not be fetched is a gap of the source, or of a part of it', async () => {
  const urls = ['https://example.com/a', 'https://example.com/gone'];
  const store = await sourceSet(urls);
  const findingsWith = async (pages: Record<string, string[]>) => {
    const opened = await createSourceSetSource(store, fetcherOf(pages)).open(request, OCCASION, TEXT, UNRECORDED);
    return (await opened!.search([search], signal))[0]!;
  };
  const part = await findingsWith({ 'https://example.com/a': ['Whales sing.'] });
  assert.deepEqual([part.searched, part.gaps, part.candidates.length], [true, ['no_source_reachable'], 1]);
  const none = await findingsWith({});
  assert.deepEqual([none.searched, none.gaps, none.candidates.length], [false, ['no_source_reachable'], 0]);
});

test('a page that is not fetched in time is a gap, and the rest is used', async () => {
  const urls = ['https://example.com/a', 'https://example.com/slow', 'https://example.com/later'];
  const store = await sourceSet(urls);
  const fetcher: SourceFetcher = {
    fetch: ({ url }, { signal: aborts }) =>
      url === urls[0]
        ? Promise.resolve(fetchedSource(url, ['Whales sing.']))
        : new Promise((_, reject) => aborts.addEventListener('abort', () => reject(aborts.reason))),
  };
  const opened = await createSourceSetSource(store, fetcher, { openMs: 1 }).open(request, OCCASION, TEXT, UNRECORDED);
  const [findings] = await opened!.search([search], signal);
  assert.deepEqual([findings!.searched, findings!.gaps, findings!.candidates.length], [true, ['budget_spent'], 1]);
});

test('stopping while fetching is not a gap', async () => {
  const store = await sourceSet(['https://example.com/slow']);
  const stop = new AbortController();
  const fetcher: SourceFetcher = {
    fetch: (_, { signal: aborts }) =>
      new Promise((_, reject) => {
        aborts.addEventListener('abort', () => reject(aborts.reason));
        stop.abort();
      }),
  };
  await assert.rejects(
    createSourceSetSource(store, fetcher).open(request, { ...OCCASION, signal: stop.signal }, TEXT, UNRECORDED),
    {
      name: 'AbortError',
    },
  );
});

test('a set that is empty, or of another organization, is not a source', async () => {
  const full = await sourceSet(['https://example.com/a']);
  const empty = await sourceSet([]);
  const stranger = requestedData({ source_set_id: SET, organization_id: 'org_2' });
  assert.equal(await createSourceSetSource(full, fetcherOf({})).open(stranger, OCCASION, TEXT, UNRECORDED), null);
  assert.equal(await createSourceSetSource(empty, fetcherOf({})).open(request, OCCASION, TEXT, UNRECORDED), null);
  assert.equal(
    await createSourceSetSource(full, fetcherOf({})).open(requestedData(), OCCASION, TEXT, UNRECORDED),
    null,
  );
});

test('a set with more passages than are searched reports a gap', async () => {
  const store = await sourceSet(['https://example.com/a']);
  const pages = { 'https://example.com/a': Array.from({ length: 10_001 }, () => 'Whales sing.') };
  const opened = await createSourceSetSource(store, fetcherOf(pages)).open(request, OCCASION, TEXT, UNRECORDED);
  const [findings] = await opened!.search([search], signal);
  assert.deepEqual(findings!.gaps, ['budget_spent']);
  assert.equal(findings!.candidates.length, 48);
});

test('a set of many large pages is fetched only as far as it is searched', async () => {
  const urls = Array.from({ length: 200 }, (_, page) => `https://example.com/${page}`);
  const page = Array.from({ length: 5_000 }, () => 'Whales sing.');
  const store = await sourceSet(urls);
  const asked: string[] = [];
  const opened = await createSourceSetSource(
    store,
    fetcherOf(Object.fromEntries(urls.map((url) => [url, page])), asked),
  ).open(request, OCCASION, TEXT, UNRECORDED);
  // Two pages fill the limit; the others were being fetched at the same time.
  assert.ok(asked.length >= 2 && asked.length <= 8, `${asked.length} pages were fetched`);
  assert.deepEqual(asked, urls.slice(0, asked.length));
  const [findings] = await opened!.search([search], signal);
  assert.deepEqual([...new Set(findings!.gaps)], ['budget_spent']);
});

test('a library is a source once it has documents, even after it has lost them', async () => {
  let documents = 0;
  const asked: string[] = [];
  const library = {
    async hasDocuments() {
      asked.push('documents?');
      return documents > 0;
    },
    async search(queries: readonly unknown[]) {
      asked.push('search');
      return queries.map(() => []);
    },
  } as unknown as EvidenceLibrary;
  const source = createLibrarySource(library);
  const open = () => source.open(requestedData(), OCCASION, TEXT, UNRECORDED);
  assert.equal(await open(), null);
  documents = 1;
  assert.notEqual(await open(), null);
  documents = 0;
  const found = await (await open())!.search([{ claim: {} as ExtractedClaim, queries: [] }], signal);
  assert.deepEqual(gapsOf(found, 0), ['no_passage_found']);
  assert.deepEqual(asked, ['documents?', 'documents?', 'search']);
});

test('a search waits for at most two searches of another organization', async () => {
  const asked: { by: string; answer(found: never[]): void }[] = [];
  const library = {
    hasDocuments: async () => true,
    search: (queries: { terms: string[] }[]) => {
      const { promise, resolve } = Promise.withResolvers<never[]>();
      asked.push({ by: queries[0]!.terms.join(), answer: resolve });
      return promise;
    },
  } as unknown as EvidenceLibrary;
  const source = createLibrarySource(library);
  const search = async (organization_id: string) => {
    const open = (await source.open(requestedData({ organization_id }), OCCASION, TEXT, UNRECORDED))!;
    const queries: SearchQuery[] = [{ purpose: 'neutral', text: organization_id, terms: [organization_id] }];
    await open.search([{ claim: {} as ExtractedClaim, queries }], signal);
  };
  for (let n = 0; n < 5; n++) void search('crowd');
  void search('single');
  await turn();
  assert.deepEqual(
    asked.map(({ by }) => by),
    ['crowd', 'crowd', 'single'],
  );
  asked[0]!.answer([]);
  await turn();
  assert.equal(asked.length, 4);
});

const GERMAN = 'Die Brücke über den Fluss wurde im Jahr 1878 eröffnet, und der Bau hatte sechs Jahre gedauert.';
const ENGLISH = 'The bridge over the river was opened in 1878, and it had taken six years to build.';

test('the languages of a set are told by some of its pages', async () => {
  const urls = Array.from({ length: 120 }, (_, page) => `https://example.com/${page}`);
  const pages = Object.fromEntries(urls.map((url, page) => [url, [page < 60 ? ENGLISH : GERMAN]]));
  const asked: string[] = [];
  const source = createSourceSetSource(await sourceSet(urls, urls.slice(100)), fetcherOf(pages, asked));
  const languages = await source.languages!(request, OCCASION, TEXT);
  assert.equal(asked.length, 12);
  assert.deepEqual([...new Set(languages.map(({ language }) => language))], ['en', 'de']);
  const stranger = requestedData({ source_set_id: SET, organization_id: 'org_2' });
  for (const none of [stranger, requestedData()]) assert.deepEqual(await source.languages!(none, OCCASION, TEXT), []);
  assert.equal(asked.length, 12);
});

test('a page that is not fetched in time, or at all, has no language', async () => {
  const store = await sourceSet(['https://example.com/a', 'https://example.com/gone', 'https://example.com/slow']);
  const fetcher: SourceFetcher = {
    async fetch({ url }, { signal: aborts }) {
      if (url.endsWith('gone')) return null;
      if (url.endsWith('a')) return fetchedSource(url, [GERMAN]);
      return new Promise((_, reject) => aborts.addEventListener('abort', () => reject(aborts.reason)));
    },
  };
  const source = createSourceSetSource(store, fetcher, { languagesMs: 1 });
  assert.deepEqual(await source.languages!(request, OCCASION, TEXT), [{ language: 'de', documents: 1 }]);
});
