/** The text of a result is shown as it was meant, and what is marked of it are a claim's own letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { slicerOf } from '#contracts/code-points.ts';
import type { TextKind } from '#results/page/text/kind.ts';
import { renderText } from '#results/page/text/marked-text.ts';
import fc from '#test/support/property.ts';
import type { MarkedClaim } from '#workbench/result.ts';
import { claimWords, markedText } from '#workbench/views/marked-text.ts';

type Span = Pick<MarkedClaim, 'start' | 'end'>;

function spanOf(source: string, words: string): Span {
  const start = Array.from(source.slice(0, source.indexOf(words))).length;
  return { start, end: start + Array.from(words).length };
}

interface Shown {
  kind?: TextKind;
  pageStarts?: number[];
  from?: number;
}

/** The page's text with these claims marked; of each the number is that of its place in the list. */
async function shown(
  source: string,
  spans: readonly Span[] = [],
  { kind = 'markdown', pageStarts = [], from = 0 }: Shown = {},
) {
  const claims = spans.map((span, at): MarkedClaim => {
    return { id: `clm_${at}`, number: at + 1, ...span, verdict: 'supported', materiality: 'medium', page: null };
  });
  const marks = { kind, claims, hrefOf: (number: number) => `?claim=${number}`, current: null, pageStarts };
  const part = { start: from, end: Array.from(source).length };
  const markup = await markedText(slicerOf(source), part, marks);
  return markup
    .map(({ text }) => text)
    .join('')
    .replaceAll(' title="Supported"', '');
}

const link = (inside: string) => `<a class="supported" href="?claim=1" data-claim="1">${inside}</a>`;

test('Markdown is shown as it was meant, with each claim one link', async () => {
  const source = '# The mill\n\nIt is **old &amp; tall**, and\nopen. Go.\n\n- one\n- two';
  assert.equal(
    await shown(source, [spanOf(source, 'It is **old &amp; tall**, and\nopen.')]),
    '<h3 class="first">The mill</h3>' +
      `<p>${link('It is <strong>old &amp; tall</strong>, and\nopen.')} Go.</p>` +
      '<ul class="dash"><li><p>one</p></li><li><p>two</p></li></ul>',
  );
});

test('a claim within emphasis is a link within it, and one around it holds it', async () => {
  const source = '**Old mill** here.';
  assert.equal(await shown(source, [spanOf(source, 'mill')]), `<p><strong>Old ${link('mill')}</strong> here.</p>`);
  assert.equal(await shown(source, [spanOf(source, source)]), `<p>${link('<strong>Old mill</strong> here.')}</p>`);
  const split = `<p><strong>Old ${link('mill')}</strong>${link(' here')}.</p>`;
  assert.equal(await shown(source, [spanOf(source, 'mill** here')]), split);
});

test('a claim that is a row of a table is a link in each of its cells', async () => {
  const source = '| a | b |\n|---|---|\n| Opened | 1932 |';
  const row = `<tr><td>${link('Opened')}</td><td>${link('1932')}</td></tr>`;
  assert.ok((await shown(source, [spanOf(source, '| Opened | 1932 |')])).includes(row));
});

test('hostile Markdown stays text, also in the words of a claim', async () => {
  const source = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](http://a.example) <script>c</script>';
  const words = claimWords(source, 'markdown').map(({ text }) => text);
  for (const page of [await shown(source, [spanOf(source, source)]), words.join('')]) {
    const { document } = parseHTML(`<div>${page}</div>`);
    assert.equal(document.querySelector('img, script, a:not([data-claim])'), null);
    assert.equal(
      document.querySelector('div')!.textContent,
      '<img src=x onerror=alert(1)> a picture: b <script>c</script>',
    );
  }
});

test('the words of a claim are without marks of emphasis, and with all of its signs', () => {
  const words = (source: string, kind: TextKind) =>
    claimWords(source, kind)
      .map(({ text }) => text)
      .join('');
  assert.equal(words('**Four** sails', 'markdown'), '<strong>Four</strong> sails');
  assert.equal(words('- 5 degrees', 'markdown'), '- 5 degrees');
  assert.equal(words('**Four** sails', 'document'), '**Four** sails');
  assert.equal(words('**Four** '.repeat(60), 'markdown'), '**Four** '.repeat(60), 'no sentence is as long');
});

test('a page begins before its first letters, also where a mark begins it', async () => {
  const source = 'One.\n\n# Two\n\nThree.';
  const page = (number: number) => `<span class="page" id="page-${number}">Page ${number}</span>`;
  const pageStarts = [0, source.indexOf('#'), source.indexOf('Three')];
  assert.equal(
    await shown(source, [], { kind: 'document', pageStarts }),
    `<p>${page(1)}One.</p><h3 class="first">${page(2)}Two</h3><p>${page(3)}Three.</p>`,
  );
  const second = { kind: 'document', pageStarts, from: pageStarts[1]! } as const;
  assert.equal(await shown(source, [], second), `<h3 class="first">${page(2)}Two</h3><p>${page(3)}Three.</p>`);
});

const MARKS = [
  '*',
  '**',
  '`',
  '[',
  '](x)',
  '\n',
  '\n\n',
  '# ',
  '- ',
  '> ',
  ' | ',
  '|-|-|\n',
  '&amp;',
  '\\',
  '<b>',
  '😀',
];
const markdown = fc
  .array(fc.oneof(fc.constantFrom(...MARKS), fc.stringMatching(/^[a-z ]{1,9}$/)), { minLength: 1, maxLength: 30 })
  .map((pieces) => pieces.join(''));

test('property: tags are balanced, and a link has the letters that a report marks', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, fc.nat(60), fc.nat(30), async (source, at, size) => {
      const length = Array.from(source).length;
      const start = Math.min(at, length - 1);
      const span = { start, end: Math.min(start + size + 1, length) };
      const page = await shown(source, [span]);
      const open: string[] = [];
      for (const [, close, name] of page.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (name === 'hr' || name === 'br') continue;
        if (close === '') open.push(name!);
        else assert.equal(open.pop(), name);
      }
      assert.deepEqual(open, []);
      const report = [...renderText(source, 'markdown').marked([{ ...span, verdict: 'supported', number: 1 }])].join(
        '',
      );
      assert.equal(lettersIn(page, 'a[data-claim]'), lettersIn(report, 'mark'));
      assert.doesNotMatch(page, /<a[^>]*>(?:(?!<\/a>).)*<a /s);
    }),
    { numRuns: 500 },
  );
});

function lettersIn(page: string, selector: string): string {
  const { document } = parseHTML(`<div>${page}</div>`);
  return Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent.replaceAll(/\s/g, '')).join(
    '',
  );
}
