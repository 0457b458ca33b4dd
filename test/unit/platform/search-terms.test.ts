import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchTerms, tellingTerms } from '#platform/search-terms.ts';

describe('the terms of a library search', () => {
  const passages: Record<string, number> = { founded: 9_000, in: 90_000, harwick: 6, lighthouse: 40, ringed: 0 };
  const telling = (terms: string[], limit = 10) =>
    tellingTerms(
      terms,
      terms.map((term) => passages[term]!),
      limit,
    );

  it('leave common words out once rarer ones lead to enough passages', () => {
    assert.deepEqual(telling(['founded', 'in', 'lighthouse', 'harwick']), ['harwick', 'lighthouse']);
  });

  it('keep common words if there is nothing rarer', () => {
    assert.deepEqual(telling(['in', 'founded']), ['founded']);
    assert.deepEqual(telling(['in', 'ringed', 'founded', 'harwick']), ['ringed', 'harwick', 'founded']);
  });

  it('are all words in a small library', () => {
    assert.deepEqual(telling(['founded', 'lighthouse'], 1_000), ['lighthouse', 'founded']);
  });

  it('contain only letters and digits, each phrase once', () => {
    assert.deepEqual(searchTerms(['a" OR "b', 'c\0d', '3.5', '"', 'c d']), ['a OR b', 'c d', '3 5']);
  });
});
