import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tablesIn } from '#engine/judging/read/table.ts';
import { judgeCredibly, testRelationship } from './judging-fixtures.ts';

const FARES = `Ticket | Peak | Off-peak
Adult | £7.20 | £5.10
Junior | £4.00 | £3.00`;

const LAMPS = `Desk lamps
Article | Name | Material | Height | Price (euros)
4410 | Fjell | steel | 42 cm | 60
4420 | Skum | oak, linen shade | 38 cm | 94`;

const POWER = `Net electricity generation in Kalmark, TWh
Source | 2015 | 2020 | 2023
Nuclear | 22.6 | 22.1 | 15.4
Wind | 3.8 | 9.7 | 15.9`;

const HIDES = `Hide | Distance from the centre | Step-free
Pool Hide | 150 m | yes
Scar Hide | 2.3 km | no`;

const LIMITS = `What | Limit | Can be raised
Folders per account | 100 | on request, up to 1,000
Size of a file | 5 TB | no
Size of a file in one request | 5 GB | no
Labels per file | 10 | no`;

const RACES = `Driver | Races missed | Best lap | Deputy
Noll | 4 | 58 s | Ada Kern
Brandt | 2 | 61 s | Olaf Mayer`;

const PASSES = `Ticket | Price | Refund
Day pass | €12 | €6
Week pass | €40 | €20`;

const WAIVED = `Course | Fee waived | Places
Pottery | €90 | 12
Weaving | €70 | 10`;

const FORECAST = `Forecast for 2030
Town | Population | Schools
Vessex | 3,000 | 4
Oldham | 9,000 | 9`;

const PLANS = `Plan | Monthly price per line | Data | Calls abroad
Lean | $14 | 5 GB | not included
Core 4 | $23 | 30 GB | none
Core 4 Pro | $38 | 90 GB | 60 min`;

const CLASSES = ` | Basic | Reserve | Deep
Keeping, per GB | €0.019 | €0.009 | €0.002
Retrieval, per GB | free | €0.008 | €0.021
Minimum keeping time | none | 30 days | 180 days`;

const READERS = `Reader | Items at a time | Standard loan | Short loan
Pupil | 20 | 3 weeks | 3 days
Teacher, staff | 50 | 12 weeks | 4 days
Guest | 6 | 2 weeks | not available`;

