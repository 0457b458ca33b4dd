import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';
import { examinePassage } from '#engine/judging/passage.ts';
import { judgeCredibly, testRelationship } from './judging-fixtures.ts';

describe('what the document of a passage is about', () => {
  testRelationship('supports', [
    ['Ada Stone moved to Bern after the war.', 'After the war she moved to Bern, where she taught.', 'Ada Stone'],
    ['Ada Stone died in Bern in 1971.', 'She died in Bern in 1971.', 'ada-stone.txt'],
    [
      'The Hartwell Museum closes at 6 pm on Fridays.',
      'We close at 6 pm on Fridays.',
      'The Hartwell Museum: your visit',
    ],
    [
      'The tower of the Hartwell Museum was struck by lightning in 1931.',
      'In 1931 the tower was struck by lightning. The repairs took two years.',
      'Hartwell Museum',
    ],
    ['The warranty of the Zell 300 lasts three years.', 'The warranty lasts three years.', 'Zell 300 user manual'],
  ]);
  testRelationship('nothing', [
    // Another whole.
    [
      'The tower of the Hartwell Museum was struck by lightning in 1931.',
      'In 1931 the tower of the old school was struck by lightning.',
      'Hartwell Museum',
    ],
    [
      "The Hartwell Museum's tower was struck by lightning in 1931.",
      "In 1931 the old school's tower was struck by lightning.",
      'Hartwell Museum',
    ],
    [
      'Revenue at Kern & Lodge fell by 4% in 2022.',
      'Revenue at our Dutch works fell by 4% in 2022.',
      'Kern & Lodge: the year 2022',
    ],
    [
      'Visitors to the Hartwell Museum must keep dogs on a lead.',
      'Dogs must be kept on a lead by visitors to the farm.',
      'Hartwell Museum',
    ],
    [
      'The Hartwell Museum is open from dawn to dusk.',
      'The museum at Cold Fen is open from dawn to dusk.',
      'Hartwell Museum',
    ],
    ['Orr Marsh covers twelve countries.', 'The report covers twelve countries.', 'Orr Marsh: report'],
    ['The skin prick test takes 20 minutes.', 'The blood test takes 20 minutes.', 'Having a skin prick test'],
    ['The skin prick test takes 20 minutes.', 'A test takes 20 minutes.', 'Having a skin prick test'],
    ['Cycling is not allowed in the reserve.', 'Cycling is not allowed in the village.', 'Orr Marsh Nature Reserve'],
    // Another person.
    [
      'Ada Stone taught at Graz until 1960.',
      'Her sister studied in Vienna. She taught at Graz until 1960.',
      'Ada Stone',
    ],
    ['Ada Stone taught at Graz until 1960.', 'The rector wrote that she taught at Graz until 1960.', 'Ada Stone'],
    ['Ada Stone moved to Bern after the war.', 'After the war his wife moved to Bern.', 'Ada Stone'],
    // Another speaker, and a "we" that is no thing.
    [
      'Kern & Lodge employs 340 people.',
      'A spokesman of the haulier said: "We employ 340 people."',
      'Kern & Lodge: the year 2022',
    ],
    ['The test waits for six weeks.', 'We wait for six weeks.', 'Having the test'],
    [
      'Kern & Lodge employs 340 people.',
      'The company that we bought in May employs 340 people.',
      'Kern & Lodge: the year 2022',
    ],
  ]);

  const claim = 'Tumbo grows only two leaves in its whole life.';
  const passage = 'The plant grows only two leaves in its whole life.';
  const judge = (opening: string) =>
    examinePassage({ normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] }, passage, {
      title: 'Tumbo',
      heading: null,
      opening,
      about: null,
    }).judgement.relationship;

  test('it does not where the plant is something else', () => {
    assert.equal(judge('Tumbo is a beetle that lives on a plant of the southern desert.'), 'context');
    assert.equal(judge('Nara is a plant of the southern desert.'), 'context');
    assert.equal(judgeCredibly(claim, passage, 'Tumbo').says, 'nothing');
  });
});

