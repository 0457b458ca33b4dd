import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('one thing under several descriptions', () => {
  testRelationship('supports', [
    ['Anna Berg was the first head of the Hartwell Museum.', "Anna Berg was the Hartwell Museum's first head."],
    [
      'The tap water of the island of Lund comes from a spring.',
      'The tap water of the island comes from a spring.',
      'Water on Lund',
    ],
    ['The pier was built by Norrland Marine.', 'Norrland Marine built the pier in 2014.'],
    [
      'José Ferrer was an actor.',
      'José Vicente Ferrer (January 8, 1912 – January 26, 1992), known as José Ferrer, was an American actor.',
    ],
    ['Tarn is a singer.', 'Ada Beth Moor (born 3 May 1979), known professionally as Tarn, is a singer from Hull.'],
    ['The caretaker has two keys.', 'The hall is open from 8 a.m. to 10 p.m. The caretaker has two keys.'],
    ['Ann Marsh retired in 2004.', 'Ann Marsh, the first head of the school, retired in 2004.'],
  ]);
  testRelationship('contradicts', [
    ['The Hartwell Museum employs 40 people.', 'The museum employs 55 people.', 'Hartwell Museum: yearly report'],
  ]);
  testRelationship('nothing', [
    [
      'The mill was destroyed in the flood of 1892.',
      'During the flood of 1892, which destroyed nine houses, the mill lost only its wheel.',
    ],
    [
      'The mill was destroyed in the flood of 1892.',
      'During the flood of 1892, which destroyed nine houses, the mill lost only its wheel.',
      'Orr Mill',
    ],
    ['Vic Noll is a rapper.', 'Victor Emil Orr, known by his pupil Vic Noll, is a rapper from Leeds.'],
    [
      'Ada Noll was the director of the gardens.',
      'He wrote to Ada Noll, the director of the gardens, and the gardener.',
    ],
    ['Ada Noll was the director of the gardens.', 'He wrote to Ada Noll, the former director of the gardens.'],
    ['Ada Noll was the director of the gardens.', 'He wrote to Ada Noll, the brother of the director of the gardens.'],
    ['Ada Noll was an engineer.', 'In the garden of Ada Noll, an engineer found a coin.'],
    [
      'Norrland Marine is a company founded in Port Ellin in 1987.',
      'Norrland Marine is an engineering company. Its bank was founded in Port Ellin in 1987.',
    ],
    [
      'Norrland Marine is a company founded in Port Ellin in 1987.',
      'Norrland Marine is an engineering company. It was founded in Karsund in 1987 and came to Port Ellin later.',
    ],
    [
      'The Hartwell Museum opened in 1931 beside the river Lenn.',
      'The Hartwell Museum stands beside the river Orr. It was opened on 3 May 1931.',
    ],
    ['Acme opened a factory in Leeds in 2019.', 'Acme is located in Leeds. It opened a factory in 2019.'],
    ['Anna Berg retired in Leeds in 2019.', 'Anna Berg lives in Leeds. She retired in 2019.'],
    ["Anna Berg was the museum's second head.", 'The first head of the Hartwell Museum met Anna Berg.'],
    ['Anna Berg won the prize in 2004.', 'Anna Berg was succeeded by Lena Holt. She won the prize in 2004.'],
    ['Acme was founded in 1990.', 'Acme bought Zeta. It was founded in 1990.'],
    ['Anna Berg died in 1990.', 'Anna Berg was a painter. Her father died in 1990.'],
    [
      'The Hartwell Museum cost 5 million euros.',
      'The Hartwell Museum has a glass roof. Its roof cost 5 million euros.',
    ],
    ['The Hartwell Museum cost 5 million euros.', 'The extension of the Hartwell Museum cost 5 million euros.'],
    ['The Hartwell Museum employs 40 people.', 'At the end of 2020 the museum employed 40 people.', 'Yearly report'],
    ['The Hartwell Museum employs 40 people.', 'The museum employs 40 people.', 'The Orr Museum in Hartwell'],
    [
      'The Hartwell Museum employs 40 people.',
      'A museum in Orr draws crowds. The museum employs 40 people.',
      'Hartwell in figures',
    ],
    ['The Hartwell Museum employs 40 people.', 'The naval museum employs 40 people.', 'Hartwell Museum'],
    ['The Hartwell Museum employs 40 people.', 'The museum shop employs 40 people.', 'Hartwell Museum'],
    ['The Hartwell Museum employs 40 people.', 'The museum in Orr employs 40 people.', 'Hartwell Museum'],
    ['The Hartwell Museum employs 40 people.', 'The museum employs 55 people.', 'Hartwell in figures'],
    ['Acme employs 300 workers.', 'The factory employs 300 workers.', 'Acme'],
    ['The Punic War ended in 1945.', 'The War ended in 1945.'],
    ['The Falklands War ended in 1945.', 'World leaders met. The War ended in 1945.'],
    ['Drake Bell employs 40 people.', 'The bell employs 40 people.', 'Drake'],
    ["Lund's tap water comes from a spring.", 'The tap water of the island comes from a spring.', 'From Orr to Lund'],
    ["Lund's tap water comes from a spring.", 'The tap water of another island comes from a spring.', 'Water on Lund'],
    [
      'Tom Hale has been the chief clerk since 2007.',
      'Tom Hale joined the bank in 2007 and was its chief clerk from 2007 to 2012.',
    ],
    ['Tom Hale had been the chief clerk since 2007.', 'Tom Hale was the chief clerk from 2009 to 2012.'],
    ['Leeds is a painter.', 'Ann Marsh, who lives in Leeds, is a painter.'],
  ]);
});

