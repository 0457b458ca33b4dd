import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { exportPage, type PageOptions } from '#results/page/page.ts';
import { pagesOf } from '#results/shown.ts';
import { ADDRESSES, ATTRIBUTES, MARKUP, STYLES } from '#test/support/hostile-corpus.ts';
import { hostilePlan } from '#test/support/hostile-plan.ts';
import { NO_DETAILS_LEFT } from '#test/support/no-details-left.ts';
import fc from '#test/support/property.ts';
import { createHistory, type History, open, type Plan } from '#test/support/verification-history.ts';

async function pageOf(planOrHistory: Plan | History, options?: PageOptions): Promise<string> {
  const history = 'run' in planOrHistory ? (planOrHistory as History) : createHistory(planOrHistory as Plan).run();
  const { head } = history.state;
  const shown = { head, pages: pagesOf(history.state, NO_DETAILS_LEFT), open: async () => open };
  return (await Array.fromAsync(exportPage(shown, options))).join('');
}

const textOf = (page: string): string => parseHTML(page).document.body.textContent ?? '';

/**
 * The names of elements and attributes, in order: the structure of a page, independent of its texts. The verified text has
 * a structure of its own, as it may be Markdown.
 */
function skeleton(page: string): string[] {
  const { document } = parseHTML(page);
  document.querySelector('.content')!.replaceChildren();
  return [...document.querySelectorAll('*')].map(described);
}

function described({ localName, attributes }: { localName: string; attributes: Iterable<{ name: string }> }): string {
  return `${localName}[${[...attributes].map(({ name }) => name)}]`;
}

const OF_TEXTS =
  /^(?:(?:p|h[345]|em|strong|s|code|pre|ul|ol|li|blockquote|table|tr|th|td|hr|br|div|span|mark)\[(?:id|start|class(?:,title)?)?\]|a\[class,href\])$/;

/** Elements and attributes of the verified text that Markdown could not have made. */
function strangers(page: string): string[] {
  return [...parseHTML(page).document.querySelectorAll('.content *')]
    .map(described)
    .filter((each) => !OF_TEXTS.test(each));
}

function hostileHistory(text: string): History {
  const history = createHistory(hostilePlan(text)).run();
  history.review(0, 'assign', { assignee: 'usr_2', text });
  return history;
}

test('texts never become markup', async () => {
  const plain = skeleton(await pageOf(hostileHistory('nothing special')));
  for (const attack of [...MARKUP, ...ATTRIBUTES, ...STYLES]) {
    const page = await pageOf(hostileHistory(attack));
    assert.deepEqual(skeleton(page), plain, attack);
    assert.deepEqual(strangers(page), [], attack);
    assert.ok(textOf(page).includes(attack), 'the text itself is shown as it is');
  }
});

