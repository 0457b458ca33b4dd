import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { childrenOf, elementAt, textOf } from '#markup/xml.ts';
import {
  candidateOf,
  isRetracted,
  Line,
  ListOf,
  PageUrl,
  paragraphs,
  readAnswer,
  readRows,
  recordRow,
} from '#platform/web-sources/answers.ts';
import { dateOfParts, dateOfText, dateOfWords } from '#platform/web-sources/database-dates.ts';
import { blocksOfMarkup, lineOfMarkup } from '#platform/web-sources/markup-blocks.ts';
import { anyOf, queryWords } from '#platform/web-sources/query-words.ts';
import { MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH, SourceFormatError } from '#platform/web-sources/wire.ts';
import { readXml } from '#platform/web-sources/xml.ts';

const lacks = (field: string) => (error: unknown) => error instanceof SourceFormatError && error.field === field;

test('a bad answer names the first field that is wrong, and no value', () => {
  const schema = z.object({ message: z.object({ items: z.array(z.object({ title: z.string() })) }) });
  assert.throws(
    () => readAnswer(schema, { message: { items: [{ title: 'a' }, { title: 3 }] } }),
    lacks('message.items[1].title'),
  );
  assert.throws(() => readAnswer(schema, 'secret'), lacks('the answer'));
});

test('bad rows are left out among good ones; if all are bad, the first field is named', () => {
  const schema = z.object({ title: Line });
  assert.deepEqual(readRows(schema, [{ title: 3 }, { title: ' a ' }, null], 'results'), [{ title: 'a' }]);
  assert.throws(() => readRows(schema, [{ title: '\u200b' }, null], 'results'), lacks('results[0].title'));
  assert.deepEqual(readRows(schema, [], 'results'), []);
  assert.deepEqual(ListOf(Line).parse(['a', 3, '', null]), ['a']);
  assert.deepEqual(ListOf(Line).parse('a'), []);
});

test('of very many rows, only the first are read', () => {
  let read = 0;
  const counting = z.unknown().refine(() => ++read > 0 && false);
  assert.throws(() => readRows(counting, Array(50_000).fill(null), 'results'), lacks('results[0]'));
  assert.equal(read, 100);
  assert.equal(ListOf(z.number()).parse(Array(50_000).fill(1)).length, 100);
});

test('the name of a wrong field is short, and holds no key that is no name of a field', () => {
  const records = z.record(z.string(), z.record(z.string(), z.object({ title: z.string() })));
  const chosen = ['Jane Doe\n[error] forged', 'x'.repeat(10_000), '1234567'];
  for (const key of chosen) assert.throws(() => readAnswer(records, { [key]: { a: 3 } }), lacks('*.a'));
  let deep: unknown = {};
  let schema: z.ZodType = z.string();
  for (let depth = 0; depth < 100; depth++) {
    deep = { field: deep };
    schema = z.object({ field: schema });
  }
  assert.throws(
    () => readAnswer(schema, deep),
    (error) => error instanceof SourceFormatError && error.field.length === 200,
  );
});

test('only addresses of pages are taken for such', () => {
  assert.equal(PageUrl.parse('https://example.org/a b#c'), 'https://example.org/a%20b');
  const refused = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    '//example.org/',
    'https://user:word@example.org/',
    `https://example.org/${'a'.repeat(2_083)}`,
  ];
  for (const url of refused) assert.equal(PageUrl.safeParse(url).success, false, url);
});

