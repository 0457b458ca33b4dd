/** What one verification reads outside, with sources that do as they are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebCandidate, WebDocument, WebOutcome, WebQuery, WebSource } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import { OutsideReading, type OutsideWork } from '#pipeline/sources/outside/reading.ts';
import type { ClaimSearch } from '#pipeline/sources/source.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';

const engine = createEngine();
const signal = new AbortController().signal;
const OCCASION = { organization_id: 'org_1', verification_id: 'ver_1', request_id: 'req_1', traceparent: '', signal };

function candidate(key: string): WebCandidate {
  return {
    key,
    url: `https://source.example/${key}`,
    title: key,
    publisher: null,
    publication_date: null,
    licence: null,
    jurisdiction: null,
    source_class: 'encyclopaedia',
    snippet: null,
  };
}

function documentOf({ url, title }: WebCandidate, text: string, more: Partial<WebDocument> = {}): WebDocument {
  return {
    canonical_url: url,
    title,
    publisher: 'A source',
    destination_domain: 'source.example',
    publication_date: null,
    licence: null,
    retrieved_at: '2026-01-01T00:00:00Z',
    passages: [text],
    source_class: 'encyclopaedia',
    jurisdiction: null,
    references: [],
    is_snippet: false,
    ...more,
  };
}

interface Told {
  searches: string[];
  reads: string[];
  followed: string[];
}

type Answer = (query: WebQuery, signal: AbortSignal) => Promise<WebOutcome<WebCandidate[]>>;

/** Finds one document, unless told otherwise. */
function sourceOf(answer?: Answer, more: Partial<WebDocument> = {}): WebSource & Told {
  const told: Told = { searches: [], reads: [], followed: [] };
  return {
    ...told,
    id: 'source',
    looks_up: 'claims',
    async search(query, occasion) {
      told.searches.push(query.text);
      return answer === undefined ? { ok: true, value: [candidate('tower')] } : answer(query, occasion.signal);
    },
    async read(candidates) {
      told.reads.push(...candidates.map(({ key }) => key));
      return candidates.map((each) => ({ ok: true, value: documentOf(each, 'The tower has 3 lifts.', more) }));
    },
    async follow(url) {
      told.followed.push(url);
      return documentOf({ ...candidate(url), url }, 'The tower is closed.');
    },
  };
}

/** Rejects when the signal aborts, and does nothing else. */
function never(aborted: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Time limits of signals keep no process alive.
    const alive = setInterval(() => {}, 1_000);
    const end = () => {
      clearInterval(alive);
      reject(aborted.reason);
    };
    if (aborted.aborted) end();
    else aborted.addEventListener('abort', end);
  });
}

function readingOf(source: WebSource, claims: number, more: Partial<OutsideWork> = {}): OutsideReading {
  return new OutsideReading([source], {
    occasion: OCCASION,
    text: { language: 'en', claims, engine },
    profile: 'general_web',
    clock: { now: () => Date.now() },
    ...more,
  });
}

async function searchesOf(...claims: ExtractedClaim[]): Promise<ClaimSearch[]> {
  const queries = await engine.planQueries(claims, 'thorough');
  return claims.map((claim, i) => ({ claim, queries: queries[i]! }));
}

const claimsAbout = (count: number) =>
  Array.from({ length: count }, (_, i) => extractedClaim(`The Eiffel Tower has ${i + 10} lifts.`, { ordinal: i }));

test('a question is asked once and a document read once, whichever claims want them', async () => {
  const source = sourceOf();
  const reading = readingOf(source, 30);
  for (let group = 0; group < 3; group++) await reading.search(await searchesOf(...claimsAbout(10)));
  assert.equal(new Set(source.searches).size, source.searches.length);
  assert.deepEqual(source.reads, ['tower']);
  assert.equal(source.searches.filter((text) => text === 'eiffel tower').length, 1);
});

