import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('only one thing can hold a unique role', () => {
  testRelationship('supports', [
    [
      'The hospital in Port Ellin is the largest employer on the island.',
      'The largest employer on the island is the hospital in Port Ellin, which employs 410 people.',
    ],
  ]);
  testRelationship('nothing', [
    ['The mill is the biggest employer in Thornby.', 'The biggest private employer in Thornby is the hospital.'],
    ['The mill is the biggest private employer in Thornby.', 'The biggest employer in Thornby is the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'The biggest employer in Thornby was the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'In 1990 the biggest employer in Thornby was the hospital.'],
    ['The mill was the biggest employer in Thornby.', 'In 1990 the biggest employer in Thornby was the hospital.'],
    ['The tower is the tallest structure in Leeds.', 'The tallest structure in Leeds is a building of 40 storeys.'],
    ['The mill is the biggest employer in Thornby.', 'The second biggest employer in Thornby is the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'One of the biggest employers in Thornby is the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'The biggest employer in Leeds is the hospital.'],
    ['The mill is a big employer in Thornby.', 'The biggest employer in Thornby is the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'The biggest employer in Thornby is the company.'],
    ['The mill is the biggest employer in Thornby.', 'The biggest employer in Thornby may be the hospital.'],
    ['The mill is the biggest employer in Thornby.', 'The biggest employer in Thornby is not the hospital.'],
    ['Everest is the highest mountain in Asia.', 'The highest mountain in Asia is the peak on the border.'],
  ]);
});