test('texts are bounded, on one line, and hold nothing invisible', () => {
  const candidate = candidateOf({
    key: 'k',
    url: 'https://example.org/',
    title: `a\u0000\u202eb\n\tc ${'x'.repeat(10_000)}`,
    publisher: 'p'.repeat(10_000),
    licence: ' \u200b ',
    source_class: 'preprint',
  });
  assert.ok(candidate.title.startsWith('ab c x') && candidate.title.length === MAX_TITLE_LENGTH);
  assert.ok(candidate.publisher!.length <= 300);
  assert.equal(candidate.licence, null);
  const text = paragraphs(['a\nb', ' ', 'c'.repeat(3_000), '🛳'.repeat(3_000)])!;
  assert.ok(text.startsWith('a b\n\nccc') && text.length <= MAX_SNIPPET_LENGTH + 2 && text.isWellFormed());
  assert.equal(paragraphs(['', ' ']), null);
  assert.equal(recordRow({ Title: 'a\nb', Date: null, DOI: '', Year: '2020' }), 'Title: a b | Year: 2020');
});

test('retracted articles are known by their title or type', () => {
  assert.ok(isRetracted('RETRACTED: A study') && isRetracted('[Withdrawn] A study'));
  assert.ok(isRetracted('A study', ['Journal Article', 'Retracted Publication']));
  assert.ok(!isRetracted('How often articles are retracted', ['Retraction of Publication']));
});

test('markup of abstracts is read as text', () => {
  const jats =
    '<jats:title>Abstract</jats:title><jats:sec><jats:title>Results</jats:title>\n <jats:p>CO<jats:sub>2</jats:sub> rose &amp; fell,' +
    ' p &lt; 0.05<!-- hidden --><script>alert(1)</script>.</jats:p></jats:sec><jats:p>x<jats:tex-math>$y$</jats:tex-math></jats:p>';
  assert.deepEqual(blocksOfMarkup(jats), ['Abstract', 'Results', 'CO2 rose & fell, p < 0.05.', 'x']);
  assert.deepEqual(blocksOfMarkup('<h4>Methods</h4>If n<m and k>3, p < 0.05.'), [
    'Methods',
    'If n<m and k>3, p < 0.05.',
  ]);
  assert.equal(lineOfMarkup('The <i>lac</i> operon &#x2014; again'), 'The lac operon — again');
  assert.ok(blocksOfMarkup('<b>'.repeat(100_000)).length === 0);
});

test('XML is read without entities of its own', () => {
  const root = readXml(
    '<?xml version="1.0"?><!DOCTYPE a PUBLIC "x" "y"><a><b c="1">p &lt; 1 <i>&#x2009;q</i></b><b/></a>',
    'a',
  );
  assert.equal(textOf(elementAt(root, 'b')), 'p < 1 \u2009q');
  assert.deepEqual(
    childrenOf(root, 'b').map(({ attributes }) => attributes.c),
    ['1', undefined],
  );
  const refused = [
    '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>',
    '<a><b>cut',
    '<a/><a/>',
    '<b/>',
    'Rate exceeded.',
    '<b>'.repeat(500),
    { a: 1 },
  ];
  for (const answer of refused) assert.throws(() => readXml(answer, 'a'), lacks('a'));
});

test('dates are as exact as what is written', () => {
  assert.deepEqual([[2021, 3, 4], [2021, 3], [2021]].map(dateOfParts), ['2021-03-04', '2021-03', '2021']);
  assert.deepEqual([[null], [], ['2021'], [2021, 13], 'x', null, [99999]].map(dateOfParts), Array(7).fill(null));
  assert.equal(dateOfWords('2023', 'Jun', ''), '2023-06');
  assert.equal(dateOfWords('2023', '06', '7'), '2023-06-07');
  assert.equal(dateOfText('2021-03-02T09:10:11Z'), '2021-03-02');
  assert.equal(dateOfText('yesterday'), null);
});

test('words of a query are harmless in a search language', () => {
  assert.deepEqual(queryWords('COVID-19 AND (3.5 OR "x") NOT all:y* \u0000 x'), [
    'COVID-19',
    'and',
    '3.5',
    'or',
    'x',
    'not',
    'all',
    'y',
  ]);
  assert.equal(anyOf(['a', 'b-c'], { field: 'all:' }), 'all:a OR all:"b-c"');
  assert.equal(queryWords('w '.repeat(50)).length, 1);
});