test('a source that fails is not asked again, and every claim says why', async () => {
  const failures = [
    ['timeout', 'provider_failed'],
    ['no_network', 'no_network'],
    ['bad_credential', 'credential_refused'],
    ['quota_exceeded', 'budget_spent'],
  ] as const;
  for (const [reason, gap] of failures) {
    const source = sourceOf(async () => ({ ok: false, failure: { reason } }));
    const reading = readingOf(source, 20);
    for (let group = 0; group < 2; group++) {
      for (const { gaps, searched } of await reading.search(await searchesOf(...claimsAbout(10)))) {
        assert.deepEqual([searched, gaps], [false, [gap]]);
      }
    }
    assert.equal(source.searches.length, 1);
  }
});

test('a source that refuses for good is not asked again; one that refuses a question is', async () => {
  for (const [status, isAskedAgain] of [
    [401, false],
    [403, false],
    [404, false],
    [405, false],
    [410, false],
    [451, false],
    [400, true],
  ] as const) {
    const source = sourceOf(async () => ({ ok: false, failure: { reason: 'refused', status } }));
    const reading = readingOf(source, 20);
    for (let group = 0; group < 2; group++) {
      for (const { gaps } of await reading.search(await searchesOf(...claimsAbout(10)))) {
        assert(gaps.includes('provider_failed'));
      }
    }
    assert.equal(source.searches.length > 1, isAskedAgain, `${status}`);
  }
});

test('a source that hangs costs the time budget once', async () => {
  const source = sourceOf((_, aborted) => never(aborted));
  const reading = readingOf(source, 20, { timeBudgetMs: 30 });
  for (let group = 0; group < 2; group++) {
    const found = await reading.search(await searchesOf(...claimsAbout(10)));
    for (const { gaps, searched } of found) assert.deepEqual([searched, gaps], [false, ['budget_spent']]);
  }
});

test('the end of the stage is no failure of the source', async () => {
  const ending = new AbortController();
  const source = sourceOf((_, aborted) => never(aborted));
  const reading = readingOf(source, 1, { occasion: { ...OCCASION, signal: ending.signal } });
  const found = reading.search(await searchesOf(...claimsAbout(1)));
  ending.abort(new Error('the stage ends'));
  await assert.rejects(found, /the stage ends/);
});

test('references are followed for claims of high materiality only, the likeliest first', async () => {
  const references = [
    'https://news.example/opening',
    'https://facts.example/tower-lifts',
    'http://plain.example/tower-lifts',
    'https://facts.example/tower',
  ];
  for (const materiality of ['medium', 'high'] as const) {
    const source = sourceOf(undefined, { references });
    const claim = extractedClaim('The Eiffel Tower has 3 lifts.', { materiality });
    await readingOf(source, 1).search(await searchesOf(claim));
    const expected = ['https://facts.example/tower-lifts', 'https://facts.example/tower'];
    assert.deepEqual(source.followed, materiality === 'high' ? expected : []);
  }
});

test('what identifies persons does not leave, and the claim says so', async () => {
  const source = sourceOf();
  const claim = extractedClaim('The Eiffel Tower answers to jane.doe@example.org and +33 1 44 11 23 23.');
  const [found] = await readingOf(source, 1).search(await searchesOf(claim));
  assert.deepEqual(found!.gaps, ['query_deidentified']);
  const sent = source.searches.join(' ');
  assert.match(sent, /eiffel tower/);
  for (const part of ['jane', 'doe', 'example', '44', 'email', 'phone']) assert(!sent.includes(part), part);
});

test('names of patients do not leave under medical_clinical', async () => {
  const source = sourceOf();
  const claim = extractedClaim('Mr. Jonathan Miller was treated with metformin in 2019.');
  await readingOf(source, 1, { profile: 'medical_clinical' }).search(await searchesOf(claim));
  const sent = source.searches.join(' ');
  assert.match(sent, /metformin/);
  assert(!sent.includes('miller'));
});

test('a snippet in place of a page is told', async () => {
  const source = sourceOf(undefined, { is_snippet: true });
  const [found] = await readingOf(source, 1).search(await searchesOf(...claimsAbout(1)));
  assert.deepEqual(found!.gaps, ['snippet_only']);
  assert.ok(found!.candidates.length > 0 && found!.candidates.every((each) => each.source.is_snippet));
});
