import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { questionAsClaim } from '#engine/answering/question.ts';
import { planQueries } from '#engine/retrieval/plan-queries.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';
import fc from '#test/support/property.ts';

const plan = (text: string) => planQueries(extractedClaim(text), 'thorough');

/** A full-text index as the docstring of plan-queries asks for; answers which of `texts` hold any of `terms`. */
function searchFts(texts: string[], terms: string[]): string[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter unicode61 remove_diacritics 2')`);
  const insert = db.prepare('INSERT INTO t(body) VALUES (?)');
  for (const text of texts) insert.run(text);
  const rows = db.prepare('SELECT body FROM t WHERE t MATCH ?').all(terms.map((term) => `"${term}"`).join(' OR '));
  db.close();
  return rows.map((row) => String(row.body));
}

describe('planQueries', () => {
  test('the neutral query has names, then numbers, then other content words', () => {
    const [neutral] = plan('Acme Corp was founded in 1999 by 3 engineers.');
    assert.deepEqual(neutral, {
      purpose: 'neutral',
      text: 'Acme Corp founded 1999 3 engineers',
      terms: ['acme', 'corp', '1999', '3', 'engineers', 'founded'],
      subject: 'Acme Corp',
    });
  });

  test('names have their capitals in the text, and nothing there is an operator', () => {
    const [neutral] = plan('In 2022 the iPhone maker Apple of the USA did NOT report that Nestlé sold it.');
    const words = neutral!.text.split(' ');
    for (const word of ['Apple', 'USA', 'Nestle']) assert.ok(words.includes(word), neutral!.text);
    assert.ok(!words.includes('NOT'));
    assert.ok(neutral!.terms.every((term) => term === term.toLowerCase()));
  });

  test('the contradiction query leaves the value out, so that other values are found', () => {
    const contradiction = plan('Acme Corp was founded in 1999 by Jane Doe.')[1]!;
    assert.equal(contradiction.purpose, 'contradiction');
    assert.deepEqual(contradiction.terms, ['acme', 'corp', 'founded']);
    assert.equal(contradiction.text, 'Acme Corp founded actual');
  });

  test('the contradiction query adds the opposite predicate', () => {
    const contradiction = plan('Revenue of Acme increased sharply.')[1]!;
    assert.ok(contradiction.terms.includes('decrease'));
    assert.deepEqual(searchFts(['Revenue decreased.', 'Nothing here.'], ['decrease']), ['Revenue decreased.']);
  });

  test('fast takes one query, a claim outside factual checking none', () => {
    assert.deepEqual(
      planQueries(extractedClaim('Acme makes anvils.'), 'fast').map((query) => query.purpose),
      ['neutral'],
    );
    assert.equal(planQueries(extractedClaim('Acme makes anvils.'), 'triage').length, 2);
    assert.deepEqual(planQueries(extractedClaim('What a day!', { checkable: false }), 'thorough'), []);
    assert.deepEqual(plan('It is.'), []);
  });

  test('a stemming index finds inflections, irregular forms, diacritics and decimals', () => {
    const found = (claim: string, passage: string) => searchFts([passage], plan(claim)[0]!.terms).length === 1;
    assert.ok(found('It was founded then.', 'The founding took place.'));
    assert.ok(found('They built houses.', 'He will build it.'));
    assert.ok(found('Zürich banned it.', 'ZURICH'));
    assert.ok(found('It costs 3.5.', 'a price of 3.5 francs'));
    assert.ok(!found('It costs 3.5.', 'a price of 3.6 francs, not 5.3'));
    assert.ok(found('It has 1,200 rooms.', 'with 1200 beds'));
  });

  test('acronyms that look like stop words stay', () => {
    assert.ok(plan('The WHO approved it.')[0]!.terms.includes('who'));
    assert.ok(!plan('Those who approved it left.')[0]!.terms.includes('who'));
  });

  test('of a whole text given as one claim, only the beginning is looked for', () => {
    const [neutral] = plan(`Acme makes anvils. ${'and so on '.repeat(1_000)}Zanzibar`);
    assert.ok(neutral!.terms.includes('anvils'));
    assert.ok(!neutral!.terms.includes('zanzibar'));
  });

  test('property: terms are bounded, distinct, lower-case and free of full-text syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const query of plan(text)) {
          assert.ok(query.terms.length > 0 && query.terms.length <= 24 && query.text.length <= 300);
          assert.equal(new Set(query.terms).size, query.terms.length);
          for (const term of query.terms) assert.match(term, /^[\p{L}\p{N}]+(?:[.,]\p{N}+)*$/u);
          searchFts([], query.terms);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('a question in another language is searched for in that language', () => {
  const termsOf = (question: string) => planQueries(questionAsClaim(question, ''), 'fast')[0]!.terms;
  const german = termsOf('Wie weit reichen die Leuchttürme von Skerra?');
  for (const term of ['leuchtturm', 'reich', 'skerra']) assert.ok(german.includes(term), term);
  assert.ok(termsOf('灯台の光はどこまで届きますか').includes('灯台'));
  assert.deepEqual(termsOf('How far does the lighthouse reach?'), ['lighthouse', 'reach', 'far']);
});
