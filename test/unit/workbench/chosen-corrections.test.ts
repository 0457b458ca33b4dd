import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '#test/support/property.ts';
import { CORRECTIONS_PER_PAGE, chosenCorrections, withoutField } from '#workbench/chosen-corrections.ts';
import { correctedPage } from '#workbench/views/corrected.ts';

/** Of every third claim. */
const correctionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ number: index * 3 + 1, start: index * 10, end: index * 10 + 5 },
    ...{ original: 'then', suggested: 'now' },
  }));

const query = (fields: Record<string, string>) => new URLSearchParams(fields);

/** The form as a browser sends it, with what is ticked on its page. */
function sent(
  corrections: ReturnType<typeof correctionsOf>,
  choice: ReturnType<typeof chosenCorrections>,
  { toggle = new Set<number>(), from = '' } = {},
): URLSearchParams {
  const fields = query({ shown: String(choice.from), without: withoutField(corrections, choice) });
  const chosen = new Set(choice.chosen);
  for (const each of corrections.slice(choice.from, choice.from + CORRECTIONS_PER_PAGE)) {
    if (chosen.has(each) !== toggle.has(each.number)) fields.append('claim', String(each.number));
  }
  if (from !== '') fields.set('from', from);
  return new URLSearchParams(fields.toString());
}

test('all corrections are chosen at first; a link chooses one and leads to its page', () => {
  const corrections = correctionsOf(120);
  assert.deepEqual(chosenCorrections(query({}), corrections), { from: 0, chosen: corrections });
  const { number } = corrections[77]!;
  const one = chosenCorrections(query({ claim: String(number) }), corrections);
  assert.deepEqual(one, { from: 50, chosen: [corrections[77]] });
  assert.deepEqual(chosenCorrections(query({ claim: '2' }), corrections), { from: 0, chosen: [] });
});

test('what is ticked on one page is kept on the others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 170 }),
      fc.array(fc.record({ page: fc.nat(3), toggled: fc.array(fc.nat(169)) }), { maxLength: 6 }),
      (count, steps) => {
        const corrections = correctionsOf(count);
        const wanted = new Set(corrections.map(({ number }) => number));
        let choice = chosenCorrections(query({}), corrections);
        for (const { page, toggled } of steps) {
          const listed = corrections.slice(choice.from, choice.from + CORRECTIONS_PER_PAGE);
          const toggle = new Set(
            listed.filter((_, index) => toggled.includes(choice.from + index)).map(({ number }) => number),
          );
          for (const number of toggle) if (!wanted.delete(number)) wanted.add(number);
          const from = String(page * CORRECTIONS_PER_PAGE);
          choice = chosenCorrections(sent(corrections, choice, { toggle, from }), corrections);
        }
        assert.deepEqual(
          choice.chosen.map(({ number }) => number),
          corrections.map(({ number }) => number).filter((number) => wanted.has(number)),
        );
      },
    ),
  );
});

test('an address has room for any choice of 4,000 corrections', () => {
  const corrections = correctionsOf(4_000);
  const chosen = corrections.filter((_, index) => index % 2 === 0);
  assert.ok(sent(corrections, { from: 0, chosen }).toString().length < 12_000);
});

test('a page lists fifty corrections and leads to the others', () => {
  const corrections = correctionsOf(120);
  const queries: Record<string, string>[] = [
    {},
    { shown: '50', without: 'x.1-y.-', from: '9999' },
    { from: '-1', claim: 'NaN' },
  ];
  for (const fields of queries) {
    const choice = chosenCorrections(query(fields), corrections);
    const { text } = correctedPage('ver_1', corrections, choice, { text: '', left: [] }).body;
    assert.equal(text.match(/type="checkbox"/g)?.length, 50);
    assert.match(text, /name="from" value="(?:50|100)">Later ones/);
  }
});
