import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readableText } from '#engine/retrieval/readable.ts';
import fc from '#test/support/property.ts';

const html = (body: string, url = 'https://site.example/page') => readableText({ body, mediaType: 'text/html', url });
const markdown = (body: string) =>
  readableText({ body, mediaType: 'text/markdown', url: 'https://site.example/notes.md' });

const SENTENCES =
  'Acme Corporation makes anvils in Vienna, and it has made them there for a very long time, as people say. '.repeat(4);
const ARTICLE = `<html lang="en-GB"><head><title>Acme | News</title>
<meta property="og:title" content="Acme, a history"><meta property="og:site_name" content="Anvil News">
<meta property="article:published_time" content="2024-03-05T10:00:00+01:00">
<link rel="license" href="https://creativecommons.org/licenses/by/4.0/"></head>
<body><nav><a href="/">Home</a> <a href="/more">More</a></nav>
<article><h1>Acme, a history</h1><p>${SENTENCES}</p><p>It was founded in <b>1999</b>&nbsp;by Jane&amp;Co.</p>
<ul><li>First anvil: 2000</li><li>Second anvil: 2001</li></ul>
<table><tr><th>Year</th><th>Anvils</th></tr><tr><td>2000</td><td>12</td></tr></table></article>
<footer>All rights reserved</footer></body></html>`;

