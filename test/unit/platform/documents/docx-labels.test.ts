import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numeral } from '#markup/numerals.ts';
import { labelParagraphs } from '#platform/documents/docx-labels.ts';
import { ListLabels } from '#platform/documents/docx-numbering.ts';

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `<w:numbering><w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'bullet', 'o')}
  ${level(2, 'decimal', '%1.%3', '<w:lvlRestart w:val="0"/>')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Rules"/></w:abstractNum>
  <w:abstractNum w:abstractNumId="3"><w:styleLink w:val="Rules"/>${level(0, 'upperRoman', '§ %1')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num></w:numbering>`;
const STYLES = `<w:styles><w:style w:styleId="Rule"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
  <w:style w:styleId="Own"><w:basedOn w:val="Rule"/></w:style>
  <w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>`;

const item = (list: number | string, at: number, text = 'x', more = '') =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** What is written into a document of these paragraphs. */
const labelsIn = (body: string) =>
  [
    ...labelParagraphs(`<w:document>${body}</w:document>`, new ListLabels(NUMBERING, STYLES)).matchAll(
      /preserve">(.*?) <\/w:t>/g,
    ),
  ].map(([, label]) => label);

test('items are counted by level, and bullets are left to the reader', () => {
  const body = [item(1, 0), item(1, 1), item(1, 2), item(1, 0), item(1, 2)].join('');
  assert.deepEqual(labelsIn(body), ['1.', '1.1', '2.', '2.2']);
});

test("a list is found by its paragraph's style and that style's bases", () => {
  const styled = (style: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
  assert.deepEqual(labelsIn(['Rule', 'Own', 'Loop', 'None'].map(styled).join('')), ['§ I', '§ II']);
});

test('an item whose number is not shown is a paragraph without one', () => {
  const none = NUMBERING.replace('"decimal"/><w:lvlText w:val="%1."', '"none"/><w:lvlText w:val="%1"');
  const labelled = labelParagraphs(item(1, 0), new ListLabels(none));
  assert.match(labelled, /<w:numId w:val="-1"\/>/);
  assert.doesNotMatch(labelled, /preserve/);
});

test('hidden items are not counted', () => {
  const deleted = item(1, 0, 'gone', '<w:rPr><w:del w:id="1"/></w:rPr>');
  const before = '<w:pPrChange><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr></w:pPrChange>';
  const box = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${item(1, 0)}</w:txbxContent></mc:Choice>
    <mc:Fallback><w:txbxContent>${item(1, 0)}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  assert.deepEqual(labelsIn(deleted + item(1, 0, 'x', before) + box + item(1, 0)), ['1.', '2.', '3.']);
});

test('an item without text counts, and shows nothing', () => {
  assert.deepEqual(labelsIn(item(1, 0) + item(1, 0).replace('<w:t>x</w:t>', '') + item(1, 0)), ['1.', '3.']);
});

test('paragraphs of unknown lists and broken properties stay as they are', () => {
  for (const body of [item(3, 0), item(4, 0), item(1, 7), item('', 0), '<w:p><w:pPr/><w:r><w:t>x</w:t></w:r></w:p>']) {
    const xml = `<w:document>${body}</w:document>`;
    assert.equal(labelParagraphs(xml, new ListLabels(NUMBERING)), xml);
  }
});

test('malformed and endless elements do no harm', () => {
  assert.deepEqual(labelsIn(item(1, 0).replace('</w:pPr>', '</w:pPr\n >')), ['1.']);
  const deep = `<w:document>${item(1, 0)}${'<w:p>'.repeat(2_000)}`;
  assert.equal(labelParagraphs(deep, new ListLabels(NUMBERING)), deep);
});

test('labels are limited in length and escaped for XML', () => {
  const long = NUMBERING.replace('%1.', `&lt;%1&amp;${'x'.repeat(10_000)}`);
  const labelled = labelParagraphs(item(1, 0), new ListLabels(long));
  assert.match(labelled, />&lt;1&amp;x{37} <\/w:t>/);
});

test('numbers are written as lists show them', () => {
  assert.deepEqual(
    [
      numeral(28, 'lower-letter'),
      numeral(1994, 'upper-roman'),
      numeral(0, 'lower-roman'),
      numeral(99_999, 'upper-letter'),
    ],
    ['bb', 'MCMXCIV', '0', '99999'],
  );
});