describe('a row of a table', () => {
  testRelationship('supports', [
    ['Pool Hide is step-free.', HIDES],
    ['Noll missed 4 races.', RACES],
    ["Brandt's deputy is Olaf Mayer.", RACES],
    ['The refund for the week pass is €20.', PASSES],
  ]);
  // Two cells in one claim.
  testRelationship('supports', [
    ['The Core 4 has 30 GB of data.', PLANS],
    ['Retrieval is free of charge in Basic and costs €0.021 per GB in Deep.', CLASSES],
    ['Reserve has a minimum keeping time of 30 days, and Deep one of 180 days.', CLASSES],
  ]);
  testRelationship('nothing', [
    ['The Core 4 costs $23 per line and comes with 5 GB of data.', PLANS],
    ['The Core 4 costs $38 per line and comes with 30 GB of data.', PLANS],
    ['The Core 4 costs $23 a year and comes with 30 GB of data.', PLANS],
    ['Calls abroad are included in Lean.', PLANS],
    ['Retrieval is free of charge in Basic and costs €0.008 per GB in Deep.', CLASSES],
    ['Retrieval is free of charge in Deep and costs €0.021 per GB in Basic.', CLASSES],
    ['Deep has a minimum keeping time of 30 days, and Reserve one of 180 days.', CLASSES],
    ['Reserve has a minimum keeping time of 180 days, and Deep one of 180 days.', CLASSES],
    ['Pupils may have 20 items at a time, teachers 12.', READERS],
    ['Pupils may have 50 items at a time, teachers 20.', READERS],
    ['Pupils may have 20 items at a time, visiting teachers 50.', READERS],
    ['Pupils may have 20 short items on loan at a time.', READERS],
    ['Kalmark generated 9.7 TWh of electricity from wind in 2020, and 15.4 in 2023.', POWER],
    ['Kalmark generated 15.9 TWh of electricity from wind in 2020, and 9.7 in 2023.', POWER],
    ['Short loans are available to guests.', READERS],
    ['Short loans are not available to pupils.', READERS],
  ]);
  testRelationship('nothing', [
    ['Noll had 4 races.', RACES],
    ["Noll's lap was 58 s.", RACES],
    ['The day pass costs €6.', 'Ticket | Refund\nDay pass | €6\nWeek pass | €20'],
    ['The fee for pottery is €90.', WAIVED],
    ['Pottery costs €90.', WAIVED],
    ['The population of Vessex is 3,000.', FORECAST],
    [
      'The director of The Reed was Ada Noll.',
      'Film | Assistant director | Year\nThe Reed | Ada Noll | 1999\nThe Weir | Ida Kern | 2003',
    ],
    ['Cola contains 2 g of sugar.', 'Drink | Sugar | Salt\nCola light | 2 g | 1 g\nTonic | 9 g | 2 g'],
    ['An off-peak junior ticket costs £4.00.', FARES],
    ['A junior ticket costs £7.20.', FARES],
    ['The Fjell lamp is made of oak.', LAMPS],
    ['The Fjell lamp costs 60 euros less.', LAMPS],
    ['The Fjell lamp used to cost 60 euros.', LAMPS],
    ['The Fjell lamp cost 60 euros in 2019.', LAMPS],
    ['Only the Skum lamp is made of oak.', LAMPS],
    ['Kalmark exported 15.9 TWh of electricity from wind in 2023.', POWER],
    ['An account can have 1,000 folders.', LIMITS],
    ['A file can be up to 5 GB in size.', LIMITS],
    ['Pool Hide is not step-free.', HIDES],
    ['Pool Hide has no distance.', HIDES],
  ]);

  // What is not, what a remark counts, the most that is allowed, two rows.
  testRelationship('supports', [
    ['Short loans are not available to guests.', READERS],
    ['Scar Hide is not step-free.', HIDES],
    ['Tower Hide has 42 steps.', `${HIDES}\nTower Hide | 200 m | no (42 steps)`],
    ['Pool Hide and Reed Hide are step-free.', `${HIDES}\nReed Hide | 200 m | yes`],
    ['A file can be up to 5 TB in size.', LIMITS],
    ['An account can have up to 100 folders.', LIMITS],
  ]);
  testRelationship('nothing', [
    ['Standard loans are not available to guests.', READERS],
    ['Short loans are no longer available to guests.', READERS],
    ['Short loans are not yet available to guests.', READERS],
    ['Short loans are not available to all guests.', READERS],
    ['Scar Hide is not 2.3 km from the centre.', HIDES],
    ['Pool Hide and Scar Hide are step-free.', HIDES],
    ['Only Pool Hide and Reed Hide are step-free.', `${HIDES}\nReed Hide | 200 m | yes`],
    ['Pool Hide has 42 steps.', `${HIDES}\nTower Hide | 200 m | no (42 steps)`],
    ['Scar Hide can not open.', 'Hide | Open\nScar Hide | no'],
    ['Tower Hide has 3 ramps.', `${HIDES}\nTower Hide | 200 m | no (3 ramps planned)`],
    ['Tower Hide is step-free.', `${HIDES}\nTower Hide | 200 m | yes (2 days a week)`],
    ['Noll and Brandt missed 6 races.', 'Driver | Races missed\nNoll | 6\nBrandt | 6'],
    ['The size of a file is 5 TB.', LIMITS],
    ['An account has 100 folders.', LIMITS],
    ['A file must be over 5 TB in size.', LIMITS],
    ['A file can be at least 5 TB in size.', LIMITS],
    ['A file can not be up to 5 TB in size.', LIMITS],
    ['A new account can have up to 100 folders.', LIMITS],
  ]);

  test('the explanation shows the row', () => {
    const { judgement } = judgeCredibly('Pool Hide is step-free.', HIDES);
    assert.equal(judgement.explanation, 'A row of a table in the passage says so: "Pool Hide | 150 m | yes".');
    assert.deepEqual(judgement.grounds, ['table_row']);
  });
});

const DRYERS = `Programmes of the TD 7
Programme | Load | Duration
Cottons, Cupboard dry | 8 kg | 2 h 50 min
Cottons, Eco | 8 kg | 3 h 05 min
Delicates | 3 kg | 1 h 20 min`;

const MOWERS = `The Hare range
 | H4 | H8 | H8 X
Noise | 57 dB | 59 dB | 61 dB
Weight | 8.1 kg | 9.4 kg | 9.9 kg
Price | €890 | €1,490 | €1,690`;

const BIRTHS = `Births by hospital | 2021 | 2022 | 2023
St Anne's | 2,310 | 2,180 | 2,402
Fairmile | 1,455 | 1,390 | 1,102
Oakdene | 880 | 905 | 968
Total | 4,645 | 4,475 | 4,472`;

