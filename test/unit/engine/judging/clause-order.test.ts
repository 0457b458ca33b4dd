import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('clauses joined as cause, condition or time of one another', () => {
  testRelationship('nothing', [
    ['The bridge was icy because the bus turned back.', 'Because the bridge was icy, the bus turned back.'],
    ['The alarm rings if the doors lock.', 'If the alarm rings, the doors lock.'],
    ['When the valve opens, the pressure drops.', 'The valve opens when the pressure drops.'],
    ['The lamp turns red if the battery is low.', 'The battery is low if the lamp turns red.'],
    [
      'Visitors must enter the vault before they sign the book.',
      'Visitors must sign the book before they enter the vault.',
    ],
    ['Since the lake has risen, the dam was built.', 'Since the dam was built, the lake has risen.'],
    ['The well was deep although the village ran dry.', 'Although the well was deep, the village ran dry.'],
    ['The alarm sounds if the door is open.', 'The alarm sounds only if the door is open.'],
    ['The school closed because the roof leaked.', 'The roof leaked and the school closed.'],
    ['Ida Kern taught drawing before she retired in 1996.', 'Ida Kern retired in 1996 and taught drawing.'],
  ]);
  testRelationship('supports', [
    ['The valve opens when the pressure drops.', 'When the pressure drops, the valve opens.'],
    ['The doors lock if the alarm rings.', 'If the alarm rings, the doors lock.'],
    ['The mill was sold after the owner died.', 'The mill was sold in 1921 after the owner died.'],
    [
      'The team lost the cup because its keeper was injured.',
      'The team lost the cup because its keeper was injured, and the coach resigned in May.',
    ],
    [
      'The craft is named after Jack Foley of Vessex.',
      'The craft is named after Jack Foley of Vessex, who began in 1929.',
    ],
  ]);
});

describe('what holds for all others', () => {
  const LATE = "Claims approved by the 15th are paid with that month's salary, all others with the next.";
  testRelationship('supports', [["Claims approved by the 15th are paid with that month's salary.", LATE]]);
  testRelationship('nothing', [
    ['Claims are paid in May.', 'Claims are paid in May, all others in June.'],
    ['Claims approved in May are paid at once.', 'Claims approved in May are paid at once, all others unless refused.'],
    ['Claims approved in May are paid at once.', 'Claims approved in May are not paid at once, all others are.'],
    ['Claims are paid with the next salary.', LATE],
  ]);
});
