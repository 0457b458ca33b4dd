import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string];

function leavesOpen(cases: readonly Case[]): void {
  for (const [claim, passage] of cases) {
    test(passage.slice(0, 80), () => assert.equal(judge(claim, passage).relationship, 'unresolved', claim));
  }
}

describe("an apposition that names nothing that has the claim's verb", () => {
  leavesOpen([
    ['Noll has paid.', 'The brother of the developer, Noll, has paid.'],
    ['Marchmont has paid for the blocks.', 'The developer, Marchmont, says it has paid for the blocks.'],
    ['Marchmont has paid.', 'No developer, Marchmont included, has paid.'],
    ['Marchmont has paid for six blocks.', 'The developer, unlike Marchmont, has paid for six blocks.'],
    ['Marchmont has paid for six blocks.', 'The developer, said Marchmont, has paid for six blocks.'],
    ['Marchmont has paid for six blocks.', 'The developer, Marchmont said, has paid for six blocks.'],
    ['Marchmont has paid for six blocks.', 'The developer of Marchmont has paid for six blocks.'],
    ['Marchmont has paid for six blocks.', 'The rival, not Marchmont, has paid for six blocks.'],
    ['Marchmont has paid for six blocks.', 'The developers, Marchmont and Orr, have paid for six blocks.'],
    ['Orr has paid for six blocks.', 'The developers, Marchmont and Orr, have paid for six blocks together.'],
    ['Ada Noll resigned.', 'The wife of the mayor, Ada Noll, resigned when told to.'],
    ['Ada Noll resigned.', 'If the mayor, Ada Noll, resigned, the council would fall.'],
    ['Ada Noll resigned.', 'The mayor, Ada Noll, nearly resigned.'],
    ['Ada Noll resigned.', 'The mayor, Ada Noll, never resigned.'],
    ['Ada Noll resigned in 1990.', 'The mayor, Ada Noll, was asked whether she resigned in 1990.'],
    ['Ada Noll opened the fair.', 'The mayor, or Ada Noll, opened the fair.'],
    ['Ada Noll opened the fair.', 'The mayor, for Ada Noll, opened the fair.'],
    ['Ada Noll opened the fair.', 'The mayor, with Ada Noll, opened the fair.'],
    ['Ada Noll opened the fair.', "The mayor, Ada Noll's brother, opened the fair."],
    ['Ada Noll opened the fair.', 'The mayor, Ada Noll hoped, opened the fair.'],
    ['Ada Noll won the prize.', 'The film, Ada Noll, won the prize or came second.'],
    ['Noll has left.', 'That developer, Noll has said, has left.'],
  ]);
});

describe('what stands beside a name may be of another', () => {
  leavesOpen([
    ['The nurse Ada Noll died.', 'The mother of Ada Noll, a nurse, died.'],
    ['The mother of the nurse Ada Noll died.', 'The mother of Ada Noll, a nurse, died.'],
    ['Ada Noll, a nurse, died.', 'The nurse of Ada Noll died.'],
    ['The poet Ada Noll died.', "Ada Noll, the poet's sister, died."],
    ['The poet Ada Noll died.', 'Ada Noll, a former poet, died.'],
    ['The poet Ada Noll died.', 'Ada Noll, no poet, died.'],
    ['The poet Ada Noll died.', 'Ada Noll, not the poet, died.'],
    ['The poet Ada Noll died.', 'Ada Noll and a poet died.'],
    ['The poet Ada Noll died.', "Ada Noll, a poet's widow, died."],
    ['Ada Noll, a poet, died.', 'The poet who loved Ada Noll died.'],
    ['Ada Noll, a poet, died.', 'The poet and Ada Noll died.'],
    ['Ada Noll, a poet, died.', 'The alleged poet Ada Noll died.'],
    ['Ada Noll, a poet, died.', 'The would-be poet Ada Noll died.'],
    ['The wool merchant Ada Noll died.', 'Ada Noll, a merchant, died.'],
    ['Ada Noll, the mayor, spoke.', 'The deputy mayor Ada Noll spoke.'],
    ['Ada Noll, the mayor, spoke.', 'Ada Noll, the mayor of Orr, spoke for the mayor.'],
    ['The judge Ada Noll was fined.', 'Ada Noll, whose husband is a judge, was fined.'],
    ['The judge Ada Noll was fined.', 'Ada Noll told a judge she was fined.'],
    ['Ada Noll, a Norwegian singer, left.', 'The singer Ada Noll left the Norwegian.'],
    ['The manager Noll resigned.', "Noll, a manager's son, resigned."],
  ]);
});

