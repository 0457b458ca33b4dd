/** Whose a work of a registry is: its publisher's, and not the registry's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#engine/in-thread.ts';
import type { SourceClient } from '#platform/web-sources/client.ts';
import { crossref } from '#platform/web-sources/crossref.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import { queryFor, OCCASION as SEARCHING } from '#test/support/web-sources/ask.ts';

const signal = new AbortController().signal;
const OCCASION = { organization_id: 'org_1', verification_id: 'ver_1', request_id: 'req_1', traceparent: '', signal };
const QUERY = queryFor('lighthouse');

const work = (number: number, landing?: unknown) => ({
  DOI: `10.1000/${number}`,
  URL: `https://doi.org/10.1000/${number}`,
  title: ['A lighthouse'],
  abstract: 'The lighthouse is 41 metres tall.',
  ...(landing !== undefined && { resource: { primary: { URL: landing } } }),
});

async function domainsOf(...works: object[]) {
  const candidates = crossref.parseSearch({ status: 'ok', message: { items: works } }, QUERY);
  const source = createWebSource(
    {
      client: {} as SourceClient,
      readers: { forOrganization: () => createEngine() },
      cache: { get: async () => null, put: async () => {} },
      pages: { fetch: async () => null },
      now: () => new Date(0),
    },
    crossref,
    { organization_id: 'org_1', retention_s: 0 },
  );
  const read = await Promise.all(source.read(candidates, QUERY, OCCASION));
  return read.map((outcome) => {
    assert.ok(outcome.ok && outcome.value !== null);
    return [outcome.value.destination_domain, new URL(outcome.value.canonical_url).host];
  });
}

test('works of two publishers are two sources, works of one are one, under their DOIs', async () => {
  assert.deepEqual(
    await domainsOf(
      work(1, 'https://www.nature.com/articles/1'),
      work(2, 'https://journals.plos.org/plosone/2'),
      work(3, 'https://link.nature.com/3'),
    ),
    [
      ['nature.com', 'doi.org'],
      ['plos.org', 'doi.org'],
      ['nature.com', 'doi.org'],
    ],
  );
});

test('a work that says nothing usable of where it leads is the registry\u2019s', async () => {
  const domains = await domainsOf(work(1), work(2, 'ftp://example.org/2'), work(3, 17));
  assert.deepEqual(
    domains.map(([domain]) => domain),
    ['doi.org', 'doi.org', 'doi.org'],
  );
});

test('where a DOI leads is asked for', () => {
  assert.match(crossref.search(QUERY, SEARCHING)!.query!.select!, /\bresource\b/);
});
