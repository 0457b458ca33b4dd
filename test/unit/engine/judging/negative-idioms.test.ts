import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('negative words that do not negate the clause', () => {
  testRelationship('supports', [
    ['The fish ladder was not finished until 2021.', 'The fish ladder beside the barrage was finished in May 2021.'],
    ['The tunnel was finished in 2021.', 'The tunnel was not finished until May 2021.'],
    ["The library didn't reopen until March 1998.", 'The library reopened on 3 March 1998.'],
    ['The museum opened only in 2021.', 'The museum opened in 2021.'],
    ['The museum opened only in 2021.', 'The museum opened in June 2021.'],
    ['The museum opened in 2021.', 'The museum was opened only in June 2021.'],
    ['The museum opened only after 2015.', 'The museum opened in 2021.'],
    ['Acme makes trains.', 'Acme makes not only trains but also buses.'],
    ['Acme does not make trains.', 'Acme no longer makes trains.'],
    ['Acme no longer makes trains.', 'Acme no longer makes trains in Leeds.'],
    ['The firm has at least 40 members.', 'The firm has no fewer than 40 members.'],
    ['The firm has no fewer than 40 members.', 'The firm has 52 members.'],
    ['The bridge was built by Jones.', 'The bridge was built not by Smith but by Jones.'],
    ['The bridge was built by Jones.', 'The bridge was not built by Smith but by Jones.'],
    ['Anna was not born in Rome but in Milan.', 'Anna was not born in Rome but in Milan.'],
    ['Anna did not swim.', 'Anna did not swim but walked in the sea.'],
    ['The road was completed by 2020.', 'The road was completed in 2018.'],
    ['The road was completed no later than 2020.', 'The road was completed in 2018.'],
  ]);
  testRelationship('contradicts', [
    ['The fish ladder was not finished until 2021.', 'The fish ladder was finished in May 2019.'],
    ['The tunnel was finished in 2019.', 'The tunnel was not finished until May 2021.'],
    ["The library didn't reopen until March 1998.", 'The library reopened in June 1997.'],
    ['No ferry crossed the strait before 1990.', 'A ferry crossed the strait in 1985.'],
    ['The museum did not open before 2021.', 'The museum opened in 2018.'],
    ['The museum opened only in 2021.', 'The museum opened in 2019.'],
    ['Acme makes trains.', 'Acme no longer makes trains.'],
    ['Acme no longer makes trains.', 'Acme makes trains.'],
    ['The firm has no more than 40 members.', 'The firm has 52 members.'],
    ['The firm has not fewer than 40 members.', 'The firm has 30 members.'],
    ['The bridge was built by Smith.', 'The bridge was not built by Smith but by Jones.'],
    ['The road was completed by 2020.', 'The road was completed in 2022.'],
    ['Anna was mayor in 2015.', 'Anna was mayor until 2010.'],
    ['Anna has been mayor since 2010.', 'Anna has been mayor since 2014.'],
    ['The library has been open since 2010.', 'The library has been open since 2014.'],
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
