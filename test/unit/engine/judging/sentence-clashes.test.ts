import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a sentence with the opposite of one word of the claim', () => {
  testRelationship('nothing', [
    ['Lower Marl lies to the north of Vessen.', 'Vessen lies just south of Lower Marl.'],
    ['Orrin is younger than Hesk.', 'Hesk is older than Orrin.'],
    ['The dealer bought the clock from Abt.', 'The clock was sold by Abt to the dealer.'],
    ['The fee for berths was lowered.', 'The fee for berths may be raised.'],
    ['The fee for berths was lowered.', 'The fee for berths was raised, said the harbour master.'],
    ['The fee for berths was lowered.', 'The fee for berths was raised except for dinghies.'],
  ]);
});

describe('a part of the claim that the sentence denies as a phrase', () => {
  testRelationship('nothing', [
    [
      'The council is paid for the window.',
      'The window was made by the guild, not by the council, which paid for the porch.',
    ],
    ['Filters leave rows out of SUM.', 'Rows hidden by filters are left out of COUNT but not out of sums over 100.'],
  ]);
});

describe('a clause that denies no more than the claim states', () => {
  testRelationship('nothing', [
    ['The shop mends furniture.', 'The shop does not mend furniture bought elsewhere.'],
    ['The ferries of Blue Line carried cars in 1960.', 'The ferries of Blue Line do not carry cars.'],
    ['The ferries carry cars.', 'The ferries do not always carry cars.'],
    ['The ferries carry cars.', 'If the sea is rough, the ferries do not carry cars.'],
    ['The library did not reopen until the war was over.', 'The library did not reopen.'],
  ]);
});

describe('what the sentence excepts', () => {
  testRelationship('nothing', [
    ['The pumps were replaced.', 'All machines were replaced except the older pumps.'],
    ['The bird cases were lost in the fire.', 'Nothing was lost in the fire except the bird cases.'],
    ['Guests may not use the pool.', 'Nobody except guests may use the pool.'],
    ['Loans are renewed even if the item is lost.', 'Loans are renewed unless another reader has reserved the item.'],
  ]);
});

describe('two things with what the other has', () => {
  testRelationship('nothing', [
    [
      'Captain Orde held the left at Sarn and the Duke of Lowe the right.',
      'At Sarn the Duke of Lowe held the left and Captain Orde the right, then Captain Orde took the left.',
    ],
    ['Steel is heavier than brass.', 'Brass is lighter than steel.'],
    ['Brass is cheaper than steel.', 'The shop keeps more steel in stock than brass, although brass is cheaper.'],
  ]);
});

describe('another maker or place, with all else in one sentence', () => {
  testRelationship('contradicts', [
    [
      'Night Ferry was directed by Orla Lowe.',
      'Night Ferry is a 2004 drama directed by Pilar Otero. Its nun is Orla Lowe.',
    ],
  ]);
  testRelationship('nothing', [
    ['Orrin was born in North Africa.', 'Orrin was born in Tunis.'],
    ['Fell House has shops in Bonn.', 'Fell House has shops in Tokyo.'],
  ]);
});
