import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('phrases that say the same', () => {
  testRelationship('supports', [
    ['The meeting was postponed.', 'The meeting was put off on Monday.'],
    ['The council put the vote off.', 'The council postponed the vote.'],
    ['The tanker exploded in the harbour of Brask.', 'The tanker blew up in the harbour of Brask.'],
    ['Children are carried free.', 'Children are carried at no cost.'],
    ['The licence expired in May.', 'The licence ran out in May.'],
    ['The ban took effect in 2019.', 'The ban came into force in 2019.'],
    ['Mira Holt resigned as director.', 'Mira Holt stepped down as director.'],
    ['Adeyemi was acquitted of fraud.', 'Adeyemi was cleared of fraud but convicted of forgery.'],
    ['The race took place in Velm.', 'The race was held in Velm.'],
    ['The gallery is responsible for the collection.', 'The gallery is in charge of the collection.'],
  ]);
  testRelationship('contradicts', [['Children are not carried free.', 'Children are carried at no cost.']]);
  testRelationship('nothing', [
    // Only of contracts and the like does "run out" mean that they end.
    ['The dog expired in May.', 'The dog ran out in May.'],
    ['More than half of the firms have gone out of business.', '19 of the 30 firms were still trading.'],
    ['The mill took over the bakery.', 'The mill took flour to the bakery.'],
    ['Two men of Velm were killed in 1920.', 'Two men of Velm died in 1920.'],
    ['Velm gave little support to the plan.', 'Velm supported the plan.'],
    ['Brask gave up the fortress.', 'Brask gave the fortress a new roof.'],
    ['Berit Lund takes over from Ines Orr as director.', 'Ines Orr took over from Berit Lund as director.'],
  ]);
});

describe('words that say nothing where they stand', () => {
  testRelationship('supports', [
    ['Dogs are welcome in the garden if they are kept on a lead.', 'Dogs are welcome in the garden, on a lead.'],
    [
      'In week 6, 214 cases were notified, compared with 180 in week 5.',
      'In week 6, 214 cases were notified, up from 180 in week 5.',
    ],
    ['Ida Worm won the race in a time of 31:42.', 'Ida Worm won the race in 31:42.'],
    ['Karl Wiese was born in the year 1961.', 'Karl Wiese was born in 1961.'],
    ['The Orlen Museum still has a library.', 'The Orlen Museum has a library.'],
  ]);
  testRelationship('nothing', [
    ['The Orlen Museum still has a library.', 'The Orlen Museum had a library.'],
    ['The Orlen Museum still has a library.', 'The Orlen Museum has a library until May.'],
    ['The film was kept from being shown.', 'The film was shown in 1973.'],
    [
      'The ship was rebuilt at Torn, where it had been launched.',
      'The ship, launched at Torn in 1978, was rebuilt in 1996.',
    ],
  ]);
});

describe('modal verbs in other words', () => {
  testRelationship('supports', [
    ['The tenant can end the lease at any time.', 'The tenant may end the lease at any time.'],
    ['Rhona Vale succeeds Ole Brandt on 1 October.', 'Rhona Vale will succeed Ole Brandt on 1 October.'],
    ['The ferry is to close on 3 June 2026.', 'The ferry will close on 3 June 2026.'],
  ]);
  testRelationship('nothing', [
    ['The tenant ends the lease.', 'The tenant may end the lease.'],
    ['The ferry closed on 3 June 2026.', 'The ferry will close on 3 June 2026.'],
    ['The ferry is to close on 3 June 2026.', 'The ferry may possibly close on 3 June 2026.'],
    ['The ferry closes on 3 June 2026.', 'The owner hopes that the ferry will close on 3 June 2026.'],
  ]);
});

describe('figures in other words', () => {
  testRelationship('supports', [
    ['The shop opens at half past nine.', 'The shop opens at 9:30.'],
    ['The shop closes at 4 pm.', 'The shop closes at 16:00.'],
    ['The room may be let after fifteen minutes.', 'The room may be let after a quarter of an hour.'],
    ['The film lasts 90 minutes.', 'The film lasts an hour and a half.'],
    ['The club sold six boats.', 'The club sold half a dozen boats.'],
    ['Losses must be reported within a day.', 'Losses must be reported within 24 hours.'],
    ['The lease runs for twelve months.', 'The lease runs for a year.'],
    ['Six out of ten trains did not run.', '1,140 of the 1,900 trains did not run.'],
    [
      'On 31 December the club had 412 members, among them 118 juniors.',
      'On 31 December the club had 412 members, of whom 118 were juniors.',
    ],
    ['Dunmore Rail had 2,340 employees.', 'Dunmore Rail employed 2,340 people.'],
    ['The group sold the plant for €75m.', 'The group sold the plant for 75 million euros.'],
    ['The Ridge 45 pack weighs 1.38 kg.', 'The Ridge 45 pack (1.38 kg) is our lightest.'],
  ]);
  testRelationship('nothing', [
    ['The shop opens at half past nine.', 'The shop opens at 9:00.'],
    ['The shop closes at 4 pm.', 'The shop closes at 4 am.'],
    ['Losses must be reported within a day.', 'Losses must be reported within 48 hours.'],
    ['Half of the trains did not run.', '1,140 of the 1,900 trains did not run.'],
    ['A ticket costs £9.', 'A ticket saves £9.'],
    ['A ticket costs £9.', 'A ticket, £9 less than last year, includes the museum.'],
    [
      'The bicycle shop in Selby had 340 employees.',
      'The pram works in Selby employed 340 people, twice as many as the bicycle shop.',
    ],
  ]);
});

