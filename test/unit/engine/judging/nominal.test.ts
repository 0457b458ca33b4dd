import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('verbs that the passage has as nouns', () => {
  testRelationship('nothing', [
    ['The museum has 14 rooms.', "There are 14 rooms in the museum's annex."],
    ['The museum has 14 rooms.', 'There are 14 rooms in the museum hotel.'],
    ['The museum has 14 rooms.', 'There are 14 rooms in the house behind the museum.'],
    ['The school was founded by Ada Noll.', "Ada Noll was the founder of the school's choir."],
    ['The school was founded by Ada Noll.', 'Ada Noll was a daughter of the founder of the school.'],
    ['The school was directed by Ada Noll.', 'Ada Noll was the deputy director of the school.'],
    ['Ada Noll writes for television.', 'Ada Noll (born 23 April 1978) is a former television writer who farms.'],
    ['The plant closed in 2011.', 'He fought the closure of the plant in 2011.'],
  ]);
});
