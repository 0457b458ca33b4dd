import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a clash counts only where it is plain', () => {
  testRelationship('contradicts', [
    ['Havnbryg sold 12 million hectolitres of beer.', 'Havnbryg sold 1.2 million hectolitres of beer.'],
    ['The firm earned 300 million crowns.', 'The firm earned a total of 400 million crowns.'],
    ['The lamp weighs 78 g without its battery.', 'The lamp weighs 78 g with its battery.'],
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
  ]);
});