test('property: no text changes the structure of the page', async () => {
  const plain = skeleton(await pageOf(hostileHistory('nothing special')));
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '</',
      '<!--',
      '&#',
      '\0',
      '\u202e',
      '`',
      '${',
      '\n',
      '*',
      '[a](',
      '![',
      '|',
    ),
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `x${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(text, async (hostile) => {
      const page = await pageOf(hostileHistory(hostile));
      assert.deepEqual(skeleton(page), plain);
      assert.deepEqual(strangers(page), []);
    }),
    { numRuns: 100 },
  );
});

test('only http and https addresses become links', async () => {
  const linksOf = async (canonical_url: string): Promise<string[]> => {
    const { document } = parseHTML(await pageOf({ claims: [{ passage: { source: { canonical_url } } }] }));
    return [...document.querySelectorAll('.source a')].map((link) => link.getAttribute('href') ?? '');
  };
  assert.deepEqual(await linksOf('https://example.org/a?b=1&c=2'), ['https://example.org/a?b=1&c=2']);
  assert.deepEqual(await linksOf('http://example.org/'), ['http://example.org/']);
  const others = [...ADDRESSES, 'urn:evidence:library:a%2Fb.md', 'not a url'];
  for (const url of others) assert.deepEqual(await linksOf(url), [], url);
});

test('the page loads nothing', async () => {
  const { document } = parseHTML(await pageOf({}));
  assert.equal(
    document.querySelectorAll('script, img, link, iframe, object, embed, form, base, video, audio').length,
    0,
  );
  const policyTag = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  assert.equal(policyTag?.getAttribute('content'), "default-src 'none'; style-src 'unsafe-inline'");
  assert.doesNotMatch(document.querySelector('style')?.textContent ?? '', /url\(|@import/);
});

test('the text is shown whole, with claims marked by verdict and linked both ways', async () => {
  const content = 'Paris is in France 😀. It has 3 towers.';
  const { document } = parseHTML(
    await pageOf({
      content,
      claims: [
        { text: 'Paris is in France', start: 0, verdict: 'supported' },
        { text: 'It has 3 towers', start: 22, verdict: 'contradicted' },
      ],
    }),
  );
  const shown = document.querySelector('.content');
  for (const reference of shown?.querySelectorAll('.reference') ?? []) {
    assert.ok(document.querySelector(reference.getAttribute('href') ?? ''), 'the claim of a reference is there');
    reference.remove();
  }
  assert.equal(shown?.textContent, content);
  const marks = [...(shown?.querySelectorAll('mark') ?? [])];
  assert.deepEqual(
    marks.map((mark) => [mark.className, mark.textContent]),
    [
      ['supported', 'Paris is in France'],
      ['contradicted', 'It has 3 towers'],
    ],
  );
  for (const number of document.querySelectorAll('.claim .number')) {
    assert.ok(document.querySelector(number.getAttribute('href') ?? ''), 'the place of a claim is there');
  }
});

test('the page contains everything a reader needs', async () => {
  const history = createHistory({
    claims: [
      {
        verdict: 'contradicted',
        passages: ['contradicts'],
        correction: {
          original: 'It is 331.',
          suggested: 'It is 330.',
          diff: [
            { op: 'equal', text: 'It is ' },
            { op: 'delete', text: '331.' },
            { op: 'insert', text: '330.' },
          ],
          reverified_verdict: 'supported',
          limitations: [],
        },
      },
    ],
  }).run();
  history.review(0, 'override', { decision: 'disputed', text: 'The sources are old.' });
  const page = await pageOf(history);
  const said = textOf(page).replaceAll(/\s+/g, ' ');
  const expected = [
    'no guarantee of truth',
    'Every claim was found in suitable sources.',
    'Only local sources were asked.',
    'general_web, version 1',
    'evidence-extractive-1, version 1.0.0',
    'judge-1',
    'names the same height',
    'Human review: overridden',
    'The sources are old.',
    'Contradicts',
  ];
  for (const sentence of expected) assert.ok(said.includes(sentence), sentence);
  const { document } = parseHTML(page);
  assert.equal(document.querySelector('del')?.textContent, '331.');
  assert.equal(document.querySelector('ins')?.textContent, '330.');
});

const OPEN_CLAIM = {
  verdict: 'unverifiable' as const,
  passages: ['context' as const, 'unresolved' as const],
  explanation:
    'It has "the mill" and "began" (perhaps as "opened"); has "1932" where the claim has "in May 1932"; says nothing of "24 sails". Its parts stand apart.',
};

test('an undecided claim shows its nearest passage, and the parts it has and lacks', async () => {
  const { document } = parseHTML(await pageOf({ claims: [OPEN_CLAIM] }));
  const [nearest, ...others] = document.querySelectorAll('.claim > .evidence');
  assert.deepEqual(others, []);
  assert.match(nearest!.querySelector('.source')!.textContent!, /^Nearest /);
  const shown = (kind: string) =>
    [...nearest!.querySelectorAll(`.${kind} .part`)].map((part) => part.textContent?.replaceAll(/\s+/g, ' '));
  assert.deepEqual(shown('has'), ['the mill', 'began perhaps as opened']);
  assert.deepEqual(shown('differs'), ['1932 for in May 1932']);
  assert.deepEqual(shown('lacks'), ['24 sails']);
});

test('everything but the passages that decide is folded', async () => {
  const claims: Plan['claims'] = [
    { verdict: 'supported', passages: ['supports', 'supports', 'context'] },
    { verdict: 'disputed', passages: ['supports', 'contradicts', 'contradicts'] },
    OPEN_CLAIM,
  ];
  const { document } = parseHTML(await pageOf({ claims }));
  const shownOf = (number: number) =>
    [...document.querySelectorAll(`#claim-${number} > .evidence .source b`)].map(({ textContent }) => textContent);
  assert.deepEqual([1, 2, 3].map(shownOf), [['Supports'], ['Supports', 'Contradicts'], ['Nearest']]);
  const folded = [...document.querySelectorAll('.claim details')];
  assert.deepEqual(
    folded.map((details) => details.querySelector('summary')?.textContent),
    ['1 more passage, details', '1 more passage, details', '2 more passages, details'],
  );
  assert.ok(folded.every((details) => !details.hasAttribute('open')));
  assert.deepEqual(
    folded.map((details) => details.querySelectorAll('blockquote').length),
    [1, 1, 2],
  );
});

