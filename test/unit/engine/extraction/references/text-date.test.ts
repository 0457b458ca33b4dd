/** From which day "last year" counts: the text's own date if it states one, else the request's. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

function lastOf(content: string) {
  const { claims } = extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false });
  const { normalized_claim, limitations } = claims.at(-1)!;
  return { text: normalized_claim, limitations };
}

const SALES = 'Last year Kubo sold 40 lamps.';

describe('relative dates count from the date that the text gives', () => {
  const dated = [
    'Karsund, 3 May 2024\n\nThe shop opened.',
    'Published: 3 May 2024\n\nThe shop opened.',
    '# Lamps\n\nUpdated May 2024\n\nThe shop opened.',
    'Hello Ada, this is what I know of lamps as of May 2024.',
  ];
  for (const beginning of dated)
    test(beginning.split('\n')[0]!, () => {
      const { text, limitations } = lastOf(`${beginning}\n\n${SALES}`);
      assert.equal(text, 'In 2023 Kubo sold 40 lamps.');
      assert.match(limitations[0]!, /counted from the date that the text gives/);
    });
});

describe('relative dates count from the request', () => {
  const undated = [
    'The mill burned down on 3 May 1994.',
    '# The Karsund fire of 3 May 1994',
    'As of 1 May 2024 the fee is 4 euros.',
    'Oslo, 3 May 2024\n\nBergen, 4 June 2025',
    'Karsund, 3 May 2027',
  ];
  for (const beginning of undated)
    test(beginning.split('\n')[0]!, () =>
      assert.equal(lastOf(`${beginning}\n\nThe shop opened.\n\n${SALES}`).text, 'In 2025 Kubo sold 40 lamps.'),
    );
});

test('what is finer than the date of the text stays as written', () => {
  const { text, limitations } = lastOf('Updated May 2024\n\nThe shop opened.\n\nKubo sold 40 lamps yesterday.');
  assert.equal(text, 'Kubo sold 40 lamps yesterday.');
  assert.deepEqual(limitations, []);
});
