import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a pronoun or description that means another than the title', () => {
  testRelationship('nothing', [
    ['Tom Hale bought the mill.', 'He met Hale in 1920 and bought the mill.', 'Tom Hale'],
    ['Tom Hale sold the mill in 1930.', 'In 1930 he sold the mill to Hale.', 'Tom Hale'],
    ['Tom Hale moved to York in 1930.', 'He was succeeded by Hale. He moved to York in 1930.', 'Tom Hale'],
    ['Mary Orton painted a portrait in 1930.', 'She painted a portrait of Mary Orton in 1930.', 'Mary Orton'],
    ['Mary Orton was launched in Hull in 1930.', 'The ferry honours Mary Orton. It was launched in Hull in 1930.'],
    [
      'Orford Rovers was founded in 1887.',
      'The ground is shared with Sutton Town. The club was founded in 1887.',
      'Orford Rovers',
    ],
    [
      'The Hotel Marina has 120 rooms.',
      'Across the square stands the Hotel Regent. The hotel has 120 rooms.',
      'Hotel Marina',
    ],
    [
      'The skin prick test takes two days.',
      'A patch test looks for allergies. The test takes two days.',
      'Skin prick test',
    ],
    [
      'Ardent Motors employs 900 people.',
      'Its main supplier is Bayline. The company employs 900 people.',
      'Ardent Motors',
    ],
    [
      'The Hartwell Museum was closed in 2012.',
      'The city also runs the Orr Museum. The museum was closed in 2012.',
      'The Hartwell Museum',
    ],
    [
      'Mary Orton opened the gallery in 1971.',
      'Ruth Aker, whom she had taught, opened the gallery in 1971.',
      'Mary Orton',
    ],
    ['The Bridge of Orr burned down in 1802.', 'A wooden bridge stood here. It burned down in 1802.', 'Bridge of Orr'],
    ['The Orr Clinic was founded in 1901.', 'The hospital works with the Orr Clinic. It was founded in 1901.'],
    ['Ash won two prizes.', 'The film of 1990 was shot in Hull. It won two prizes.', 'Ash (novel)'],
  ]);
  testRelationship('supports', [
    ['Mary Orton moved to York in 1930.', 'Orton painted. She moved to York in 1930.', 'Mary Orton'],
    [
      'Orford Rovers was founded in 1887.',
      'Orford Rovers is a football club in Marne. The club was founded in 1887.',
      'Orford Rovers',
    ],
  ]);
});

describe('one of several', () => {
  testRelationship('nothing', [
    ['Ada Noll wrote the code.', 'Ada Noll was one of the people who wrote the code.'],
    ['Ada Noll discovered the comet.', 'Ada Noll was a member of the team that discovered the comet.'],
    ['Ada Noll designed the tower.', 'Ada Noll was among those who designed the tower.'],
    ['Ada Noll built the tunnel.', 'Ada Noll worked for the firm that built the tunnel.'],
    ['Ada Noll wrote the code.', 'Ada Noll helped to write the code.'],
    ['Ada Noll is the director of the bank.', 'Ada Noll is one of the three directors of the bank.'],
    ['Ada Noll was the founder of the bank.', 'Ada Noll was the co-founder of the bank.'],
    ['Ada Noll was the founder of the bank.', 'Ada Noll was a founder of the bank.'],
  ]);
  testRelationship('supports', [
    ['Ada Noll built the tunnel.', 'Ada Noll was the engineer who built the tunnel.'],
    ['Ada Noll was one of the people who wrote the code.', 'Ada Noll was one of the people who wrote the code.'],
  ]);
});

describe('a rule, a figure or a place of less', () => {
  testRelationship('nothing', [
    ['The bill was adopted in March.', 'The bill was adopted in the lower house in March.'],
    ['The drug was approved in 2010.', 'The drug was approved in Canada in 2010.'],
    ['Smoking is banned.', 'Smoking is banned in the dining room.'],
    ['The policy covers water damage.', 'In the premium version the policy covers water damage.'],
    ['The policy covers water damage.', 'The policy covers water damage in the premium version.'],
    ['The fee is 40 euros.', 'The fee is 40 euros for students.'],
    ['The law applies to companies.', 'The law applies to foreign companies.'],
    ['The rule covers all workers.', 'The rule covers all part-time workers.'],
    ['Ten people died.', 'Ten people died in Marne County, and others elsewhere.'],
    ['Ada Noll wrote three novels.', 'Ada Noll wrote three novels under another name and two as herself.'],
    ['The firm closed 40 shops.', 'The firm closed 40 shops in Norway.'],
    ['The battle took place in Stane.', 'The battle took place on a heath, five kilometres from Stane.'],
    ['The camp lies in Orr.', 'The camp lies two miles south of Orr.'],
    ['The path crosses the stream.', 'The path goes round the lake without crossing the stream.'],
    ['Anglers catch bass every day.', 'Anglers often catch bass, but some days bring nothing at all.'],
    ['The ship sank in Dover.', 'The ship sank off Dover.'],
    ['York was chosen.', 'Leeds, York and Hull applied, and Hull was chosen.'],
  ]);
  testRelationship('supports', [
    ['The bill was adopted in the lower house in March.', 'The bill was adopted in the lower house in March.'],
    ['The fee is 40 euros.', 'The fee is 40 euros, payable in advance.'],
    ['Ada Noll wrote three novels.', 'Ada Noll wrote three novels and two plays.'],
    ['Ada Noll opened the bridge in 1990.', 'Ada Noll opened the bridge in Leeds in 1990.'],
    ['Ada Noll was born in Herat.', 'Ada Noll, born in Herat, grew up in Hamburg.'],
  ]);
});
