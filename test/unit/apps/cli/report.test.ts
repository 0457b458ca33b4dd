import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { renderReport } from '#apps/cli/report.ts';
import { createPage } from '#apps/cli/terminal.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { hostilePlan } from '#test/support/hostile-plan.ts';
import fc from '#test/support/property.ts';
import { assembleResult, createHistory, open, type Plan } from '#test/support/verification-history.ts';

const PLAIN = createPage({ width: 80, colour: false });
const COLOURED = createPage({ width: 80, colour: true });

function resultOf(plan: Plan): VerificationResult {
  const { state } = createHistory(plan).run();
  return assembleResult(state.head, state.claims.values(), open);
}

const CONTENT = 'The mill has 24 sails. It stands in Oldford. It is pretty.';
const PLAN: Plan = {
  content: CONTENT,
  claims: [
    {
      text: 'The mill has 24 sails.',
      start: 0,
      verdict: 'contradicted',
      passages: ['supports', 'contradicts'],
      passage: { text: 'The mill has four sails.' },
      correction: {
        original: 'The mill has 24 sails.',
        suggested: 'The mill has 4 sails.',
        diff: [
          { op: 'equal', text: 'The mill has ' },
          { op: 'delete', text: '24' },
          { op: 'insert', text: '4' },
          { op: 'equal', text: ' sails.' },
        ],
        reverified_verdict: 'supported',
        limitations: [],
      },
    },
    { text: 'It stands in Oldford.', start: 23, verdict: 'disputed', passages: ['supports', 'contradicts'] },
    { text: 'It is pretty.', start: 45, verdict: 'not_checkable' },
  ],
};

test('without colours, claims are marked in the text by brackets, signs and numbers', () => {
  const report = renderReport({ result: resultOf(PLAN), content: CONTENT, title: 'mill.txt' }, PLAIN);
  const text = report.replaceAll('\u00a0', ' ').replaceAll('\n', ' ');
  assert.ok(text.includes('[The mill has 24 sails. ✕1] [It stands in Oldford. !2] [It is pretty. –3]'), report);
  assert.equal(stripVTControlCharacters(report), report);
});

