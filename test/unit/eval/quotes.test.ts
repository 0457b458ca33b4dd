import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findQuote, holds, wordsOf } from '#eval/run/quotes.ts';

const passage = (text: string, document = 'report.md') => ({
  text,
  url: `urn:evidence:library:added/documents/${encodeURIComponent(document)}`,
});

describe('findQuote', () => {
  const quote = { document: 'report.md', quote: 'Sales rose by 4.1% to $183.4 million' };

  test('finds the first passage with the words of the quote, whatever the markup', () => {
    const passages = [passage('Nothing here.'), passage('**Sales** rose by 4.1%\nto $183.4 million, the report says.')];
    assert.equal(findQuote(quote, passages), 1);
  });

  test('another document with the same words is none', () => {
    assert.equal(
      findQuote(quote, [passage(quote.quote, 'other-report.md'), passage(quote.quote, 'my report.md')]),
      null,
    );
  });

  test('a name that has to be encoded is found', () => {
    assert.equal(findQuote({ ...quote, document: 'my report.md' }, [passage(quote.quote, 'my report.md')]), 0);
  });

  test('tags of an HTML document are no words', () => {
    const row = { document: 'prices.html', quote: '<tr><td>Price</td><td>&pound;3,990</td></tr>' };
    assert.equal(findQuote(row, [passage('Price | £3,990', 'prices.html')]), 0);
  });

  test('finds nothing where no passage has the quote', () => {
    assert.equal(findQuote(quote, [passage('Sales rose by 5.2% to $190 million')]), null);
    assert.equal(findQuote(quote, []), null);
  });
});

describe('holds', () => {
  const twelve = wordsOf('one two three four five six seven eight nine ten eleven twelve');

  test('a short quote must be there as a whole', () => {
    assert.equal(holds(wordsOf('It was 16 June 2019, a Sunday'), wordsOf('16 June 2019')), true);
    assert.equal(holds(wordsOf('It was 15 June 2019, a Sunday'), wordsOf('16 June 2019')), false);
  });

  test('of a quote that was cut in two, a half is enough', () => {
    assert.equal(holds(twelve.slice(0, 6), twelve), true);
    assert.equal(holds(twelve.slice(0, 5), twelve), false);
  });

  test('words in another order are not the quote', () => {
    assert.equal(holds(twelve.toReversed(), twelve), false);
  });

  test('a quote without words is nowhere', () => {
    assert.equal(holds(twelve, []), false);
  });
});