describe('of whom or what a clause speaks', () => {
  testRelationship('supports', [
    // What stands before the subject is no part of it.
    [
      'In the United Kingdom meals are paid against receipts.',
      'In the United Kingdom meals are paid against receipts, a rule of 2019.',
    ],
    // Brackets with semicolons.
    ['Ada Stone is a Scottish painter.', 'Ada Stone (née Reed; born 4 May 1970) is a Scottish painter and teacher.'],
    // A sentence in the very words of the claim.
    [
      'Setrol should not be given if the filtration rate is below 45 ml per minute.',
      'Setrol should not be given if the filtration rate is below 45 ml per minute. It is a penicillin.',
    ],
    ['No further sample is needed once symptoms have gone.', 'Once symptoms have gone, no further sample is needed.'],
    ['About 40 workers were trained for the furnace.', 'For the furnace about 40 workers were trained.'],
    ['Dogs are not allowed here in April.', 'In April dogs are not allowed here.'],
    ['More than 200 people attended the opening.', 'The opening was attended by more than 200 people.'],
    ['The mayor, Emil Anders, opened the exhibition on 4 May.', 'Mayor Emil Anders opened the exhibition on 4 May.'],
    ['Line 5 replaces Line 3.', 'Line 5 went into service in March. It replaces Line 3, which had run since 1968.'],
  ]);
  testRelationship('nothing', [
    ['Mrs Stone won the Marden Prize in 1950.', 'Mr Stone won the Marden Prize in 1950.'],
    ['Ms Stone won the Marden Prize in 1950.', 'Peter Stone won the Marden Prize in 1950.'],
    ['A. Stone won the Marden Prize in 1950.', 'Berta Stone won the Marden Prize in 1950.'],
    ['Line 5 replaces Line 3.', 'Line 7 went into service in March. It replaces Line 3, which had run since 1968.'],
    ['Archive staff may work from home.', 'Permanent staff may work from home. Archive staff are excluded.'],
    [
      'Cocoa had fallen for nine weeks before it rose on Friday.',
      'Cocoa had risen for nine weeks before it fell on Friday.',
    ],
    ['Emil Anders opened the exhibition.', 'The exhibition was opened by the mayor, a friend of Emil Anders.'],
    ['Orrick is in Norway.', 'Orrick is a town in Denmark with a ferry to Norway.'],
    [
      'Stone sketched the first act of the opera in 1921.',
      'The opera had a slow birth. Ada Stone sketched the first act of a play in 1921 and put it aside.',
    ],
    [
      'Stone sketched the first act of the opera in 1921.',
      'The opera and a play had a slow birth. Ada Stone sketched another act in 1921.',
    ],
    // The very words, and something beside them that limits them.
    ['Trams on line four run every ten minutes.', 'If it does not snow, trams on line four run every ten minutes.'],
    ['Trams on line four run every ten minutes.', 'Perhaps, trams on line four run every ten minutes.'],
    ['It was closed to cars in May 1990.', 'It was closed to cars in May 1990.'],
  ]);
});

describe('denied in the active voice', () => {});

describe('dates of lives in brackets', () => {
  testRelationship('nothing', [
    ['Ada Noll was born in Leeds.', 'Ada Noll (4 May 1870, Hull – 3 June 1931, Leeds) was a German botanist.'],
    ['Ada Noll was born in Leeds.', 'Ada Noll (born 4 May 1870 in Hull) worked in Leeds as a botanist.'],
    // Terms of office, bridges and bands have years too.
    ['Harold Noll was born in 1870.', 'Harold Noll (1870–1931) was the mayor of Hull.'],
    ['King Harold Noll was born in 1870.', 'King Harold Noll (1870–1931) was a patron of the arts.'],
    ['Noll Bridge died in 1931.', 'Noll Bridge (1870–1931) was an arch bridge in Leeds.'],
    ['Ada Noll was born in 1870.', 'Ada Noll (1870–1880) was a German botanist.'],
  ]);
});

test('one passage under several headings is read as each of them has it', () => {
  const claim = 'The tower of the Hartwell Museum was struck by lightning in 1931.';
  const passage = 'The tower was struck by lightning in 1931. The repairs took two years.';
  const under = (heading: string | null) =>
    judge(claim, passage, { title: 'Hartwell Museum', heading, opening: null, about: null }).relationship;
  assert.equal(under(null), 'supports');
  assert.equal(under('Ormsby Castle'), 'unresolved');
  assert.equal(under(null), 'supports');
});
