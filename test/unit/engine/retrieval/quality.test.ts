import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BASE_PROFILES, type BaseProfile } from '#contracts/vocabulary.ts';
import { sourceQuality } from '#engine/retrieval/quality.ts';
import type { SourceDocument } from '#engine/types/retrieval.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';
import fc from '#test/support/property.ts';
import { candidate, libraryDocument, sourceOf } from './retrieval-fixtures.ts';

const NOW = '2026-06-01T00:00:00Z';
const TEXT = 'Acme Corporation was founded in 1999.';

function quality(
  source: Partial<SourceDocument> & { url?: string },
  { profile = 'general_web' as BaseProfile, text = TEXT, clusterSize = 1, scope = [] as string[] } = {},
) {
  const { url = 'https://unlisted.example/', ...change } = source;
  const claim = extractedClaim(TEXT, { dates_and_temporal_scope: scope });
  return sourceQuality(claim, candidate(text, sourceOf(url, change)), profile, clusterSize, NOW);
}

describe('authority', () => {
  test('approved and library documents stand above every list', () => {
    assert.equal(quality({ approved: true }).authority, 0.95);
    const library = sourceQuality(
      extractedClaim(TEXT),
      candidate(TEXT, libraryDocument('a.md')),
      'general_web',
      1,
      NOW,
    );
    assert.equal(library.authority, 0.95);
    assert.match(library.rationale[0]!, /library/);
  });

  test('comes from the most specific name in the lists of the profile, otherwise 0.5', () => {
    assert.equal(quality({ url: 'https://www.cdc.gov/flu' }).authority, 0.9);
    assert.equal(quality({ url: 'https://en.wikipedia.org/wiki/Acme' }).authority, 0.7);
    assert.equal(quality({ url: 'https://old.reddit.com/r/acme' }).authority, 0.2);
    assert.equal(quality({}).authority, 0.5);
    const journal = { url: 'https://www.nejm.org/doi/1' };
    assert.equal(quality(journal, { profile: 'medical_clinical' }).authority, 0.9);
    assert.equal(quality(journal, { profile: 'finance_markets' }).authority, 0.5);
    assert.equal(quality({ url: 'https://www.academia.edu/1' }, { profile: 'research_citations' }).authority, 0.2);
  });

  test('a name that merely contains a listed one is not listed', () => {
    assert.equal(quality({ url: 'https://cdc.gov.evil.example/' }).authority, 0.5);
    assert.equal(quality({ url: 'https://notwikipedia.org/' }).authority, 0.5);
  });
});

test('independence is one over the size of the cluster', () => {
  assert.equal(quality({}, { clusterSize: 1 }).independence, 1);
  assert.equal(quality({}, { clusterSize: 3 }).independence, 0.3333);
});

describe('freshness', () => {
  test('halves with the half-life of the profile, and stops falling at .1', () => {
    const published = { publication_date: '2025-06-01' };
    assert.ok(Math.abs(quality(published, { profile: 'finance_markets' }).freshness - 0.5) < 0.01);
    assert.ok(quality(published, { profile: 'research_citations' }).freshness > 0.9);
    assert.equal(quality({ publication_date: '1990' }).freshness, 0.1);
  });

  test('of a claim about the past depends on which came first', () => {
    const scope = ['in 1999'];
    assert.equal(quality({ publication_date: '1999-12' }, { scope }).freshness, 1);
    assert.equal(quality({ publication_date: '1998-12-31' }, { scope }).freshness, 0.2);
    assert.ok(quality({ publication_date: '2020-01-01' }, { scope: ['since 2026'] }).freshness < 0.5);
  });

  test('is one half where the date is missing, malformed or ahead', () => {
    for (const publication_date of [null, 'last week', '2026-13-45', '2031-01-01']) {
      assert.equal(quality({ publication_date }).freshness, 0.5, String(publication_date));
    }
  });
});

test('specificity is the share of the claim that the passage speaks of', () => {
  assert.equal(quality({}).specificity, 1);
  const vague = quality({}, { text: 'It was founded long ago.' }).specificity;
  assert.ok(vague > 0 && vague < 0.3);
});

test('primary sources are those of the profile lists or of the class given', () => {
  assert.equal(quality({ url: 'https://www.sec.gov/x' }, { profile: 'finance_markets' }).primary, true);
  assert.equal(quality({ url: 'https://www.sec.gov/x' }, { profile: 'medical_clinical' }).primary, false);
  assert.equal(quality({ source_class: 'court_filing' }).primary, true);
});

test('property: numbers within 0..1 and a phrase for each', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BASE_PROFILES),
      fc.option(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
      ),
      fc.nat(100),
      fc.string(),
      fc.array(fc.oneof(fc.string(), fc.nat(3000).map(String))),
      (profile, publication_date, clusterSize, text, scope) => {
        const { primary, rationale, ...numbers } = quality({ publication_date }, { profile, text, clusterSize, scope });
        for (const value of Object.values(numbers)) assert.ok(value >= 0 && value <= 1);
        assert.equal(typeof primary, 'boolean');
        assert.equal(rationale.length, 5);
        assert.ok(rationale.every((phrase) => phrase.length > 0));
      },
    ),
  );
});
