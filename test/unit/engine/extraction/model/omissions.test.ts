/** What a statement may leave out of its sentence and still be what the sentence says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsWith, type ListedStatement } from './listing.ts';

type Omission = readonly [
  what: string,
  text: string,
  statements: readonly (readonly [pieces: string[], claim: string])[],
];

const listed = (statements: Omission[2]): ListedStatement[] =>
  statements.map(([pieces, claim]) => ({ sentence: 'S1', pieces: [...pieces], claim }));

const SPARE: readonly Omission[] = [
  [
    'a further office of the same body',
    'Ada Noll is the founder and director of Velmar Bank.',
    [
      [['Ada Noll is the founder', 'of Velmar Bank'], 'Ada Noll is the founder of Velmar Bank.'],
      [['Ada Noll is the', 'director of Velmar Bank'], 'Ada Noll is the director of Velmar Bank.'],
    ],
  ],
  [
    'a nationality, and what it is the nationality of',
    'Ada Noll is a Norwegian painter.',
    [
      [['Ada Noll is a Norwegian'], 'Ada Noll is Norwegian.'],
      [['Ada Noll is a', 'painter'], 'Ada Noll is a painter.'],
    ],
  ],
  [
    'when or how old, of what happened once',
    'Ada Noll died in 2010 at the age of 72.',
    [
      [['Ada Noll died in 2010'], 'Ada Noll died in 2010.'],
      [['Ada Noll died', 'at the age of 72'], 'Ada Noll died at the age of 72.'],
    ],
  ],
  [
    'what somebody is, before where that person is from',
    'Ada Noll is a rugby player from Orley.',
    [
      [['Ada Noll is a rugby player'], 'Ada Noll is a rugby player.'],
      [['Ada Noll is', 'from Orley'], 'Ada Noll is from Orley.'],
    ],
  ],
  [
    'a general term before its members',
    'Ada Noll has received several prizes, including the Velmar Medal and the Orley Cup.',
    [
      [['Ada Noll has received several prizes'], 'Ada Noll has received several prizes.'],
      [['Ada Noll has received', 'the Velmar Medal'], 'Ada Noll has received the Velmar Medal.'],
      [['Ada Noll has received', 'the Orley Cup'], 'Ada Noll has received the Orley Cup.'],
    ],
  ],
  [
    'what stands before a name and its apposition',
    'Ada Noll is the founder of Velmar Bank, a lender in Orley.',
    [
      [['Ada Noll is the founder of Velmar Bank'], 'Ada Noll is the founder of Velmar Bank.'],
      [['Velmar Bank, a lender in Orley'], 'Velmar Bank is a lender in Orley.'],
    ],
  ],
  [
    'what the subject of a participle did then',
    'Born in Orley, she moved to Velmar.',
    [
      [['Born in Orley, she'], 'She was born in Orley.'],
      [['she moved to Velmar'], 'She moved to Velmar.'],
    ],
  ],
];
for (const [what, text, statements] of SPARE) {
  test(`a statement may leave out ${what}`, async () => {
    const claims = await claimsWith(text, listed(statements));
    assert.deepEqual(claims.toSorted(), statements.map(([, claim]) => claim).toSorted());
  });
}

const NEEDED: readonly (readonly [what: string, text: string, pieces: string[], claim: string])[] = [
  [
    'an office that is denied',
    'Ada Noll is not the founder and director of Velmar Bank.',
    ['Ada Noll is not the founder', 'of Velmar Bank'],
    'Ada Noll is not the founder of Velmar Bank.',
  ],
  [
    'what makes it something else',
    'Ada Noll is an aspiring painter.',
    ['Ada Noll is an', 'painter'],
    'Ada Noll is a painter.',
  ],
  ['what makes it uncertain', 'Ada Noll is a likely winner.', ['Ada Noll is a', 'winner'], 'Ada Noll is a winner.'],
  [
    'an attribute of what is only wanted',
    'The post requires a Norwegian passport.',
    ['The post requires a', 'passport'],
    'The post requires a passport.',
  ],
  ['for whom a rule holds', 'Entry is free in 2026 for members.', ['Entry is free in 2026'], 'Entry is free in 2026.'],
  [
    'the general term of what is denied',
    'Ada Noll has never won several prizes, including the Orley Cup.',
    ['Ada Noll has never won', 'the Orley Cup'],
    'Ada Noll has never won the Orley Cup.',
  ],
  [
    'what the largest is the largest of',
    'Velmar Bank is the largest lender and insurer of Orley.',
    ['Velmar Bank is the largest lender'],
    'Velmar Bank is the largest lender.',
  ],
  [
    'a part of a name',
    'Ada Noll is a Velmar Medal winner.',
    ['Ada Noll is a', 'Medal winner'],
    'Ada Noll is a Medal winner.',
  ],
];
for (const [what, text, pieces, claim] of NEEDED) {
  test(`a statement may not leave out ${what}`, async () => {
    // The other one leaves nothing to the rules.
    const whole = { sentence: 'S1', pieces: [text] };
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces, claim }, whole]), [text]);
  });
}
