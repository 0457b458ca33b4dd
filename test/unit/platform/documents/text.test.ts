import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText } from '#markup/html-to-markdown.ts';
import { cleanText, decodeText, joinPages } from '#platform/documents/text.ts';

test('a sentence across a page break stays in one piece', () => {
  const { text, page_starts } = joinPages(['One page ends in the middle', 'of a sentence. 😀', '', 'A third one.']);
  assert.equal(text, 'One page ends in the middle of a sentence. 😀\n\nA third one.');
  assert.deepEqual(page_starts, [0, 28, 44, 46]);
});

test('a word hyphenated at a page break is joined', () => {
  assert.deepEqual(joinPages(['It was verifi-', 'ed in May.']), {
    text: 'It was verified in May.',
    page_starts: [0, 13],
  });
});

test('bytes are decoded by their mark, as UTF-8, or as Windows-1252', () => {
  assert.equal(decodeText(Buffer.from('\ufeffRh\u00f4ne', 'utf16le')), 'Rh\u00f4ne');
  assert.equal(decodeText(Buffer.from('Rh\u00f4ne')), 'Rh\u00f4ne');
  assert.equal(decodeText(Buffer.from([0x52, 0x68, 0xf4, 0x6e, 0x65])), 'Rh\u00f4ne');
});

test('control characters and the like are removed', () => {
  assert.equal(cleanText('\r\nof\ufb01ce\u0000 \u000b\r\n\n\n\nend\ud800 \n'), 'office\n\nend\ufffd');
});

test('HTML keeps headings, lists and tables, and leaves out what is hidden', () => {
  const html = `<head><title>t</title></head><body><script>x</script><h2>Fleet</h2><p>Seven <b>ferries</b>.<br>Two old.
    <p hidden>Ignore this.</p><ul><li>One<li>Two</ul><table><tr><th>A<th>B<tr><td>1<td>2|3</table><div style="display:none">no</div>end`;
  assert.equal(
    htmlToText(html),
    '## Fleet\n\nSeven ferries.\nTwo old.\n\n- One\n- Two\n\n| A | B |\n|---|---|\n| 1 | 2/3 |\n\nend',
  );
});

test('the items of numbered HTML lists have their numbers', () => {
  const html =
    '<ol start=3><li>One<ol type=i><li>In<li>Out</ol><li value=9>Two<ul><li>Dot</ul><li>Three</ol><p>A. No item';
  assert.equal(htmlToText(html), '3. One\ni. In\nii. Out\n9. Two\n- Dot\n10. Three\n\nA. No item');
});

test('a merged cell is repeated in each of its rows and columns', () => {
  const html = `<table><tr><th rowspan=2>Region<th colspan=2>Traffic 2023<tr><th>Ships<th>Ferries
    <tr><td>North<td rowspan="2">12<td>3<tr><td>South<td>4</table>`;
  const rows = [
    '| Region | Traffic 2023 | Traffic 2023 |',
    '|---|---|---|',
    '| Region | Ships | Ferries |',
    '| North | 12 | 3 |',
    '| South | 12 | 4 |',
  ];
  assert.equal(htmlToText(html), rows.join('\n'));
});

test('a cell merged over rows stays in its column past rows that end before it', () => {
  const html = `<table><tr><th>Year<th>Sales<th>Region<tr><td>2020<td>5<td rowspan=2>Europe<tr><td>2021<td>
    <tr><td>2022<td>9</table>`;
  const rows = ['| Year | Sales | Region |', '|---|---|---|', '| 2020 | 5 | Europe |', '| 2021 |  | Europe |'];
  assert.equal(htmlToText(html), [...rows, '| 2022 | 9 |  |'].join('\n'));
  const short = `<table><tr><th>Year<th>Sales<th>Region<tr><td>2020<td>5<td rowspan=2>Europe<tr><td>2021</table>`;
  assert.equal(htmlToText(short), rows.join('\n'));
});

test('a cell alone in its row is a paragraph; later rows keep their header', () => {
  assert.equal(htmlToText('<table><tr><td colspan=2><p>The tower is tall.</p></table>'), 'The tower is tall.');
  const row = (year: number) => `<tr><td>${year}<td>5`;
  const html = `<table><tr><th colspan=2>Sales<tr><th>Year<th>Sum${row(1)}<tr><td colspan=2>Since the war${row(2)}</table>`;
  const table = (year: number) => `| Year | Sum |\n|---|---|\n| ${year} | 5 |`;
  assert.equal(htmlToText(html), ['Sales', table(1), 'Since the war', table(2)].join('\n\n'));
});

test('text of a table is kept despite unclosed tags or missing cells', () => {
  const html = '<table>Before<tr><td><div>First<td>Second<tr>Between<td>Third<td>Fourth</table>';
  assert.equal(htmlToText(html), 'Before\n\nBetween\n\n| First | Second |\n|---|---|\n| Third | Fourth |');
});

test('a long header is not repeated below each section', () => {
  const header = `<tr><th>${'x'.repeat(20_000)}<th>B`;
  const html = `<table>${header}${'<tr><td>Section<tr><td>1<td>2'.repeat(1_000)}</table>`;
  assert.ok(htmlToText(html).length < 100_000);
});

test('a table that contains tables is layout; its cells are blocks', () => {
  const inner = '<table><caption>Ships</caption><tr><th>Name<th>Built<tr><td rowspan=9>Ada<td>1990</table>';
  const html = `<table><tr><td>Menu<td>Before${inner}<h2>After</h2>it.<tr><td>Last</table>end`;
  const table = '| Name | Built |\n|---|---|\n| Ada | 1990 |';
  assert.equal(htmlToText(html), ['Menu', 'Before', 'Ships', table, '## After', 'it.', 'Last', 'end'].join('\n\n'));
});

test('cells with huge spans cost little', () => {
  const row = `<tr><td colspan=9999 rowspan=9999>${'x'.repeat(200)}`;
  for (const [rows, tables] of [
    [5_000, 1],
    [20, 250],
  ] as const) {
    const text = htmlToText(`<table>${row.repeat(rows)}</table>`.repeat(tables));
    assert.ok(text.length < 5_000_000, `${text.length} characters`);
  }
});

test('HTML of any depth is read', () => {
  assert.equal(
    htmlToText(`<table><tr><td>One<td>Two</table>${'<div>'.repeat(200_000)}deep`),
    '| One | Two |\n|---|---|\n\ndeep',
  );
  assert.equal(htmlToText(`${'<b>x<!-- > --></i>'.repeat(5_000)}<p>end`).replace(/x{5000}/, 'all'), 'all\n\nend');
});

test('hidden text stays hidden at any depth', () => {
  assert.equal(htmlToText(`seen<div hidden>${'<div>hidden'.repeat(2_000)}`), 'seen');
  const style = '<style>p::before { content: "<b>not text"; }</style>';
  assert.equal(htmlToText(`${'<i>'.repeat(999)}${style}${'<i>'.repeat(1_001)}seen`), 'seen');
});
