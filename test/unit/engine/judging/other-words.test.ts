import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('the other party of a verb, which the passage only refers to', () => {
  testRelationship('nothing', [
    [
      'Frank Orr designed the Castle Theatre.',
      'The Castle Theatre stands beside the exchange. The hall was designed by Frank Orr.',
    ],
    ['Lena Pell reviewed Ada Noll.', 'Ada Noll was an economist. Her book was reviewed by Lena Pell.', 'Ada Noll'],
    ['Frank Orr praised Ada Noll.', 'Frank Orr worked in Leeds. He was praised by Ada Noll.', 'Frank Orr'],
    ['Frank Orr praised Ada Noll.', 'Frank Orr was praised by Ada Noll.'],
  ]);
});

describe('names of two given names or two parts', () => {
  testRelationship('supports', [
    ['Marie-Luce Fabre refused the medal in 1949.', 'Fabre refused the medal in 1949.', 'Marie-Luce Fabre'],
  ]);
  testRelationship('nothing', [['The Paris-Lyon line opened in 1990.', 'The Lyon line opened in 1990.']]);
});

describe('infinitives and what stands before them', () => {
  testRelationship('supports', [
    ['In March the council decided to close the library.', 'The council decided in March to close the library.'],
  ]);
  testRelationship('nothing', [
    ['The council closed the library in March.', 'The council decided in March to close the library.'],
    ['The council decided to close the library.', 'The council discussed in March whether to close the library.'],
  ]);
});

describe('what only frames a statement', () => {
  testRelationship('nothing', [
    ['Boris Smeds was an engineer.', 'Boris Smeds, allegedly an engineer in Hull, insisted on trying it.'],
    ['Boris Smeds was an engineer.', 'If Boris Smeds, an engineer in Hull, were right, it would fail.'],
    ['The key is kept under the mat.', 'The key is kept by the mat.'],
  ]);
});

describe('figures and times in other words', () => {
  testRelationship('supports', [
    ['The pool closes at 12 noon.', 'The pool closes at noon.'],
    ['The samples are kept at -18 °C.', 'The samples are kept at minus 18 degrees Celsius.'],
    ['The samples are kept at -18 °C.', 'The samples are kept at −18 °C.'],
  ]);
  testRelationship('nothing', [['The pool closes at 8 a.m.', 'The pool closes at eight in the evening.']]);
  testRelationship('contradicts', [
    ['The samples are kept at 18 °C in the cellar.', 'The samples are kept at −18 °C in the cellar.'],
    [
      'Marta Pell won the stage in 3 hours and 12 minutes.',
      'Marta Pell won the stage in 3 hours, 41 minutes and 12 seconds.',
    ],
  ]);
});

describe('the whole that a sentence is about', () => {
  testRelationship('supports', [
    [
      'Leakage at Haldene Water fell by a fifth.',
      'Haldene Water delivered less in 2022. Leakage fell by a fifth. Farms used more.',
    ],
    ['Lumora recordings are encrypted on the camera.', 'Recordings are encrypted on the camera.', 'Lumora cameras'],
  ]);
  testRelationship('nothing', [
    [
      'Leakage at Haldene Water fell by a fifth.',
      'Haldene Water delivered less in 2022. Orr Water did better. Leakage fell by a fifth.',
    ],
    ['Leakage at Haldene Water fell by a fifth.', 'Orr Water sold Haldene Water in 2022. Leakage fell by a fifth.'],
    ['The train cannot be exchanged.', 'Saver tickets are tied to the train shown and cannot be exchanged.'],
    ['Lumora recordings are encrypted.', 'Recordings of Orr cameras are encrypted.', 'Lumora and Orr'],
  ]);
});
