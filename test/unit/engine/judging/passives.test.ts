/** A passive that doesn't say by whom, behind what stands in front of its clause. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a passive behind a condition', () => {
  testRelationship('supports', [
    ['If it rains, the match is put off until Sunday.', 'If it rains, we put off the match until Sunday.'],
    ['If it rains, the match is put off until Sunday.', 'If it rains, we put the match off until Sunday.'],
    ['When the form is complete, the card is sent at once.', 'When the form is complete, we send the card at once.'],
  ]);
  testRelationship('nothing', [
    ['The match is put off until Sunday.', 'If it rains, we put off the match until Sunday.'],
    ['If it rains, the match is put off until Sunday.', 'We put off the match until Sunday if it snows.'],
    ['If it snows, the match is put off until Sunday.', 'If it rains, we put off the match until Sunday.'],
    ['If it rains, the match is put off until Sunday.', 'If it rains, no club puts off the match until Sunday.'],
    ['If it rains, the match is put off until Sunday.', 'If it rains, we never put off the match until Sunday.'],
    [
      'If it rains, the match is put off until Sunday.',
      'If it rains, guests ask us to put off the match until Sunday.',
    ],
  ]);
});
