/** Wordings of everyday texts: what is said of what, under which condition, and what is a claim of its own. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normalizedClaims, splits, staysWhole } from '#test/support/claims-of.ts';

describe('labels', () => {
  splits([
    ['Mixing: Part A and part B are mixed 5 : 1 by weight.', ['Part A and part B are mixed 5 : 1 by weight.']],
    ['Money: a fifth of the total comes from the county.', ['A fifth of the total comes from the county.']],
    ['Orders: Drivers see the number only if the buyer agrees.', ['Drivers see the number only if the buyer agrees.']],
  ]);
  staysWhole([
    'Myth: The bridge fell in 1912.',
    'False: The bridge fell in 1912.',
    'Claim: The mayor sold the library.',
    'On the way: it rained for two days.',
  ]);
});

describe('conditions and what they hold for', () => {
  splits([
    [
      'Weights are sent in grams; put a point in one and the API turns the request down with a 422.',
      ['Weights are sent in grams.', 'Put a point in one and the API turns the request down with a 422.'],
    ],
    [
      'To set the night alarm, press Menu and Start together for three seconds; the lamp then stays dark.',
      ['To set the night alarm, press Menu and Start together for three seconds.', 'The lamp then stays dark.'],
    ],
    [
      'In 2013 Stone came second in the cup and was crowned champion in 2014.',
      ['In 2013 Stone came second in the cup.', 'Stone was crowned champion in 2014.'],
    ],
    [
      'In 1990 Stone moved to Leeds and sold 2000 books.',
      ['In 1990 Stone moved to Leeds.', 'In 1990 Stone sold 2000 books.'],
    ],
    [
      'After leaving school, Stone moved to Hull, directing a choir.',
      ['After leaving school, Stone moved to Hull.', 'Stone left school.', 'Stone directed a choir.'],
    ],
  ]);
  staysWhole([
    'Anything that breaks must go back to the shop, apart from trifles such as strings.',
    'All fish except sharks such as the porbeagle may be landed.',
    'Stone not only wrote but sang.',
  ]);
});

describe('verbs that are left out', () => {
  splits([
    [
      'The pump is guaranteed for two years, and the hose for ten.',
      ['The pump is guaranteed for two years.', 'The hose is guaranteed for ten years.'],
    ],
    [
      'The pump and the hose are covered for three years, and the frame for life, no matter who owns it.',
      ['The pump and the hose are covered for three years.', 'The frame is covered for life, no matter who owns it.'],
    ],
    [
      'Light traffic is possible after 18 hours and full load after two days.',
      ['Light traffic is possible after 18 hours.', 'Full load is possible after two days.'],
    ],
    [
      'Curing at 20 °C: light traffic is possible after 18 hours and full load after two days.',
      [
        'Curing at 20 °C: light traffic is possible after 18 hours.',
        'Curing at 20 °C: full load is possible after two days.',
      ],
    ],
  ]);
  staysWhole(['The house is insured for fire and theft for two years.']);
});

describe('openings that only link', () => {
  splits([
    ['Finally, the chief retires in May.', ['The chief retires in May.']],
    ['By the way, the hall has two doors.', ['The hall has two doors.']],
    ['The firm also runs a ferry.', ['The firm runs a ferry.']],
  ]);
  staysWhole(['Apparently, the chief retires in May.']);
});

test('a unit behind a figure ends a sentence', () => {
  assert.deepEqual(normalizedClaims('It is begun with a dose of 400 mg. Mirtazol has lost its place.').length, 2);
});

describe('what stands beside a name', () => {
  splits([
    [
      'Kestrel, the Duluth maker of boat radios, raised its sales by 4 percent in May.',
      ['Kestrel is a Duluth maker of boat radios.', 'Kestrel raised its sales by 4 percent in May.'],
    ],
    [
      'Ada Stone, the French president, won a medal.',
      ['Ada Stone was the French president.', 'Ada Stone won a medal.'],
    ],
    ['In 2014 Stone joined Turkish club Karsund.', ['In 2014 Stone joined Karsund.', 'Karsund was a Turkish club.']],
  ]);
  staysWhole([
    'The firm sold the drug Monday.',
    'Stone has refereed at the Isle Cup, the Vale League and local matches.',
  ]);
});

describe('names with small words in them', () => {
  splits([
    [
      'Stone rode in several races, including the Tour de Lys, Giro d’Orsa, and Volta a Mira.',
      [
        'Stone rode in several races.',
        'Stone rode in the Tour de Lys.',
        'Stone rode in Giro d’Orsa.',
        'Stone rode in Volta a Mira.',
      ],
    ],
    [
      'Stone pitched for the Isle Cubs, Vale Rovers, and most recently, the Marsh Larks.',
      ['Stone pitched for the Isle Cubs.', 'Stone pitched for Vale Rovers.', 'Stone pitched for the Marsh Larks.'],
    ],
    [
      'Stone has directed films like "Marrow" (2014), "Fen" (2015), and "Old Mill" (2016).',
      [
        'Stone has directed films.',
        'Stone has directed "Marrow".',
        '"Marrow" is a film.',
        '"Marrow" was released in 2014.',
        'Stone has directed "Fen".',
        '"Fen" is a film.',
        '"Fen" was released in 2015.',
        'Stone has directed "Old Mill".',
        '"Old Mill" is a film.',
        '"Old Mill" was released in 2016.',
      ],
    ],
    [
      'Stone managed a string of Italian clubs, including Orsa and Mira.',
      [
        'Stone managed a string of Italian clubs.',
        'Stone managed Orsa.',
        'Orsa was an Italian club.',
        'Stone managed Mira.',
        'Mira was an Italian club.',
      ],
    ],
    [
      'Stone has served on the boards of various charities, including the Vale Fund.',
      ['Stone has served on the boards of various charities.', 'Stone has served on the boards of the Vale Fund.'],
    ],
    [
      'Stone held several positions, including Director of Works.',
      ['Stone held several positions.', 'Stone held the position of Director of Works.'],
    ],
    [
      'Stone has played music at the Vale School with Ida Reed, Jon Marl, and Kit Fenn.',
      [
        'Stone has played music at the Vale School.',
        'Stone has played music with Ida Reed.',
        'Stone has played music with Jon Marl.',
        'Stone has played music with Kit Fenn.',
      ],
    ],
  ]);
  staysWhole(['Stone worked for the Department of Health, Education, and Welfare.']);
});

describe('examples of something else than the last plural', () => {
  staysWhole([
    'The blades were made to clear waste from the tracks, such as branches.',
    'The lake is surrounded by the hills of Marl, Tarn, and Fenn.',
  ]);
  splits([
    [
      'The drug is sold in countries such as Peru and Chile.',
      ['The drug is sold in countries.', 'The drug is sold in Peru.', 'The drug is sold in Chile.'],
    ],
    [
      'Some Andean countries have large reserves of oil, such as Peru and Chile.',
      [
        'Some Andean countries have large reserves of oil, such as Peru.',
        'Some Andean countries have large reserves of oil, such as Chile.',
      ],
    ],
    ['So they won the cup in 2015.', ['They won the cup in 2015.']],
  ]);
});

describe('members that look like clauses or words that look like joints', () => {
  staysWhole([
    'Stone was sentenced to six-and-a-half years in prison for fraud and negligence in office.',
    'Stone has a record of 13 wins, 2 losses, and 2 draws.',
    'Stone enjoys walking the coast, playing the harp, and reading the classics.',
    'Stone introduced various health and education schemes.',
  ]);
  splits([
    [
      'Stone has worked with some of the world’s most renowned singers, including Jon Marl and Ida Reed.',
      [
        'Stone has worked with some of the world’s most renowned singers.',
        'Stone has worked with Jon Marl.',
        'Stone has worked with Ida Reed.',
      ],
    ],
    [
      'Stone published several books, including Old Mill, The Paper Tree, and The Will to Live.',
      [
        'Stone published several books.',
        'Stone published Old Mill.',
        'Stone published The Paper Tree.',
        'Stone published The Will to Live.',
      ],
    ],
    [
      'Stone was born in Trinidad and Tobago on 4 April 1990.',
      ['Stone was born in Trinidad and Tobago.', 'Stone was born on 4 April 1990.'],
    ],
    [
      'Stone never came back to Hull, and retired in 2009.',
      ['Stone never came back to Hull.', 'Stone retired in 2009.'],
    ],
    ['Stone was born in Hull and educated at Leeds.', ['Stone was born in Hull.', 'Stone was educated at Leeds.']],
    [
      'Stone retired from the firm in 1934 and returned to the stage.',
      [
        'Stone retired from the firm.',
        'Stone retired in 1934.',
        'Stone retired from the firm in 1934.',
        'Stone returned to the stage.',
      ],
    ],
    [
      'Stone is an Indian lawyer, cricket administrator, and former President of the Board of Works.',
      [
        'Stone is Indian.',
        'Stone is a lawyer.',
        'Stone is a cricket administrator.',
        'Stone is a former President of the Board of Works.',
      ],
    ],
    [
      'Ida Reed is known for her work in the field of law and her books on crime.',
      ['Ida Reed is known for her work in the field of law.', 'Ida Reed is known for her books on crime.'],
    ],
  ]);
});

describe('circumstances of an event', () => {
  splits([
    [
      'Stone began his career in 1995 with a role in The Old Mill.',
      ['Stone began his career in 1995.', 'Stone began his career with a role in The Old Mill.'],
    ],
    [
      'Stone was signed by the Vale Rovers as a free agent in 2011.',
      ['Stone was signed by the Vale Rovers.', 'Stone was signed as a free agent.', 'Stone was signed in 2011.'],
    ],
    [
      'Stone won gold in the 400 metres at the 2011 Karsund Games.',
      ['Stone won gold in the 400 metres.', 'Stone won gold at the 2011 Karsund Games.'],
    ],
    [
      'Stone served as the ambassador to Peru from 2006 to 2008.',
      ['Stone served as the ambassador to Peru.', 'Stone served as the ambassador to Peru from 2006 to 2008.'],
    ],
    [
      'Stone has worked in the county library for over 20 years.',
      ['Stone has worked in the county library.', 'Stone has worked in the county library for over 20 years.'],
    ],
    [
      'In 1990 Stone founded the club with a friend.',
      ['In 1990 Stone founded the club.', 'Stone founded the club with a friend.'],
    ],
  ]);
  staysWhole([
    'In 1935 Stone died a few days after surgery.',
    'In 1826 Stone bought a house with a large glass window.',
    'In 2014 the firm moved to Leeds.',
    'Stone wrote a book on the history of trains in India.',
  ]);
});

describe('what else somebody did', () => {
  splits([
    [
      'Stone is an active philanthropist, supporting several charities in Hull.',
      ['Stone is an active philanthropist.', 'Stone supports several charities in Hull.'],
    ],
    [
      'Stone is a politician, having held the seat since 1997.',
      ['Stone is a politician.', 'Stone has held the seat since 1997.'],
    ],
    ['Stone died in 1986, having lost the seat.', ['Stone died in 1986.', 'Stone had lost the seat.']],
    [
      'Stone ran a shop before becoming mayor in 1990.',
      ['Stone ran a shop before becoming mayor in 1990.', 'Stone became mayor in 1990.'],
    ],
    [
      'Stone rose to fame for a part in a play, as well as for two books on Hull.',
      ['Stone rose to fame for a part in a play.', 'Stone rose to fame for two books on Hull.'],
    ],
    ['Stone won a medal as well as a prize.', ['Stone won a medal.', 'Stone won a prize.']],
  ]);
  staysWhole([
    'The old bridge, as well as the mill, was sold.',
    'The bridge was closed before being repaired.',
    'Stone is continuing a long acting and singing career.',
  ]);
  test('what may be the event’s doing is not the person’s', () => {
    assert.equal(
      normalizedClaims('Stone left the firm in 1990, causing a scandal.').includes('Stone caused a scandal.'),
      false,
    );
  });
});

describe('what is said of something beside the sentence’s subject', () => {
  splits([
    [
      'Only Mary and Jon grew up, Jon being three years younger than his sister.',
      ['Only Mary and Jon grew up.', 'Jon was three years younger than his sister.'],
    ],
    [
      'The loop line is closed, its bridge having collapsed.',
      ['The loop line is closed.', 'The loop line’s bridge has collapsed.'],
    ],
    [
      'Ida grew up in Hull, her father being a professor of law.',
      ['Ida grew up in Hull.', 'Ida’s father was a professor of law.'],
    ],
    [
      'Stone sold the two bikes, one of them being new.',
      ['Stone sold the two bikes.', 'Stone sold the two bikes, one of them being new.'],
    ],
    [
      'Stone is the founder of the company Tarn, which is a small dairy.',
      ['Stone is the founder of Tarn.', 'Tarn is a company.', 'The company Tarn is a small dairy.'],
    ],
    [
      'Stone met the manager of the mill, who sold bread in 1990.',
      ['Stone met the manager of the mill.', 'The manager of the mill sold bread in 1990.'],
    ],
    [
      'Stone visited the capital of Peru, which has a tower.',
      ['Stone visited the capital of Peru.', 'Stone visited the capital of Peru, which has a tower.'],
    ],
    [
      'Stone plays for the Marsh Larks, which he joined in 1987.',
      ['Stone plays for the Marsh Larks.', 'He joined the Marsh Larks in 1987.'],
    ],
    [
      'In 2018 Stone joined Karsund Rovers, where he has become a coach.',
      ['In 2018 Stone joined Karsund Rovers.', 'At Karsund Rovers, he has become a coach.'],
    ],
    [
      'Stone leads the union, which he used to start a strike.',
      ['Stone leads the union.', 'Stone leads the union, which he used to start a strike.'],
    ],
    ['As for the kiosks in Mill Lane, they closed in May.', ['The kiosks in Mill Lane closed in May.']],
    ['On Ida Reed: she grew up in Hull.', ['Ida Reed grew up in Hull.']],
  ]);
  staysWhole([
    'As for the Isle train, bikes cost nine euros.',
    'The works move to Brno by the end of March, which should save a million.',
  ]);
});

describe('what somebody is and where they are from', () => {
  splits([
    [
      'Stone is a successful artist and teacher from Australia.',
      ['Stone is a successful artist.', 'Stone is a teacher.', 'Stone is from Australia.'],
    ],
    [
      'Stone is a renowned Indian actor and writer.',
      ['Stone is Indian.', 'Stone is a renowned actor.', 'Stone is a writer.'],
    ],
    ['Stone is a South Korean singer.', ['Stone is South Korean.', 'Stone is a singer.']],
    [
      'Stone is a Guatemalan-born American nurse.',
      ['Stone is Guatemalan-born.', 'Stone is American.', 'Stone is a nurse.'],
    ],
    [
      'Stone was a pioneering Chinese-American actress.',
      ['Stone was Chinese-American.', 'Stone was a pioneering actress.'],
    ],
    [
      'Stone (born 5 May 1988 in Hull) is a nurse.',
      ['Stone was born on 5 May 1988.', 'Stone was born in Hull.', 'Stone is a nurse.'],
    ],
    ['Stone won the cup in 2011 and 2012.', ['Stone won the cup in 2011.', 'Stone won the cup in 2012.']],
    ['Stone is a Spanish former football player.', ['Stone is Spanish.', 'Stone is a former football player.']],
    [
      'Born on October 9, 1983 in El Tigre, Anzola, Stone is a nurse.',
      ['Stone was born on October 9, 1983.', 'Stone was born in El Tigre, Anzola.', 'Stone is a nurse.'],
    ],
  ]);
  staysWhole([
    'Stone is a professional French horn player.',
    'Stone is a teacher from the north of England.',
    'Stone won three cups in 2011 and 2012.',
    'Stone is a French-speaking nurse.',
  ]);
});

describe('references', () => {
  const cases: [text: string, claim: string][] = [
    [
      'Clerks who make six trips a year may apply for a card. They may keep all points.',
      'Clerks who make six trips a year may keep',
    ],
    ['The Kubo 3 replaces the Kubo. Its motor is new.', 'The Kubo 3’s motor is new.'],
    [
      'The sales manager retires in May. His successor starts in June.',
      'The sales manager’s successor starts in June.',
    ],
    [
      'Some 5,600 parcels were late when the vans came, and every one of them was on the road the next day.',
      'Every one of some 5,600 parcels was on the road the next day.',
    ],
  ];
  cases.push(
    [
      'The mill clock, made by the brewer Olin Marr, stood in the yard. It stopped in 1903.',
      'The mill clock stopped in 1903.',
    ],
    ['Kestrel is spoken in the valleys of the upper Torre. It has no written form.', 'Kestrel has no written form.'],
    ['The wind farm at Marl Moss has 12 turbines of 3 MW. It opened in 2019.', 'The wind farm at Marl Moss opened'],
    ['The Marl 300 heater warms two rooms. It weighs 12 kg.', 'The Marl 300 heater weighs 12 kg.'],
    ['Salt on the Water is a film by Ada Marr. It runs for two hours.', 'Salt on the Water runs for two hours.'],
    ['The cup, worth 400 pounds, was given in 1922. It is kept in Hull.', 'The cup is kept in Hull.'],
    ['The last mill, at Marl, was to close in May, but its lease was renewed.', 'The last mill’s lease was renewed.'],
    [
      'On average the alarm goes off twice a week. If it rings at night, the porter comes.',
      'If the alarm rings at night',
    ],
    [
      'The guard may not use the bridge, and its lamps are out until May; a fire broke out there.',
      'The bridge’s lamps are out until May.',
    ],
    [
      'Requests above the rate are answered with code 503, and nobody pays for them.',
      'Nobody pays for Requests above the rate.',
    ],
    ['Your brother can join you in the tea room. It has six tables.', 'The tea room has six tables.'],
    [
      'Marl is the fourth planet from Kestrel and the second smallest after Olin. Its colour is red.',
      'Marl’s colour is red.',
    ],
    [
      'The Marl (1931) is the fourth novel of Ada Stone, set in her native Hull. It sold 900 copies.',
      'The Marl sold 900 copies.',
    ],
    [
      'Paul Stone wrote it together with his wife, Mary Marr. They had already made nine films.',
      'Paul Stone and Mary Marr had already made nine films.',
    ],
    [
      'The Marl 8 sells for less than its predecessor, the Marl 7, though it has put on weight.',
      'The Marl 8 has put on weight.',
    ],
    ['That weekly test on Monday takes an hour. It can be left out in May.', 'That weekly test on Monday can be left'],
    ['The new pump uses less water, Marl Motors said on Monday. It costs more.', 'The new pump costs more.'],
    ['## Monthly Salary\n\nThe pay is 300 marks. It is looked at each April.', 'The pay is looked at each April.'],
    ['The mill was found by an engineer, Yuko Hara, from her window. It stood for years.', 'The mill stood for years.'],
    ['Mount Marl last erupted in 1902. It has two craters.', 'Mount Marl has two craters.'],
  );
  for (const text of [
    'The Marl Museum in Hull shows a model of the mill. Its builder cut the wheels by hand.',
    'The council must answer a request within a week; if it fails to, the request is granted.',
    'The guard opens three times a year; it is needed more often.',
    'Your brother can show you the mill and the tea room. It has six tables.',
    'The Marl 8 sells for less and resembles the Marl 7, though it has put on weight.',
    'The new pump was sold to Marl Motors, and replaced the Kestrel 200. It costs more.',
    'Ada sailed with the whaler Kestrel to Marl. It was old.',
    'The Marl Society gave a prize. Nobody made money from dye: it faded in the sun.',
    'Shares in Marl AG fell on Monday after the brewer cut its forecast. It expects less.',
    'Paul Stone met his sisters and Mary Marr. They had already made nine films.',
    'The Marl 300 replaces the Kestrel 200. It weighs 12 kg.',
    'The Marl Museum in Hull shows a working model of the mill. It has seven wheels.',
    'Lots were drawn for the patients. They were not told.',
  ])
    test(`two may be meant: ${text.slice(0, 60)}`, () =>
      assert.match(normalizedClaims(text).at(-1)!, /^(?:Its?|They|If it|Nobody made money from dye: it) /u));
  const plain = (text: string) => text.replaceAll('’', "'");
  for (const [text, claim] of cases)
    test(text.slice(0, 80), () =>
      assert.ok(
        normalizedClaims(text).some((found) => plain(found).startsWith(plain(claim))),
        normalizedClaims(text).join(' | '),
      ),
    );
});
