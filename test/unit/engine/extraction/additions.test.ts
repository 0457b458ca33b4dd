import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf, normalizedClaims, staysWhole } from '#test/support/claims-of.ts';

/** [what stands by itself, what is added]: the whole is a claim too, whose span is what is added. */
describe('what is added at the end can be wrong alone, but not be judged alone', () => {
  const cases: [string, string][] = [
    // A verb that isn't repeated.
    ['Members pay by card at the desk', 'guests in cash.'],
    ['The ferry leaves Arran at nine', 'Islay at noon.'],
    ['Parking is free on Sundays', 'on public holidays as well.'],
    ['The rule covers staff', 'contractors too.'],
    ['At the fair, men jump from the bridge', 'so do the women.'],
    ['The station has been closed since May', 'as is the depot.'],
    // What the first part's words are needed for.
    ['Marl is covered for the first time', 'that goes for the smaller pot as well.'],
    ['Your first child pays nothing provided she is under six', 'your second child pays half.'],
    ['The club lost its ground', 'because it had no money it folded.'],
    ['The bridge reopened in May', 'from then on its toll was two euros.'],
    ['Production doubled in 2019', 'profit stood at a height that it never reached again.'],
    ['Clear drinks are allowed', 'coffee with milk counts as one of them.'],
    // Circumstances, causes and records.
    ['The firm raised its prices', 'cutting its staff.'],
    ['The account was closed', 'without any warning to its owner.'],
    ['A second vault was built', 'at a cost of some 60,000 euros.'],
    ['A failed message is sent again', 'at most eight times a day.'],
    ['The firm bought a rival', 'largely because the bank insisted.'],
    ['The town looks after six parks', 'as the law requires it to.'],
    ['Two metres of snow fell on the pass', 'the largest amount ever measured there.'],
    ['More than half a metre fell on the pass', 'the largest amount ever measured there.'],
    ['The tower fell in 1998', 'the worst accident of the decade.'],
    // Descriptions of what was said.
    ['The firm owns two mills', 'having sold the third in 2019.'],
    ['The firm owns two mills', 'both of them in Leeds.'],
    ['Five wells were drilled', 'most of them dry.'],
    ['The two halls stand side by side', 'joined by a bridge.'],
    ['Nobody may swim after dark', 'a rule that goes back to 1921.'],
    ['Staff who make more than six trips a year may apply for a card', 'which covers luggage too.'],
  ];
  for (const [main, added] of cases) {
    const joint =
      /^(?:without|at|largely|as|the largest|the worst|having|both|most|joined|Joseph|its bridge|a rule|which)\b/u.test(
        added,
      )
        ? ', '
        : added.startsWith('cutting')
          ? ' while '
          : ', and ';
    const text = `${main}${joint}${added}`;
    test(text, () => {
      const claims = claimsOf(text);
      assert.deepEqual(
        claims.map(({ normalized_claim, original_span }) => [normalized_claim, original_span]),
        [
          [`${main}.`, main],
          [text, added],
        ],
      );
    });
  }
});

test('several additions each make a claim', () => {
  const claims = claimsOf('A failed message is sent again, at most eight times a day, the first time after a second.');
  assert.deepEqual(
    claims.map(({ original_span }) => original_span),
    ['A failed message is sent again', 'at most eight times a day', 'the first time after a second.'],
  );
});

