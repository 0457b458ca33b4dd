/** What a statement may leave out of its sentence and still be what the sentence says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsByRules, claimsWith, type ListedStatement } from './listing.ts';

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
    'the nationality of somebody',
    'Ada Noll is a Norwegian painter from Orley.',
    [
      [['Ada Noll is a', 'painter from Orley'], 'Ada Noll is a painter from Orley.'],
      [['Ada Noll is a Norwegian painter from Orley'], 'Ada Noll is a Norwegian painter from Orley.'],
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
    'whom a name with a clause of its own stands for',
    'The new treasurer is Ada Noll, who got more votes than Ben Ode.',
    [
      [['The new treasurer is Ada Noll'], 'The new treasurer is Ada Noll.'],
      [['Ada Noll, who got more votes than Ben Ode'], 'Ada Noll got more votes than Ben Ode.'],
    ],
  ],
  [
    'what is said or denied of a name with a remark of its own',
    'The grain never came from Orley, where a mill has been working since April.',
    [
      [['The grain never came from Orley'], 'The grain never came from Orley.'],
      [['Orley, where a mill has been working since April'], 'In Orley a mill has been working since April.'],
    ],
  ],
  [
    'what one of a kind is besides',
    'The Velmar clock is a calculator of bronze that was driven by hand.',
    [
      [['The Velmar clock is a calculator of bronze'], 'The Velmar clock is a calculator of bronze.'],
      [['The Velmar clock', 'was driven by hand'], 'The Velmar clock was driven by hand.'],
    ],
  ],
  [
    'the condition of another clause',
    'If he tires of it he may leave, whereas the town must wait for a year.',
    [
      [['If he tires of it he may leave'], 'If he tires of it he may leave.'],
      [['the town must wait for a year'], 'The town must wait for a year.'],
    ],
  ],
  [
    'what it is the reason of',
    'Leave the car at home, for visitors bring theirs by ferry.',
    [
      [['Leave the car at home'], 'Leave the car at home.'],
      [['visitors bring theirs by ferry'], 'Visitors bring theirs by ferry.'],
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
    'whom a clause behind two nouns may be about',
    'The rebels destroyed the castle near Orley, which was rebuilt in 1950.',
    ['Orley, which was rebuilt in 1950'],
    'Orley was rebuilt in 1950.',
  ],
  [
    'what a clause is about as a whole',
    'The mayor resigned from Noll Capital, which ended the dispute.',
    ['Noll Capital, which ended the dispute'],
    'Noll Capital ended the dispute.',
  ],
  [
    'whom an apposition may be about',
    'Ada Noll was born in Orley, the daughter of Kade.',
    ['Orley, the daughter of Kade'],
    'Orley is the daughter of Kade.',
  ],
  [
    'the subject of a teacher that looks like a nationality',
    'Ada Noll is an English teacher.',
    ['Ada Noll is an English'],
    'Ada Noll is English.',
  ],
  [
    'that it was only nearly so',
    'Ada Noll almost died in Orley in 2010.',
    ['Ada Noll', 'died in Orley in 2010'],
    'Ada Noll died in Orley in 2010.',
  ],
  [
    'that it is a false idea',
    'It is a wrong idea that the bank is insolvent.',
    ['the bank is insolvent'],
    'The bank is insolvent.',
  ],
  [
    'in whose view it is so',
    'In the view of Ada Noll, the bank is insolvent.',
    ['the bank is insolvent'],
    'The bank is insolvent.',
  ],
  [
    'where it is the largest',
    'Velmar Bank is the largest lender, in Orley.',
    ['Velmar Bank is the largest lender'],
    'Velmar Bank is the largest lender.',
  ],
  [
    'which of the kind a rule is about',
    'The bank rejects an order that comes late.',
    ['The bank rejects an order'],
    'The bank rejects an order.',
  ],
  [
    'the condition of its own clause',
    'If he tires of it he may leave, but the town must wait.',
    ['the town must wait'],
    'The town must wait.',
  ],
  [
    'who says so, of a remark',
    'Ada Noll claims to come from Orley, where a mill works.',
    ['Orley, where a mill works'],
    'In Orley a mill works.',
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

test('what a statement leaves out is in another one, or in the claims of the rules', async () => {
  const text = 'Ada Noll is the founder, owner and director of Velmar Bank.';
  const founder = {
    sentence: 'S1',
    pieces: ['Ada Noll is the founder', 'of Velmar Bank'],
    claim: 'Ada Noll is the founder of Velmar Bank.',
  };
  assert.deepEqual(await claimsWith(text, [founder]), [founder.claim, ...(await claimsByRules(text))]);
});
