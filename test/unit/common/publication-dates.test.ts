import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeDate } from '#common/publication-dates.ts';
import fc from '#test/support/property.ts';

test('dates are as precise as the text', () => {
  const cases: [string, string | null][] = [
    ['2024', '2024'],
    ['2024-5', '2024-05'],
    ['2024/5/1', '2024-05-01'],
    ['2024-05-01T23:59:00-08:00', '2024-05-01'],
    ['5 March 2024', '2024-03-05'],
    ['March 5, 2024', '2024-03-05'],
    ['Mon, 05 Jan 2026 00:00:00 GMT', '2026-01-05'],
    ['2024-02-31', null],
    ['2024-13-01', null],
    ['last week', null],
    ['march', null],
    ['12', null],
    ['', null],
  ];
  for (const [text, date] of cases) assert.equal(normalizeDate(text), date, text);
  assert.equal(normalizeDate(undefined), null);
});

test('property: any text gives an ISO date or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String)), (text) => {
      const date = normalizeDate(text);
      if (date !== null) assert.match(date, /^\d{4}(?:-\d{2}){0,2}$/);
    }),
  );
});
