import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { TextKind } from '#results/page/text/kind.ts';
import { renderText } from '#results/page/text/marked-text.ts';
import type { ClaimSpan } from '#results/page/text/segments.ts';
import fc from '#test/support/property.ts';

/** Spans of the first occurrence of each of these, numbered from 1. */
function spansOf(source: string, claims: readonly string[]): ClaimSpan[] {
  return claims.map((claim, at) => {
    const start = Array.from(source.slice(0, source.indexOf(claim))).length;
    return { start, end: start + Array.from(claim).length, verdict: 'supported', number: at + 1 };
  });
}

function render(source: string, claims: readonly string[] = [], kind: TextKind = 'markdown'): string {
  return [...renderText(source, kind).marked(spansOf(source, claims))].join('');
}

/** The text that is marked for one claim, where no other overlaps. */
function markedIn(page: string): string {
  const { document } = parseHTML(`<div>${page}</div>`);
  for (const reference of document.querySelectorAll('.reference')) reference.remove();
  return [...document.querySelectorAll('mark')].map(({ textContent }) => textContent).join('');
}

test('headings, emphasis, lists, quotations and code are shown as they were meant', () => {
  const source = [
    '# The *mill*',
    '',
    'It is **old** and ~~new~~ `made of` oak.',
    '',
    '- one',
    '- [x] two',
    '',
    '3. three',
    '',
    '> said *he*',
    '',
    '```js',
    'let a = 1 < 2;',
    '```',
    '',
    '---',
  ].join('\n');
  assert.equal(
    render(source),
    '<h3 class="first">The <em>mill</em></h3>' +
      '<p>It is <strong>old</strong> and <s>new</s> <code>made of</code> oak.</p>' +
      '<ul class="dash"><li><p>one</p></li><li><p>☑ two</p></li></ul>' +
      '<ol start="3"><li><p>three</p></li></ol>' +
      '<blockquote><p>said <em>he</em></p></blockquote>' +
      '<pre class="code">let a = 1 &lt; 2;</pre><hr>',
  );
});

test('a table is a table, also with empty cells and bars in cells', () => {
  const source = '| Year | Sails |\n|---|---|\n| 1932 | 4 \\| 6 |\n| | *none* |';
  assert.equal(
    render(source),
    '<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tr><th>Year</th><th>Sails</th></tr>' +
      '<tr><td>1932</td><td>4 | 6</td></tr><tr><td></td><td><em>none</em></td></tr></table></div>',
  );
});

test('a claim is marked exactly, across emphasis, entities and line breaks', () => {
  const source = 'Yes. The **old &amp; tall** mill\nhas [four *sails*](http://a.example "x"). No.';
  const claim = 'The **old &amp; tall** mill\nhas [four *sails*](http://a.example "x").';
  const page = render(source, [claim]);
  assert.equal(markedIn(page), 'The old & tall millhas four sails.');
  assert.equal(page.split('id="text-1"').length, 2);
  assert.equal(page.split('href="#claim-1"').length, 2);
  assert.ok(page.indexOf('id="text-1"') < page.indexOf('The '));
  assert.ok(page.endsWith('<mark class="supported">.</mark><a class="reference" href="#claim-1">1</a> No.</p>'), page);
});

test('a claim that is a row of a table is marked in each of its cells', () => {
  const page = render('| a | b |\n|---|---|\n| Opened | 1932 |', ['| Opened | 1932 |']);
  assert.ok(
    page.endsWith(
      '<tr><td><span id="text-1"></span><mark class="supported">Opened</mark></td>' +
        '<td><mark class="supported">1932</mark><a class="reference" href="#claim-1">1</a></td></tr></table></div>',
    ),
    page,
  );
});

test('a claim ends at its last letter, not where the next block begins', () => {
  const page = render('It is **old**\n\nNext.', ['It is **old**\n\n']);
  assert.match(page, /<mark class="supported">old<\/mark><a class="reference" href="#claim-1">1<\/a><\/strong><\/p>/);
});

test('markup of the text is shown, and does nothing', () => {
  const attacks = ['<script>alert(1)</script>', '<!-- hidden -->', 'a <b onclick="x">bold</b> <img src=x onerror=y>'];
  for (const attack of attacks) {
    const { document } = parseHTML(`<div>${render(attack)}</div>`);
    assert.equal(document.querySelector('div')!.textContent, attack);
    assert.equal(document.querySelector('script, b, img'), null);
  }
});

test('links and pictures of the text lead nowhere and load nothing', () => {
  const page = render('[click](javascript:alert(1)) ![alt](http://a.example/x.png) <http://b.example> [note 1]');
  const { document } = parseHTML(`<div>${page}</div>`);
  assert.equal(document.querySelector('a, img'), null);
  assert.equal(document.querySelector('div')!.textContent, 'click picture: alt http://b.example [note 1]');
});

test('what a text defines out of sight is in sight', () => {
  const page = render('---\ntitle: Mill\n---\n\nIt [stands][1].\n\n[1]: http://a.example "The mill has 9 sails"\n');
  const { document } = parseHTML(`<div>${page}</div>`);
  const raw = [...document.querySelectorAll('.raw')].map(({ textContent }) => textContent.trim());
  assert.deepEqual(raw, ['---\ntitle: Mill\n---', '[1]: http://a.example "The mill has 9 sails"']);
});