describe('a figure beside others', () => {
  testRelationship('supports', [
    ['Reservoirs stood at 46% on 1 July.', 'Reservoirs stood at 46% on 1 July, against 71% a year before.'],
    ['For loans the fine is 50p a day.', 'For loans the fine is 50p a day, for reservations £1 a day.'],
    [
      'The Lantern Run raised £8,450 for the hospice.',
      'The Lantern Run raised £8,450 for the hospice, our second-best total after the £9,200 of 2019.',
    ],
    [
      'A report is acknowledged within seven days.',
      'We acknowledge a report within seven days and tell you the outcome within three months.',
    ],
  ]);
  testRelationship('nothing', [
    ['The firm sold 300 cars in France.', 'The firm sold 500 cars in France and 300 cars in Germany.'],
    ['In France the firm sold 300 cars.', 'The firm sold 500 cars in France and 300 cars in Germany.'],
    [
      'With the long chain the hoist is rated at 500 kg.',
      'The hoist is rated at 500 kg with the short chain and at 350 kg with the long chain.',
    ],
    ['Turnout at the by-election was 67%.', 'Turnout 52% (general election: 67%).'],
    [
      'A bottle of Brakke beer has more units than a 175 ml glass of wine.',
      'A bottle of Brakke beer has 1.6 units, a 175 ml glass of wine 2.3.',
    ],
    [
      'A membership can be frozen for up to six months a year.',
      'A membership can be frozen for one to three months a year.',
    ],
  ]);
});

describe('words joined by hyphens are no verbs', () => {
  testRelationship('supports', [
    ['Osier Gate is a drama film.', 'Osier Gate is a 1999 coming-of-age drama film directed by Ines Orr.'],
    ['The Fen Boat is a novel.', 'The Fen Boat is a best-selling novel by Karl Wiese.'],
    ['Berit Lund is a singer.', 'Berit Lund is a self-taught singer from Velm.'],
  ]);
  testRelationship('nothing', [
    ['Osier Gate is a drama film.', 'Osier Gate is a 1999 novel about a coming-of-age drama film.'],
    ['The Fen Boat is a novel.', 'The Fen Boat is a well-known inn in a novel by Karl Wiese.'],
    ['Berit Lund is a singer.', 'Berit Lund is a self-taught teacher of the singer Ida Worm.'],
  ]);
});

describe('a figure before a name is part of the name', () => {
  testRelationship('supports', [
    ['Ida Worm won the 1937 Velm Prize.', 'The 1937 Velm Prize, run over 42 laps, was won by Ida Worm.'],
    ['The 1974 Velm Prize was a race.', 'The 1974 Velm Prize was the third race of its kind.'],
  ]);
  testRelationship('nothing', [
    ['Ida Worm won the 1937 Velm Prize.', 'The 1938 Velm Prize was won by Ida Worm, who was third in 1937.'],
    ['Ida Worm won the 1937 Velm Prize.', 'In 1937 the race was founded; the Velm Prize was won by Ida Worm in 1940.'],
    [
      'Ida Worm won the 1937 Velm Prize.',
      'The 1937 Orlen Prize was cancelled, and the Velm Prize was won by Ida Worm.',
    ],
  ]);
});

describe('a hedge concerns the verb that it stands with', () => {
  testRelationship('supports', [
    ['The canal was dug by prisoners.', 'The canal had been planned by engineers and was dug by prisoners.'],
    ['The guild executed a raid on Velm.', 'The guild planned, financed and executed a raid on Velm.'],
    ['Osier is a software company.', 'Osier (formerly Tarn & Sons) is a software company in Velm.'],
    ['Karl Wiese suggested the name Tumboa.', 'In a letter, Karl Wiese proposed the name Tumboa.'],
  ]);
  testRelationship('nothing', [
    ['The canal was dug by prisoners.', 'The canal was planned to be drained and dug by prisoners.'],
    ['The guild executed a raid on Velm.', 'The guild planned to finance and execute a raid on Velm.'],
    ['The guild executed a raid on Velm.', 'The guild would have planned and executed a raid on Velm.'],
    ['The guild burned the mill.', 'Some believe that the guild came and burned the mill.'],
    ['The guild burned the mill.', 'It is claimed the guild came and burned the mill.'],
    ['Osier is a software company.', 'Tarn (formerly Osier) is possibly a software company.'],
    ['Osier was bought in 2004.', 'Osier makes pumps (it was reportedly bought in 2004).'],
    ['Karl Wiese named the plant Tumboa.', 'Karl Wiese proposed the name Tumboa for the plant.'],
  ]);
});
