import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { examinePassage } from '#engine/judging/passage.ts';
import { judgeCredibly, testRelationship } from './judging-fixtures.ts';

describe('what the document of a passage is about', () => {
  testRelationship('supports', [
    [
      'In December 1928 Ada Stone found a tusk.',
      'In December 1928 she found a tusk, the first in the valley.',
      'Ada Stone',
    ],
    ['Ada Stone moved to Bern after the war.', 'After the war she moved to Bern, where she taught.', 'Ada Stone'],
    [
      "Ada Stone's father, a potter, added to his income by selling books.",
      'Her father, Tom Stone, was a potter who added to his income by selling books.',
      'Ada Stone',
    ],
    [
      "Ada Stone's first novel was published in 1934.",
      'Her first novel, The Weir, was published in 1934.',
      'Ada Stone',
    ],
    ['Ada Stone died in Bern in 1971.', 'She died in Bern in 1971.', 'ada-stone.txt'],
    ['Ada Quenby died in Bern in 1971.', 'She died in Bern in 1971.', 'quenby.txt'],
    [
      'The Hartwell Museum was for thirty years the largest in the country.',
      'Opened in 1921, it was for thirty years the largest in the country.',
      'Hartwell Museum',
    ],
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
    [
      'Visitors to the Hartwell Museum must keep dogs on a lead.',
      'Dogs must be kept on a lead by visitors at all times.',
      'Hartwell Museum',
    ],
    ["Kern & Lodge's revenue fell by 4% in 2022.", 'Our revenue fell by 4% in 2022.', 'Kern & Lodge: the year 2022'],
    ['Cycling is not allowed in the reserve.', 'Cycling is not allowed.', 'Orr Marsh Nature Reserve'],
    ['Orr Marsh covers 120 hectares.', 'The reserve covers 120 hectares.', 'Orr Marsh Nature Reserve'],
    ['The skin prick test takes 20 minutes.', 'The test itself takes 20 minutes.', 'Having a skin prick test'],
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

  test('the first statement of the document says what "the plant" is', () => {
    assert.equal(judge('Tumbo is a plant of the southern desert. It was described in 1859.'), 'supports');
  });

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
      'In the United Kingdom meals are paid against receipts, up to £10 for breakfast.',
    ],
    [
      'If you are pregnant, the test is put off until the birth.',
      'If you are pregnant, we put off the test until the birth.',
    ],
    // Brackets with semicolons.
    ['Ada Stone is a Scottish painter.', 'Ada Stone (née Reed; born 4 May 1970) is a Scottish painter and teacher.'],
    // A sentence in the very words of the claim.
    [
      'Setrol should not be given if the filtration rate is below 45 ml per minute.',
      'Setrol should not be given if the filtration rate is below 45 ml per minute. It is a penicillin.',
    ],
    ['No further sample is needed once symptoms have gone.', 'Once symptoms have gone, no further sample is needed.'],
    [
      'Allow an hour for your visit, although the test itself takes 20 minutes.',
      'Allow an hour for your visit; the test itself takes 20 minutes.',
    ],
    // What an earlier sentence named in full.
    [
      'Stone sketched the first act of the opera in 1921.',
      'The opera had a slow birth. Ada Stone sketched the first act in 1921 and put it aside.',
    ],
    // Places.
    ['Orrick is in Norway.', 'Orrick is a town in Vestland, Norway.'],
    ['Orrick is in Norway.', 'Orrick is a town located in the south of Norway.'],
    // Words that the tagger takes for verbs.
    ['All twelve long beams fell into the river.', 'All twelve long beams and a train fell into the river.'],
    ['Deleted objects can be restored.', 'Deleted objects can be restored within seven days.'],
    ['About 40 workers were trained for the furnace.', 'For the furnace about 40 workers were trained.'],
    // Subjects in another form.
    ["Personal data isn't sold.", 'We do not sell personal data.'],
    ['Dogs are not allowed here in April.', 'In April dogs are not allowed here.'],
    ['More than 200 people attended the opening.', 'The opening was attended by more than 200 people.'],
    [
      'Vomiting, chills or back pain should raise suspicion.',
      'Chills, vomiting or pain in the back should raise suspicion.',
    ],
    ['Tenants must report damage within three days.', 'Damage must be reported by tenants within three days.'],
    ['Emil Anders opened the exhibition.', 'The exhibition was opened by the mayor, Emil Anders.'],
    ['The mayor, Emil Anders, opened the exhibition on 4 May.', 'Mayor Emil Anders opened the exhibition on 4 May.'],
    [
      'The closing concert of the Stone Festival has been moved to Monday.',
      'Organisers of the Stone Festival have moved the closing concert to Monday.',
    ],
    [
      'The flood destroyed the mill.',
      'The mill, in which grain had been ground since 1740, was destroyed by the flood.',
    ],
    ['Line 5 replaces Line 3.', 'Line 5 went into service in March. It replaces Line 3, which had run since 1968.'],
    ['Short loans are possible.', 'Short loans are possible at the desk.'],
    // Names in another form.
    ['Ms Stone won the Marden Prize in 1950.', 'Ada Stone won the Marden Prize in 1950.'],
    ['A. M. Stone won the Marden Prize in 1950.', 'Ada Maria Stone won the Marden Prize in 1950.'],
    ['José Núñez built the lighthouse in 1880.', 'The lighthouse was built in 1880 by Jose Nunez.'],
    ['Kern & Lodge sold the mill in 2021.', 'In 2021 the mill was sold by Kern & Lodge.'],
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

describe('denied in the active voice', () => {
  testRelationship('contradicts', [['Personal data is sold.', 'We do not sell personal data.']]);
});

describe('dates of lives in brackets', () => {
  testRelationship('supports', [
    ['Ada Noll was born in 1870.', 'Ada Noll (4 May 1870 – 3 June 1931) was a German botanist and illustrator.'],
    ['Ada Noll died on 3 June 1931.', 'Ada Noll (May 4, 1870 – June 3, 1931) was a German botanist.'],
    ['Ada Noll died in Leeds in 1931.', 'Ada Noll (4 May 1870, Hull – 3 June 1931, Leeds) was a German botanist.'],
    ['Ada Noll died in 1931.', 'Ada Noll (1870–1931) was a German botanist.'],
    ['Ada Noll died in 1931.', 'Ada Noll (born 1870, died 1931) was a German botanist.'],
  ]);
  testRelationship('contradicts', [
    ['Ada Noll died in 1932.', 'Ada Noll (4 May 1870 – 3 June 1931) was a German botanist and illustrator.'],
  ]);
  testRelationship('nothing', [
    ['Ada Noll died in 1870.', 'Ada Noll (4 May 1870 – 3 June 1931) was a German botanist and illustrator.'],
    ['Ada Noll was born in Leeds.', 'Ada Noll (4 May 1870, Hull – 3 June 1931, Leeds) was a German botanist.'],
    ['Ada Noll was born in Leeds.', 'Ada Noll (born 4 May 1870 in Hull) worked in Leeds as a botanist.'],
    // Terms of office, bridges and bands have years too.
    ['Harold Noll was born in 1870.', 'Harold Noll (1870–1931) was the mayor of Hull.'],
    ['King Harold Noll was born in 1870.', 'King Harold Noll (1870–1931) was a patron of the arts.'],
    ['Noll Bridge died in 1931.', 'Noll Bridge (1870–1931) was an arch bridge in Leeds.'],
    ['Ada Noll was born in 1870.', 'Ada Noll (1870–1880) was a German botanist.'],
  ]);
});
