import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchExpression } from '#platform/sqlite/match-expression.ts';

describe('the full-text query for a library search', () => {
  const passages: Record<string, number> = { founded: 9_000, in: 90_000, harwick: 6, lighthouse: 40, ringed: 0 };
  const frequencies = (phrases: readonly string[]) => phrases.map((phrase) => passages[phrase] ?? 0);
  const expression = (terms: string[], limit = 10) => matchExpression(terms, limit, frequencies);

  it('leaves common words out once rarer ones lead to enough passages', () => {
    assert.equal(expression(['founded', 'in', 'lighthouse', 'harwick']), '"harwick" OR "lighthouse"');
  });

  it('asks for common words where there is nothing rarer', () => {
    assert.equal(expression(['in', 'founded']), '"founded"');
    assert.equal(expression(['in', 'founded', 'harwick']), '"harwick" OR "founded"');
  });

  it('takes all words of a small library', () => {
    assert.equal(expression(['founded', 'lighthouse'], 1_000), '"lighthouse" OR "founded"');
  });

  it('has nothing to ask for where no passage has any of the words', () => {
    assert.equal(expression(['ringed', 'unheard']), null);
    assert.equal(expression([]), null);
  });

  it('keeps what could end the quotes out of them', () => {
    const quoted = matchExpression(['a" OR "b', 'c\0d'], 10, (phrases) => phrases.map(() => 1));
    assert.equal(quoted, '"a OR b" OR "c d"');
  });
});