describe('clauses that stand alone', () => {
  const cases: [string, string[]][] = [
    [
      'Trains were late when the signal failed, and most of the crews went home.',
      ['Trains were late when the signal failed.', 'Most of the crews went home.'],
    ],
    [
      "The parcels weren't ready when the vans came, and every parcel was sent the next day.",
      ["The parcels weren't ready when the vans came.", 'Every parcel was sent the next day.'],
    ],
    [
      'The bridge reopened in May, and since last Friday lorries have been crossing it again.',
      ['The bridge reopened in May.', 'Since last Friday lorries have been crossing it again.'],
    ],
    ['The town runs both ferries, and it wants a third.', ['The town runs both ferries.', 'The town wants a third.']],
    [
      'The older child costs nothing, and the younger one goes for half price.',
      ['The older child costs nothing.', 'The younger one goes for half price.'],
    ],
    [
      'A unit costs less than a third of what it did, and the shop benefits just as much as the mill.',
      ['A unit costs less than a third of what it did.', 'The shop benefits just as much as the mill.'],
    ],
    [
      'Two men crept out along what was left and discovered that half of the girders were missing.',
      ['Two men crept out along what was left.', 'Two men discovered that half of the girders were missing.'],
    ],
    [
      'The trustees who had bought the mill in the nineties kept it for a decade and then gave it to the town.',
      [
        'The trustees who had bought the mill in the nineties kept it for a decade.',
        'The trustees who had bought the mill in the nineties then gave it to the town.',
      ],
    ],
    [
      'The board will publish the plan at the end of March and the budget in June.',
      ['The board will publish the plan at the end of March.', 'The board will publish the budget in June.'],
    ],
    [
      'A room that has not been taken up is released; readers who fail to come lose the right to book.',
      ['A room that has not been taken up is released.', 'Readers who fail to come lose the right to book.'],
    ],
    // A condition, a time or a source holds for both.
    [
      'If you are pregnant, the test is put off, and the same goes for mothers.',
      ['If you are pregnant, the test is put off.', 'If you are pregnant, the same goes for mothers.'],
    ],
    [
      'In summer, the pool opens at six, and the sauna closes at nine.',
      ['In summer, the pool opens at six.', 'In summer, the sauna closes at nine.'],
    ],
    [
      'The vault was opened, and the gold was gone, the police said.',
      ['The vault was opened, the police said.', 'The gold was gone, the police said.'],
    ],
  ];
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(normalizedClaims(text), expected));
});

test('the span of a clause or predicate is its own words', () => {
  const spans = (text: string) => claimsOf(text).map(({ original_span }) => original_span);
  assert.deepEqual(spans('In summer, the pool opens at six, and the sauna closes at nine.'), [
    'In summer, the pool opens at six',
    'the sauna closes at nine',
  ]);
  assert.deepEqual(spans('In 2019 Kubo bought Merak and sold Norsk.'), ['In 2019 Kubo bought Merak', 'sold Norsk']);
});

describe('sentences that stay whole, as a part of them would say more than they do', () => {
  const cases = [
    // What follows may be part of the condition.
    'Entry is free provided the visitor is a student, and the ticket was bought online.',
    'Children under six travel free if they sit on a lap, and dogs need a ticket.',
    'The lamp flashes when the door opens, and the bell rings.',
    'The bell rings once the door opens, and the lamp is lit.',
    // It is a condition.
    'Leave is paid for a year, but only if the doctor agrees.',
    'Leave is paid for a year, but only once the trial period is over.',
    'Leave is paid, and the post is kept open, if the doctor agrees.',
    'The station will be closed, as long as the strike lasts.',
    'You must wear a helmet while riding the bike.',
    'Nobody slept while crossing the desert.',
    'A key may not be copied, without the consent of the owner.',
    'Grants are paid, depending on the season.',
    'The pool is open all year, and although it is cold, still fills up.',
    // A negation holds for what is added.
    'The firm did not buy a rival, because the bank insisted.',
    'It was not only cheap, but also quick.',
    // Somebody says so.
    'The guard said the gate was shut, and the lamp was lit.',
    'The guard did not say that the gate was shut, and the lamp was lit.',
    'The station has been closed since May, as the operator announced.',
    // Interns may be of the employees or of the firms.
    'The policy applies to all employees of both firms, including interns.',
    // One thing.
    'The guide covers Leeds, York, and the moors to the north.',
    'The mill stocks flour, and oats from Orkney.',
    'The team developed, and sold, the drug.',
    'The tower has both a lift, and a stair.',
    'Prices depend on the season, and the size of the room.',
  ];
  staysWhole(cases);
});
