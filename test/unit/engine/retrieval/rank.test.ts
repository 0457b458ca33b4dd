import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rankPassages } from '#engine/retrieval/rank.ts';
import fc from '#test/support/property.ts';
import { candidate, claimOf, libraryDocument, sourceOf } from './retrieval-fixtures.ts';

const CLAIM = claimOf('Acme Corporation was founded in 1999 in Vienna by Jane Doe.');
const FOUNDED = 'Acme Corporation was founded in 1999 in Vienna by Jane Doe and her brother.';
const OTHER_YEAR = 'Acme Corporation was founded in Vienna in 1998.';

const rank = (texts: string[]) =>
  rankPassages(
    CLAIM,
    texts.map((text) => candidate(text)),
  );

describe('rankPassages', () => {
  test('puts the passage that speaks of the whole claim first and drops what shares nothing telling', () => {
    const ranked = rank(['Vienna is a city on the Danube.', 'Bananas are yellow and sweet.', OTHER_YEAR, FOUNDED]);
    assert.deepEqual(
      ranked.map((each) => each.text),
      [FOUNDED, OTHER_YEAR, 'Vienna is a city on the Danube.'],
    );
    assert.ok(ranked.every((each, i) => i === 0 || each.score <= ranked[i - 1]!.score));
  });

  test('a name in the title counts for a passage that calls it "the company"', () => {
    const titled = sourceOf('https://one.example/', { title: 'Acme Corporation' });
    const other = sourceOf('https://two.example/', { title: 'Delft Pottery' });
    const text = 'The company was founded in 1998.';
    const ranked = rankPassages(CLAIM, [candidate(text, other), candidate(text, titled)]);
    assert.equal(ranked[0]!.source.title, 'Acme Corporation');
  });

  test('words close together count more than the same words far apart', () => {
    const claim = claimOf('Acme sold anvils.');
    const filler = 'and then much else happened in the town by the river on that day too '.repeat(2);
    const ranked = rankPassages(claim, [
      candidate(`Acme moved ${filler} while Bond sold bolts ${filler} next to anvils.`),
      candidate(`Acme sold anvils ${filler} while Bond moved bolts ${filler} next to it all.`),
    ]);
    assert.match(ranked[0]!.text, /^Acme sold anvils/);
  });

  test('copies do not crowd out the passage that disagrees', () => {
    const ranked = rank([...Array.from({ length: 30 }, () => FOUNDED), OTHER_YEAR]);
    assert.deepEqual(
      ranked.map((each) => each.text),
      [FOUNDED, FOUNDED, OTHER_YEAR],
    );
  });

  test('from the ninth passage on, those far behind the best are dropped', () => {
    const places = ['Rome', 'Oslo', 'Bern', 'Cork', 'Lyon', 'Graz', 'Bonn', 'Nice', 'Ghent', 'Turin', 'Minsk', 'Sofia'];
    const faint = (place: string) => `A fair was held in ${place} by Jane for the third time.`;
    const alone = rank(places.map(faint));
    assert.equal(alone.length, places.length);
    const ranked = rank([FOUNDED, ...places.map(faint)]);
    assert.equal(ranked.length, 8);
    assert.equal(ranked[0]!.text, FOUNDED);
  });

  test('property: at most the limit, only given candidates, finite scores in order', () => {
    const word = fc.constantFrom('Acme', 'founded', '1999', 'Vienna', 'Jane', 'not', 'river', '😀', '.', 'Corporation');
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { maxLength: 12 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        (given, limit) => {
          const texts = given.map((words) => words.join(' '));
          const ranked = rankPassages(
            CLAIM,
            texts.map((text) => candidate(text)),
            limit,
          );
          assert.ok(ranked.length <= limit);
          for (const [i, each] of ranked.entries()) {
            assert.ok(texts.includes(each.text));
            assert.ok(each.score >= 0 && each.score <= 1);
            assert.ok(i === 0 || each.score <= ranked[i - 1]!.score);
          }
        },
      ),
    );
  });
});

describe('independence clusters', () => {
  const clusters = (...candidates: ReturnType<typeof candidate>[]) =>
    new Set(rankPassages(CLAIM, candidates).map((each) => each.independence_cluster)).size;

  test('pages of one registrable domain are one source, and users of a shared host are not', () => {
    assert.equal(
      clusters(
        candidate(FOUNDED, sourceOf('https://news.acme.co.uk/a')),
        candidate(OTHER_YEAR, sourceOf('https://www.acme.co.uk/b')),
      ),
      1,
    );
    assert.equal(
      clusters(
        candidate(FOUNDED, sourceOf('https://jane.github.io/')),
        candidate(OTHER_YEAR, sourceOf('https://joe.github.io/')),
      ),
      2,
    );
  });

  test('near-identical texts of different domains are one source', () => {
    assert.equal(clusters(candidate(FOUNDED), candidate(`${FOUNDED.slice(0, -1)}!`)), 1);
    assert.equal(clusters(candidate(FOUNDED), candidate(`As reported today: ${FOUNDED} More on this tomorrow.`)), 1);
  });

  test('texts that differ in a number or a negation are not copies, however alike', () => {
    const long =
      'Acme Corporation was founded in 1999 in Vienna by Jane Doe, who had come there to study music and law.';
    assert.equal(clusters(candidate(long), candidate(long.replace('1999', '1989'))), 2);
    assert.equal(clusters(candidate(long), candidate(long.replace('was', 'was not'))), 2);
  });

  test('each library document is its own source unless it repeats another', () => {
    const [one, two, three] = ['a.md', 'b.md', 'c.md'].map(libraryDocument);
    assert.equal(clusters(candidate(FOUNDED, one!), candidate(OTHER_YEAR, two!)), 2);
    assert.equal(clusters(candidate(FOUNDED, one!), candidate(FOUNDED, three!)), 1);
    assert.equal(clusters(candidate(FOUNDED, one!), candidate(OTHER_YEAR, one!)), 1);
  });

  test('copying joins two domains for all their passages', () => {
    const a = 'https://a.example/';
    const b = 'https://b.example/';
    assert.equal(
      clusters(candidate(FOUNDED, sourceOf(a)), candidate(FOUNDED, sourceOf(b)), candidate(OTHER_YEAR, sourceOf(b))),
      1,
    );
  });
});