test('with colours, the report has the same words', () => {
  const input = { result: resultOf(PLAN), content: null, title: 'mill.txt' };
  const coloured = renderReport(input, COLOURED);
  assert.match(coloured, /\x1b\[31m/);
  assert.equal(stripVTControlCharacters(coloured), renderReport(input, PLAIN));
});

test('a claim shows decisive passages, their citations and its correction as a diff', () => {
  const report = renderReport({ result: resultOf(PLAN), content: null, title: 'mill.txt' }, PLAIN);
  const [first = '', second = '', third = ''] = report.split(/\n(?=[✕!–]\d)/).slice(1);
  assert.match(first, /^✕1 Contradicted {2}reliability \d+%/);
  assert.match(first, /Contradicts “The mill has four sails\.”\n.+\n +https?:/);
  assert.doesNotMatch(first, /Supports/);
  assert.match(first, /Correction {2}The mill has \[-24-\]\{\+4\+\} sails\./);
  assert.match(first, /judged again with this wording: supported/);
  assert.match(second, /Supports[\s\S]+Contradicts/);
  assert.match(third, /^–3 Not checkable {2}medium materiality/);
});

test('an undecided claim shows its nearest passage, and what it has and lacks', () => {
  const explanation =
    'It has "the mill" and "began" (perhaps as "opened"); has "1932" where the claim has "in May 1932"; says nothing of "24 sails". Its parts stand apart.';
  const passage = { text: 'Sails\n\nThe mill\nopened in 1932.' };
  const claims: Plan['claims'] = [{ verdict: 'unverifiable', passages: ['context'], passage, explanation }];
  const report = renderReport({ result: resultOf({ claims }), content: null, title: 'mill.txt' }, PLAIN);
  const shown = report.slice(report.indexOf('   Nearest'), report.indexOf('   Why')).split('\n');
  assert.deepEqual(shown.slice(0, 2), ['   Nearest     “Sails', '               The mill opened in 1932.”']);
  assert.deepEqual(shown.slice(4), [
    '   ✓ Has       “the mill” · “began” (perhaps as “opened”)',
    '   ≠ Differs   “1932” for “in May 1932”',
    '   ✕ Lacks     “24 sails”',
    '               Its parts stand apart.',
    '',
  ]);
});

test('the hint stands first, and the summary names what to read first', () => {
  const open = (hint: string): Plan['claims'] => [
    { verdict: 'unverifiable', passages: ['context'], ambiguity: [hint, 'whose mill it is'] },
  ];
  const claims = [
    ...open('reads like support: the nearest passage has it')!,
    ...open('differs in: the passage has "18" where the claim has "24"')!,
    ...open('says nothing close: no passage found comes near this claim')!,
  ];
  const report = renderReport({ result: resultOf({ claims }), content: null, title: 'mill.txt' }, PLAIN);
  const block = report.slice(report.indexOf('?2 '), report.indexOf('?3 '));
  assert.match(block, /Hint {8}Differs in: the passage has "18" where the claim has "24"\n {3}Nearest/);
  assert.match(block, /Ambiguous {3}whose mill it is/);
  assert.ok(
    report.includes(
      [
        'Act first    · ?2 Unverifiable: The tower is 1 metres tall. Differs in: the',
        '             passage has "18" where the claim has "24"',
        '             · Unverifiable: the nearest passage reads like support: ?1',
        '             · Unverifiable: no passage comes close: ?3',
      ].join('\n'),
    ),
    report,
  );
});

test('claims are shown in the order of the page: what needs action first', () => {
  const report = renderReport({ result: resultOf(PLAN), content: null, title: 'mill.txt' }, PLAIN);
  const order = [...report.matchAll(/^(?:── (.+?) ─+|([✕!–]\d) .*)$/gm)].map(([, heading, claim]) => heading ?? claim);
  assert.deepEqual(order, ['Contradicted (1)', '✕1', 'Disputed (1)', '!2', 'Not checkable (1)', '–3', 'Summary']);
});

test('the risk is a level with its reason, and names the claims that drive it', () => {
  const claims = [
    { text: 'The mill has 24 sails.', verdict: 'contradicted' as const, passages: ['contradicts' as const] },
  ];
  const risk_drivers = [
    'contradicted, medium materiality: "The mill has 24 sails."',
    'and 2 more claims of less weight',
  ];
  const result = resultOf({ claims, completion: { risk_drivers } });
  const report = renderReport({ result, content: null, title: 'mill.txt' }, PLAIN);
  assert.match(report, /^Risk {9}\w+: .+\n(?: +.+\n)* +· driven by ✕1\n +· and 2 more claims of less weight$/m);
});

test('the summary has counts, risk, coverage and versions', () => {
  const result = resultOf(PLAN);
  const report = renderReport({ result, content: null, title: 'mill.txt' }, PLAIN).replace(/\s+/g, ' ');
  assert.ok(report.includes('✕ 1 contradicted ! 1 disputed ? 0 unverifiable ✓ 0 supported – 1 not checkable'), report);
  for (const driver of result.risk.drivers) assert.ok(report.includes(driver));
  for (const limitation of result.limitations) assert.ok(report.includes(limitation));
  assert.ok(report.includes(result.engine.judge_configuration));
  assert.ok(report.includes(result.overall_statement));
});

test('lines keep within the width', () => {
  for (const width of [40, 61, 100]) {
    const page = createPage({ width, colour: false });
    const report = renderReport({ result: resultOf(PLAN), content: CONTENT.repeat(5), title: 'mill.txt' }, page);
    for (const line of report.split('\n')) assert.ok(line.length <= width, `${line.length} > ${width}: ${line}`);
  }
});

/** All control sequences that a terminal would interpret, and a little text. */
const hostileText = fc
  .array(
    fc.constantFrom(
      '\x1b[2J',
      '\x1b]8;;http://evil.example\x07',
      '\x1b]0;title\x1b\\',
      '\x9b31m',
      '\r',
      '\b',
      '\x7f',
      '\u202e',
      '\u2066',
      '\u200b',
      '\ufeff',
      '\ud800',
      '\t',
      'a',
      ' ',
      '\n',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}x`);

test('no control sequence of a text, its sources or the engine reaches the terminal', () => {
  fc.assert(
    fc.property(hostileText, (hostile) => {
      const result = resultOf(hostilePlan(hostile));
      const plain = renderReport({ result, content: hostile, title: hostile }, PLAIN);
      assert.doesNotMatch(plain, UNSAFE);
      const coloured = renderReport({ result, content: hostile, title: hostile }, COLOURED);
      assert.doesNotMatch(coloured.replace(/\x1b\[\d+m/g, ''), UNSAFE);
      assert.doesNotMatch(coloured, /\x1b\[(?!(?:0|1|2|4|9|22|24|29|3[0-9]|9[0-7])m)/);
    }),
    { numRuns: 60 },
  );
});

const UNSAFE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/u;