describe('a description before a name, of another or of a thing', () => {
  leavesOpen([
    ['Ada Noll was released in 1990.', 'The album Ada Noll was released in 1990.'],
    ['Ada Noll sank in 1990.', 'The ship Ada Noll sank in 1990.'],
    ['Ada Noll closed in 1990.', 'The firm Ada Noll closed in 1990.'],
    ['Noll resigned.', 'His brother resigned, Noll said.'],
    ['Noll won the stage.', 'His rival to Noll won the stage.'],
    ['Noll won the stage.', 'Every rider but Noll won the stage.'],
    ['Noll won the stage.', 'No rider Noll met won the stage.'],
    ['Carafa wrote the libretto.', "His pupil's rival Carafa wrote the libretto or the score."],
    ['Delcour was granted the concession.', 'The firm that Delcour owned was granted the concession.'],
    ['Delcour was granted the concession.', 'The rivals of the firm Delcour were granted the concession.'],
    ['Delcour was granted the concession.', 'The firm beside Delcour was granted the concession.'],
    ['Zephair carried nine passengers.', 'Budget airline Zephair carried over nine passengers.'],
    ['Zephair carried nine passengers.', 'Budget airline Zephair denied it carried nine passengers.'],
    ['Zephair was fined.', 'Rivals of budget airline Zephair were fined.'],
    ['Hvidt bought the mill.', 'The Danish group Hvidt wanted to buy the mill.'],
    ['Hvidt bought the mill.', 'The Danish group Hvidt nearly bought the mill.'],
    ['Hvidt bought the mill.', 'The founder of the group Hvidt bought the mill.'],
    ['Hvidt bought the mill.', 'The bank for the group Hvidt bought the mill.'],
    ['Hvidt bought the mill.', 'Her husband, not Hvidt, bought the mill.'],
    ['Olaf Hvidt bought the mill.', "Her husband and Olaf Hvidt's brother bought the mill."],
  ]);
});

describe('what a comma sets off may be all or part of what is said', () => {
  leavesOpen([
    ['The fund paid claims.', 'The fund paid claims, the last of the month excepted.'],
    ['The pool is open on Sundays.', 'The pool is open on Sundays, the first of the month only.'],
    ['The firm opened 40 shops.', 'The firm opened 40 shops, twice as many as planned in Norway, or so it said.'],
    ['Sales rose by 4%.', 'Sales rose by 4%, the lowest of three estimates, or by 6%.'],
    ['The fee is £5.', 'The fee is £5, £2 less for members.'],
    ['The fee is £5.', 'The fee is £5, half for members.'],
    ['Sales fell in 2010.', 'Sales fell, the first time in 2010.'],
    ['Sales fell by 4%.', 'Sales fell, 4% less than expected.'],
    ['The race was won by Lo.', 'The race was won, nine seconds ahead of Lo.'],
    ['The firm made a profit of £9m.', 'The firm made a profit, £9m less than in 2010.'],
    ['The team won.', 'The team nearly won, its best result.'],
    ['The team won the cup.', 'The team won, the first without the cup.'],
    ['Ada Noll won.', 'Ada Noll never won, her worst year.'],
    ['Ada Noll came first.', 'Ada Noll came, the first of two.'],
    ['Ada Noll came in May.', 'Ada Noll came, a week later than in May.'],
    ['The hall was sold for £9m.', 'The hall was sold, the highest price £9m.'],
    ['The hall was sold.', 'The hall was sold, unless the highest bid failed.'],
    ['The mill employed 40 people.', 'The mill employed 40 people, fewer than 20 of them for pay.'],
    ['The club had 300 members.', 'The club had 300 members, at most.'],
    ['Half of the club left.', 'The club left, half as many as before.'],
  ]);
});

describe('relative clauses that narrow, deny or plan', () => {
  leavesOpen([
    ['The pool is open.', 'The pool is open, when it rains.'],
    [
      'The rate is fixed until 2028.',
      'The rate is fixed until 2028, after which, unless agreed, it falls, except for members.',
    ],
    ["The bank's rate applies.", "The rate is fixed until 2028, after which the bank's rate applies."],
    ['The mill closed in 1990.', 'The mill, after which the street is named, nearly closed in 1990.'],
    ['The shop is open on Sundays.', 'The shop is open on Sundays, in which case call first, if at all.'],
    ['The shop is open in May.', 'The shop is open, for which in May a fee is due.'],
    ['Members pay £4.', 'Members, of whom half pay £4, vote.'],
    ['The club left in 1990.', 'The club, from which Noll left in 1990, won.'],
    ['Noll left the club.', 'The club, from which Noll never left, won.'],
    ['The firm moved in 1990.', 'The firm stayed until 1990, when it never moved.'],
    ['The firm moved in 1990.', 'The firm stayed until 1990, when it planned to move.'],
    ['The firm paid in May.', 'The firm paid, when in May it rained.'],
    ['The fee was paid.', 'The fee was to be paid in 1990, when it was dropped.'],
    ['Ray was hired.', 'The firm, by which Ray was nearly hired, won.'],
    ['The pass is valid.', 'The pass is valid until 2026, when, if ever, rules change, unless lost.'],
    ['The shop opened in 1990.', 'The shop was to open in 1990, when it burned.'],
    ['Dogs are allowed.', 'Dogs are allowed until 1 May, when they are not.'],
    ['The bridge was shut.', 'The bridge, under which a boat was shut, fell.'],
    ['The bridge fell.', 'The bridge, on which a crane fell, stood.'],
    ['The crane fell.', 'The bridge, on which a crane nearly fell, stood.'],
  ]);
});