describe('HTML', () => {
  test('gives the article in paragraphs, with what the page says of itself', () => {
    const page = html(ARTICLE);
    assert.deepEqual(
      { ...page, text: undefined },
      {
        title: 'Acme, a history',
        publisher: 'Anvil News',
        publication_date: '2024-03-05',
        language: 'en',
        licence: 'https://creativecommons.org/licenses/by/4.0/',
        text: undefined,
      },
    );
    const blocks = page.text.split('\n\n');
    assert.ok(blocks.includes(SENTENCES.trim()));
    assert.ok(blocks.includes('It was founded in 1999 by Jane&Co.'));
    assert.ok(blocks.includes('First anvil: 2000'));
    assert.ok(blocks.includes('2000 | 12'));
    assert.doesNotMatch(page.text, /Home|All rights reserved/);
  });

  test('gives the whole text, without navigation, where no article can be told apart', () => {
    const page = html('<nav>Menu</nav><p>Acme was founded in 1999.<p>It makes anvils.<footer>Imprint</footer>');
    assert.equal(page.text, 'Acme was founded in 1999.\n\nIt makes anvils.');
    assert.equal(page.title, 'page');
  });

  const MERGED = `<table><tr><th rowspan=2>Region<th colspan=2>Traffic 2023<tr><th>Ships<th>Ferries
    <tr><td>North<td rowspan="2"><p>12</p><td>3<tr><td>South<td>4</table>`;
  const ROWS = ['Region | Traffic 2023 | Traffic 2023', 'Region | Ships | Ferries', 'North | 12 | 3', 'South | 12 | 4'];

  test('repeats cells that are merged over rows or columns in each of them', () => {
    assert.deepEqual(html(MERGED).text.split('\n\n'), ROWS);
    const article = html(`<article><p>${SENTENCES}</p>${MERGED}</article>`).text.split('\n\n');
    assert.deepEqual(article.slice(-4), ROWS);
  });

  test('gives a cell that is alone in its row once', () => {
    const page = html('<table><tr><td colspan=3>Europe<tr><td>Ship<td>12<td rowspan=2>9<tr><td>Ferry</table>');
    assert.deepEqual(page.text.split('\n\n'), ['Europe', 'Ship | 12 | 9', 'Ferry | | 9']);
  });

  test('keeps the paragraphs of a page that is laid out by tables', () => {
    const page = `<table><tr><td>Menu<td><table><tr><td>Year<td>2000</table><p>${SENTENCES}</p><p>It ends.</p></table>`;
    assert.deepEqual(html(page).text.split('\n\n'), ['Menu', 'Year | 2000', SENTENCES.trim(), 'It ends.']);
  });

  test('reads cells that claim to reach over everything at little cost', () => {
    const tables = `<table>${`<tr><td colspan=9999 rowspan=9999>${'x'.repeat(200)}<td>y`.repeat(20)}</table>`.repeat(
      200,
    );
    assert.ok(html(tables).text.length < 2_000_000);
  });

  test('keeps what the page says of itself short, wherever it says it', () => {
    const long = '😀'.repeat(10_000);
    const page = html(`<title>${long}</title><meta property="og:site_name" content="${long}">
      <link rel="license" href="https://l.example/${long}"><p>Some words here.`);
    const notes = markdown(
      `---\nlicense: ${'x'.repeat(5_000)}\npublisher: ${'x'.repeat(4_000)}\n---\n\nSome words here.`,
    );
    for (const { title, publisher, licence } of [page, notes]) {
      for (const field of [title, publisher, licence]) {
        assert.ok(field !== null && field.length <= 1_000 && field.isWellFormed(), `${field?.length}`);
      }
    }
  });

  test('reads JSON-LD, and passes over broken blocks', () => {
    const page = html(`<script type="application/ld+json">{broken</script>
      <script type="application/ld+json">{"@graph":[{"@type":"Article","datePublished":"2023-02-01",
      "publisher":{"name":"Anvil Press"},"license":"https://l.example/"}]}</script><p>Some words here.`);
    assert.deepEqual(
      [page.publisher, page.publication_date, page.licence],
      ['Anvil Press', '2023-02-01', 'https://l.example/'],
    );
    assert.equal(page.text, 'Some words here.');
  });

  describe('a fact check as ClaimReview', () => {
    const reviewed = (claim: unknown, rating: unknown, body: string) => {
      const review = {
        '@type': ['Review', 'ClaimReview'],
        claimReviewed: claim,
        reviewRating: { alternateName: rating },
      };
      return html(`<script type="application/ld+json">${JSON.stringify([review])}</script>${body}`).text;
    };

    test('stands before the text, which then repeats the claim no more', () => {
      const body = '<h1>Salt is sweet!</h1><p>It is old news. “Salt is sweet.” Is it? No.</p><p>Sugar is.</p>';
      assert.equal(
        reviewed('Salt is <b>sweet</b>', 'Mostly\nfalse', body),
        'Claim: Salt is sweet. Rating: Mostly false.\n\nIt is old news.\n\nIs it? No.\n\nSugar is.',
      );
    });

    test('without a worded rating only tells what is examined', () => {
      for (const rating of [undefined, 1, { name: 'False' }, 'x'.repeat(5_000)]) {
        assert.equal(
          reviewed('Salt is sweet.', rating, '<p>Salt is sweet.</p><p>Is it?</p>'),
          'Claim: Salt is sweet.\n\nIs it?',
        );
      }
    });

    test('without a claim is none', () => {
      for (const claim of [undefined, 5, '', 'x'.repeat(5_000)]) {
        assert.equal(reviewed(claim, 'False', '<p>Salt is sweet.</p>'), 'Salt is sweet.');
      }
    });
  });

  const HIDDEN = [
    '<script>SECRET</script>',
    '<style>p{content:"SECRET"}</style>',
    '<!-- SECRET -->',
    '<!--[if IE]>SECRET<![endif]-->',
    '<template>SECRET</template>',
    '<noscript>SECRET</noscript>',
    '<svg><text>SECRET</text></svg>',
    '<textarea>SECRET</textarea>',
    '<select><option>SECRET</option></select>',
    '<p hidden>SECRET</p>',
    '<p aria-hidden="true">SECRET</p>',
    '<p style="display:none">SECRET</p>',
    '<p style="DISPLAY : none !important">SECRET</p>',
    '<p style="visibility:hidden">SECRET</p>',
    '<p style="color:red;opacity:0">SECRET</p>',
    '<p style="font-size:0px">SECRET</p>',
    '<p style="color: #FFF; background-color: #fff">SECRET</p>',
    '<p style="color: var(--sky); background: var(--sky)">SECRET</p>',
    '<p style="position:absolute; left:-9999px">SECRET</p>',
    '<p style="text-indent: -5000px">SECRET</p>',
    '<p style="height:1px;width:1px;overflow:hidden">SECRET</p>',
    '<p style="clip: rect(0 0 0 0)">SECRET</p>',
    '<p class="a sr-only">SECRET</p>',
    '<style>.x, p.gone {display: none}</style><p class="gone">SECRET</p>',
    '<style>/* { */ #gone {visibility:hidden}</style><div id="gone"><p>SECRET</p></div>',
    '<div style="display:none"><p>a<div>b</div><p>SECRET</div>',
    '<p title="SECRET">seen</p><img alt="SECRET" src="SECRET"><input value="SECRET">',
  ];
  for (const piece of HIDDEN) {
    test(`leaves out what nobody sees: ${piece.slice(0, 70)}`, () => {
      for (const around of ['', `<article><p>${SENTENCES}</p></article>`]) {
        const { text } = html(`<body><p>Before it.</p>${piece}<p>After it.</p>${around}</body>`);
        assert.doesNotMatch(text, /SECRET/);
        assert.match(text, /Before it\.[\s\S]*After it\./);
      }
    });
  }

  for (const word of ['inherit', 'initial', 'unset', 'revert', 'revert-layer']) {
    test(`keeps a text whose colour and background are "${word}", which is not one colour`, () => {
      const rule = `color: ${word}; background-color: ${word} !important`;
      for (const page of [`<p style="${rule}">Seen.</p>`, `<style>.x{${rule}}</style><p class="x">Seen.</p>`]) {
        assert.equal(html(page).text, 'Seen.');
      }
    });
  }

  test('keeps what is hidden in print alone, and invisible characters never', () => {
    const page = html('<style>@media print{.note{display:none}}</style><p class="note">Se\u200ben \u202eword.</p>');
    assert.equal(page.text, 'Seen word.');
  });

  test('survives depth, width and broken markup', () => {
    assert.match(html(`${'<div>'.repeat(900)}deep words here`).text, /deep words here/);
    assert.equal(html('<b>'.repeat(50_000)).text, '');
    assert.match(html(`<p>first words</p>${'</div>'.repeat(50_000)}<p>last words</p>`).text, /last words/);
    assert.match(html('<p>words here</p>'.repeat(10_000)).text, /words here/);
    assert.ok(html(`<p ${'a="b" '.repeat(20_000)}>some words`).text.includes('some words'));
    assert.equal(html('<!-- never closed SECRET').text, '');
    assert.equal(html('').text, '');
  });

  test('property: whatever comes in, text without markup characters of its own goes out', () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<div hidden>',
        '</div>',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<td>',
        '<br>',
        'word ',
        '&lt;',
        '<a href="',
        '">',
        '<html>',
        '</body>',
        '\u200b',
        '<style>.a{',
        '}</style>',
        '<title>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = html(pieces.join(''));
        assert.equal(page.text, page.text.trim());
        assert.doesNotMatch(page.text, /\u200b|\n\n\n/);
        assert.notEqual(page.title, '');
      }),
      { numRuns: 100 },
    );
  });
});

