import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string];

function leavesOpen(cases: readonly Case[]): void {
  for (const [claim, passage] of cases) {
    test(passage.slice(0, 80), () => assert.equal(judge(claim, passage).relationship, 'unresolved', claim));
  }
}

describe('lists of predicates that share a scope, or are none', () => {
  leavesOpen([
    ['Ada Noll released the film.', 'Ada Noll was arrested, charged and released in May.'],
    ['The firm opened in 1990.', 'The firm bought the shop, opened in 1990, and closed it in 1995.'],
    ['Ada Noll called Max Ray.', 'Ada Noll met the owner, called Max Ray, and left.'],
    ['Ada Noll awarded the prize.', 'Ada Noll met the poet, awarded the prize, and left.'],
    ['Ada Noll sold the mill.', 'Ada Noll did not buy the land, sold the mill and left.'],
    ['Ada Noll wrote a letter.', 'Ada Noll could have called the bank, wrote a letter and left.'],
    ['Ada Noll sold the mill.', 'Ada Noll said she bought the land, sold the mill and left.'],
    ['The members sold the mill.', 'Few members bought land, sold the mill and left.'],
    ['The members left.', 'No members bought land, sold the mill or left.'],
    ['The pool opens at nine.', 'The pool opens at nine, closes at noon and reopens at two, but not on Mondays.'],
    ['The pool closes at noon.', 'The pool opens at nine, closes at noon and reopens at two unless it rains.'],
    ['The pool closes at noon.', 'If it rains, the pool opens at ten, closes at noon and reopens at two.'],
    ['In 1990 the firm closed.', 'In 1990 the firm bought a mill, sold a shop and closed.'],
    ['The firm sold the mill.', 'The firm bought the land, planned to sell the mill and closed.'],
    ['The bridge was painted.', 'The bridge was to be drained, painted and sold.'],
    ['The bridge was painted.', 'The bridge was never drained, painted or sold.'],
    ['The bridge was painted.', 'The bridge was not drained, painted and sold.'],
    ['The bridge was sold in 1990.', 'The bridge was drained, painted and nearly sold in 1990.'],
    ['Ada Noll owned the mill.', 'Ada Noll visited the family, owners of the mill, and left.'],
    ['Max Ray painted the hall.', 'Max Ray bought the house, Ada Noll painted the hall, and both left.'],
    ['Ada Noll named Max Ray.', 'Ada Noll knew the heir, named Max Ray, and told the court.'],
    ['The shop was closed.', 'The shop was opened in 1990, and closed shops were sold.'],
  ]);
});

describe('reasons that narrow, and clauses that give none', () => {
  leavesOpen([
    ['The lift is closed.', 'The lift is not closed, because it works.'],
    ['The lift is closed.', 'The lift is closed, as long as it snows.'],
    ['The lift is closed.', 'The lift is closed, since 1990 only on Mondays.'],
    ['The lift is closed.', 'The lift is closed, because it snows, but only today.'],
    ['The lift is closed.', 'The lift is closed only because it snows.'],
    ['The lift is closed.', 'If the lift is closed, because it snows, we walk.'],
    ['The lift is closed.', 'Ada Noll thinks the lift is closed, because it snows.'],
    ['Ada Noll resigned because she was ill.', 'Ada Noll resigned, because she was tired.'],
    ['Ada Noll left the firm.', 'Ada Noll never left the firm, because she liked it.'],
    ['All lifts are closed.', 'The lifts are closed, because all lifts need repairs.'],
    ['Dogs may be taken in.', 'Dogs may be taken in, because unless they bark nobody minds.'],
    ['The gate is open.', 'The gate is open, so that if you come late, ring.'],
    ['The drug is safe.', 'The drug is hardly safe, because it was never tested.'],
    ['Members pay nothing.', 'Members pay nothing, since 2020 at least for the pool.'],
    ['Visitors pay £4.', 'No visitors pay £4, because entry is free.'],
    ['The mill was sold.', 'The mill was nearly sold, because it was old.'],
    ['The mill was sold.', 'The mill was to be sold, because it was old.'],
    ['The mill was sold in May.', 'The mill was sold, because in May it burned.'],
    ['The mill will be sold.', 'The mill will be sold, provided that the council agrees.'],
    ['Neither lift works.', 'Both lifts work, because neither was hit.'],
    ['The lift is shut in May.', 'The lift is shut, because in May it snows.'],
  ]);
});

describe('"but" behind what is no finished event, or takes it back', () => {
  leavesOpen([
    ['The pool is open all year.', 'The pool is open all year but closed in August.'],
    ['Members may enter.', 'Members may enter but left their dogs outside.'],
    ['The mayor resigned.', 'The mayor resigned but withdrew it a day later.'],
    ['Ada Noll was convicted.', 'Ada Noll was convicted but acquitted on appeal.'],
    ['All shops closed.', 'All shops closed but two opened again.'],
    ['Every member voted.', 'Every member voted but Ada Noll.'],
    ['Nobody came.', 'Nobody came but Ada Noll.'],
    ['The firm paid the claims.', 'The firm paid the claims but for two.'],
    ['The firm sold the mill.', 'The firm tried to sell the mill but kept it.'],
    ['The bridge opened in May.', 'The bridge was to open in May but opened in June.'],
    ['The bridge opened in May.', 'The bridge had been expected to open in May but opened in June.'],
    ['The firm closed shops.', 'The firm closed shops but only in Norway.'],
    ['Ada Noll won the race.', 'Ada Noll did not win the race but came second.'],
    ['Ada Noll came second.', 'Ada Noll did not win the race but Max Ray came second.'],
    ['The court fined the firm.', 'The court fined the firm but the fine was quashed.'],
    ['The council approved the plan.', 'The council approved the plan but suspended it at once.'],
    ['The ship sailed on Sunday.', 'The ship sailed on Sunday but not with cargo.'],
    ['The ferry carried cars.', 'The ferry carried cars, but if it was full, none.'],
    ['The trust bought the marsh.', 'The trust bought the marsh but cancelled the purchase.'],
    ['The film won a prize.', 'The film won a prize but returned it.'],
    ['The plan was dropped.', 'The plan was not only dropped but was also banned.'],
  ]);
});