const VISITS = `Branch | Visits 2019 | Visits 2023 | Loans 2019 | Loans 2023
Central | 210,400 | 188,900 | 305,000 | 241,700
Hill Street | 64,200 | 71,800 | 58,300 | 49,900`;

const TICKETS = `Ticket | Online | Box office
Adult | €12 | €15
Family (2 adults, up to 3 children) | €30 | €38`;

const LAKES = `Lakes of Orland
Lake | Area (km²) | Greatest depth (m) | Mean depth (m)
Tumba | 30 | 132 | 40
Vell | 95 | 71 | 12
Sorn | 12 | – | 5`;

describe('cells that are compared', () => {
  testRelationship('nothing', [
    // The programme without its fabric, another fabric, another measure.
    ['Synthetics Eco takes a quarter of an hour longer than Cupboard dry.', DRYERS],
    ['The Eco programme uses a quarter of a kWh more than Cupboard dry.', DRYERS],
    ['The H8 X is the loudest mower on the market.', MOWERS],
    ['The H8 X is the loudest of the four.', MOWERS],
    ['The H8 X is the fastest of the range.', MOWERS],
    ['The H8 X is twice as heavy as the H4.', MOWERS],
    ['The H8 was cheaper than the H8 X in 2019.', MOWERS],
    ['The H8 would be cheaper than the H8 X.', MOWERS],
    ['The H8 is not heavier than the H4.', MOWERS],
    ['The H8 with its box is 0.5 kg lighter than the H8 X.', MOWERS],
    ['Fairmile had fewer births in 2023 than in 2020.', BIRTHS],
    ['Fairmile had fewer caesarean births in 2023 than in 2022.', BIRTHS],
    ['Hill Street had more visits in 2023 than in 2021.', VISITS],
    ['Hill Street had more visits than loans.', VISITS],
    ['The Tumba is the deepest of the three lakes.', LAKES],
    ['The Tumba is deeper than the Vell.', LAKES],
  ]);
});

const SALES = `Sales by division, 2023 (million euros)
Division | Sales | Change on 2022 | Staff
Ear defenders | 148 | +6 % | 210
Microphones | 57 | −3 % | 90`;

const CENSUS = `Population at census
Year | Inhabitants
1961 | 3,105
1981 | 2,620
2021 | 1,940`;

const HIRE = `Terms of hire
Model | 4 hours | 1 day | Each further day
Mule (no motor) | €14 | €22 | €16
Mule E (motor) | €24 | €38 | €29`;

describe('a change in a table', () => {
  testRelationship('nothing', [
    ['Staff of the microphones division fell by 3 per cent in 2023.', SALES],
    ['Sales of the microphones division fell by 3 per cent in 2021.', SALES],
    ['Exports of the microphones division fell by 3 per cent in 2023.', SALES],
    ['Sales of the microphones division fell by 3 million euros in 2023.', SALES],
    ['Between 1961 and 2011 the population fell by 1,165.', CENSUS],
    ['Between 1961 and 2021 the rural population fell by 1,165.', CENSUS],
    ['Hiring a Mule for four hours costs €24.', HIRE],
    ['The adult ticket is €8 cheaper online than by telephone.', TICKETS],
  ]);
});

describe('a cell that has another figure', () => {
  testRelationship('contradicts', [['The Core 4 has 90 GB of data.', PLANS]]);
  testRelationship('nothing', [
    // Another scope, a bound, a figure that the prose or another cell has, a thing or a measure that the table lacks.
    ['A peak senior ticket costs £5.10.', FARES],
    ['A peak adult ticket costs up to £5.10.', FARES],
    ['A peak adult ticket costs £5.10 in June.', FARES],
    ['A ticket costs £5.10.', FARES],
    ['A peak adult ticket costs £5.10.', `${FARES}\nMembers pay £5.10.`],
    ['A pensioner pays £3.60 for a peak adult ticket.', `${FARES}\nPensioners pay half.`],
    ['A peak adult ticket weighs 5 g.', FARES],
    ['An account can have 1,000 folders.', LIMITS],
    ['Kalmark imported 15.9 TWh of electricity from wind in 2020.', POWER],
  ]);
});

describe('tablesIn', () => {
  test('a head over the first column may be left out', () => {
    assert.deepEqual(tablesIn('Plus | Max\nData | 20 GB | 60 GB\nPrice | €15 | €25')[0]!.heads, ['', 'Plus', 'Max']);
  });

  test('rows of values have no heads', () => {
    assert.deepEqual(tablesIn('Dead | 1,782\nInjured | 9,000')[0]!.heads, ['', '']);
  });

  test('one row is no table', () => {
    assert.deepEqual(tablesIn('Dead | 1,782'), []);
  });
});
