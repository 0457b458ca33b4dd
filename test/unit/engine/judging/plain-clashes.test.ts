import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a clash counts only where it is plain', () => {
  testRelationship('contradicts', [
    ['Havnbryg sold 12 million hectolitres of beer.', 'Havnbryg sold 1.2 million hectolitres of beer.'],
  ]);
  testRelationship('nothing', [
    ['Accounts are limited to 100 buckets.', 'Accounts are limited to 10 buckets in Halifax.'],
    ['In total the park has 122 pitches.', 'The park has 64 pitches.'],
    ['Revenue of the firm went down by 3 points.', 'Revenue of the firm went down to 9 points.'],
    ['The cheese was exported in 2019.', 'The cheese was exported in 2021.'],
    ['Harrow arrived on the plateau on 3 June.', 'Harrow left the plateau on 3 June.'],
    ['Adeyemi was acquitted of fraud.', 'Adeyemi was let off over the fraud but convicted of forgery.'],
    ['With gauze wounds closed after 23 days.', 'Wounds closed after 19 days with the dressing and 23 with gauze.'],
    [
      'Breakfast is included in the price.',
      'Breakfast is not included in the price except for guests who book directly.',
    ],
    ['No school opened on Tuesday.', 'The school opened on Tuesday.'],
    ['Bats are blind.', 'Some people say that bats are blind.'],
    ['Bats are blind.', 'Myth: bats are blind.'],
    ['Bats are not blind.', 'Some people say that bats are blind.'],
    ['Aznac was born in North Africa.', 'Aznac was born in Tunis.'],
    ["You don't have to use the app.", 'You can choose another day in the app; you cannot switch it off.'],
  ]);
});

describe("a figure between the same words as the claim's", () => {
  testRelationship('contradicts', [
    [
      'The frame is guaranteed for two years against breakage.',
      'The frame is guaranteed for ten years against breakage.',
    ],
    [
      'The boxes must be returned within 16 days of delivery.',
      'The boxes must be returned within 60 days of delivery.',
    ],
  ]);
  testRelationship('supports', [['Drivers must be at least 21 years old.', 'Drivers must be at least 21 years old.']]);
  testRelationship('nothing', [
    ['Orwin made a 1988 film.', 'Orwin made a 1968 film about the sea.'],
    ['The team has won four cups at home.', 'The team has won six cups at home.'],
    [
      'The lifeboat brought 38 people ashore in 2021.',
      'The lifeboat was launched 31 times, six more than in 2021, and brought 44 people ashore.',
    ],
    ['The account paid 2 per cent a year before 1 May.', 'The account pays 3 per cent a year from 1 May.'],
    ['Power lines killed 14 kites in Dorne.', 'Poison killed 23 kites in Dorne, more than power lines.'],
    ['The second edition came in three volumes.', 'The first edition came in two volumes.'],
    ['The trust gave 2 million crowns the year before last.', 'The trust gave 3 million crowns last year.'],
    ['The fence must be at least 2 m high.', 'The fence is 3 m high.'],
  ]);
});

describe('another edition, and a place inside another', () => {
  testRelationship('nothing', [
    ['The novel was published in 2001.', 'The novel was published in paperback in 2003.'],
    ['The film was released in 1998.', 'The film was released in Japan in 1999.'],
    ['The museum opened in 1991.', 'The museum opened to members in 1990.'],
    ['The firm was founded in Somerset.', 'The firm was founded in Bath.'],
    ['Ada Noll was born in Bath.', 'Ada Noll was born in Somerset.'],
  ]);
  testRelationship('contradicts', [
    ['The novel was published in 2001.', 'The novel was published in 2003.'],
    ['Ida Kern was born in Leeds.', 'Ida Kern was born in London.'],
    ['Ida Kern was born in Kent.', 'Ida Kern was born in Devon.'],
  ]);
});
