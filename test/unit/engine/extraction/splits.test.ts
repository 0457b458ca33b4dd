import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf, normalizedClaims, splits, staysWhole } from '#test/support/claims-of.ts';

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
        'Aker Lind was founded in Bergen.',
        'Aker Lind was founded in Bergen in 1902.',
        'The ferry carries 300 passengers.',
      ],
    ],
    [
      'Ada Stone joined Kubo Lens, a Welsh company owned by Merak.',
      ['Ada Stone joined Kubo Lens.', 'Kubo Lens is a Welsh company.', 'Kubo Lens is owned by Merak.'],
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
    // Nationality, role and what somebody is known for.
    [
      'Doug Reed is an American actor best known for his role as Ben.',
      ['Doug Reed is American.', 'Doug Reed is an actor.', 'Doug Reed is best known for his role as Ben.'],
    ],
    // Date and place of a birth.
    [
      'Ada Stone was born on October 9, 1983 in El Tigre.',
      ['Ada Stone was born on October 9, 1983.', 'Ada Stone was born in El Tigre.'],
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
  splits(cases);
});

describe('statements that stay whole', () => {
  const cases = [
    'The doors are so heavy that nobody opens them.',
    'The town built a wall, so that the market is dry.',
    'The shop sells lenses and mirrors.',
    'Kubo is a British firm.',
    'Ada Stone was born in Leeds in the spring of a leap year.',
    'The margin narrowed by a point and a half.',
    'To set the lock, press Options and Start together for three seconds.',
    'It was Watt and not the guard who saw the lights.',
    'Vomiting, rigors or flank pain may raise suspicion.',
    'Ada Stone founded Kubo, an academy for bakers, and Merak, a firm that helps farmers to grow oats.',
    'According to the survey, the lake lost two metres in each of its first ten years.',
  ];
  staysWhole(cases);
});

test('what a whole event did is not said of the last noun', () => {
  const claims = normalizedClaims('Nansel began on the deserted side, which ruled out a retreat.');
  assert.ok(!claims.includes('The deserted side ruled out a retreat.'));
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
    assert.deepEqual(normalizedClaims('In May 1994, a fire destroyed the mill, and 40 workers lost their jobs.'), [
      'In May 1994, a fire destroyed the mill.',
      'In May 1994, 40 workers lost their jobs.',
    ]);
  });
  for (const date of ['March 2020', 'March 11, 2020', '11 March', 'Early March']) {
    test(`"${date}, …" holds for both clauses without a preposition too`, () => {
      assert.deepEqual(normalizedClaims(`${date}, Kubo bought Merak and Norsk closed its mill.`), [
        `${date}, Kubo bought Merak.`,
        `${date}, Norsk closed its mill.`,
      ]);
    });
  }
  test('months that are the subject are not a date before it', () => {
    assert.equal(normalizedClaims('March 2020, April 2020 and May 2020 were dry.').length, 1);
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
    assert.deepEqual(normalizedClaims('In 2019 Kubo bought Merak and sold Norsk.'), [
      'In 2019 Kubo bought Merak.',
      'In 2019 Kubo sold Norsk.',
    ]);
  });
});

