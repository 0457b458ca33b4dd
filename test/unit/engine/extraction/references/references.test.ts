/** What a pronoun or description is replaced by: the only thing that fits, or nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf } from '#test/support/claims-of.ts';

function last(content: string) {
  const claim = claimsOf(content).at(-1)!;
  return { text: claim.normalized_claim, open: claim.ambiguous_dependencies, ambiguities: claim.unresolved_ambiguity };
}

function settles(cases: readonly [what: string, content: string, text: string][]): void {
  for (const [what, content, text] of cases)
    test(what, () => assert.deepEqual(last(content), { text, open: [], ambiguities: [] }));
}

function staysOpen(cases: readonly [what: string, content: string, open: string[], ambiguities?: string][]): void {
  for (const [what, content, open, ambiguities] of cases)
    test(what, () => {
      const claim = last(content);
      assert.deepEqual(claim.open, open);
      assert.deepEqual(claim.ambiguities, ambiguities === undefined ? [] : [ambiguities]);
    });
}

describe('a pronoun with one antecedent', () => {
  settles([
    ['a person', 'Marie Stone was born in Leeds. She moved to York.', 'Marie Stone moved to York.'],
    ['a single unknown name', 'Rotvang built the machine. He loved music.', 'Rotvang loved music.'],
    ['a thing past a time', 'The Karsund Mill opened in 1990. In 1995 it closed.', 'In 1995 the Karsund Mill closed.'],
    ['a thing past a person', 'The mill is old. Ada Stone was a baker. It closed in 1995.', 'The mill closed in 1995.'],
    [
      'what the sentence before brought in',
      'In May 1994 a fire broke out. It killed 40 people.',
      'The fire killed 40 people.',
    ],
    [
      'a subject with what belongs to it',
      'The bridge at Marl Moss is new. It opened in 2019.',
      'The bridge at Marl Moss opened in 2019.',
    ],
    ['a possessive', 'Acme Robotics sells lenses. Its revenue doubled.', "Acme Robotics' revenue doubled."],
    ['the subject of the clause before', 'The workers were tired, but they slept.', 'The workers slept.'],
    [
      'two that are joined',
      'Ada Stone and Karl Reed met. They had already made nine films.',
      'Ada Stone and Karl Reed had already made nine films.',
    ],
    [
      'somebody whom the reader knows',
      'Your brother waits in the hall. Later he can join you.',
      'Later your brother can join you.',
    ],
  ]);
  test('the question may name it', () => {
    const claim = claimsOf('She was born in Leeds.', 'Where was Marie Stone born?')[0]!;
    assert.equal(claim.normalized_claim, 'Marie Stone was born in Leeds.');
  });
});

describe('a pronoun that would be replaced wrongly', () => {
  staysOpen([
    ['by the subject of its own verb', 'The museum acquired it. It is insured.', ['It']],
    [
      'by one of two subjects of its verb',
      'Ada Stone came. Then Klein and Hilbert hired her. She left.',
      ['She'],
      '"She" may mean Klein, Hilbert or Ada Stone',
    ],
    ['by a place that went on as a thing', 'When Tambora blew up, it roared. Later he had a house moved.', ['he']],
    [
      'by somebody unknown beside somebody known',
      'Tom Reed is ill. He sleeps. A man came. His fee is due.',
      ['His'],
      '"His" may mean the man or Tom Reed',
    ],
    ['by a contraction', 'I’m no doctor. It is meant to keep attacks from coming.', ['It']],
    ['by an indefinite pronoun', 'Everything must be edible. He may keep hens.', ['He']],
    ['by a meeting that is only an occasion', 'Sales rose before the members’ meeting. It was long.', ['It']],
    [
      'by several with a number',
      'If you own twenty Valves, a bug is to blame; it was put right later.',
      ['it'],
      '"If you own twenty Valves" may hold for this part of the sentence too',
    ],
  ]);
});

describe('a pronoun that stays open', () => {
  staysOpen([
    ['no antecedent', 'She was born in Leeds.', ['She']],
    [
      'two persons',
      'John Smith met Robert Jones in 1990. He was tired.',
      ['He'],
      '"He" may mean John Smith or Robert Jones',
    ],
    ['two things', 'Kubo bought Merak in 1990. It makes lenses.', ['It'], '"It" may mean Kubo or Merak'],
    [
      'a subject and an object',
      'The river flooded the mill, and it was repaired.',
      ['it'],
      '"it" may mean the river or the mill',
    ],
    [
      'somebody known as "she" and a name of nobody',
      'Ada Stone dug. Georges Cuvier doubted it. In 1828 she came back.',
      ['she'],
      '"she" may mean Georges Cuvier or Ada Stone',
    ],
    ['no person', 'The Karsund Mill was sold. She left.', ['She']],
    ['no thing', 'Ada Stone was born in 1990. It has 40 looms.', ['It']],
    ['an act, not a thing', 'Swapping a holiday is not allowed, although it is being looked into.', ['it']],
    ['after "this"', 'The mill was sold. This surprised many. It closed.', ['It']],
    ['"we"', 'We sold 40 lamps in May.', ['We']],
    ['"that" as a subject', 'The mill was sold. That surprised many.', ['That']],
    ['a thing that this sentence should name', 'The mill is old. Nobody saw it.', ['it']],
  ]);
});

describe('a pronoun that is left as it is, and is not open', () => {
  const BEFORE = 'The Karsund Mill was sold.';
  for (const text of [
    'It is common for lenses to break.',
    'It was the Imo that was speeding.',
    'It had been a foggy morning.',
    'It rained for two days.',
    'A customer pays if he or she is late.',
    'Ada Stone sold her shop.',
    'The trustees paid the gardener for his silence.',
    'You can apply for three months off.',
    'The fee rises once we add a seat.',
    'Ada Stone said "it is mine" in 1990.',
  ])
    test(text, () => assert.deepEqual(last(`${BEFORE} ${text}`), { text, open: [], ambiguities: [] }));
});

describe('a description of what the text has named', () => {
  settles([
    [
      'by what it is said to be',
      'Acme Robotics is a company in Ohio. The company has 50 shops.',
      'Acme Robotics has 50 shops.',
    ],
    [
      'by its name',
      'The Karsund Power Mill opened in 1990. The mill has 12 looms.',
      'The Karsund Power Mill has 12 looms.',
    ],
    [
      'by the noun before "of"',
      'The University of Karsund is old. The university has 12 halls.',
      'The University of Karsund has 12 halls.',
    ],
    ['by the noun before its name', 'The island of Elba is big. The island has 12 towns.', 'Elba has 12 towns.'],
    ['not by a noun inside its name', 'The Karsund Power Mill is old. The power was cut.', 'The power was cut.'],
    ['not if nothing was called so', 'The company was sold in 1990.', 'The company was sold in 1990.'],
  ]);
  staysOpen([
    [
      'of two',
      'Kubo is a company in Ohio. Merak is a company in Utah. The company has 50 shops.',
      ['the company'],
      '"the company" may mean Kubo or Merak',
    ],
  ]);
});

test('a statement that can’t be checked keeps its words and has no dependencies', () => {
  for (const text of ['In my view it was the finest mill last year.', 'Why did they never repair it?']) {
    const claim = claimsOf(`The Karsund Mill was sold. ${text}`).at(-1)!;
    assert.equal(claim.checkable, false);
    assert.deepEqual(last(`The Karsund Mill was sold. ${text}`), { text, open: [], ambiguities: [] });
  }
});