describe('"had" of what did not happen', () => {
  leavesOpen([
    ['The firm won the order.', 'If the firm had won the order, it would have paid.'],
    ['The firm won the order.', 'The firm would have won the order.'],
    ['The firm won the order.', 'The firm acted as though it had won the order.'],
    ['The firm won the order.', 'The firm had not won the order.'],
    ['The firm won the order.', 'The firm had never won the order.'],
    ['The firm won the order.', 'The firm had nearly won the order.'],
    ['The firm won the order.', 'The firm had to win the order.'],
    ['The firm won the order.', 'The firm had hoped to win the order.'],
    ['The firm had won the order.', 'The firm might have won the order.'],
    ['The mill was sold.', 'The mill had been to be sold.'],
    ['The mill was sold.', 'The mill had almost been sold.'],
    ['The mill was sold.', 'The mill had been said to be sold.'],
    ['The mill was sold.', 'Unless the mill had been sold, it would stand.'],
    ['The mill was sold.', 'Ada Noll wished the mill had been sold.'],
    ['The mill was sold.', 'The mill had been sold only in part.'],
    ['Ada Noll worked there.', 'Ada Noll had been working to get there.'],
    ['Ada Noll led the race.', 'Ada Noll had led the race until Max Ray won it, or so he said.'],
    ['Ada Noll sold the mill.', 'Ada Noll had the mill sold.'],
    ['Ada Noll locked the doors.', 'Ada Noll had locked doors.'],
    ['The mill had been closed.', 'The mill should be closed.'],
  ]);
});

describe('a preposition that is said once more with another scope', () => {
  leavesOpen([
    ['Two children of Ada and Max came.', 'Two children of Ada and of Max came.'],
    ['The road from Orr and Tarn is shut.', 'The road from Orr or from Tarn is shut.'],
    ['The tax is due for dogs and horses.', 'The tax is due for dogs and not for horses.'],
    ['The tax is due for dogs and horses.', 'The tax is due for dogs and only for horses.'],
    ['The tax is due for dogs and horses.', 'The tax is due for dogs and, in May, for horses.'],
    ['The tax is due for horses.', 'The tax is due for the owners of dogs and for horses of the state.'],
    ['The tax is due for dogs and horses.', 'The tax is due for dogs and for some horses.'],
    ['The tax is due for dogs and horses.', 'The tax is due for dogs or for horses.'],
    ['The firm sold to dealers and shops.', 'The firm sold to dealers and spoke to shops.'],
    ['The house is made of wood and steel.', 'The house is made of wood and a house of steel.'],
    ['He lives in Bath and Orr.', 'He lives in Bath and was born in Orr.'],
    ['She spoke to the board and staff.', 'She spoke to the board and listened to staff.'],
    ['It is used for wool and cotton.', 'It is used for wool and unfit for cotton.'],
    ['It is used with milk and water.', 'It is used with milk and without water.'],
    ['It is made by hand and machine.', 'It is made by hand and never by machine.'],
    ['It is open in spring and summer.', 'It is open in spring and closed in summer.'],
    ['Fines are due for noise and litter.', 'Fines are due for noise and may be due for litter.'],
    ['Cards of members and guests are free.', 'Cards of members and the fees of guests are free.'],
    ['It is for boys and girls.', 'It is for boys and half for girls.'],
    ['It is sold at markets and fairs.', 'It is sold at markets and seldom at fairs.'],
  ]);
});

describe('a date in front that is of the first clause alone', () => {
  leavesOpen([
    ['In 2024 three nests were found.', 'In 2024 five males were heard and in 2025 three nests were found.'],
    ['In 2024 three nests were found.', 'In 2024 five males were heard and later three nests were found.'],
    ['In 2024 three nests were found.', 'In 2024 five males were heard and three nests were to be found.'],
    ['In 2024 three nests were found.', 'In 2024 five males were heard; three nests were found.'],
    ['In 2024 three nests were found.', 'In 2024 five males were heard, but three nests were found.'],
    ['In 2024 three nests were found.', 'In 2024 five males were heard and three nests were not found.'],
    ['In 2024 three nests were found.', 'In 2024 no males were heard or three nests were found.'],
    ['In 2024 three nests were found.', 'In 2024 he said five males were heard and three nests were found.'],
    ['In 2024 Noll owns a mill.', 'In 2024 Noll sold the quay and Lo owns a mill.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo had bought a mill.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo then bought a mill.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo bought a mill in 2025.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo bought a mill a year later.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo bought a mill afterwards.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and two years earlier Lo bought a mill.'],
    ['In 2024 Lo bought a mill.', 'By 2024 Noll sold the quay and Lo bought a mill.'],
    ['In 2024 Lo bought a mill.', 'Until 2024 Noll sold boats and Lo bought a mill.'],
    ['In 2024 Lo bought a mill.', 'In 2024, Noll said, he sold the quay and Lo bought a mill.'],
    ['In 2024 Lo will buy a mill.', 'In 2024 Noll sold the quay and Lo will buy a mill.'],
    ['In 2024 Lo bought a mill.', 'In 2024 Noll sold the quay and Lo bought a mill soon.'],
  ]);
});
