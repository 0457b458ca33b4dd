import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('parts of the claim that belong to different members of a list', () => {
  testRelationship('nothing', [
    ['Lead is heavier than tin.', 'Lead is harder and iron heavier than tin.'],
    ['The red house is new.', 'The red house is old and the blue one new.'],
    ['Ada Noll won silver.', 'Ada Noll won gold and Ida Kern silver.'],
    ['Oak is used for the floor.', 'Oak is used for the beams and pine for the floor.'],
    ['Trains to York leave at nine.', 'Trains to York leave at six and those to Leeds at nine.'],
    ['The first race was won by Kern.', 'The first race was won by Noll and the second by Kern.'],
    ['The trust gets money from Sweden.', 'The trust gets money from Norway and advice from Sweden.'],
    ['Norby has 9,000 inhabitants.', 'Norby and Vessex have 3,000 and 9,000 inhabitants respectively.'],
    ['The lamps go out at 11 p.m. on Saturday.', 'The lamps go out at 11 p.m., on Saturday at midnight.'],
    ['The Gull was launched in 1901.', 'The Tern and the Gull were launched in 1901 and 1905 respectively.'],
    ['Zinc melts at 1,085 °C.', 'Copper and zinc melt at 1,085 °C and 420 °C, respectively.'],
  ]);
  testRelationship('supports', [
    ['Ada Noll won gold.', 'Ada Noll won gold and Ida Kern silver.'],
    ['The firm makes pumps and valves in Hull.', 'The firm makes pumps and valves in Hull and sells them in York.'],
  ]);
});

describe('parts of the claim that belong to another verb', () => {
  testRelationship('nothing', [
    ['The train arrived on time.', 'The train was due on time and arrived late.'],
    ['The strike began among the weavers.', 'The strike began among the dyers and had spread to the weavers by May.'],
    ['Ida Kern was born in Leeds.', 'Ida Kern was born in Hull and trained in Leeds.'],
  ]);
  testRelationship('supports', [
    ['The lamp was designed by Norby Works.', 'The lamp was designed and sold by Norby Works.'],
  ]);
});

describe('who does it and to whom it is done', () => {
  testRelationship('nothing', [
    ['Barlow United beat Creswick Town 3–1.', 'Barlow United were beaten 3–1 by Creswick Town.'],
    ['The choir absorbed the Priory Singers.', 'The choir was absorbed into the Priory Singers.'],
    ["Ida Kern was Rosa Keck's teacher.", 'Ida Kern was taught by Rosa Keck.'],
    ['The barn was destroyed in the fire.', 'In the fire, which destroyed two mills, the barn lost its roof.'],
  ]);
  testRelationship('supports', [
    ['The barn lost its roof in the fire.', 'In the fire, which destroyed two mills, the barn lost its roof.'],
    ['The barn was destroyed in the fire.', 'The barn was destroyed in the fire, which the wind had fanned.'],
  ]);
});

describe('a part of what is counted or ranked, and what is not done', () => {
  testRelationship('nothing', [
    ['70 per cent of pupils would like to cycle.', 'Of the pupils who come by bus, 70 per cent would like to cycle.'],
    [
      'The Ganter Falls are the highest falls in the canton.',
      'Among the falls that can be reached by bus the Ganter Falls are the highest in the canton.',
    ],
    ['The amount is 20 kilograms per load.', 'The amount permitted is 20 kilograms per load.'],
    ['The speed on the bridge is 30 km an hour.', 'The speed permitted on the bridge is 30 km an hour.'],
    ['The path crosses the stream.', 'The path goes round the lake without crossing the stream.'],
    [
      'The vicar poisoned the brother of Simms.',
      "'The vicar poisoned the brother of Simms,' a neighbour tells the police.",
    ],
    ['Aline Cazal became a doctor.', 'Aline Cazal intended to become a doctor and enrolled at Montpellier.'],
  ]);
  testRelationship('supports', [
    ['The Ganter Falls are the highest falls in the canton.', 'The Ganter Falls are the highest falls in the canton.'],
    ['The bridge is 400 metres long.', 'The bridge, built in 1890, is 400 metres long.'],
  ]);
});