const MIXED: Plan['claims'] = [
  { text: 'One.', start: 0, verdict: 'supported' },
  {
    text: 'Two.',
    start: 5,
    verdict: 'unverifiable',
    passages: ['context'],
    ambiguity: ['reads like support: it has it'],
  },
  { text: 'Three.', start: 10, verdict: 'not_checkable' },
  { text: 'Four.', start: 17, verdict: 'disputed', passages: ['supports', 'contradicts'] },
  {
    text: 'Five.',
    start: 23,
    verdict: 'unverifiable',
    passages: ['context'],
    ambiguity: ['differs in: the passage has "18"', 'and more'],
  },
  { text: 'Six.', start: 29, verdict: 'contradicted', passages: ['contradicts'] },
  { text: 'Seven.', start: 34, verdict: 'unverifiable', ambiguity: ['says nothing close: no passage'] },
];
const MIXED_TEXT = 'One. Two. Three. Four. Five. Six. Seven.';

test('what needs action comes first, and leads to its place in the text', async () => {
  const { document } = parseHTML(await pageOf({ content: MIXED_TEXT, claims: MIXED }));
  const rows = [...document.querySelectorAll('.actions li')];
  assert.deepEqual(
    rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim()),
    [
      '✕ 6 Contradicted Six. why',
      '! 4 Disputed Four. why',
      '? 5 Unverifiable Five. Differs in: the passage has "18". why',
      'Unverifiable: the nearest passage reads like support ? 2',
      'Unverifiable: no passage comes close ? 7',
    ],
  );
  const links = [...document.querySelectorAll('.actions a')].map((link) => link.getAttribute('href')!);
  assert.deepEqual(links, [
    '#text-6',
    '#claim-6',
    '#text-4',
    '#claim-4',
    '#text-5',
    '#claim-5',
    '#claim-2',
    '#claim-7',
  ]);
  for (const link of links) assert.ok(document.querySelector(link), link);
  const order = [...document.querySelectorAll('.claim')].map(({ id }) => id);
  assert.deepEqual(
    order,
    [6, 4, 5, 2, 7, 1, 3].map((number) => `claim-${number}`),
  );
  assert.equal(document.querySelector('#claim-5 .hint')?.textContent, 'Differs in: the passage has "18".');
});

test('a page on which nothing needs action says so', async () => {
  const { document } = parseHTML(await pageOf({ claims: [{ verdict: 'supported' }] }));
  assert.match(document.querySelector('.actions')!.textContent!, /Nothing: no claim is contradicted/);
  assert.equal(document.querySelector('.actions li'), null);
});