describe('a noun for a name with that noun behind it, of which the document tells', () => {
  const LAMP = 'The Brightwater lamp weighs 2 kilograms.';
  const TITLE = 'Brightwater lamp';
  testRelationship('supports', [
    [LAMP, 'The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'The lamp weighs 2 kilograms.', 'Brightwater'],
    [LAMP, 'The lamp weighs 2 kilograms.', 'Brightwater lamp: data sheet'],
    [LAMP, 'The Brightwater lamp has three switches. The lamp weighs 2 kilograms.', 'The Brightwater lamp'],
    ['The Kesk Haul e-bike has a range of 60 km.', 'The e-bike has a range of 60 km.', 'Kesk Haul e-bike'],
  ]);
  testRelationship('contradicts', [[LAMP, 'The lamp weighs 3 kilograms.', TITLE]]);
  testRelationship('nothing', [
    [LAMP, 'The lamp weighs 2 kilograms.', 'Orley lamp'],
    [LAMP, 'The lamp weighs 2 kilograms.', 'Orley lamp and Brightwater lamp'],
    [LAMP, 'The Orley lamp is older. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'An older lamp is sold in Orley. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'Its rival Orley costs less. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'Rivals cost less. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'The lamp in Orley weighs 2 kilograms.', TITLE],
    [LAMP, 'Another lamp is sold in Orley. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'It replaces a lamp of 1990. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'It was compared with two lamps. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'Orley Lamp is older. The lamp weighs 2 kilograms.', TITLE],
    [LAMP, "Orley's lamp is older. The lamp weighs 2 kilograms.", TITLE],
    [LAMP, 'The old lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'The lamp holder weighs 2 kilograms.', TITLE],
    [LAMP, "The lamp's holder weighs 2 kilograms.", TITLE],
    [LAMP, 'The other lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'A lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'The lamps weigh 2 kilograms.', TITLE],
    [LAMP, 'The lamp on the left weighs 2 kilograms.', TITLE],
    [LAMP, 'The lamp that Noll sells weighs 2 kilograms.', TITLE],
    [LAMP, 'Without its foot the lamp weighs 2 kilograms.', TITLE],
    [LAMP, 'The holder of the lamp weighs 2 kilograms.', TITLE],
    ['Every Brightwater lamp weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['Two Brightwater lamps weigh 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['The old Brightwater lamp weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['The Brightwater lamp holder weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['The foot of the Brightwater lamp weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['The Brightwater desk lamp weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
    ['The Noll Brightwater lamp weighs 2 kilograms.', 'The lamp weighs 2 kilograms.', TITLE],
  ]);
});
