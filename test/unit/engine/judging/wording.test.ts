import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('phrases that say the same', () => {
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
  testRelationship('nothing', [
    ['The tenant ends the lease.', 'The tenant may end the lease.'],
    ['The ferry closed on 3 June 2026.', 'The ferry will close on 3 June 2026.'],
    ['The ferry is to close on 3 June 2026.', 'The ferry may possibly close on 3 June 2026.'],
    ['The ferry closes on 3 June 2026.', 'The owner hopes that the ferry will close on 3 June 2026.'],
  ]);
});

describe('figures in other words', () => {
  testRelationship('supports', [
    ['The shop closes at 4 pm.', 'The shop closes at 16:00.'],
    ['The club sold six boats.', 'The club sold half a dozen boats.'],
    ['The group sold the plant for €75m.', 'The group sold the plant for 75 million euros.'],
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
  testRelationship('nothing', [
    ['Osier Gate is a drama film.', 'Osier Gate is a 1999 novel about a coming-of-age drama film.'],
    ['The Fen Boat is a novel.', 'The Fen Boat is a well-known inn in a novel by Karl Wiese.'],
    ['Berit Lund is a singer.', 'Berit Lund is a self-taught teacher of the singer Ida Worm.'],
  ]);
});

describe('a figure before a name is part of the name', () => {
  testRelationship('supports', [
    ['Ida Worm won the 1937 Velm Prize.', 'The 1937 Velm Prize, run over 42 laps, was won by Ida Worm.'],
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