describe('clauses that are claims of their own', () => {
  const cases: [string, string[]][] = [
    // Marks between clauses; a condition elsewhere in the sentence changes nothing.
    [
      'Support can raise the limit to 40; most requests are granted.',
      ['Support can raise the limit to 40.', 'Most requests are granted.'],
    ],
    ['The rule is simple: guests leave the house by ten.', ['The rule is simple.', 'Guests leave the house by ten.']],
    ['The study covers three towns: Leeds, York and Hull.', ['The study covers three towns: Leeds, York and Hull.']],
    // Concessions.
    [
      'Parcels could still be traced, though the returns portal was down.',
      ['Parcels could still be traced.', 'The returns portal was down.'],
    ],
    // A time, a place or an amount before the subject.
    [
      'The bittern first bred here in 2008, and in 2024 five nests were found.',
      ['The bittern first bred here in 2008.', 'In 2024 five nests were found.'],
    ],
    [
      'The mill is closed, and over a fifth of the land was sold.',
      ['The mill is closed.', 'Over a fifth of the land was sold.'],
    ],
    // A verb that looks like a plural.
    [
      'One call takes 250 parcels, and a single faulty one causes the whole lot to be refused.',
      ['One call takes 250 parcels.', 'A single faulty one causes the whole lot to be refused.'],
    ],
    // "that" of a relative clause ends with it; what is said, claimed or believed stays together.
    [
      'The van takes over from a bike that was built for children, and it carries 80 kilos.',
      ['The van takes over from a bike that was built for children.', 'The van carries 80 kilos.'],
    ],
    [
      'The firm rejects the claim that the pumps were old, and the engineers were tired.',
      ['The firm rejects the claim that the pumps were old, and the engineers were tired.'],
    ],
    [
      'The forecast fell two metres short of what came, but it was raised within an hour.',
      ['The forecast fell two metres short of what came.', 'The forecast was raised within an hour.'],
    ],
    // A form that cannot follow "did" is not negated with it.
    [
      "The magazine didn't like the app, yet ranked the mower first.",
      ["The magazine didn't like the app.", 'The magazine ranked the mower first.'],
    ],
    [
      'The price was met, and the late delivery of two pumps accounts for the rest.',
      ['The price was met.', 'The late delivery of two pumps accounts for the rest.'],
    ],
    [
      'He keeps stamps, coins, and the medals awarded by the king.',
      ['He keeps stamps, coins, and the medals awarded by the king.'],
    ],
    // An addition at the end can be wrong alone, but not be judged alone.
    [
      'The trains run twice a week, on Monday and Thursday.',
      ['The trains run twice a week.', 'The trains run twice a week, on Monday and Thursday.'],
    ],
    ['The pool is open all year, except on Mondays.', ['The pool is open all year, except on Mondays.']],
    ['Nobody opened the vault, in the first year.', ['Nobody opened the vault, in the first year.']],
    ['The firm has offices in Leeds, in York and in Hull.', ['The firm has offices in Leeds, in York and in Hull.']],
    // What is said of a whole statement can't be judged without it.
    [
      'The frames are welded in Portugal, which is also where the bikes are painted.',
      [
        'The frames are welded in Portugal.',
        'The frames are welded in Portugal, which is where the bikes are painted.',
      ],
    ],
    // A condition holds for each of the clauses after it.
    [
      'If the lamp fails, the crew is paid, although the ship stays in port.',
      ['If the lamp fails, the crew is paid.', 'If the lamp fails, the ship stays in port.'],
    ],
  ];
  for (const [content, expected] of cases)
    test(content.slice(0, 80), () => assert.deepEqual(normalizedClaims(content), expected));
});

test('the span of what is said of a whole statement is its own part', () => {
  const spans = claimsOf('The frames are welded in Portugal, which is also where the bikes are painted.');
  assert.deepEqual(
    spans.map(({ original_span }) => original_span),
    ['The frames are welded in Portugal', 'which is also where the bikes are painted.'],
  );
});

describe('sentences that stay whole, as a part of them would say something else', () => {
  const cases = [
    'The inquiry put the entire blame on a naval officer and on two men from the ship.',
    'One rumour is false: the mayor resigned in 2020.',
    'The mayor told reporters on Monday: "The bridge is safe."',
    'The minister told the committee that the dam was safe, and the engineers had approved it.',
    'Smith claimed the earth is flat, and NASA hid the photos.',
    'The union said that 300 workers had been dismissed; 40 of them had been pregnant.',
    'According to the union, neither plant reopened; 300 workers were dismissed.',
    'The mayor took bribes, in the opinion of the prosecutor.',
    'The pool is open all year, with the exception of Mondays.',
    'Smoking is still legal, under certain conditions.',
    'Sarah Willis is a French horn player.',
    'Anna Kowalska is a Spanish teacher.',
    'The museum is free for all visitors, which is unusual, if they book before May.',
    'The tax applies to all firms, of which there are 300, except banks.',
    'The novel describes how Germany wins the war, and the Allies are occupied.',
    'Entry is free provided the visitor is a student, and the ticket was bought online.',
    'The alarm sounds when the pressure drops, and the valve is opened.',
    'Steel imports from China, driven by demand, fell by 8%.',
  ];
  staysWhole(cases);
});

test('an attribution at the end holds for every clause before it', () => {
  assert.deepEqual(normalizedClaims('300 people died, and the hospital was destroyed, according to the ministry.'), [
    '300 people died, according to the ministry.',
    'The hospital was destroyed, according to the ministry.',
  ]);
});