describe('what is denied beside what is affirmed', () => {
  leavesOpen([
    ['It is the right one.', 'It took fifty seconds, and not the right one.'],
    ['The porter brought the wrong wheel.', 'The porter brought a wheel, and not the wrong one.'],
    ['The pool is open.', 'The pool is open, and not the lake, unless it rains.'],
    ['Members may enter.', 'Members may enter, and not if they are late.'],
    ['Members may enter.', 'Members may enter, and not before noon.'],
    ['The pool is open all day.', 'The pool is open, and not all day.'],
    ['The firm paid £9.', 'The firm paid, and not £9.'],
    ['The firm paid.', 'The firm paid, and not for the first time, nothing.'],
    ['The fee covers food.', 'The fee covers drinks, and not food.'],
    ['The shop opens at nine.', 'The shop opens, and not at nine.'],
    ['The pool is open on Sundays.', 'The pool is open, and not on Sundays.'],
    ['Dogs are allowed.', 'Dogs are allowed, not off the lead.'],
    ['Guests may stay.', 'Guests may stay, not for free.'],
    ['The pass is valid.', 'The pass is valid, and not after nine.'],
    ['Tickets are sold.', 'Tickets are sold, not to children.'],
    ['The lift works.', 'The lift works, and not under load.'],
    ['The card is taken.', 'The card is taken, and not without a code.'],
    ['Water is free.', 'Water is free, and not from the tap.'],
    ['The hall is heated.', 'The hall is heated, not at night.'],
    ['The train stops in Orr.', 'The train stops in Tarn, and not before Orr.'],
  ]);
});

describe('a pronoun that may mean another', () => {
  leavesOpen([
    ['Ada Noll left.', 'Ada Noll hired Max Ray. In 1990 Max Ray bought a mill. He left.'],
    ['Ada Noll left.', 'In 1990 Ada Noll hired Max Ray. He left.'],
    ['Max Ray left.', 'In 1990 Ada Noll hired Max Ray. He left.'],
    ['Noll left.', "In 1990 Noll's brother bought a mill. He left."],
    ['Noll left.', 'In 1990 the brother of Noll bought a mill. He left.'],
    ['Noll left.', "In Noll's time Ray bought a mill. He left."],
    ['Noll left.', 'After Noll, Ray bought a mill. He left.'],
    ['Noll left.', 'In 1990 Noll and Ray bought a mill. He left.'],
    ['Noll left.', 'In 1990 neither Noll nor Ray bought a mill. He left.'],
    ['The mill closed.', 'In 1990 the mill bought a bakery, Orr Bread. It closed.'],
    ['The mill closed.', 'The mill has a rival, Orr Mill. Orr Mill is old. It closed.'],
    ['The mill closed.', 'The mill is old. A bakery stands beside it. It closed.'],
    ['At full load Boiler 4 burns gas.', 'Boiler 4 is new. Boiler 5 is old. At full load it burns gas.'],
    ['At full load Boiler 4 burns gas.', 'Boiler 4 replaces Boiler 5. At half load it burns gas.'],
    ['At full load Boiler 4 burns gas.', 'The heater of Boiler 4 is new. At full load it burns gas.'],
    ['At full load Boiler 4 burns gas.', 'Boiler 4 beat Kiln Orr. Kiln Orr is old. At full load it burns gas.'],
    ['In May the hall is shut.', 'The hall is old. The pool is new. In May it is shut.'],
    ['In May the hall is shut.', 'The hall is beside the Orr Pool. In May it is shut to Orr.'],
    ['By 1990 Noll had left.', 'Until 1990 Noll stayed. By 1990 Ray came. He had left.'],
    ['Noll was jailed.', 'In May 1990 Judge Noll tried Ray. He was jailed.'],
    ['Noll was jailed.', 'On 3 May Noll met Ray. They were jailed, and he was not.'],
    ['Noll died.', 'In 1990 Noll, whose son was Ray, retired. He died.'],
    ['The firm closed.', 'After the fire, the firm that Orme owned moved. It closed.'],
    ['Orme closed.', 'After the fire, the firm that Orme owned moved. It closed.'],
    ['Orme closed.', 'In May, said Orme, the firm moved. It closed.'],
  ]);
});
