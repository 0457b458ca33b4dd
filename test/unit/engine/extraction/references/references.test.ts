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

describe('the topic of a text', () => {
  test('"it" refers past a sentence that has "that" as its subject', () => {
    assert.deepEqual(
      last(
        'The Karsund Mill opened in 1990. The mill makes 40 tonnes of flour a day. That is a lot. In 1995 it closed.',
      ),
      settled('In 1995 the Karsund Mill closed.'),
    );
  });
  test('"it" refers past a sentence about a person', () => {
    assert.deepEqual(
      last('The Karsund Mill opened in 1990. Ada Stone was a baker. It closed in 1995.'),
      settled('The Karsund Mill closed in 1995.'),
    );
  });
  test('"it" stays open if another thing was mentioned in between', () => {
    const { text, open } = last('The Karsund Mill opened in 1990. Ada Stone bought an old ferry. It closed in 1995.');
    assert.equal(text, 'It closed in 1995.');
    assert.deepEqual(open, ['It']);
  });
  test('a date before the subject does not hide the antecedent', () => {
    assert.deepEqual(last('In May 1994 a fire broke out. It killed 40 people.'), settled('The fire killed 40 people.'));
  });
  test('a pronoun in a second clause refers to the subject of the first', () => {
    assert.equal(last('The workers were tired, so they slept.').text, 'The workers slept.');
    assert.equal(last('The bridge was closed, so it was repaired.').text, 'The bridge was repaired.');
  });
  test('a pronoun stays open if the object of the first clause could be meant', () => {
    const { text, open } = last('The river flooded the mill, and it was repaired.');
    assert.equal(text, 'It was repaired.');
    assert.deepEqual(open, ['it']);
  });
  test('a pronoun with two readings is a dependency too', () => {
    const { open, readings } = last('Kubo bought Merak in 1990. It makes lenses.');
    assert.deepEqual(open, ['It']);
    assert.deepEqual(readings, ['"It" may mean Kubo or Merak']);
  });
});

test('the "it" of "it is a myth that" is neither replaced nor open', () => {
  const text = 'It is a common myth that lenses melt.';
  assert.deepEqual(last(`The Karsund Mill was sold. ${text}`), settled(text));
});

describe('"that" and an amount', () => {
  test('"this" refers to the amount that ends the previous sentence', () => {
    assert.deepEqual(
      last('The reservoir holds about 40 million litres of water. This is enough for 3,000 farms.'),
      settled('About 40 million litres of water is enough for 3,000 farms.'),
    );
  });
  test('"that" stays open after anything else', () => {
    assert.deepEqual(last('The reservoir was filled by the company. That is enough for 3,000 farms.').open, ['That']);
    assert.deepEqual(last('The reservoir holds 40 litres of water. That surprised many.').open, ['That']);
  });
});

test('"it" continues a subject that follows "for the full year"', () => {
  const text =
    'The cost rose again.\n\nFor the full year the company trimmed its forecast. Since May it has owned Pell.';
  assert.deepEqual(last(text), settled('Since May the company has owned Pell.'));
});

describe('definite descriptions', () => {
  test('"the island" refers to the only island named', () => {
    const text = 'The island of Elba has 30,000 people. Portoferraio is the largest town on the island.';
    assert.deepEqual(last(text), settled('Portoferraio is the largest town on Elba.'));
    assert.ok(claimsOf(text).at(-1)!.entities.includes('Elba'));
    assert.deepEqual(last(`${text} The island's water comes from wells.`), settled("Elba's water comes from wells."));
  });
  test('a name inside a longer one does not count as mentioned', () => {
    const text = 'The island of Elba has 12 towns. The Elba Ferry Works employs 40 people on the island.';
    assert.deepEqual(last(text), settled('The Elba Ferry Works employs 40 people on Elba.'));
  });
  test('a name is an antecedent for its head noun, and for no other', () => {
    const text = 'The Karsund Power Mill opened in 1990.';
    assert.deepEqual(last(`${text} The mill has 12 looms.`), settled('The Karsund Power Mill has 12 looms.'));
    assert.deepEqual(last(`${text} The power was cut.`), settled('The power was cut.'));
    assert.deepEqual(
      last('The University of Karsund is old. The university has 12 halls.'),
      settled('The University of Karsund has 12 halls.'),
    );
  });
  test('a description without an antecedent stays as written', () => {
    for (const text of ['The company was sold in 1990.', 'The sea wall was damaged.', 'The mayor closed the river.'])
      assert.deepEqual(last(text), settled(text));
  });
  test('of two candidates only the recent one is the antecedent', () => {
    const filler = 'Rain fell. Snow fell. Hail fell. Sleet fell. ';
    assert.equal(
      last(`Kubo is a company in Ohio. ${filler}Merak is a company in Utah. The company has 50 shops.`).text,
      'Merak has 50 shops.',
    );
  });
  test('two recent candidates leave the description open', () => {
    const { open, readings } = last('Kubo is a company in Ohio. Merak is a company in Utah. The company has 50 shops.');
    assert.deepEqual(open, ['the company']);
    assert.deepEqual(readings, ['"the company" may mean Kubo or Merak']);
  });
  test("a possessor is not what it possesses: the club's captain is no club", () => {
    assert.equal(last("Tom Reed was the club's captain. The club has 40 members.").text, 'The club has 40 members.');
  });
});

describe('people and things', () => {
  test('"it" does not refer to a person', () => {
    assert.deepEqual(last('Ada Stone was born in 1990. It has 40 looms.').open, ['It']);
    assert.deepEqual(
      last('The prize was won by Tolvan Reske. Nobody was glad. It has 40 looms.').text,
      'The prize has 40 looms.',
    );
  });
  test('"he" and "she" do not refer to a company or a mill', () => {
    assert.deepEqual(last('Norrland Marine was fined. He left.').open, ['He']);
    assert.deepEqual(last('The Karsund Mill was sold. She left.').open, ['She']);
  });
  test('a person named by a noun in the same statement is no dependency', () => {
    const text = 'The trustees paid the gardener for his silence.';
    assert.deepEqual(last(text), settled(text));
  });
  test('a person with a single name in the same statement is no dependency', () => {
    const text = 'As a young man, Tolvan went to Leeds in 1849, where he was a miner.';
    assert.ok(claimsOf(text).every((claim) => claim.ambiguous_dependencies.length === 0));
  });
  test('"as a member" is no antecedent of "she"', () => {
    assert.deepEqual(last('As a member of the council, she opened the bridge.').open, ['she']);
  });
  test('a noun in the statement and an earlier name give two readings', () => {
    const { text, readings } = last('Karl Weiss left in 2001. The trustees paid the gardener for his silence.');
    assert.equal(text, 'The trustees paid the gardener for his silence.');
    assert.deepEqual(readings, ['"his" may mean the gardener or Karl Weiss']);
  });
});

describe('an uncheckable statement', () => {
  test('keeps its wording and has no dependencies', () => {
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
  test('medium: harmless hearsay', () => {
    assert.equal(claimsOf('Snow fell. The abbot is said to have grown roses. Snow fell.')[1]!.materiality, 'medium');
  });
});
