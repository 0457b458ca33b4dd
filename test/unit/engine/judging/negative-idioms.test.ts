import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('negative words that do not negate the clause', () => {
  testRelationship('supports', [
    ['Anna was not born in Rome but in Milan.', 'Anna was not born in Rome but in Milan.'],
  ]);
  testRelationship('nothing', [
    ["The library didn't reopen until March 1998.", 'The library did not reopen.'],
    ['The library did not reopen until the war was over.', 'The library reopened.'],
    ['The library did not reopen until the war was over.', 'The library did not reopen.'],
    ['No ferry crossed the strait until 1990.', 'A ferry crossed the strait in 1995.'],
    ['No ferry crossed the strait before 1990.', 'A ferry crossed the strait in 1995.'],
    ['The museum did not open before 2021.', 'The museum opened in 2022.'],
    ['The fair was held only in 2021.', 'The fair was held in 2021.'],
    ['Acme made trains.', 'Acme no longer makes trains.'],
    ['Acme no longer makes trains.', 'Acme made trains until 2010.'],
    ['Acme no longer makes trains.', 'Acme does not make trains.'],
    ['Anna was not born in Rome but in Milan.', 'Anna was born in Rome.'],
    ['The road was completed in 2018.', 'The road was completed by 2020.'],
    ['Anna was mayor in 2005.', 'Anna was mayor until 2010.'],
    ['Anna has been mayor since 2010.', 'Anna was mayor in 2012.'],
  ]);
});
