import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rankPassages } from '#engine/retrieval/rank.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';
import fc from '#test/support/property.ts';
import { candidate, libraryDocument, sourceOf } from './retrieval-fixtures.ts';

const CLAIM = extractedClaim('Acme Corporation was founded in 1999 in Vienna by Jane Doe.');
const FOUNDED = 'Acme Corporation was founded in 1999 in Vienna by Jane Doe and her brother.';
const OTHER_YEAR = 'Acme Corporation was founded in Vienna in 1998.';

const rank = (texts: string[]) =>
  rankPassages(
    CLAIM,
    texts.map((text) => candidate(text)),
  );

describe('rankPassages', () => {
  test('puts the passage about the whole claim first and drops unrelated ones', () => {
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
    const claim = extractedClaim('Acme sold anvils.');
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

  test('keeps the eight best, and faint ones too where there are no better', () => {
    const places = ['Rome', 'Oslo', 'Bern', 'Cork', 'Lyon', 'Graz', 'Bonn', 'Nice', 'Ghent', 'Turin', 'Minsk', 'Sofia'];
    const ranked = rank([...places.map((place) => `A fair was held in ${place} by the company.`), FOUNDED]);
    assert.deepEqual(
      ranked.map((each) => each.text),
      [FOUNDED],
    );
    const faint = rank([...places.map((place) => `A fair was held in ${place} by Jane.`), FOUNDED]);
    assert.equal(faint.length, 8);
    assert.equal(faint[0]!.text, FOUNDED);
  });

  test('another form of a word counts, though not as much as the word itself', () => {
    const claim = extractedClaim('The Portuguese closure was announced.');
    const [same, near, none] = ['A Portuguese bank.', 'A bank in Portugal.', 'A bank in Poland.'];
    assert.deepEqual(
      rankPassages(
        claim,
        [none, near, same].map((text) => candidate(text!)),
      ).map((each) => each.text),
      [same, near],
    );
  });

  test('a word that few candidates have counts more than one that most have', () => {
    const claim = extractedClaim('The ferry was repainted.');
    const common = ['Norrvik', 'Saltby', 'Kestmoor', 'Ouzel'].map((place) => `The ferry to ${place} is white.`);
    const ranked = rankPassages(
      claim,
      [...common, 'It was repainted in spring.'].map((text) => candidate(text)),
    );
    assert.equal(ranked[0]!.text, 'It was repainted in spring.');
  });

  test('the sentence that a claim was taken from says what the claim is about', () => {
    const claim = extractedClaim('It takes nine minutes.', { sentence: 'It takes nine minutes, the Pellow crossing.' });
    const texts = ['The walk takes twelve minutes.', 'The Pellow crossing takes twelve minutes.'];
    assert.equal(
      rankPassages(
        claim,
        texts.map((text) => candidate(text)),
      )[0]!.text,
      texts[1],
    );
  });

  test('property: at most eight of the candidates, in order of finite scores, repeatably', () => {
    const word = fc.constantFrom('Acme', 'founded', '1999', 'Vienna', 'Jane', 'not', 'river', '😀', '.', 'Corporation');
    const document = fc.array(fc.array(word, { maxLength: 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 3 }), (documents) => {
        const candidates = documents.flatMap((passages, n) => {
          const source = sourceOf(`https://site${n}.example/`);
          return passages.map((words, ordinal) => ({ text: words.join(' '), ordinal, source }));
        });
        const ranked = rankPassages(CLAIM, candidates);
        assert.ok(ranked.length <= 8);
        assert.deepEqual(rankPassages(CLAIM, candidates), ranked);
        for (const [i, { score, independence_cluster, ...each }] of ranked.entries()) {
          assert.ok(candidates.some((given) => given.source === each.source && given.ordinal === each.ordinal));
          assert.ok(score > 0 && score <= 1 && independence_cluster !== '');
          assert.ok(i === 0 || score <= ranked[i - 1]!.score);
        }
      }),
    );
  });
});

describe('what stands around a passage', () => {
  const document = (texts: string[], title = '') => {
    const source = { ...libraryDocument('a.md'), title };
    return texts.map((text, ordinal) => ({ text, ordinal, source }));
  };
  const bestFor = (claim: string, candidates: ReturnType<typeof document>) =>
    rankPassages(extractedClaim(claim), candidates)[0]!.text;

  test('the heading above counts for all that it heads', () => {
    const passages = document([
      'Menu',
      'Dinner\n\nIt is served in the car.',
      'Children pay half.',
      'Breakfast\n\nIt is served in the car.',
      'Children pay half.',
    ]);
    assert.equal(rankPassages(extractedClaim('Children pay nothing for breakfast.'), passages)[0]!.ordinal, 4);
    assert.equal(rankPassages(extractedClaim('Children pay nothing for dinner.'), passages)[0]!.ordinal, 2);
  });

  test('the passages next to it count', () => {
    const passages = document([
      'Something else is said here first.',
      'The Imo left the dock.',
      'She was fast.',
      'So it went for hours.',
      'The Mont-Blanc came in.',
      'She was fast.',
    ]);
    const ranked = rankPassages(extractedClaim('The Mont-Blanc was fast.'), passages);
    const places = ranked.map(({ ordinal }) => ordinal);
    assert.ok(places.indexOf(5) < places.indexOf(2), `${places}`);
  });

  test('title and beginning of the document count for what calls it "the company"', () => {
    const about = (name: string, path: string) => {
      const source = libraryDocument(path);
      return [`${name} makes anvils.`, 'Its seat is in Graz.', 'The company employs 90 people.'].map(
        (text, ordinal) => ({ text, ordinal, source }),
      );
    };
    const ranked = rankPassages(extractedClaim('Acme employs 80 people.'), [
      ...about('Bond', 'b.md'),
      ...about('Acme', 'a.md'),
    ]);
    const [first, second] = ranked.filter(({ ordinal }) => ordinal === 2);
    assert.equal(first!.source.canonical_url, 'urn:evidence:library:a.md');
    assert.ok(first!.score > second!.score);
  });

  test('a heading alone stands behind what says something', () => {
    const passages = document(['Closing of the Leiria works', 'The works at Leiria are to be closed by March.']);
    assert.equal(bestFor('The Leiria works will close.', passages), passages[1]!.text);
  });
});

describe('independence clusters', () => {
  const clusters = (...candidates: ReturnType<typeof candidate>[]) =>
    new Set(rankPassages(CLAIM, candidates).map((each) => each.independence_cluster)).size;

  test('pages of one registrable domain are one source, users of a shared host are not', () => {
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

  test('what a copy adds makes it no account of its own', () => {
    const original =
      'Acme Corporation was founded in 1999 in Vienna by Jane Doe, who had come there to study music and law. ' +
      'Her brother joined it two years later, when the first workshop had been opened near the river.';
    const marked = original.replace('Vienna', 'Vienna[4]').replace('later,', 'later,[citation needed]');
    const additions = ['Updated 5 May 2024.', '3 min read', '[4]', 'It did not move until 2007.'];
    for (const copy of [marked, ...additions.map((addition) => `${original} ${addition}`)]) {
      assert.equal(clusters(candidate(original), candidate(copy)), 1, copy);
      assert.equal(clusters(candidate(original), candidate(copy.replace('1999', '1989'))), 2, copy);
      assert.equal(clusters(candidate(original), candidate(copy.replace('was', 'was not'))), 2, copy);
    }
    assert.equal(clusters(candidate(`${original} Updated 5 May 2024.`), candidate(`4 min read\n\n${original}`)), 1);
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