test('of many claims that need action the first are listed, the others a link away', async () => {
  const claims = Array.from({ length: 20 }, () => ({
    verdict: 'contradicted' as const,
    passages: ['contradicts' as const],
  }));
  const { document } = parseHTML(await pageOf({ claims }));
  const rows = [...document.querySelectorAll('.actions li')];
  assert.equal(rows.length, 13);
  assert.equal(rows.at(-1)?.textContent?.trim(), 'and 8 more claims: Contradicted');
  assert.ok(document.querySelector(rows.at(-1)!.querySelector('a')!.getAttribute('href')!));
});

test('what drives the risk is linked, and why its level is raised is said', async () => {
  const text = 'The mill has 24 sails.';
  const drivers = [`contradicted, medium materiality: "${text}"`, 'and 2 more claims of less weight'];
  const { document } = parseHTML(
    await pageOf({
      content: text,
      claims: [{ text, start: 0, verdict: 'contradicted', materiality: 'medium', passages: ['contradicts'] }],
      completion: { risk_drivers: drivers },
    }),
  );
  const risk = document.querySelector('.limits dd')!;
  assert.match(risk.textContent!, /Driven by ✕ 1; and 2 more claims of less weight\./);
  assert.equal(risk.querySelector('a')?.getAttribute('href'), '#claim-1');
});

test('all limitations of the result stand in the summary', async () => {
  const limitations = ['No language model read 3 of 4 claims: it did not answer.', 'code_skipped: code was not read.'];
  const { document } = parseHTML(await pageOf({ completion: { limitations } }));
  const shown = [...document.querySelectorAll('.summary .limits li')].map(({ textContent }) => textContent);
  assert.deepEqual(shown, [limitations[0], 'Code was not read. code_skipped']);
});

test('a page is called after its heading, its file, its question or its beginning', async () => {
  const titleOf = async (plan: Plan, options?: PageOptions) => {
    const { document } = parseHTML(await pageOf({ claims: [], ...plan }, options));
    const heading = document.querySelector('h1')?.textContent;
    assert.equal(document.title, `${heading} – evidence report`);
    return heading;
  };
  const name = { name: 'mill.txt' };
  assert.equal(await titleOf({ content: 'Preface\n\n# The *old* mill\n\nIt stands.' }, name), 'The old mill');
  assert.equal(await titleOf({ content: 'It stands.' }, name), 'mill.txt');
  assert.equal(await titleOf({ content: 'It stands.', question: 'Where is it?' }), 'Answer to “Where is it?”');
  assert.equal(await titleOf({ content: 'It stands\nthere.', question: '' }), '“It stands there.”');
  assert.equal(await titleOf({ content: ' \n', question: '' }), 'An empty text');
  assert.equal((await titleOf({ content: 'mill '.repeat(50), question: '' }))?.length, 72);
});

test('reasons are in plain words, with their code in small print', async () => {
  const { document } = parseHTML(await pageOf({ claims: [{ verdict: 'contradicted', passages: ['contradicts'] }] }));
  const reason = document.querySelector('.claim .reason')!;
  assert.equal(reason.querySelector('small')?.textContent, 'enough_sources');
  assert.doesNotMatch(reason.textContent!, /^[a-z_]+:/);
});

test('only what was decided has a reliability', async () => {
  const { document } = parseHTML(await pageOf({ content: MIXED_TEXT, claims: MIXED }));
  const facts = (number: number) => document.querySelector(`#claim-${number} .facts`)!.textContent!;
  for (const number of [1, 4, 6]) assert.match(facts(number), /^reliability \d+% · /);
  for (const number of [2, 3, 5, 7]) assert.doesNotMatch(facts(number), /reliability/);
  const legend = document.querySelector('.legend')!.textContent!;
  for (const word of ['Contradicted', 'Not checkable', 'Reliability', 'Materiality', 'Risk'])
    assert.ok(legend.includes(word));
});
