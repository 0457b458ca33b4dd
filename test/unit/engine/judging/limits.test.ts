import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeCredibly, testRelationship } from './judging-fixtures.ts';

/** Claims of which the passage says less, or something else in the same words; some are contradicted. */
const NOT_SUPPORTED: [claim: string, passage: string][] = [
  ['Harwick Marine sued Dunlow Ports over the crane.', 'Dunlow Ports sued Harwick Marine over the crane.'],
  ['The trust lent the museum the painting.', 'The museum lent the trust the painting.'],
  ['The eagle was killed by the wolf.', 'The wolf was killed by the eagle.'],
  ['Norway beat Sweden in the final.', 'In the final Norway was beaten by Sweden.'],
  [
    'Ruth Oakes hired the engineer who built the bridge.',
    "The engineer who built the bridge hired Ruth Oakes's sister.",
  ],
  ['Tessaly exports more grain than Orvane.', 'Orvane exports more grain than Tessaly.'],
  ['The lawyer of Oakes resigned.', 'Oakes, whose lawyer had been Pell, resigned.'],
  ['All shops are open on Sunday.', 'All shops except the bakery are open on Sunday.'],
  ['Every ticket is refundable.', 'Every ticket is refundable unless it was bought at a discount.'],
  ['Dogs are allowed in all parts of the park.', 'Dogs are allowed in all parts of the park but the rose garden.'],
  [
    'Members may borrow books for four weeks.',
    'Members may borrow books for four weeks, with the exception of reference works.',
  ],
  ['Entry is free for everyone.', 'Entry is free for everyone under 16.'],
  ['The warranty covers all parts.', 'The warranty covers all parts other than the battery.'],
  ['The firm sold 300 boats in 2021.', 'The firm sold 300 boats in 2020.'],
  ['In 2021 the firm sold 300 boats.', 'In 2020 the firm sold 300 boats, and in 2021 it sold fewer.'],
  ['Revenue was 4 million crowns in 2021.', 'Revenue was 4 million crowns in 2020 and 5 million in 2021.'],
  ['The rate was 4 per cent in May.', 'The rate was 4 per cent in June.'],
  ['The population was 4,000 in 1950.', 'The population was 4,000 in 1960 and 3,000 in 1950.'],
  ['The trail is 12 km long.', 'The trail is 12 miles long.'],
  ['The tank holds 50 litres.', 'The tank holds 50 gallons.'],
  ['The fee is 30 euros per month.', 'The fee is 30 euros per year.'],
  ['The pump moves 40 litres per minute.', 'The pump moves 40 litres per hour.'],
  ['The treatment lasts six weeks.', 'The treatment lasts six months.'],
  ['The firm lost 3 million euros.', 'The firm lost 3 billion euros.'],
  ['The firm employs 400 people.', 'The firm employs 400 people in its Leeds plant alone.'],
  ['The school has 300 pupils.', 'The school has 300 pupils in its lower forms.'],
  ['The library holds 20,000 books.', 'The library holds 20,000 books on botany.'],
  ['The bridge cost 5 million crowns.', 'The foundations of the bridge cost 5 million crowns.'],
  ['The company has 12 ships.', 'The company has 12 ships under repair.'],
  ['The council built 300 homes.', 'The council plans to build 300 homes.'],
  ['The bridge opened in May 2020.', 'The bridge was expected to open in May 2020.'],
  ['The firm cut 40 jobs.', 'The firm announced that it would cut 40 jobs.'],
  ['The museum moved to Leeds.', 'The museum decided to move to Leeds.'],
  ['The council approved the plan.', 'The council was asked to approve the plan.'],
  ['The line was extended to the port.', 'A proposal to extend the line to the port was made.'],
  ['Parliament abolished the tax.', 'Parliament voted on whether it abolished the tax.'],
  ['The shop only sells bread.', 'The shop sells bread.'],
  ['The shop only sells bread.', 'The shop also sells bread.'],
  ['Only members may vote.', 'Members and guests may vote.'],
  ['The drug is only used for pain.', 'The drug is used for pain.'],
  ['At least 40 people attended.', 'At most 40 people attended.'],
  ['Up to 40 people may attend.', 'At least 40 people may attend.'],
  ['More than 40 people attended.', '40 people attended.'],
  ['Fewer than 40 people attended.', 'More than 40 people attended.'],
  ['The trip takes at least two hours.', 'The trip takes less than two hours.'],
  ['Applications must arrive before 1 May.', 'Applications must arrive after 1 May.'],
  ['The tower was built before the church.', 'The tower was built after the church.'],
  ['Oakes joined the firm before she moved to Leeds.', 'Oakes moved to Leeds before she joined the firm.'],
  ['Velmar is the largest port of the region.', 'Velmar is one of the largest ports of the region.'],
  ['Velmar is the largest port.', 'Velmar is the largest port of the north coast.'],
  ['All members voted for the plan.', 'Most members voted for the plan.'],
  ['Most members voted for the plan.', 'Some members voted for the plan.'],
  ['Both brothers were convicted.', 'One of the brothers was convicted.'],
  ['All birds can fly.', 'Not all birds can fly.'],
  ['No bird can fly.', 'Not all birds can fly.'],
  ['None of the patients recovered.', 'Not all of the patients recovered.'],
  ['Every applicant was accepted.', 'Not every applicant was accepted.'],
  ['The drug helped many patients.', 'The drug did not help many patients.'],
  ['Both engines failed.', 'Neither engine failed.'],
  ['The red lamp is brighter than the blue lamp.', 'The blue lamp is brighter than the red lamp.'],
  ['Sales were higher than in 2019.', 'Sales were lower than in 2019.'],
  ['The new model is cheaper than the old one.', 'The old model is cheaper than the new one.'],
  ['Leeds is larger than York.', 'York is larger than Leeds.'],
  ['Sales were higher in May than in June.', 'Sales were higher in June than in May.'],
  ['The deposit is refunded.', 'The deposit is refunded if the room is left clean.'],
  ['Staff may work from home.', 'Staff may work from home with the consent of their manager.'],
  ['The alarm sounds.', 'The alarm sounds when the door is left open.'],
  ['The fee is waived.', 'Provided that notice is given, the fee is waived.'],
  ['Pupils may leave the school at noon.', 'Pupils with a pass may leave the school at noon.'],
  ['The card can be used abroad.', 'Once it is activated by phone, the card can be used abroad.'],
  ['Mount Orrin is the highest mountain.', 'Mount Orrin is the highest mountain of the island.'],
  ['Oakes was the first woman to climb Orrin.', 'Oakes was the first woman to climb Orrin in winter.'],
  ['The Aske is the longest river of the country.', "The Aske is the longest river of the country's north."],
  ['It was the biggest flood of the century.', 'It was the biggest flood of the century in Marne County.'],
  ['Oakes is the youngest mayor of Leeds.', 'Oakes is the youngest mayor of Leeds since 1950.'],
  ['Oakes is the oldest member of the council.', 'Oakes is the second oldest member of the council.'],
];

