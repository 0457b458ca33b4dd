/** "Last year" keeps its words; what year that is stands beside the claim if the text says when it was written. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf } from '#test/support/claims-of.ts';

const SALES = 'Last year Kubo sold 40 lamps.';
const lastOf = (content: string) => claimsOf(content).at(-1)!;

describe('a text that gives its date', () => {
  for (const beginning of [
    'Karsund, 3 May 2024\n\nThe shop opened.',
    'Published: 3 May 2024\n\nThe shop opened.',
    '# Lamps\n\nUpdated May 2024\n\nThe shop opened.',
    'Hello Ada, this is what I know of lamps as of May 2024.',
  ])
    test(beginning.split('\n')[0]!, () => {
      const { normalized_claim, dates_and_temporal_scope, limitations } = lastOf(`${beginning}\n\n${SALES}`);
      assert.equal(normalized_claim, SALES);
      assert.deepEqual(dates_and_temporal_scope, ['Last year', '2023']);
      assert.deepEqual(limitations, ['relative_date: "Last year" is 2023, counted from the date that the text gives.']);
    });

  test('what is finer than the date of the text is not resolved', () => {
    const { dates_and_temporal_scope } = lastOf(
      'Updated May 2024\n\nThe shop opened.\n\nKubo sold 40 lamps yesterday.',
    );
    assert.deepEqual(dates_and_temporal_scope, ['yesterday']);
  });

  test('what is quoted is not resolved', () => {
    const text = 'Ada Stone said "we sold it last year" in 1990.';
    assert.deepEqual(lastOf(`Karsund, 3 May 2024\n\nThe shop opened.\n\n${text}`).limitations, []);
  });
});

describe('a text without a date of its own, whatever day it is sent', () => {
  for (const beginning of [
    'The mill burned down on 3 May 1994.',
    '# The Karsund fire of 3 May 1994',
    'As of 1 May 2024 the fee is 4 euros.',
    'Oslo, 3 May 2024\n\nBergen, 4 June 2025',
    'Karsund, 3 May 2027',
  ])
    test(beginning.split('\n')[0]!, () => {
      const { normalized_claim, dates_and_temporal_scope, limitations } = lastOf(
        `${beginning}\n\nThe shop opened.\n\n${SALES}`,
      );
      assert.equal(normalized_claim, SALES);
      assert.deepEqual(dates_and_temporal_scope, ['Last year']);
      assert.deepEqual(limitations, []);
    });
});
