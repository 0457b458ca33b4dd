import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '#engine/text/nlp.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { findDates, serial } from '#engine/values/dates.ts';
import fc from '#test/support/property.ts';

function datesOf(text: string) {
  return findDates(analyse(text));
}

function only(text: string) {
  const found = datesOf(text);
  assert.equal(found.length, 1, `${text}: ${found.map((date) => date.text).join(' | ')}`);
  return found[0]!;
}

describe('findDates', () => {
  const day = serial(2001, 5, 3);
  const cases: [text: string, first: number, last: number][] = [
    ['It opened on 3 May 2001.', day, day],
    ['It opened on May 3, 2001.', day, day],
    ['It opened on the 3rd of May 2001.', day, day],
    ['It opened on 2001-05-03.', day, day],
    ['It opened in May 2001.', serial(2001, 5, 1), serial(2001, 5, 31)],
    ['It opened in 2001.', serial(2001, 1, 1), serial(2001, 12, 31)],
    ['It opened in the 1980s.', serial(1980, 1, 1), serial(1989, 12, 31)],
    ['It opened in the 19th century.', serial(1801, 1, 1), serial(1900, 12, 31)],
    ['It was open from 1990 to 1995.', serial(1990, 1, 1), serial(1995, 12, 31)],
    ['It opened between 1990 and 1995.', serial(1990, 1, 1), serial(1995, 12, 31)],
    ['It opened in the summer of 2001.', serial(2001, 6, 1), serial(2001, 8, 31)],
    ['It opened in Q3 2001.', serial(2001, 7, 1), serial(2001, 9, 31)],
    ['It fell in 146 BC.', serial(-146, 1, 1), serial(-146, 12, 31)],
  ];
  for (const [text, first, last] of cases) {
    test(text, () => {
      const date = only(text);
      assert.deepEqual([date.first, date.last], [first, last]);
    });
  }

  test('counts, names and the verb "may" are not dates', () => {
    for (const text of ['It has 2000 people.', 'It may open.', 'She saw Blade Runner 2049.', 'It costs $1999.']) {
      assert.deepEqual(datesOf(text), [], text);
    }
  });
});

describe('compareDates', () => {
  const cases: [claim: string, evidence: string, agreement: string][] = [
    ['It opened in 2001.', 'It opened in 2001.', 'equal'],
    ['It opened in 2001.', 'It opened on 3 May 2001.', 'contained'],
    ['It opened in the 1980s.', 'It opened in 1984.', 'contained'],
    ['It opened on 3 May 2001.', 'It opened in 2001.', 'vaguer'],
    ['It opened in 2001.', 'It opened in 2002.', 'clash'],
    ['It opened on 3 May 2001.', 'It opened on 4 May 2001.', 'clash'],
    ['It opened before 2005.', 'It opened in 2001.', 'contained'],
    ['It opened before 2000.', 'It opened in 2001.', 'clash'],
    ['It opened after 2000.', 'It opened in 2001.', 'contained'],
    ['It opened in 1992 or later.', 'It opened in 2000.', 'contained'],
    ['It opened before December.', 'It opened by the end of November.', 'equal'],
    ['It opened before December 2020.', 'It opened by the end of November 2020.', 'equal'],
    ['It opened before December.', 'It opened by the end of October.', 'clash'],
    ['It opened before December.', 'It opened after November.', 'clash'],
    ['It opened before December.', 'It opened by the end of November 2020.', 'clash'],
    ['It opened before December.', 'It opened by the end of December.', 'vaguer'],
    ['It opened before 1 February.', 'It opened after 1 February.', 'clash'],
    ['It was not open before July.', 'It was closed until July.', 'equal'],
    ['It was open until the end of January.', 'It was open before 1 February.', 'vaguer'],
    ['It was open until the end of January.', 'It was open from 1 February.', 'clash'],
    ['It opened in 2020.', 'It opened by the end of 2020.', 'vaguer'],
    ['It was open from 1945 to 1978.', 'It was open from 1945 to 1976.', 'clash'],
    ['It opened around 1990.', 'It opened in 1991.', 'vaguer'],
    ['It opened on 3 May.', 'It opened on 3 May 2001.', 'equal'],
    ['It opened on 4 May.', 'It opened on 3 May 2001.', 'clash'],
    ['It opened on 3 May 2001.', 'It opened on 3 May.', 'vaguer'],
  ];
  for (const [claim, evidence, agreement] of cases) {
    test(`${claim} / ${evidence}`, () => assert.equal(compareDates(only(claim), only(evidence)), agreement));
  }

  test('two years are equal or clash', () => {
    const year = fc.integer({ min: 1500, max: 2100 });
    fc.assert(
      fc.property(year, year, (a, b) => {
        const agreement = compareDates(only(`It opened in ${a}.`), only(`It opened in ${b}.`));
        assert.equal(agreement, a === b ? 'equal' : 'clash');
      }),
      { numRuns: 50 },
    );
  });
});
