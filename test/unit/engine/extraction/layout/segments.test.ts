import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanMarkdown, cleanText } from '#engine/extraction/layout/markdown.ts';
import { segment } from '#engine/extraction/layout/segments.ts';

const cut = (text: string) => segment(text).segments.map(({ kind, start, end }) => [kind, text.slice(start, end)]);

test('markdown blocks become typed segments', () => {
  const text = [
    '# A title #',
    '',
    'Wrapped prose goes on for a good while until the line is full',
    'and ends here. A second sentence.',
    '',
    'Setext title',
    '---',
    '1. First item',
    '2) Second item. It has two sentences.',
    '- [x] Done',
    '',
    '> Quoted text',
    '> goes on.',
    '',
    'Figure 2: A caption.',
    '[ref]: https://example.org',
    '<div>',
    '***',
  ].join('\n');
  assert.deepEqual(cut(text), [
    ['heading', 'A title'],
    ['sentence', 'Wrapped prose goes on for a good while until the line is full\nand ends here.'],
    ['sentence', 'A second sentence.'],
    ['heading', 'Setext title'],
    ['list_item', 'First item'],
    ['list_item', 'Second item.'],
    ['list_item', 'It has two sentences.'],
    ['list_item', 'Done'],
    ['quotation', 'Quoted text\n> goes on.'],
    ['caption', 'A caption.'],
  ]);
});

test('code fences hide their content, up to the end of the text if left open', () => {
  assert.deepEqual(cut('A.\n~~~\ncode\n~~~\nB.'), [
    ['sentence', 'A.'],
    ['sentence', 'B.'],
  ]);
  assert.deepEqual(cut('A.\n```\ncode. More.'), [['sentence', 'A.']]);
});

test('tables need a rule under their header row', () => {
  const table = '| A | B |\n|:--|--:|\n| x | `a|b` |\n';
  const [row] = segment(table).segments;
  assert.equal(row!.kind, 'table_row');
  assert.deepEqual(
    row!.columns.map(({ start, end }) => table.slice(start, end)),
    ['A', 'B'],
  );
  assert.equal(segment('a | b is a choice').segments[0]!.kind, 'sentence');
});

test('a list item has its lead-in line as its heading', () => {
  const text = '# Top\nThe city has:\n- a port\n';
  const item = segment(text).segments.at(-1)!;
  assert.equal(text.slice(item.heading!.start, item.heading!.end), 'The city has:');
});

test('a symbol opens an item like a bullet, unless it denies what follows', () => {
  const items = [
    '✅ It opened.',
    '- ✔️ It has sails.',
    '→ It stands.',
    '2️⃣ It closed.',
    '- [x] ⭐ It is old.',
    '❌ It burned.',
  ];
  assert.deepEqual(
    cut(items.join('\n')).map(([, text]) => text),
    ['It opened.', 'It has sails.', 'It stands.', 'It closed.', 'It is old.', '❌ It burned.'],
  );
});

test('clean text drops markup and maps each character to its source', () => {
  const cases: [string, string][] = [
    ['a **bold** and _soft_ word', 'a bold and soft word'],
    ['see [the page](https://x.y/z "t") here[12]', 'see the page here'],
    ['![alt](a.png) text<br/> end', 'text end'],
    ['2 * 3 and snake_case stay', '2 * 3 and snake_case stay'],
    ['run `npm ci` now', 'run npm ci now'],
    ['over\n> two   lines', 'over two lines'],
    ['plain words, as they are', 'plain words, as they are'],
    [' a space at either end ', 'a space at either end'],
    ['two  spaces', 'two spaces'],
    ['a\ttab and a\u00a0fixed space', 'a tab and a fixed space'],
    [' ', ''],
    ['', ''],
  ];
  for (const [source, expected] of cases) {
    const clean = cleanMarkdown(source, 0, source.length);
    assert.equal(clean.text, expected);
    assert.equal(clean.origin.length, expected.length);
    assert.equal(cleanText(source, 0, source.length), expected);
    assert.equal(cleanText(`| ${source} |`, 2, 2 + source.length), expected);
    for (let i = 0; i < expected.length; i++) {
      if (expected[i] !== ' ') assert.equal(source[clean.origin[i]!], expected[i]);
    }
  }
});
