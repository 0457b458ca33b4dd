/** What holds under one condition, or at one time or place, said in two clauses; and two clauses that both hold. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

const SIGNS =
  'If two of the three signs (heat, swelling, pain) are present, infection is likely, and treatment may begin.';

describe('what holds under a condition', () => {
  testRelationship('supports', [
    ['If two of the three signs are present, infection is likely.', SIGNS],
    ['If two of the three signs are present, treatment may begin.', SIGNS],
  ]);
  testRelationship('nothing', [
    ['Infection is likely.', SIGNS],
    ['If one of the three signs is present, infection is likely.', SIGNS],
    ['If two of the three signs are present, infection is likely.', SIGNS.replace(', pain', '')],
    ['If two of the three signs are present, infection is likely.', SIGNS.replace('and treatment', 'or treatment')],
    ['If two of the three signs are present, treatment may begin.', SIGNS.replace('may begin', 'may not begin')],
    ['If two of the three signs are present, treatment may begin.', SIGNS.replace('and', 'and unless it heals')],
    ['The two halls are open.', 'The two halls (on Sundays only, and Mondays) are open.'],
    ['If tea is sold, cake is sold.', 'If the hall is open, tea is sold, and cake is sold.'],
  ]);
});

describe('a time or place in front of two clauses', () => {
  const HERONS = 'In 2024 five males were heard booming and three nests were found.';
  const GATE = 'In winter the paths are closed, and the gate is locked.';
  testRelationship('supports', [
    ['In 2024 three nests were found.', HERONS],
    ['In winter the paths are closed.', GATE],
    ['In winter the gate is locked.', GATE],
    ['The owner left on Tuesday.', 'On Monday the bridge closed and the owner left on Tuesday.'],
  ]);
  testRelationship('contradicts', [['In 2024 six nests were found.', HERONS]]);
  testRelationship('nothing', [
    ['The gate is locked.', GATE],
    ['Three nests were found.', HERONS],
    ['Fishing was allowed.', 'Under the old rules the hides were free and fishing was allowed.'],
    ['Loans are free.', 'This week the hall is shut and loans are free.'],
    ['Loans are banned.', 'To guests the hall is shut and loans are banned.'],
    ['In winter the gate is locked.', GATE.replace('and', 'or')],
    ['In winter the gate is locked.', GATE.replace('and', 'and in summer')],
    ['In winter the gate is locked.', GATE.replace('winter', 'summer')],
    ['In winter the gate is locked.', GATE.replace('the paths', 'the warden says the paths')],
    ['In winter the gate is locked.', GATE.replace('the paths', 'no paths')],
    ['In winter all paths are closed.', GATE],
    ['On 3 May the owner left.', 'On 3 May the mill closed and the owner left in June.'],
    ['On 3 May the owner left.', 'On 3 May the mill closed and the owner later left.'],
    ['In Orr the owner left.', 'In Orr the mill closed and there the owner left.'],
    ['In Orr the gate is locked.', 'In Orr the paths were closed and the gate is locked.'],
    ['In 2024 three nests were found.', 'In 2024 no males were heard and in 2023 three nests were found.'],
  ]);
});

describe('a concession', () => {
  testRelationship('supports', [
    [
      'Allow an hour for your visit, although the scan itself takes about 20 minutes.',
      'Allow an hour for your visit; the scan itself takes about 20 minutes.',
    ],
    ['The lift is slow, but the stairs are steep.', 'The lift is slow, although the stairs are steep.'],
  ]);
  testRelationship('nothing', [
    ['The lift is slow, but the stairs are steep.', 'The lift is slow because the stairs are steep.'],
    ['The lift is slow, although the stairs are steep.', 'The lift is slow; some say the stairs are steep.'],
    ['The lift is slow, although the stairs are steep.', 'The lift is slow if the stairs are steep.'],
    ['The lift is slow, although the stairs are steep.', 'The lift is slow or the stairs are steep.'],
    ['All but the stairs are steep.', 'All; the stairs are steep.'],
  ]);
});
