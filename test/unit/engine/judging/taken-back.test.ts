import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a comment behind a comma that narrows the whole or takes it back', () => {
  testRelationship('nothing', [
    ['Ida Ross won the seat.', 'Ida Ross won the seat, a hoax.'],
    ['The seats sold for £12.', 'The seats sold for £12, against £10 for pupils.'],
    ['The bus arrived at ten.', 'The bus arrived at ten, an hour later on Mondays.'],
    ['The sheds burned.', 'The sheds burned, half of them.'],
    ['The rule covers lorries.', 'The rule covers lorries, up to 4 tonnes.'],
    ['The firm cut fees.', 'The firm cut fees, restoring them in May.'],
  ]);
  testRelationship('supports', [
    ['Sales of the mill fell.', 'Sales of the mill fell, a reduction of 12 per cent.'],
    ['The seats sold for £12.', 'The seats sold for £12, against £10 a year before.'],
    ['The mill drew 9,000 guests in 2011.', 'The mill drew 9,000 guests in 2011, after 8,400 in the year before.'],
  ]);
});

describe('a relative clause that exempts, gives back, or is said of the whole', () => {
  testRelationship('nothing', [
    ['The order bans lorries.', 'The order bans lorries, which exempts buses.'],
    ['The fare is £4.', 'The fare is £4, which excludes luggage.'],
    ['The bank paid £7 million.', 'The bank paid £7 million, of which £6 million was returned.'],
    ['The moon is hollow.', 'The moon is hollow, which nobody believes.'],
    ['The fare is £4.', 'The fare is £4, which applies on Mondays.'],
  ]);
  testRelationship('supports', [['The bank closed the mill.', 'The bank closed the mill, which stands in Lyon.']]);
});

describe('a description before a name', () => {
  testRelationship('nothing', [
    ['Jordan was born in 1963.', 'The singer Jordan was born in 1990.'],
    ['Georgia has 60 employees.', 'The retailer Georgia has 40 employees.'],
    ['Amazon burned.', 'The retailer Amazon burned.'],
    ['Lear died in 1910.', 'King Lear died in 1920.'],
  ]);
  testRelationship('supports', [['Ada Noll resigned.', 'The botanist Ada Noll resigned.']]);
});

describe('a later predicate or clause that undoes the one before', () => {
  testRelationship('nothing', [
    ['The council banned barbecues.', 'The council banned barbecues and withdrew the ban.'],
    ['The union won the case.', 'The union won the case and lost on appeal.'],
    ['Rents were cut.', 'Rents were cut and restored.'],
    ['The council banned barbecues.', 'The council banned barbecues; the court lifted the ban.'],
  ]);
  testRelationship('supports', [['Ida Ross joined the firm.', 'Ida Ross joined the firm and left it in May.']]);
});

describe('one of many, that others may have made, or made at another time', () => {
  testRelationship('nothing', [
    ['Ida Ross directed plays.', 'Plays were directed by Tom Hale.'],
    ['Ida Ross composed hymns.', 'Hymns were composed by Tom Hale.'],
    ['Plays were directed by Ida Ross.', 'Plays were directed by Tom Hale.'],
    ['The firm opened a shop in 1995.', 'The firm opened a shop in 1990.'],
  ]);
  testRelationship('contradicts', [
    ['The hymn was composed by Ida Ross.', 'The hymn was composed by Tom Hale.'],
    ['The firm opened the shop in 1995.', 'The firm opened the shop in 1990.'],
  ]);
});

describe('a pronoun behind a quantifier or beside somebody else', () => {
  testRelationship('nothing', [
    ['No cafés made money.', 'In May no cafés closed. They made money.'],
    ['Noll left.', 'Noll wrote to Ross. He left.'],
    ['Noll died.', 'Noll met a baker. He died.'],
    ['The ferry sank.', 'The ferry rammed a trawler. It sank.'],
    ['Park visitors wear red hats.', 'Park visitors meet the guides. They wear red hats.'],
  ]);
  testRelationship('supports', [['Noll left.', 'Noll painted in Lyon. He left.']]);
});

describe('a description of what the sentence before names beside the subject', () => {
  testRelationship('nothing', [
    ['Orme closed.', 'Orme bought a firm. The firm closed.'],
    ['Orme closed.', 'In 1990 Orme left the club. The club closed.'],
    ['Orme was fined.', 'In 1990 Orme joined a council. The council was fined.'],
  ]);
});

describe('the letter of a number that is a name', () => {
  testRelationship('nothing', [
    ['Section 31A was repealed.', 'Section 31 was repealed.'],
    ['Route 31A was opened in 2019.', 'Route 31 was opened in 2019.'],
    ['Section 31 was repealed.', 'Section 31A was repealed.'],
    ['Hepatitis is a virus.', 'Hepatitis A is a virus.'],
  ]);
  testRelationship('supports', [['Route 31A was opened in 2019.', 'In 2019 Route 31A was opened.']]);
});

describe('what is denied of an earlier time, and what holds after a figure is added', () => {
  testRelationship('nothing', [
    ['Noll had never won the cup.', 'Noll won the cup.'],
    ['Noll had never seen the sea.', 'Noll saw the sea.'],
    ['The mill had never been sold.', 'The mill was sold.'],
    ['The firm earned £9m.', 'The firm earned £9m, after £2m was added by mistake.'],
    ['The firm lost £9m.', 'The firm lost £9m, after 3% tax.'],
    ['The cleaner mopped the hall.', 'The cleaner mopped the hall, not in full.'],
    ['Ida Ross works on Sundays.', 'Ida Ross works on Sundays, not on most.'],
  ]);
});
