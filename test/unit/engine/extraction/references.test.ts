import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

const claimsOf = (content: string) =>
  extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false }).claims;

/** Text and open references of the last claim. */
function last(content: string) {
  const claim = claimsOf(content).at(-1)!;
  return { text: claim.normalized_claim, open: claim.ambiguous_dependencies, readings: claim.unresolved_ambiguity };
}

const settled = (text: string) => ({ text, open: [], readings: [] });

describe('what a text goes on about', () => {
  test('"it" reaches over a sentence that points back', () => {
    assert.deepEqual(
      last(
        'The Karsund Mill opened in 1990. The mill makes 40 tonnes of flour a day. That is a lot. In 1995 it closed.',
      ),
      settled('In 1995 the Karsund Mill closed.'),
    );
  });
  test('and over a sentence about a person', () => {
    assert.deepEqual(
      last('The Karsund Mill opened in 1990. Ada Stone was a baker. It closed in 1995.'),
      settled('The Karsund Mill closed in 1995.'),
    );
  });
  test('but not where another thing was spoken of in between', () => {
    const { text, open } = last('The Karsund Mill opened in 1990. Ada Stone bought an old ferry. It closed in 1995.');
    assert.equal(text, 'It closed in 1995.');
    assert.deepEqual(open, ['It']);
  });
  test('a date before the subject hides nothing', () => {
    assert.deepEqual(last('In May 1994 a fire broke out. It killed 40 people.'), settled('The fire killed 40 people.'));
  });
  test('a second clause goes on about the first', () => {
    assert.equal(last('The workers were tired, so they slept.').text, 'The workers slept.');
    assert.equal(last('The bridge was closed, so it was repaired.').text, 'The bridge was repaired.');
  });
  test('unless its object could be meant', () => {
    const { text, open } = last('The river flooded the mill, and it was repaired.');
    assert.equal(text, 'It was repaired.');
    assert.deepEqual(open, ['it']);
  });
  test('two readings are a dependency too', () => {
    const { open, readings } = last('Kubo bought Merak in 1990. It makes lenses.');
    assert.deepEqual(open, ['It']);
    assert.deepEqual(readings, ['"It" may mean Kubo or Merak']);
  });
});

test('"it is a myth that" stands for nothing', () => {
  const text = 'It is a common myth that lenses melt.';
  assert.deepEqual(last(`The Karsund Mill was sold. ${text}`), settled(text));
});

describe('"that" and an amount', () => {
  test('stands for the amount the sentence before ends with', () => {
    assert.deepEqual(
      last('The reservoir holds about 40 million litres of water. This is enough for 3,000 farms.'),
      settled('About 40 million litres of water is enough for 3,000 farms.'),
    );
  });
  test('stays open after anything else', () => {
    assert.deepEqual(last('The reservoir was filled by the company. That is enough for 3,000 farms.').open, ['That']);
    assert.deepEqual(last('The reservoir holds 40 litres of water. That surprised many.').open, ['That']);
  });
});

