/** What stands in one clause and can be wrong alone: members of lists, examples, what a name names, time and role. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf, splits, staysWhole } from '#test/support/claims-of.ts';

describe('phrases that are claims of their own', () => {
  const cases: [text: string, expected: string[]][] = [
    [
      'Reed served as a rabbi in Leeds, Old Marrow, and Hull.',
      ['Reed served as a rabbi in Leeds.', 'Reed served as a rabbi in Old Marrow.', 'Reed served as a rabbi in Hull.'],
    ],
    [
      'She is a graduate of the College of Tarn and Osier Music School.',
      ['She is a graduate of the College of Tarn.', 'She is a graduate of Osier Music School.'],
    ],
    [
      'Ada Stone is a lawyer, diplomat and former cyclist.',
      ['Ada Stone is a lawyer.', 'Ada Stone is a diplomat.', 'Ada Stone is a former cyclist.'],
    ],
    [
      'He is known for his short films and written works.',
      ['He is known for his short films.', 'He is known for his written works.'],
    ],
    [
      'She won several prizes, including the Tarn Medal and the Osier Cup.',
      ['She won several prizes.', 'She won the Tarn Medal.', 'She won the Osier Cup.'],
    ],
    [
      'The fund paid for tools in Leeds and for training in Hull.',
      ['The fund paid for tools in Leeds.', 'The fund paid for training in Hull.'],
    ],
    [
      'She was hired by the Tarn Herald as a printer in 2011.',
      ['She was hired by the Tarn Herald.', 'She was hired as a printer.', 'She was hired in 2011.'],
    ],
    ['He directed the film The Paper Tree.', ['He directed The Paper Tree.', 'The Paper Tree is a film.']],
    [
      'Ada Stone was born in Los Angeles, California on October 9, 1983.',
      [
        'Ada Stone was born in Los Angeles, California.',
        'Ada Stone was born on October 9, 1983.',
        'Los Angeles is in California.',
      ],
    ],
    [
      'The tour went to Leeds, Georgia and Ohio.',
      ['The tour went to Leeds.', 'The tour went to Georgia.', 'The tour went to Ohio.'],
    ],
    [
      'She studied at the Tarn School of Music in Vienna.',
      ['She studied at the Tarn School of Music in Vienna.', 'Tarn School of Music is in Vienna.'],
    ],
    [
      "He appeared in films such as Fen (2010), You're All Late (2014) and The Way to the Sea (2017).",
      [
        'He appeared in films.',
        'He appeared in Fen.',
        "He appeared in You're All Late.",
        'He appeared in The Way to the Sea.',
        'Fen is a film.',
        "You're All Late is a film.",
        'The Way to the Sea is a film.',
        'Fen was released in 2010.',
        "You're All Late was released in 2014.",
        'The Way to the Sea was released in 2017.',
      ],
    ],
    [
      'She acted in films, most notably Old Marrow (2011), Stay, Go (2015) and Fen (2019).',
      [
        'She acted in films.',
        'She acted in Old Marrow.',
        'She acted in Stay, Go.',
        'She acted in Fen.',
        'Old Marrow is a film.',
        'Stay, Go is a film.',
        'Fen is a film.',
        'Old Marrow was released in 2011.',
        'Stay, Go was released in 2015.',
        'Fen was released in 2019.',
      ],
    ],
  ];
  splits(cases);
});

describe('phrases that stay together', () => {
  const texts = [
    // What is denied, limited or shared holds for the members together.
    'He never served in Leeds or in Hull.',
    'She only worked in Leeds, Old Marrow and Hull.',
    'The line runs between Leeds, Old Marrow and Hull.',
    // A name with "and" in it.
    'She works for the Ministry of Trade and Industry.',
    // Habits and measures hold only at their time.
    'The shop opens on Mondays at ten.',
    'Prices rose by 3 percent in March 2024.',
    // Where it was done says nowhere where the first of the two is.
    'She played for Tarn University in Japan.',
    'He played Ariel in The Tempest (2010).',
    // One thing is said.
    'Ada Stone signed the pact in 1971.',
  ];
  staysWhole(texts);
});

test('the span of a list member is the member', () => {
  const spans = claimsOf('Reed served in Leeds, Old Marrow and Hull.').map(({ original_span }) => original_span);
  assert.deepEqual(spans, ['Reed served in Leeds', 'Old Marrow', 'Hull']);
});
