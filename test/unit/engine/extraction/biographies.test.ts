/** Sentences about people and their works: each fact that can be wrong alone is a claim of its own. */
import { describe } from 'node:test';
import { splits, staysWhole } from '#test/support/claims-of.ts';

const works = (said: string, kind: string, titles: Record<string, number>) =>
  Object.entries(titles).flatMap(([title, year]) => [
    `${said} ${title}.`,
    `${title} is ${kind}.`,
    `${title} was released in ${year}.`,
  ]);

describe('titles that their years mark', () => {
  splits([
    [
      "Stone starred in films such as Tarn: The Return (2011), Love is a Spy (2014), and Nobody's Boat (2019).",
      [
        'Stone starred in films.',
        ...works('Stone starred in', 'a film', {
          'Tarn: The Return': 2011,
          'Love is a Spy': 2014,
          "Nobody's Boat": 2019,
        }),
      ],
    ],
    [
      'Stone acted in the popular dramas Be Calm Jon-soo (2005), Fen (2007), and East of Tarn (2008).',
      works('Stone acted in', 'a drama', { 'Be Calm Jon-soo': 2005, Fen: 2007, 'East of Tarn': 2008 }),
    ],
    [
      'Stone released two further albums, Fen (2013) and Old Marrow (2015).',
      ['Stone released two further albums.', ...works('Stone released', 'an album', { Fen: 2013, 'Old Marrow': 2015 })],
    ],
    [
      'She released songs, including "Good Rain," "You & Me," and "Old Marrow".',
      [
        'She released songs.',
        'She released "Good Rain".',
        'She released "You & Me".',
        'She released "Old Marrow".',
        '"Good Rain," is a song.',
        '"You & Me," is a song.',
        '"Old Marrow" is a song.',
      ],
    ],
  ]);
});

describe('circumstances of what happens to a person', () => {
  splits([
    [
      'Stone was elected to the Senate from the Tarn district in 2014.',
      [
        'Stone was elected to the Senate from the Tarn district.',
        'Stone was elected in 2014.',
        'Stone was elected to the Senate from the Tarn district in 2014.',
      ],
    ],
    [
      'Stone was drafted in the third round by the Vale Rovers.',
      [
        'Stone was drafted in the third round.',
        'Stone was drafted by the Vale Rovers.',
        'Stone was drafted in the third round by the Vale Rovers.',
      ],
    ],
    [
      'Stone served as Governor of Tarn from 1998 to 2001.',
      ['Stone served as Governor of Tarn.', 'Stone served as Governor of Tarn from 1998 to 2001.'],
    ],
    [
      'Stone was a clerk in the Reed Ministry from 1996-1999.',
      ['Stone was a clerk in the Reed Ministry.', 'Stone was a clerk from 1996-1999.'],
    ],
    [
      'She won the medal at the 2006 North Tarn and Isle Games in 2006 as a runner.',
      [
        'She won the medal at the 2006 North Tarn and Isle Games.',
        'She won the medal in 2006.',
        'She won the medal as a runner.',
      ],
    ],
  ]);
  staysWhole([
    'Stone was never elected to the Senate in 2014.',
    'Only Stone was elected to the Senate in 2014.',
    'The committee was a part of the council from 2017 to 2019.',
  ]);
});

describe('other names of a person', () => {
  splits([
    ['Stone (real name: Ida Reed) is a singer.', ['Stone’s real name is Ida Reed.', 'Stone is a singer.']],
    ['Stone (also known as Ida) is a singer.', ['Stone is known as Ida.', 'Stone is a singer.']],
    ['Stone (born Ida Reed, Jr.) is a singer.', ['Stone was born Ida Reed, Jr.', 'Stone is a singer.']],
    [
      'Ada Reed-soo (born Ada No-hae on 7 June 1971) is a singer.',
      ['Ada Reed-soo was born Ada No-hae.', 'Ada Reed-soo was born on 7 June 1971.', 'Ada Reed-soo is a singer.'],
    ],
  ]);
  staysWhole(['Stone (of the Vale Rovers) is a singer.', 'Stone (then known for little) is a singer.']);
});

describe('roles of a person', () => {
  splits([
    [
      'Stone is a noted Indian doctor and teacher who has served as the head of a school.',
      ['Stone is a noted Indian doctor and teacher.', 'Stone has served as the head of a school.'],
    ],
    [
      'Stone is the lead singer, lead guitarist, and main songwriter of Kubo.',
      [
        'Stone is the lead singer of Kubo.',
        'Stone is the lead guitarist of Kubo.',
        'Stone is the main songwriter of Kubo.',
      ],
    ],
    [
      'Stone was an important figure in the growth of organ music and a major influence on the school.',
      ['Stone was an important figure in the growth of organ music.', 'Stone was a major influence on the school.'],
    ],
    [
      'He is a writer, having written books on rivers, art, and music.',
      [
        'He is a writer.',
        'He has written books on rivers.',
        'He has written books on art.',
        'He has written books on music.',
      ],
    ],
  ]);
  staysWhole(['Stone is the only singer who plays and sings in Welsh.', 'She is a fan of football and a good pint.']);
});

describe('openings that say when', () => {
  splits([
    ['In addition to her acting career, Stone is a painter.', ['Stone has an acting career.', 'Stone is a painter.']],
    ['Since then, Stone has appeared in operas.', ['Stone has appeared in operas.']],
    ['Stone has since moved to Hull.', ['Stone has moved to Hull.']],
    ['Throughout her long career, Stone has won ten medals.', ['Stone has won ten medals.']],
  ]);
  // Without the time, these may be wrong.
  staysWhole([
    'Since then, Stone has never appeared in operas.',
    'Since then, prices have fallen by half.',
    'Stone has since won three cups.',
    'Stone has since March lived in Hull.',
    'During her career, Stone never lost a case.',
    'In addition to her fee, Stone received 40 pounds.',
  ]);
});