describe('definite descriptions', () => {
  test('the one island that was named', () => {
    const text = 'The island of Elba has 30,000 people. Portoferraio is the largest town on the island.';
    assert.deepEqual(last(text), settled('Portoferraio is the largest town on Elba.'));
    assert.ok(claimsOf(text).at(-1)!.entities.includes('Elba'));
    assert.deepEqual(last(`${text} The island's water comes from wells.`), settled("Elba's water comes from wells."));
  });
  test('a name inside a longer one has not been said yet', () => {
    const text = 'The island of Elba has 12 towns. The Elba Ferry Works employs 40 people on the island.';
    assert.deepEqual(last(text), settled('The Elba Ferry Works employs 40 people on Elba.'));
  });
  test('a name is known by its head noun, and by no other', () => {
    const text = 'The Karsund Power Mill opened in 1990.';
    assert.deepEqual(last(`${text} The mill has 12 looms.`), settled('The Karsund Power Mill has 12 looms.'));
    assert.deepEqual(last(`${text} The power was cut.`), settled('The power was cut.'));
    assert.deepEqual(
      last('The University of Karsund is old. The university has 12 halls.'),
      settled('The University of Karsund has 12 halls.'),
    );
  });
  test('what nobody introduced is what it says', () => {
    for (const text of ['The company was sold in 1990.', 'The sea wall was damaged.', 'The mayor closed the river.'])
      assert.deepEqual(last(text), settled(text));
  });
  test('of two the one mentioned of late', () => {
    const filler = 'Rain fell. Snow fell. Hail fell. Sleet fell. ';
    assert.equal(
      last(`Kubo is a company in Ohio. ${filler}Merak is a company in Utah. The company has 50 shops.`).text,
      'Merak has 50 shops.',
    );
  });
  test('of two that are both near none', () => {
    const { open, readings } = last('Kubo is a company in Ohio. Merak is a company in Utah. The company has 50 shops.');
    assert.deepEqual(open, ['the company']);
    assert.deepEqual(readings, ['"the company" may mean Kubo or Merak']);
  });
  test("a possessor does not name what it has: the club's captain is no club", () => {
    assert.equal(last("Tom Reed was the club's captain. The club has 40 members.").text, 'The club has 40 members.');
  });
});

describe('people and things', () => {
  test('"it" is nobody', () => {
    assert.deepEqual(last('Ada Stone was born in 1990. It has 40 looms.').open, ['It']);
    assert.deepEqual(
      last('The prize was won by Tolvan Reske. Nobody was glad. It has 40 looms.').text,
      'The prize has 40 looms.',
    );
  });
  test('"he" is no company', () => {
    assert.deepEqual(last('Norrland Marine was fined. He left.').open, ['He']);
    assert.deepEqual(last('The Karsund Mill was sold. She left.').open, ['She']);
  });
  test('somebody the same statement names by a noun is no dependency', () => {
    const text = 'The trustees paid the gardener for his silence.';
    assert.deepEqual(last(text), settled(text));
  });
  test('nor is somebody it names by a single name', () => {
    const text = 'As a young man, Tolvan went to Leeds in 1849, where he was a miner.';
    assert.ok(claimsOf(text).every((claim) => claim.ambiguous_dependencies.length === 0));
  });
  test('what she is does not say who she is', () => {
    assert.deepEqual(last('As a member of the council, she opened the bridge.').open, ['she']);
  });
  test('beside somebody named before it has two readings', () => {
    const { text, readings } = last('Karl Weiss left in 2001. The trustees paid the gardener for his silence.');
    assert.equal(text, 'The trustees paid the gardener for his silence.');
    assert.deepEqual(readings, ['"his" may mean the gardener or Karl Weiss']);
  });
});

describe('what cannot be checked', () => {
  test('keeps its wording and depends on nothing', () => {
    const cases: [string, string][] = [
      ['In my view it was the finest mill last year.', 'opinion'],
      ['Why did they never repair it?', 'question'],
      ['However, we think the company should sell it.', 'opinion'],
    ];
    for (const [text, reason] of cases) {
      const claim = claimsOf(`Kubo is a company in Ohio. The Karsund Mill was sold. ${text}`).at(-1)!;
      assert.equal(claim.not_checkable_reason, reason);
      assert.equal(claim.normalized_claim, text);
      assert.deepEqual(claim.ambiguous_dependencies, []);
      assert.deepEqual(claim.unresolved_ambiguity, []);
      assert.deepEqual(claim.limitations, []);
    }
  });
});

describe('materiality', () => {
  const high = [
    'The trustees are rumoured to have bribed the mayor.',
    'The abbot paid the gardener for his silence.',
    'No miner died, and two workers have died since.',
    'The spill made several children ill.',
  ];
  for (const text of high) test(`high: ${text}`, () => assert.equal(claimsOf(text).at(-1)!.materiality, 'high'));
  test('hearsay that hurts nobody is not', () => {
    assert.equal(claimsOf('Snow fell. The abbot is said to have grown roses. Snow fell.')[1]!.materiality, 'medium');
  });
});