describe('one word for two parts of the claim, and one name out of two', () => {
  testRelationship('nothing', [
    ['The code is sent to the sender.', 'The code is sent to the guest; the sender gets a receipt.'],
    [
      'Ada Kern leads the choir.',
      'The choir is led by the retired teacher Ossian Kern, whose daughter Ada runs the shop.',
    ],
    ['Export was introduced in Quillwave 4.2.', 'Quillwave 4.2 is out. Export, introduced in 4.0, is now a default.'],
  ]);
  testRelationship('supports', [
    ['The code is sent to the guest.', 'The code is sent to the guest; the sender gets a receipt.'],
  ]);
});

describe('figures that are differences, and lengths of time that are bounds', () => {
  testRelationship('nothing', [
    ['Marta Ingels received 1,904 votes.', 'Marta Ingels received 1,904 votes more than Rudi Kemp.'],
    ['The tour takes more than an hour.', 'The tour takes less than an hour.'],
    ['The tour takes more than an hour.', 'The tour takes an hour.'],
    ['The tour takes an hour.', 'The tour takes more than an hour.'],
  ]);
  testRelationship('supports', [
    [
      'Marta Ingels received 1,904 votes more than Rudi Kemp.',
      'Marta Ingels received 1,904 votes more than Rudi Kemp.',
    ],
    ['Marta Ingels received 1,904 votes.', 'Marta Ingels received 1,904 votes and Rudi Kemp 1,200.'],
  ]);
});

describe('a list that is denied as one', () => {
  const rule = 'Norby Ltd is liable for damage, but not for cash, jewellery or perishable goods.';
  testRelationship('nothing', [
    ['Norby Ltd is liable for jewellery.', rule],
    ['Norby Ltd is liable for perishable goods.', rule],
    ['Norby Ltd is not liable for cash.', rule],
  ]);
});

describe('members of a sentence that leave their verb out', () => {
  testRelationship('nothing', [
    [
      'Ferries to Little Orr are cancelled until noon.',
      'Ferries to Orr are cancelled until noon, those to Little Orr only overnight.',
    ],
    ['The long bar belongs at the sides.', 'The long bar belongs at the back, the two short ones at the sides.'],
    ['Text counts towards the limit.', 'Drawings are stored as images and count towards the limit, text does not.'],
    ['The tour lasts an hour.', 'The tour lasts ten minutes, the whole visit up to an hour.'],
    ['The Comet runs only on Fridays.', 'The Comet runs daily between Varn and Port Ysel, so far only on Fridays.'],
    ['Juniper goes in at the start.', 'Caraway goes in at the start, juniper only when it is served.'],
    ['The Plus plan synchronises ten devices.', 'The free plan synchronises two devices, the Plus plan ten.'],
  ]);
});

describe('words that the passage joins with others', () => {
  testRelationship('nothing', [
    ['Profit rose by 6 per cent.', 'Sales rose by 6 per cent, while profit fell.'],
    ['Admission to the show is free.', 'Admission to the hall is free, but the show must be paid for.'],
    ['Bonfires are allowed from April to October.', 'Bonfires are banned from April to October and otherwise allowed.'],
    ['The doctor gave the bottle to Noll.', 'Noll gave the bottle to the doctor.'],
    ['Memory use was reduced to about 900 MB.', 'Memory use was reduced from about 900 MB to about 150 MB.'],
    ['The gate was repaired in 2017.', 'The gate was repaired after the flood of 2017.'],
    ['Mats Oke cooks at the Grand.', 'Our chef Mats Oke, who cooked at the Grand, is from Hull.'],
    [
      'Ash Street is a novel by Agnes Mirov.',
      'The prize goes to Agnes Mirov for her version of the novel Ash Street by Levan Dolidze.',
    ],
    [
      'The solar park is the largest in Kent.',
      'The solar park was the largest in Kent until that at Hune was finished.',
    ],
    ['The app recognises handwriting.', 'The web version, unlike the app, does not recognise handwriting.'],
  ]);
  testRelationship('supports', [
    ['The ship was built in 1894.', 'Built in 1894, the ship was sold to Noll.'],
    ['Noll gave the bottle to the doctor.', 'Noll gave the bottle to the doctor in 1911.'],
    ['Ash Street is a novel by Levan Dolidze.', 'Ash Street is a novel by the Georgian writer Levan Dolidze.'],
  ]);
});
