import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { exportPage } from '#results/page/page.ts';
import { hostilePlan } from '#test/support/hostile-plan.ts';
import fc from '#test/support/property.ts';
import { createHistory, type History, open, type Plan } from '#test/support/verification-history.ts';

async function pageOf(planOrHistory: Plan | History): Promise<string> {
  const history = 'run' in planOrHistory ? (planOrHistory as History) : createHistory(planOrHistory as Plan).run();
  const { head } = history.state;
  const claims = [...history.state.claims.values()];
  const pages = async function* () {
    yield claims;
  };
  return (await Array.fromAsync(exportPage({ head, pages, open: async () => open }))).join('');
}

const textOf = (page: string): string => parseHTML(page).document.body.textContent ?? '';

/** The names of elements and attributes, in order: the structure of a page, independent of its texts. */
function skeleton(page: string): string[] {
  const elements = [...parseHTML(page).document.querySelectorAll('*')];
  return elements.map(({ localName, attributes }) => `${localName}[${[...attributes].map(({ name }) => name)}]`);
}

function hostileHistory(text: string): History {
  const history = createHistory(hostilePlan(text)).run();
  history.review(0, 'assign', { assignee: 'usr_2', text });
  return history;
}

test('texts never become markup', async () => {
  const plain = skeleton(await pageOf(hostileHistory('nothing special')));
  const attacks = [
    '<script>alert(1)</script>',
    '</style><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</textarea></title><svg onload=alert(1)>',
    '<!-- --><base href=//evil.example>',
    '&lt;script&gt;',
    ']]><![CDATA[<x>',
  ];
  for (const attack of attacks) {
    const page = await pageOf(hostileHistory(attack));
    assert.deepEqual(skeleton(page), plain, attack);
    assert.ok(textOf(page).includes(attack), 'the text itself is shown as it is');
  }
});

test('property: no text changes the structure of the page', async () => {
  const plain = skeleton(await pageOf(hostileHistory('nothing special')));
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<', '>', '"', "'", '&', '</', '<!--', '&#', '\0', '\u202e', '`', '${'),
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `x${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(text, async (hostile) => {
      assert.deepEqual(skeleton(await pageOf(hostileHistory(hostile))), plain);
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
  const others = [
    'javascript:alert(1)',
    ' \tjava\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'urn:evidence:library:a%2Fb.md',
    '//example.org/',
    'not a url',
  ];
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
    'not a guarantee of truth',
    'Every claim was found in suitable sources.',
    'Only local sources were asked.',
    'general_web, version 1',
    'evidence-extractive-1, version 1.0.0',
    'judge-1',
    'names the same height',
    'Human review: overridden',
    'The sources are old.',
    'Opposing evidence 1',
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
  const groups = [...document.querySelectorAll('.evidence')];
  assert.deepEqual(
    groups.map((group) => group.querySelector('h4')?.textContent),
    ['Nearest passage 1', 'Other context 1'],
  );
  const shown = (kind: string) =>
    [...groups[0]!.querySelectorAll(`.part.${kind}`)].map((part) => part.textContent?.replaceAll(/\s+/g, ' '));
  assert.deepEqual(shown('has'), ['the mill', 'began perhaps as opened']);
  assert.deepEqual(shown('differs'), ['1932 for in May 1932']);
  assert.deepEqual(shown('lacks'), ['24 sails']);
  assert.equal(groups[0]!.querySelector('.explanation')?.textContent, 'Its parts stand apart.');
});

test('a decided claim shows other evidence as context', async () => {
  const { document } = parseHTML(await pageOf({ claims: [{ passages: ['supports', 'context'] }] }));
  const titles = [...document.querySelectorAll('.evidence h4')].map(({ textContent }) => textContent);
  assert.deepEqual(titles, ['Supporting evidence 1', 'Context 1']);
});

test('undecided claims whose passage differs are named first, with links', async () => {
  const claims: Plan['claims'] = [
    { verdict: 'unverifiable', passages: ['context'], ambiguity: ['reads like support: the passage has it'] },
    { verdict: 'supported' },
    { verdict: 'unverifiable', passages: ['context'], ambiguity: ['differs in: the passage has "18"', 'and more'] },
  ];
  const { document } = parseHTML(await pageOf({ claims }));
  const rows = [...document.querySelectorAll('.read-first li')].map(({ textContent }) => textContent);
  assert.deepEqual(rows, ['The nearest passage differs in a part: 3', 'The nearest passage reads like support: 1']);
  assert.equal(document.querySelector('.read-first a')?.getAttribute('href'), '#claim-3');
  assert.equal(document.querySelector('#claim-3 .hint')?.textContent, 'differs in: the passage has "18"');
  const { document: without } = parseHTML(await pageOf({ claims: [{ verdict: 'supported' }] }));
  assert.equal(without.querySelector('.read-first'), null);
});
