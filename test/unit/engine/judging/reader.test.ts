import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('what is said to the reader', () => {
  testRelationship('supports', [
    ['You need a sick note from day eight.', 'From day eight you need a sick note.'],
    ['Exit the Hall is a drama.', 'Exit the Hall is an absurd drama by Ada Noll that was first played in 1962.'],
  ]);
  testRelationship('nothing', [
    ['You must clean the filter every month.', 'The filter must be cleaned every month by the landlord.'],
    ['You can end the contract at any time.', 'The contract can be ended by the landlord at any time.'],
    ['Clean the filter every month.', 'The filter was cleaned every month.'],
    ['You must clean the filter.', 'The filter may be cleaned.'],
    ['You changed the name in May.', 'The name was changed in May.'],
    ['You must keep the gate shut.', 'The farmer must keep the gate shut.'],
    ['You must return the key.', 'We must return the key.'],
    ['You can park in the yard.', 'If you have a permit, you can park in the yard.'],
    ['Use the blue drops four times a day.', 'If the eye hurts, use the blue drops four times a day.'],
    ['See You in Hull is a book.', 'See You in Hull is the seventh studio album by Tarn.'],
  ]);
});
