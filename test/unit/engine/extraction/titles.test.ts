import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import { segment } from '#engine/extraction/layout/segments.ts';
import { sentences } from '#engine/text/sentences.ts';

const run = (content: string) => extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false });
const normalized = (content: string) => run(content).claims.map((claim) => claim.normalized_claim);
const BODY = 'The lighthouse was lit in 1871.';

describe('titles are no claims', () => {
  const titles = [
    'Three decades of mining at Karsund',
    'How the lock works',
    'What it costs',
    'Who pays for it',
    'Ships, rails and roads',
    'Lessons learned from the flood',
    'Awards won',
    'Meet the crew',
  ];
  for (const title of titles) {
    test(`# ${title}`, () => assert.deepEqual(normalized(`# ${title}\n\n${BODY}\n`), [BODY]));
    test(`${title} (underlined)`, () => assert.deepEqual(normalized(`${title}\n=====\n\n${BODY}\n`), [BODY]));
    test(`${title} (plain)`, () => {
      const output = run(`${title}\n\n${BODY}\n`);
      assert.deepEqual(
        output.claims.map((claim) => claim.normalized_claim),
        [BODY],
      );
      assert.deepEqual(output.missing_spans, []);
    });
  }
  test('a title in bold before its text', () => {
    assert.deepEqual(normalized(`**Meals and beds.** ${BODY}\n`), [BODY]);
    assert.deepEqual(normalized(`**The hall has two doors.** ${BODY}\n`), ['The hall has two doors.', BODY]);
  });
  test('a title directly above its text', () => {
    assert.deepEqual(normalized(`Keepers of the light\n${BODY}\n`), [BODY]);
  });
  test('a title that states something stays a claim', () => {
    assert.deepEqual(normalized(`# Karsund closes two mines\n\n${BODY}\n`), ['Karsund closes two mines.', BODY]);
    assert.deepEqual(normalized(`The mayor was fined in 2011\n\n${BODY}\n`), ['The mayor was fined in 2011.', BODY]);
  });
  test('a title does not change the antecedent of "it"', () => {
    const text = 'The Karsund Tower was built in 1901.\n\n## What it cost\n\nIt cost 3 million euros.\n';
    assert.equal(normalized(text)[1], 'The Karsund Tower cost 3 million euros.');
  });
});

describe('wrapped lines belong together', () => {
  test('a claim has the line break in its span and a space in its text', () => {
    const text =
      '# Karsund\n\nThe lighthouse at the western end of the long breakwater of Karsund was lit for the first time in the year\n1871. A keeper lived\nin it.\n';
    const [claim] = run(text).claims;
    assert.match(claim!.original_span, /year\n1871\.$/u);
    assert.match(claim!.normalized_claim, /in the year 1871\.$/u);
  });
  test('in a narrow column a wrapped line may end before a name', () => {
    const text = 'The lighthouse was built by the\nNorsk Stone Company in 1871, and\nthe harbour was deepened.';
    assert.deepEqual(sentences(text), [{ start: 0, end: text.length }]);
  });
  test('a short line with room for the next word stands alone', () => {
    const text = 'The keepers\nThe lighthouse at Karsund was lit by four keepers until 1957.';
    assert.deepEqual(
      sentences(text).map(({ start, end }) => text.slice(start, end)),
      text.split('\n'),
    );
  });
  test('a number or dash at the beginning of a wrapped line starts no list', () => {
    const text = [
      'The new breakwater of the harbour at Karsund was finished on Friday the',
      '30. April, long after the old one – the work of two generations',
      '– had been swept away.',
    ].join('\n');
    assert.deepEqual(new Set(segment(text).segments.map(({ kind }) => kind)), new Set(['sentence']));
  });
});
