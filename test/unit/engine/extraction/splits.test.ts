import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

const claimsOf = (content: string) =>
  extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false }).claims;

const normalized = (content: string) => claimsOf(content).map((claim) => claim.normalized_claim);

describe('statements that are split', () => {
  const cases: [string, string[]][] = [
    // A second verb with a quantity for its object.
    [
      'Peru has 12 ports and exports nearly 40 tonnes of tin.',
      ['Peru has 12 ports.', 'Peru exports nearly 40 tonnes of tin.'],
    ],
    [
      'The mill employs 40 people and produces roughly 12 tonnes of flour a week.',
      ['The mill employs 40 people.', 'The mill produces roughly 12 tonnes of flour a week.'],
    ],
    // Descriptions with a participle.
    [
      'The ferry was designed by Aker Lind, a firm founded in Bergen in 1902, and it carries 300 passengers.',
      [
        'The ferry was designed by Aker Lind.',
        'Aker Lind was founded in Bergen in 1902.',
        'The ferry carries 300 passengers.',
      ],
    ],
    [
      'Ada Stone joined Kubo Lens, a Welsh company owned by Merak.',
      ['Ada Stone joined Kubo Lens.', 'Kubo Lens was a Welsh company.', 'Kubo Lens was owned by Merak.'],
    ],
    [
      'Ada Stone sold the Tay Lamp, a lantern used in the 1890s.',
      ['Ada Stone sold the Tay Lamp.', 'The Tay Lamp was a lantern.', 'The Tay Lamp was used in the 1890s.'],
    ],
    // An insert keeps both of its commas.
    [
      'Tielen, the fastest of the three, has swallowed four rivals and is thinking of a listing.',
      [
        'Tielen, the fastest of the three, has swallowed four rivals.',
        'Tielen, the fastest of the three, is thinking of a listing.',
      ],
    ],
    // A verb that looks like an adjective.
    [
      "Tom Reed, the club's first captain, retired in 1988.",
      ["Tom Reed was the club's first captain.", 'Tom Reed retired in 1988.'],
    ],
    // "so" joins two statements.
    [
      'Rain fell all night, so the river rose by two metres.',
      ['Rain fell all night.', 'The river rose by two metres.'],
    ],
    [
      'The looms run on steam, so the mill uses coal about ten hours a day.',
      ['The looms run on steam.', 'The mill uses coal about ten hours a day.'],
    ],
  ];
  for (const [text, expected] of cases)
    test(text.slice(0, 80), () => assert.deepEqual(normalized(text).toSorted(), expected.toSorted()));
});

describe('statements that stay whole', () => {
  const cases = [
    'The doors are so heavy that nobody opens them.',
    'The town built a wall, so that the market is dry.',
    'The shop sells lenses and mirrors.',
    'The margin narrowed by a point and a half.',
    'The battery and the motor are covered for three years, and the frame for life.',
    'It was Watt and not the guard who saw the lights.',
    'The letters go through the portal, and mailed applications are not wanted.',
    'Nansel began on the deserted side, which ruled out a retreat.',
    'Vomiting, rigors or flank pain may raise suspicion.',
    'Ada Stone founded Kubo, an academy for bakers, and Merak, a firm that helps farmers to grow oats.',
    'According to the survey, the lake lost two metres in each of its first ten years.',
  ];
  for (const text of cases) test(text.slice(0, 80), () => assert.deepEqual(normalized(text), [text]));
});

describe('a date that opens the sentence', () => {
  const NOTE = ['"In May 1994" may hold for this part of the sentence too'];

  test('without a comma it holds for its own clause, and perhaps for the next', () => {
    const [first, second] = claimsOf('In May 1994 a fire destroyed the mill, and 40 workers lost their jobs.');
    assert.equal(first!.normalized_claim, 'In May 1994 a fire destroyed the mill.');
    assert.deepEqual(first!.unresolved_ambiguity, []);
    assert.equal(second!.normalized_claim, '40 workers lost their jobs.');
    assert.deepEqual(second!.unresolved_ambiguity, NOTE);
    assert.deepEqual(second!.ambiguous_dependencies, []);
  });
  test('set off by a comma it holds for both clauses', () => {
    assert.deepEqual(normalized('In May 1994, a fire destroyed the mill, and 40 workers lost their jobs.'), [
      'In May 1994, a fire destroyed the mill.',
      'In May 1994, 40 workers lost their jobs.',
    ]);
  });
  test('with a comma it may not hold for a clause with its own duration', () => {
    const [, second] = claimsOf('In May 1994, a fire damaged the mill, and the looms stood still for six weeks.');
    assert.equal(second!.normalized_claim, 'The looms stood still for six weeks.');
    assert.deepEqual(second!.unresolved_ambiguity, NOTE);
  });
  test('it does not hold for a clause with another date', () => {
    const [, second] = claimsOf('In May 1994 a fire destroyed the mill, and the council sold the land in 1996.');
    assert.equal(second!.normalized_claim, 'The council sold the land in 1996.');
    assert.deepEqual(second!.unresolved_ambiguity, []);
  });
  test('several verbs of one subject share it', () => {
    assert.deepEqual(normalized('In 2019 Kubo bought Merak and sold Norsk.'), [
      'In 2019 Kubo bought Merak.',
      'In 2019 Kubo sold Norsk.',
    ]);
  });
});
