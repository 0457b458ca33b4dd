import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('words that are implied by what the passage says more exactly', () => {
  testRelationship('nothing', [
    [
      'Paddles was released in France in 1994.',
      'Paddles is a 1994 American comedy film directed by Ada Noll and shot in France.',
    ],
    ['Paddles was published in 1994.', 'Paddles is a 1994 film by Ada Noll.'],
    ['Ada Noll was released in 1994.', 'Paddles is a 1994 American comedy film directed by Ada Noll.'],
    ['Tern was released in 1994.', 'Tern is a sequel to the 1994 film Paddles.'],
    ['Tern was released in 1994.', 'Tern is based on a 1994 film.'],
    ['The race ends at a casino.', 'The race ends behind the Crown Casino Hotel.'],
    ['Noll won a match against the award in 2004.', 'Noll won a match against Award Hull in 2004.'],
    ['Tern began a work by Noll.', 'Tern began a novel by Orr.'],
  ]);
});
