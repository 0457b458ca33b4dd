/** What one verification reads from outside sources, with scripted sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebCandidate, WebDocument, WebOutcome, WebQuery, WebSource } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { UNRECORDED } from '#pipeline/sources/outside/ledger.ts';
import { limitsFor } from '#pipeline/sources/outside/limits.ts';
import { OutsideSearcher, type OutsideWork } from '#pipeline/sources/outside/searcher.ts';
import { createOutsideSource } from '#pipeline/sources/outside.ts';
import type { ClaimSearch, SearchedText } from '#pipeline/sources/source.ts';
import { requestedData } from '#test/support/arbitraries.ts';
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

/** A document that is never read to its end. */
const HANGING = 'hanging';

/** Finds one document, unless told otherwise. */
function sourceOf(answer?: Answer, more: Partial<WebDocument> = {}): WebSource & Told {
  const told: Told = { searches: [], reads: [], followed: [] };
  return {
    ...told,
    id: 'source',
    looks_up: 'claims',
    cents_per_search: 0,
    search: (query, occasion, sender) =>
      sender(async () => {
        told.searches.push(query.text);
        return answer === undefined ? { ok: true, value: [candidate('tower')] } : answer(query, occasion.signal);
      }),
    read(candidates, _query, { signal: aborted }) {
      told.reads.push(...candidates.map(({ key }) => key));
      return candidates.map(async (each): Promise<WebOutcome<WebDocument | null>> => {
        if (each.key === HANGING) return never(aborted);
        return { ok: true, value: documentOf(each, 'The tower has 3 lifts.', more) };
      });
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

/** The text that says `claims`. */
function textOf(claims: readonly ExtractedClaim[]): SearchedText {
  return {
    language: 'en',
    claims,
    checkable: claims,
    content: () => claims.map(({ sentence }) => sentence).join(' '),
    given: async () => null,
    wordings: async () => new Map(claims.map(({ ordinal, normalized_claim }) => [ordinal, normalized_claim])),
    engine,
  };
}

function searcherOf(
  source: WebSource,
  claims: readonly ExtractedClaim[],
  more: Partial<OutsideWork> = {},
): OutsideSearcher {
  return new OutsideSearcher([source], {
    occasion: OCCASION,
    text: textOf(claims),
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

/** Different names, one for each claim. */
const TOWERS = Array.from({ length: 40 }, (_, i) => `${'BDFGKLMN'[i % 8]}${'aeiou'[Math.floor(i / 8)]}rvin`);

test('a question is asked once and a document read once, whichever claims want them', async () => {
  const source = sourceOf();
  const searcher = searcherOf(source, claimsAbout(30));
  for (let group = 0; group < 3; group++) await searcher.search(await searchesOf(...claimsAbout(10)));
  assert.equal(new Set(source.searches).size, source.searches.length);
  assert.deepEqual(source.reads, ['tower']);
  assert.equal(source.searches.filter((text) => text === 'Eiffel Tower').length, 1);
});

test('a source that fails is not asked again, and every claim says why', async () => {
  const failures = [
    ['timeout', 'provider_failed'],
    ['no_network', 'no_network'],
    ['bad_credential', 'credential_refused'],
    ['quota_exceeded', 'search_quota_spent'],
    ['cost_limit_reached', 'cost_limit_reached'],
  ] as const;
  for (const [reason, gap] of failures) {
    const source = sourceOf(async () => ({ ok: false, failure: { reason } }));
    const searcher = searcherOf(source, claimsAbout(20));
    for (let group = 0; group < 2; group++) {
      for (const { gaps, searched } of await searcher.search(await searchesOf(...claimsAbout(10)))) {
        assert.deepEqual([searched, gaps], [false, [gap]]);
      }
    }
    assert.equal(source.searches.length, 1);
  }
});

test('only a source that refuses for good is not asked again', async () => {
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
    const searcher = searcherOf(source, claimsAbout(20));
    for (let group = 0; group < 2; group++) {
      for (const { gaps } of await searcher.search(await searchesOf(...claimsAbout(10)))) {
        assert(gaps.includes('provider_failed'));
      }
    }
    assert.equal(source.searches.length > 1, isAskedAgain, `${status}`);
  }
});

test('a source that hangs costs the time budget once', async () => {
  const source = sourceOf((_, aborted) => never(aborted));
  const searcher = searcherOf(source, claimsAbout(20), { timeBudgetMs: 30 });
  for (let group = 0; group < 2; group++) {
    const found = await searcher.search(await searchesOf(...claimsAbout(10)));
    for (const { gaps, searched } of found) assert.deepEqual([searched, gaps], [false, ['budget_spent']]);
  }
});

test('a document that hangs does not affect those already read', async () => {
  const source = sourceOf(async () => ({ ok: true, value: [candidate('tower'), candidate(HANGING)] }));
  const [found] = await searcherOf(source, claimsAbout(1), { timeBudgetMs: 30 }).search(
    await searchesOf(...claimsAbout(1)),
  );
  assert.deepEqual([found!.searched, found!.gaps], [true, ['budget_spent']]);
  assert.equal(found!.candidates[0]?.text, 'The tower has 3 lifts.');
});

test('a claim beyond the limits is not searched, and says so', async () => {
  const source = sourceOf(async () => ({ ok: true, value: [] }));
  const count = 40;
  const claims = Array.from({ length: count }, (_, i) =>
    extractedClaim(`${TOWERS[i]} Tower was sold to ${TOWERS[i]}.`, { ordinal: i }),
  );
  const found = await searcherOf(source, claims).search(await searchesOf(...claims));
  const limit = limitsFor(count).searches;
  assert.equal(source.searches.length, limit);
  assert.equal(found.filter(({ searched }) => searched).length, limit);
  for (const { searched, gaps } of found) assert(searched || gaps.includes('budget_spent'));
});

test('a redelivery continues the limits, and repeats earlier questions', async () => {
  const source = sourceOf();
  const [search] = await searchesOf(...claimsAbout(1));
  const limits = limitsFor(1);
  const ledger = {
    ...UNRECORDED,
    used: () => limits,
    hasSearched: (_: unknown, question: string) => question === 'eiffel tower',
    hasRead: () => true,
  };
  const [found] = await searcherOf(source, claimsAbout(1), { limits, ledger }).search([search!]);
  assert.deepEqual([source.searches, source.reads], [['Eiffel Tower'], ['tower']]);
  assert.deepEqual([found!.searched, found!.gaps], [true, ['budget_spent']]);
});

test('a verification that has ended otherwise sends nothing more', async () => {
  const source = sourceOf();
  const ledger = { ...UNRECORDED, mayRead: async () => false };
  await searcherOf(source, claimsAbout(1), { ledger }).search(await searchesOf(...claimsAbout(1)));
  assert.deepEqual(source.reads, []);
});

test('results that the limits left unread are reported', async () => {
  let n = 0;
  const source = sourceOf(async () => ({ ok: true, value: [candidate(`document-${n++}`)] }));
  const count = 40;
  const claims = Array.from({ length: count }, (_, i) =>
    extractedClaim(`${TOWERS[i]} Tower was sold to ${TOWERS[i]}.`, { ordinal: i }),
  );
  const found = await searcherOf(source, claims).search(await searchesOf(...claims));
  assert.equal(source.reads.length, limitsFor(count).documents);
  const whole = found.filter(({ gaps }) => gaps.length === 0);
  assert(whole.length <= source.reads.length);
  assert(found.some(({ searched, gaps }) => searched && gaps.includes('budget_spent')));
});

test('only claims that may be searched for raise the limits', async () => {
  const source = sourceOf(async () => ({ ok: true, value: [] }));
  const claims = [
    extractedClaim('The Eiffel Tower was sold.', { materiality: 'high', ordinal: 19 }),
    ...claimsAbout(19),
  ];
  const outside = createOutsideSource({ of: async () => [source] }, { now: () => Date.now() });
  const request = requestedData({ mode: 'triage' });
  const opened = await outside.open(request, OCCASION, textOf(claims), UNRECORDED);
  const [high, other] = await opened!.search(await searchesOf(...claims), signal);
  // All of its questions are asked, as of a text with few claims.
  assert.deepEqual([high!.searched, high!.gaps, source.searches.length], [true, [], 3]);
  assert.deepEqual([other!.searched, other!.gaps], [false, ['left_out_by_mode']]);
});

test('a claim without words to ask for is no unreachable source', async () => {
  const named = extractedClaim('jane.doe@example.org');
  const wordless = extractedClaim('It is.', { ordinal: 1 });
  const searcher = searcherOf(sourceOf(), [named, wordless]);
  const [empty] = await searcher.search([{ claim: wordless, queries: [] }]);
  assert.deepEqual([empty!.searched, empty!.gaps], [true, []]);
  const [hidden] = await searcher.search(await searchesOf(named));
  assert.deepEqual([hidden!.searched, hidden!.gaps], [false, ['query_deidentified']]);
});

test('stopping the stage is not a failure of the source', async () => {
  const ending = new AbortController();
  const source = sourceOf((_, aborted) => never(aborted));
  const searcher = searcherOf(source, claimsAbout(1), { occasion: { ...OCCASION, signal: ending.signal } });
  const found = searcher.search(await searchesOf(...claimsAbout(1)));
  ending.abort(new Error('the stage ends'));
  await assert.rejects(found, /the stage ends/);
});

test('references are followed for highly material claims only, likeliest first', async () => {
  const references = [
    'https://news.example/opening',
    'https://facts.example/tower-lifts',
    'http://plain.example/tower-lifts',
    'https://facts.example/tower',
  ];
  for (const materiality of ['medium', 'high'] as const) {
    const source = sourceOf(undefined, { references });
    const claim = extractedClaim('The Eiffel Tower has 3 lifts.', { materiality });
    await searcherOf(source, [claim]).search(await searchesOf(claim));
    const expected = ['https://facts.example/tower-lifts', 'https://facts.example/tower'];
    assert.deepEqual(source.followed, materiality === 'high' ? expected : []);
  }
});

test('questions that differ in capitals only are asked once', async () => {
  const source = sourceOf();
  const [search] = await searchesOf(extractedClaim('The Eiffel Tower has 3 lifts.'));
  const shouted = search!.queries.map((query) => ({
    ...query,
    text: query.text.toUpperCase(),
    subject: 'EIFFEL TOWER',
  }));
  const second = { ...search!, queries: shouted };
  const found = await searcherOf(source, [search!.claim, second.claim]).search([search!, second]);
  assert.deepEqual(
    found.map(({ searched }) => searched),
    [true, true],
  );
  assert.equal(new Set(source.searches.map((text) => text.toLowerCase())).size, source.searches.length);
});

test('personal identifiers are not sent, and the claim says so', async () => {
  const source = sourceOf();
  const claim = extractedClaim('The Eiffel Tower answers to jane.doe@example.org and +33 1 44 11 23 23.');
  const [found] = await searcherOf(source, [claim]).search(await searchesOf(claim));
  assert.deepEqual(found!.gaps, ['query_deidentified']);
  const sent = source.searches.join(' ').toLowerCase();
  assert.match(sent, /eiffel tower/);
  for (const part of ['jane', 'doe', 'example', '44', 'email', 'phone']) assert(!sent.includes(part), part);
});

test('names of patients are not sent under medical_clinical', async () => {
  const source = sourceOf();
  const claim = extractedClaim('Mr. Jonathan Miller was treated with metformin in 2019.');
  await searcherOf(source, [claim], { profile: 'medical_clinical' }).search(await searchesOf(claim));
  const sent = source.searches.join(' ').toLowerCase();
  assert.match(sent, /metformin/);
  assert(!sent.includes('miller'));
});

test('a patient named in full is recognised by the last name elsewhere', async () => {
  const source = sourceOf();
  const full = extractedClaim('Patient Kari Olsen was treated with metformin.');
  const last = extractedClaim('Olsen had nephropathy in 2019.', { ordinal: 1 });
  const searcher = searcherOf(source, [full, last], { profile: 'medical_clinical' });
  for (const claim of [full, last]) await searcher.search(await searchesOf(claim));
  const sent = source.searches.join(' ');
  assert.match(sent, /nephropathy/);
  assert(!sent.includes('olsen'));
});

test('a snippet in place of a page is marked', async () => {
  const source = sourceOf(undefined, { is_snippet: true });
  const [found] = await searcherOf(source, claimsAbout(1)).search(await searchesOf(...claimsAbout(1)));
  assert.deepEqual(found!.gaps, ['snippet_only']);
  assert.ok(found!.candidates.length > 0 && found!.candidates.every((each) => each.source.is_snippet));
});
