/** Pages made to keep a reader busy: what is bounded is how much of them its parsers get to see. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pageMetadata } from '#engine/retrieval/page-metadata.ts';
import { readableText } from '#engine/retrieval/readable.ts';
import { beginningOf } from '#markup/bounds.ts';
import { cleanHtml } from '#markup/clean-html.ts';
import fc from '#test/support/property.ts';

const megabyteOf = (piece: string) => piece.repeat(1_000_000 / piece.length);
const titled = (title: string) => `<meta property="og:title" content="${title}">`;

suite('what parsers get to see of a page', () => {
  test('ends at so many tags and character references', () => {
    assert.equal(beginningOf('a<b>c&amp;d<e>f', 2), 'a<b>c&amp;d');
    assert.equal(beginningOf('a<b>c&amp;d', 2), 'a<b>c&amp;d');
  });

  test('ends after five million characters', () => {
    assert.equal(beginningOf(' '.repeat(5_000_001)).length, 5_000_000);
  });

  test('property: it is a beginning, and the longest within the bounds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '&', 'a', '😀') }),
        fc.integer({ min: 0, max: 9 }),
        (html, most) => {
          const marks = (text: string) => text.match(/[<&]/g)?.length ?? 0;
          const beginning = beginningOf(html, most);
          assert.ok(html.startsWith(beginning) && marks(beginning) <= most);
          if (beginning !== html) assert.equal(marks(html.slice(0, beginning.length + 1)), most + 1);
        },
      ),
    );
  });

  test('ends where elements stand within each other without end', () => {
    for (const piece of ['<div>', '<svg>', '<b>']) {
      assert.equal(pageMetadata(piece.repeat(900) + titled('the title')).metadata.title, 'the title', piece);
      assert.equal(pageMetadata(piece.repeat(1_100) + titled('the title')).metadata.title, null, piece);
    }
  });

  test('a page whose elements are closed again is read to its end, however many they are', () => {
    const { metadata } = pageMetadata('<div><p>a</div>'.repeat(5_000) + titled('the title'));
    assert.equal(metadata.title, 'the title');
  });
});

suite('article extraction', () => {
  const article = `<article>${'<p>Words, and more words, of an article that is to be told apart.</p>'.repeat(20)}</article>`;
  const navigation = '<div class="sidebar"><p>Somewhere else.</p></div>';

  test('counts the depth of every element and text as work', () => {
    const flat = cleanHtml('<p>a</p>'.repeat(100), new Set());
    const deep = cleanHtml(`${'<div>'.repeat(100)}${'<p>a</p>'.repeat(100)}`, new Set());
    assert.equal(flat.nodes, 200);
    assert.equal(flat.depths < 100, true);
    assert.equal(deep.depths > 100 * 100, true);
    assert.equal(cleanHtml('&'.repeat(1_000), new Set()).nodes > 1_000, true);
  });

  test('is left out where that is too much: the page then gives all its text', () => {
    const read = (html: string) => readableText({ body: html, mediaType: 'text/html', url: 'https://a.example/' }).text;
    assert.doesNotMatch(read(article + navigation), /Somewhere else/);
    const deep = '<div>'.repeat(140) + '<ul><li></li></ul>'.repeat(2_000) + '</div>'.repeat(140);
    assert.match(read(article + navigation + deep), /Somewhere else/);
  });
});

/** What the pool allows a page, here in processor time. These took up to 13 seconds before they were bounded. */
const POOL_LIMIT_MS = 10_000;

suite('a megabyte of hostile markup is read within the time that a page gets', () => {
  const inTheDepth = (piece: string) => '<div>'.repeat(140) + piece.repeat(8_000);
  const pages = {
    'nested foreign elements': megabyteOf('<svg><g>'),
    'nested blocks': megabyteOf('<div>'),
    'nested tables': megabyteOf('<table><tr><td>'),
    'character references': megabyteOf('&#x'),
    'lists in the depth': inTheDepth('<ul><li>a</li></ul>'),
    'line breaks in the depth': inTheDepth('a<br><br>'),
    'closing tags of nothing': '<div>'.repeat(990) + megabyteOf('</x>'),
  };
  for (const [name, body] of Object.entries(pages)) {
    test(name, () => {
      const before = process.threadCpuUsage();
      readableText({ body, mediaType: 'text/html', url: 'https://a.example/' });
      const { user, system } = process.threadCpuUsage(before);
      assert.ok((user + system) / 1_000 < POOL_LIMIT_MS);
    });
  }

  test('markdown of lines without end in a deep quotation', () => {
    const body = `${'> '.repeat(100)}${'a\n'.repeat(60_000)}\n\nThe end.`;
    const { text } = readableText({ body, mediaType: 'text/markdown', url: 'https://a.example/' });
    assert.doesNotMatch(text, /The end/);
  });
});