describe('markdown', () => {
  test('becomes text with its sentences as they are; code, comments and hidden HTML go', () => {
    const page = markdown(
      '# Acme *notes*\n\nAcme was **founded** in [1999](https://x.example "t").\nIt makes `anvils`.\n\n- one anvil\n- two anvils\n\n' +
        '```js\nSECRET()\n```\n\n<!-- SECRET -->\n\nSeen <span hidden>SECRET</span>words.\n\n![SECRET](a.png)\n\n' +
        '| Year | Anvils |\n|---|---|\n| 2000 | 12 |\n\n> Quoted words.\n',
    );
    assert.equal(page.title, 'Acme notes');
    assert.deepEqual(page.text.split('\n\n'), [
      'Acme notes',
      'Acme was founded in 1999. It makes anvils.',
      'one anvil',
      'two anvils',
      'Seen words.',
      'Year | Anvils',
      '2000 | 12',
      'Quoted words.',
    ]);
  });

  test('front matter is read and left out', () => {
    const page = markdown(
      '---\ntitle: "On anvils"\ndate: 2022-07-01\npublisher: Anvil Press\nlicense: CC-BY-4.0\nlang: en\n---\nSome words.',
    );
    assert.deepEqual(page, {
      title: 'On anvils',
      publisher: 'Anvil Press',
      publication_date: '2022-07-01',
      language: 'en',
      licence: 'CC-BY-4.0',
      text: 'Some words.',
    });
  });

  test('is quick on hostile input', () => {
    for (const unit of ['[', '*a ', '`', '> ', '- ', '![](', '<a ', '|', '\\', '_', '[a](<', '&#', '~'])
      assert.equal(typeof markdown(unit.repeat(20_000 / unit.length)).text, 'string');
  });
});

describe('plain text', () => {
  test('stays as it is, without invisible characters', () => {
    const page = readableText({
      body: 'Acme  was\r\nfounded <b>in</b> 19\u200b99.\n\nEnd.\n',
      mediaType: 'text/plain',
      url: 'urn:evidence:library:facts%20of%20acme.txt',
    });
    assert.equal(page.text, 'Acme  was\nfounded <b>in</b> 1999.\n\nEnd.');
    assert.equal(page.title, 'facts of acme.txt');
  });
});
