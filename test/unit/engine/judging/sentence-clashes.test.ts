import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a sentence with the opposite of one word of the claim', () => {
  testRelationship('contradicts', [
    [
      'The committee lowered the fee for berths by £20.',
      'The fee for berths was raised by £20 by the committee in May.',
    ],
    ['The Sorle flows eastwards to the sea.', 'The Sorle rises in the hills and flows westwards for 90 km to the sea.'],
    ['Orrin is an amateur golfer.', 'Orrin (born 1988 in Leth) is a professional golfer.'],
    ['The loom has a noisy motor.', "The loom's motor is quiet, its frame lighter than before."],
  ]);
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
  testRelationship('contradicts', [
    [
      'The council paid for the east window.',
      'The east window was paid for by the widow of a baker, not by the council.',
    ],
    ['The loaf is made with wheat flour.', 'The loaf is made with rye flour, not with wheat.'],
    ['Radios are mended too.', 'We mend clothes, toys and bikes, but not radios.'],
    ['The inspector reports to the minister.', 'The inspector reports to parliament, not to the minister.'],
  ]);
  testRelationship('nothing', [
    [
      'The council is paid for the window.',
      'The window was made by the guild, not by the council, which paid for the porch.',
    ],
    ['Filters leave rows out of SUM.', 'Rows hidden by filters are left out of COUNT but not out of sums over 100.'],
  ]);
});

describe('a clause that denies no more than the claim states', () => {
  testRelationship('contradicts', [
    [
      'The refund is paid automatically within ten days of the return.',
      'Refunds are not paid automatically: ask for them at the desk within ten days of the return.',
    ],
    ['The ferries of Blue Line carry cars.', 'The ferries of Blue Line take an hour but do not carry cars.'],
  ]);
  testRelationship('nothing', [
    ['The shop mends furniture.', 'The shop does not mend furniture bought elsewhere.'],
    ['The ferries of Blue Line carried cars in 1960.', 'The ferries of Blue Line do not carry cars.'],
    ['The ferries carry cars.', 'The ferries do not always carry cars.'],
    ['The ferries carry cars.', 'If the sea is rough, the ferries do not carry cars.'],
    ['The library did not reopen until the war was over.', 'The library did not reopen.'],
  ]);
});

describe('what the sentence excepts', () => {
  testRelationship('contradicts', [
    [
      'The bird cases survived the fire of 1931.',
      'The Orde Collection survived the fire of 1931, except for the bird cases.',
    ],
    ['Club members get 10% off books.', 'Members of the club get 10% off, books excepted.'],
    [
      'Loans are renewed automatically even if another reader has reserved the item.',
      'Loans are renewed automatically unless another reader has reserved the item.',
    ],
  ]);
  testRelationship('nothing', [
    ['The pumps were replaced.', 'All machines were replaced except the older pumps.'],
    ['The bird cases were lost in the fire.', 'Nothing was lost in the fire except the bird cases.'],
    ['Guests may not use the pool.', 'Nobody except guests may use the pool.'],
    ['Loans are renewed even if the item is lost.', 'Loans are renewed unless another reader has reserved the item.'],
  ]);
});

describe('two things with what the other has', () => {
  testRelationship('contradicts', [
    [
      'Captain Orde held the left at Sarn and the Duke of Lowe the right.',
      'At Sarn the Duke of Lowe held the left and Captain Orde the right.',
    ],
    ['Brass is slightly heavier than steel.', 'Steel is slightly heavier than brass.'],
  ]);
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
    ['Vellum was invented in Japan.', 'Vellum was invented in Bonn by a gardener who boiled cotton in vinegar.'],
  ]);
  testRelationship('nothing', [
    ['Orrin was born in North Africa.', 'Orrin was born in Tunis.'],
    ['Fell House has shops in Bonn.', 'Fell House has shops in Tokyo.'],
  ]);
});
