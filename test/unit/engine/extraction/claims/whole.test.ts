/** Sentences that stay whole, as a part of them would say something else. */
import { describe } from 'node:test';
import { staysWhole } from '#test/support/claims-of.ts';

describe('a total, a time or a word that takes several together', () => {
  staysWhole([
    'Nine cyclists died in 2023 and 2024.',
    'Stone won three cups in 2011 and 2012.',
    'Peru, Chile and Bolivia signed the pact in 1971.',
    'Peru and Chile won 3 and 5 medals, respectively.',
    'Ada Stone and Karl Weiss married in 1990.',
    'Kubo and Merak merged in 2010.',
    'The treaty between Peru and Chile was signed in 1929.',
    'The board jointly wrote the play and directed the film together.',
    'The town lies between the river, the hills to the north, and the sea.',
    'Stone has a record of 13 wins, 2 losses, and 2 draws.',
    'The study covers three towns: Leeds, York and Hull.',
    'The house is insured for fire and theft for two years.',
    'Kubo sells lenses and mirrors.',
    'The margin narrowed by a point and a half.',
  ]);
});

describe('who says so, thinks so or makes it up', () => {
  staysWhole([
    'The report said that costs rose and sales fell.',
    'The minister told the committee that the dam was safe, and the engineers had approved it.',
    'Smith claimed the earth is flat, and NASA hid the photos.',
    'The union said that 300 workers had been dismissed; 40 of them had been pregnant.',
    'According to the union, neither plant reopened; 300 workers were dismissed.',
    '300 people died, and the hospital was destroyed, according to the ministry.',
    'The mayor took bribes, in the opinion of the prosecutor.',
    'The firm rejects the claim that the pumps were old, and the engineers were tired.',
    'The novel describes how Germany wins the war, and the Allies are occupied.',
    'One rumour is false: the mayor resigned in 2020.',
    'The mayor told reporters on Monday: "The bridge is safe."',
    'Myth: The bridge fell in 1912.',
    'Claim: The mayor sold the library; the county paid for it.',
  ]);
});

describe('a condition, an exception or a limit', () => {
  staysWhole([
    'If prices rise, sales fall and profits shrink.',
    'Entry is free provided the visitor is a student, and the ticket was bought online.',
    'The alarm sounds when the pressure drops, and the valve is opened.',
    'The lamp may be used only if it is dry, and the guard is present.',
    'The museum is free for all visitors, which is unusual, if they book before May.',
    'The tax applies to all firms, of which there are 300, except banks.',
    'The pool is open all year, except on Mondays.',
    'The pool is open all year, and although it is cold, still fills up.',
    'Smoking is still legal, under certain conditions.',
    'The hall opens at nine and closes at five on Sundays.',
    'Members enter free of charge and leave their coats if they book.',
  ]);
});

describe('a negation or a quantity of the subject', () => {
  staysWhole([
    'Few people smoke and drink.',
    'Most guests stay for a week and pay in cash.',
    'Only members may vote and stand for the board.',
    'Nobody opened the vault and took the ring.',
    'Kubo did not buy Merak and sell Norsk.',
    'Ada Stone has never written and directed films.',
    'Neither the surgery nor the pharmacy accepts cheques.',
    'Stone not only wrote but sang.',
    'Kubo sells only lenses and mirrors.',
  ]);
});

describe('verbs and nouns that may share what stands beside them', () => {
  staysWhole([
    'She wrote and directed two plays.',
    'He built and sold the house to Karl Weiss in 1990.',
    'The drug was tested and approved by the agency in 2010.',
    'Ada Stone was born in Leeds and raised in York.',
    'He is a friend of the author and the editor of the paper.',
    'She is the founder and CEO of Osier Works.',
    'He is the British, Commonwealth and world champion.',
    'Stone has refereed at the Isle Cup, the Vale League and local matches.',
    'She appeared in the films The Paper Tree and Old Marrow.',
    'He keeps stamps, coins, and the medals awarded by the king.',
    'He worked for Johnson and Johnson in Leeds.',
    'The song "Come and Go" was released in 1999.',
  ]);
});

describe('what is said of something beside the sentence’s subject', () => {
  staysWhole([
    'Kubo is a company that makes lenses.',
    'The manager, whose wife is a judge, sold the shop.',
    'Ada Stone, a Welsh chemist born in Cardiff, won a medal.',
    'Ada Stone (1950–2010) was a painter.',
    'Stone met the owner of the mill who sold bread in 1990.',
    'Half of the branches have closed.',
    'The doors are so heavy that nobody opens them.',
    'The town built a wall, so that the market is dry.',
    'The blades were made to clear waste from the tracks, such as branches.',
  ]);
});