describe('a passage that states less than the claim, or the reverse of it, does not support it', () => {
  for (const [claim, passage] of NOT_SUPPORTED) {
    test(`${claim} – ${passage}`, () => {
      const { says, judgement } = judgeCredibly(claim, passage);
      assert.notEqual(says, 'supports', judgement.explanation);
    });
  }
});

describe('a passage that states as much supports the claim', () => {
  testRelationship('supports', [
    ['All shops are open on Sunday.', 'All shops are open on Sunday without exception.'],
    ['The red lamp is brighter than the blue lamp.', 'The red lamp is brighter than the blue lamp.'],
    ['For the bones walking is better than swimming.', 'For the bones walking is better than swimming.'],
    ['Mount Orrin is the highest mountain of the island.', 'Mount Orrin is the highest mountain of the island.'],
    ['Oakes was the first woman to climb Orrin in winter.', 'Oakes was the first woman to climb Orrin in winter.'],
    ['The school has 300 pupils.', 'The school has 300 pupils, and the town has two libraries.'],
    ['The library holds 20,000 books on botany.', 'The library holds 20,000 books on botany.'],
    ['The dam failed in 2010.', 'The dam failed in 2010 when the valves jammed.'],
    ['Revenue was 4 million crowns in 2020.', 'Revenue was 4 million crowns in 2020 and 5 million in 2021.'],
    ['The line opened to passengers in 1901.', 'The line opened to goods in 1899 and to passengers in 1901.'],
    ['Pupils with a pass may leave the school at noon.', 'Pupils with a pass may leave the school at noon.'],
    ['The alarm sounds when the door is left open.', 'The alarm sounds when the door is left open.'],
    ['Oakes was forced to resign in 2010.', 'Oakes was forced to resign in 2010.'],
    ['Oakes was the first mayor to resign.', 'Oakes was the first mayor to resign.'],
  ]);
});