test('wrapped lines become one, short ones stay apart, also in lists and quotations', () => {
  const long = 'a line that is so long that whoever wrote it must have wrapped it';
  assert.equal(render(`${long}\nand on`), `<p>${long} and on</p>`);
  assert.equal(render('Mill Lane\r\nOldford'), '<p>Mill Lane\nOldford</p>');
  assert.equal(render(`> ${long}\n> and on`), `<blockquote><p>${long} and on</p></blockquote>`);
  assert.equal(render(`* ${long}\n  and on`), `<ul><li><p>${long} and on</p></li></ul>`);
});

test('a minus and a plus that look like marks of a list are still seen', () => {
  assert.match(render('- 5 degrees'), /^<ul class="dash">/);
  assert.match(render('+ 5 degrees'), /^<ul class="plus">/);
});

test('the text of a document has headings and tables, and no other marks', () => {
  const source = '## Fees\n\n    *) 5 * 3 <b> `x` [y](z)\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  assert.equal(
    render(source, [], 'document'),
    '<h4>Fees</h4><p>*) 5 * 3 &lt;b&gt; `x` [y](z)</p>' +
      '<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></div>',
  );
});

test('the first heading is read without its marks', () => {
  assert.equal(renderText('Preface\n\nThe *old*\nmill\n===\n\n# Next', 'markdown').heading, 'The old\nmill');
  assert.equal(renderText('No heading.', 'markdown').heading, null);
});

const MARKS = ['*', '**', '_', '`', '[', '](', ')', '![', '<', '>', '|', '\n', '\n\n', '# ', '- ', '> ', '1. ', '    '];
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(...MARKS, '&amp;', '\\', '---\n', '|-|-|\n', '😀', '<!--', '```\n'),
      fc.string({ maxLength: 6 }),
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((pieces) => pieces.join(''));

test('property: tags are balanced, and every claim has its place', () => {
  fc.assert(
    fc.property(markdown, fc.array(fc.tuple(fc.nat(40), fc.nat(20)), { maxLength: 5 }), (source, places) => {
      const length = Array.from(source).length;
      const spans = places
        .map(([start, size]) => ({
          start: Math.max(0, Math.min(start, length - 1)),
          end: Math.min(start + size + 1, length),
        }))
        .filter(({ start, end }) => start < end)
        .toSorted((a, b) => a.start - b.start)
        .map((span, at) => ({ ...span, verdict: 'disputed' as const, number: at + 1 }));
      const page = [...renderText(source, 'markdown').marked(spans)].join('');
      const depth: string[] = [];
      for (const [, close, name] of page.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (name === 'hr' || name === 'br') continue;
        if (close === '') depth.push(name!);
        else assert.equal(depth.pop(), name);
      }
      assert.deepEqual(depth, []);
      for (const { number } of spans) {
        assert.equal(page.split(`id="text-${number}"`).length, 2);
        assert.equal(page.split(`href="#claim-${number}"`).length, 2);
      }
    }),
    { numRuns: 500 },
  );
});

test('property: what is no mark is shown, in order', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const piece = fc.oneof(
    word,
    fc.constantFrom(' *', '* ', ' **', '** ', '\n', '\n\n', '\n- ', '\n> ', '\n# ', ' `', '` ', ' <', '> '),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const source = pieces.join('');
      const { document } = parseHTML(`<div>${render(source)}</div>`);
      const letters = (text: string) => text.replaceAll(/[^a-z]/g, '');
      assert.equal(letters(document.querySelector('div')!.textContent!), letters(source));
    }),
    { numRuns: 500 },
  );
});

const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  emphasis: (size) => `${'*a '.repeat(size / 6)}${'a* '.repeat(size / 6)}`,
  delimiters: (size) => 'a* '.repeat(size / 3),
  mixed: (size) => '*a_ '.repeat(size / 4),
  brackets: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  links: (size) => '[a](b'.repeat(size / 5),
  quotations: (size) => '>'.repeat(size),
  lines: (size) => 'a* b_\n'.repeat(size / 6),
  lists: (size) => Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  definitions: (size) => '[a]: '.repeat(size / 5),
};

for (const [name, textOf] of Object.entries(HOSTILE)) {
  test(`time over hostile ${name} grows with the text, not with its square`, () => {
    const spent = (size: number) => {
      const source = textOf(size);
      const before = process.cpuUsage();
      for (const _ of [1, 2, 3]) render(source);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    spent(10_000);
    assert.ok(spent(80_000) < 8 * 5 * Math.max(5_000, spent(10_000)));
  });
}

test('nested marks beyond reason are shown as text', () => {
  for (const source of ['>'.repeat(5_000), '*a '.repeat(600) + 'a* '.repeat(600)]) {
    const { document } = parseHTML(`<div>${render(source)}</div>`);
    let deepest = 0;
    for (let node = document.querySelector('div')!; node.firstElementChild; node = node.firstElementChild) deepest++;
    assert.ok(deepest < 30, `${deepest} elements in one another`);
  }
});
