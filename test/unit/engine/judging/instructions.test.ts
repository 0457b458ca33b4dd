/** What a leaflet tells to do, for what must be done, in sentences and in rows; the price that it writes behind a colon. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('an instruction', () => {
  testRelationship('supports', [
    ['The filter must be rinsed weekly.', 'Rinse the filter weekly.'],
    ['The filter has to be rinsed once a week.', 'Rinse the filter once a week.'],
    ['The pump should not be opened while it is warm.', 'Do not open the pump while it is warm.'],
    ['The lid must never be opened during the wash.', 'Never open the lid during the wash.'],
    ['You must close the lid before you start.', 'Close the lid before you start.'],
    ['Before a wash the lid must be closed.', 'Before a wash, close the lid.'],
    ['If the lamp blinks, the filter should be cleaned.', 'If the lamp blinks, clean the filter.'],
    ['Sprays must be kept in the fridge.', 'Keep sprays in the fridge.'],
  ]);
  testRelationship('nothing', [
    ['The filter must be rinsed weekly.', 'If the water is hard, rinse the filter weekly.'],
    ['The filter must be rinsed weekly.', 'Rinse the filter weekly or replace it.'],
    ['The filter must be rinsed weekly.', 'Do not rinse the filter weekly.'],
    ['The filter must be rinsed weekly.', 'We rinse the filter weekly.'],
    ['The filter must be rinsed weekly.', 'You may rinse the filter weekly.'],
    ['The filter must be rinsed weekly.', 'Rinse the filter weekly unless it is new.'],
    ['The filter must be rinsed weekly.', 'Stop rinsing the filter weekly.'],
    ['The filter must be rinsed weekly.', 'Rinse the old filter weekly.'],
    ['The filter must be rinsed weekly.', 'Some say: "Rinse the filter weekly."'],
    ['The filter must be rinsed weekly.', 'Rinse the filter monthly.'],
    ['The filter need not be rinsed weekly.', 'Rinse the filter weekly.'],
    ['The filter does not have to be rinsed weekly.', 'Rinse the filter weekly.'],
    ['The filter may be rinsed weekly.', 'Do not rinse the filter weekly.'],
    ['The filter must be rinsed by the owner.', 'Rinse the filter.'],
    ['The pump should not be opened.', 'Do not open the pump while it is warm.'],
    ['The pump should be opened.', 'Do not open the pump.'],
    ['The pump had to be opened.', 'Open the pump.'],
    ['Visitors must close the lid.', 'Close the lid.'],
    ['All lids must be closed.', 'Close the lids.'],
  ]);
});

const MEDICINES = `Medicine | What to do
Loratine, fexadine | Stop 5 days before the test
Steroid creams | Do not use on the arms for 7 days before the test
Asthma inhalers | Carry on as usual
Tablets, more than 10 mg | Take with water
Eye drops | Stop 3 days before the test unless you are pregnant`;

describe('a row that tells what to do', () => {
  testRelationship('supports', [
    ['Steroid creams should not be used on the arms for 7 days before the test.', MEDICINES],
    ['Carry on with your asthma inhalers as usual.', MEDICINES],
    ['Loratine must be stopped 5 days before the test.', MEDICINES],
  ]);
  testRelationship('contradicts', [['Fexadine has to be stopped 3 days before the test.', MEDICINES]]);
  testRelationship('nothing', [
    ['Inhalers must be stopped 5 days before the test.', MEDICINES],
    ['Creams should not be used on the arms for 7 days before the test.', MEDICINES],
    ['Steroid creams should be used on the arms for 7 days before the test.', MEDICINES],
    ['Steroid creams should not be used for 7 days before the test.', MEDICINES],
    ['Steroid creams may be used on the arms.', MEDICINES],
    ['Carry on with your steroid creams as usual.', MEDICINES],
    ['Tablets must be taken with water.', MEDICINES],
    ['All fexadine must be stopped 5 days before the test.', MEDICINES],
    ['Fexadine must be stopped before the test.', MEDICINES],
    ['Fexadine must be stopped 5 days after the test.', MEDICINES],
    ['Fexadine must be stopped by patients 5 days before the test.', MEDICINES],
    ['Liquid fexadine must be stopped 5 days before the test.', MEDICINES],
    ['Eye drops must be stopped 3 days before the test.', MEDICINES],
    ['Loratine must be stopped 5 days before the test.', MEDICINES.replace('What to do', 'Our rival says')],
  ]);
});

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

describe('a price behind a colon', () => {
  testRelationship('supports', [
    ['An owl evening costs £9.', 'Owl evenings: Fridays in May at 8.30 pm, £9, no more than 15 people.'],
    ['Owl evenings cost £9.', 'Owl evenings: Fridays in May at 8.30 pm, £9, no more than 15 people.'],
    ['A day ticket costs £12.', 'Day ticket: £12.'],
  ]);
  testRelationship('nothing', [
    ['An owl evening costs £9.', 'Owl evenings: Fridays in May, £9, children £5.'],
    ['An owl evening costs £9.', 'Owl evenings: Fridays in May, from £9.'],
    ['An owl evening costs £9.', 'Owl evenings: Fridays in May, £9 less for members.'],
    ['An owl evening costs £9.', 'Owl evenings: until May £9.'],
    ['An owl evening costs £9.', 'Owl evenings: Fridays, formerly £9.'],
    ['An owl evening costs £9.', 'Owl evenings: about £9.'],
    ['An owl evening costs £9.', 'Owl evenings: the deposit is £9.'],
    ['An owl evening costs £9.', 'Owl evenings: the warden said, £9.'],
    ['An owl evening costs £9.', 'Some owl evenings: Fridays, £9.'],
    ['An owl evening costs £9.', 'Late owl evenings: Fridays, £9.'],
    ['An evening costs £9.', 'Owl evenings: Fridays, £9.'],
    ['An owl evening cost £9.', 'Owl evenings: Fridays, £9.'],
    ['An owl evening in May costs £9.', 'Owl evenings: Fridays in June, £9.'],
  ]);
});
