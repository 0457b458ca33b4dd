import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DataError } from '#eval/data/data-error.ts';
import { readSet, setsIn, swapEvidence } from '#eval/data/pairs.ts';
import { measureDecompositionByModel, sampleOf } from '#eval/sets/decomposition-by-model.ts';
import { measureCheckworthiness, measureDecomposition } from '#eval/sets/extraction.ts';
import { macroF1 } from '#eval/sets/judging.ts';
import { matchFacts, wordF1 } from '#eval/sets/match-facts.ts';
import { measureSets } from '#eval/sets/measure-sets.ts';
import { minimalPairs } from '#eval/sets/minimal-pairs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const OPENED = 'The Tay Bridge was opened in 1878.';
const PASSAGES = [
  {
    passage: OPENED,
    claims: [
      { text: OPENED, label: 'supported', how: 'near' },
      { text: 'The Tay Bridge was opened in 1887.', label: 'contradicted', how: 'date' },
      { text: 'The Tay Bridge cost 300,000 pounds.', label: 'unverifiable', how: 'detail' },
    ],
  },
  {
    passage: 'The museum in Fennick has 42 paintings.',
    claims: [{ text: 'The museum in Fennick has 42 paintings.', label: 'supported', how: 'near' }],
  },
];

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function folderWith(files: Record<string, string>): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return folder;
}

describe('readSet', () => {
  test('reads pairs, without those that have no evidence or another label', async (t) => {
    const pair = { id: 'a', claim: OPENED, evidence: ['It was', 'opened.'], label: 'supported', source: 'WiCE' };
    const rows = [pair, { ...pair, id: 'b', label: 'disputed' }, { ...pair, id: 'c', evidence: [] }];
    const folder = await folderWith({ 'wice.dev.oracle.jsonl': lines(rows) });
    t.after(folder.remove);
    assert.deepEqual(setsIn(folder.path), ['wice']);
    const [read, ...others] = readSet(folder.path, 'wice');
    assert.deepEqual([read!.evidence, read!.document, others], ['It was opened.', 'It was', []]);
    assert.deepEqual(readSet(folder.path, 'fever'), []);
  });

  test('a malformed row is told with its line', async (t) => {
    const folder = await folderWith({ 'p01.jsonl': `${lines(PASSAGES)}{"passage": 7}\n` });
    t.after(folder.remove);
    assert.throws(() => readSet(folder.path, 'passages'), DataError);
    assert.throws(() => readSet(folder.path, 'passages'), /p01\.jsonl, line 3/);
  });

  test('swapped evidence is that of another document', () => {
    const pair = { id: 'a', claim: OPENED, label: 'supported' as const, set: 'x', kind: null };
    const pairs = [
      { ...pair, evidence: 'one', document: '1' },
      { ...pair, evidence: 'two', document: '2' },
      { ...pair, evidence: 'more of two', document: '2' },
    ];
    const swapped = swapEvidence(pairs, 1);
    assert.deepEqual(
      swapped.map(({ evidence, label }) => [evidence, label]),
      [
        ['two', 'unverifiable'],
        ['one', 'unverifiable'],
      ],
    );
  });
});

test('passages are judged claim by claim, by kind of reading', async (t) => {
  const folder = await folderWith({ 'p01.jsonl': lines(PASSAGES) });
  t.after(folder.remove);
  const [figures, ...others] = await measureSets(folder.path);
  assert.deepEqual([figures!.set, figures!.rows, others], ['passages', 4, []]);
  const { measures, counts, kinds } = figures!;
  assert.equal(measures.accuracy, 1);
  assert.equal(measures.macro_f1, 1);
  assert.deepEqual([measures.precision_supported, counts.precision_supported], [1, 2]);
  assert.equal(measures.without_evidence_left_open, 1);
  assert.equal(measures.changed_number_support_withdrawn, 1);
  assert.deepEqual(kinds, [
    { kind: 'supported: near', claims: 2, right: 2, wrong: 0 },
    { kind: 'contradicted: date', claims: 1, right: 1, wrong: 0 },
  ]);
});

test('two claims that differ in a few words and in their label make a minimal pair', async (t) => {
  const [passage] = PASSAGES;
  const folder = await folderWith({ 'p01.jsonl': lines([passage!]), 'p02.jsonl': lines(PASSAGES.slice(1)) });
  t.after(folder.remove);
  const pairs = readSet(folder.path, 'p01');
  assert.deepEqual(minimalPairs(pairs), [[0, 1]]);
  assert.deepEqual(minimalPairs(pairs.map((pair) => ({ ...pair, label: 'supported' as const }))), []);
  const [figures, ...others] = await measureSets(folder.path, { only: ['p01'] });
  const { measures, counts } = figures!;
  assert.deepEqual([figures!.rows, others, counts.minimal_pairs_both_right], [3, [], 1]);
  assert.deepEqual([measures.minimal_pairs_both_right, measures.minimal_pairs_without_wrong_decision], [1, 1]);
  assert.deepEqual([measures.decided, measures.contradicted_not_let_through], [2 / 3, 1]);
});

test('macro-F1 is the mean over the labels that occur', () => {
  const outcome = (label: 'supported' | 'unverifiable', said: 'supported' | 'unverifiable') => ({ label, said });
  const outcomes = [outcome('supported', 'supported'), outcome('supported', 'unverifiable')];
  assert.equal(macroF1(outcomes), 2 / 3);
  assert.equal(macroF1([...outcomes, outcome('unverifiable', 'unverifiable')]), (2 / 3 + 2 / 3) / 2);
  assert.equal(macroF1([]), null);
});

test('check-worthiness is told by whether a checkable claim is found', () => {
  const { measures, counts } = measureCheckworthiness('tweets', [
    { text: OPENED, checkable: true },
    { text: 'Thank you very much!', checkable: false },
    { text: 'The museum in Fennick has 42 paintings.', checkable: false },
    { text: 'Hello!', checkable: true },
  ]);
  assert.deepEqual([measures.precision, measures.recall, measures.f1], [0.5, 0.5, 0.5]);
  assert.deepEqual([counts.precision, counts.recall], [2, 2]);
});

test('claims of low materiality do not count as check-worthy in the second figure', () => {
  const { measures, counts } = measureCheckworthiness('tweets', [
    { text: OPENED, checkable: true },
    { text: 'The garden is quiet.', checkable: false },
  ]);
  assert.deepEqual([measures.precision, measures.material_precision], [0.5, 1]);
  assert.deepEqual([counts.material_precision, counts.material_recall], [1, 1]);
});

test('decomposition counts facts that are found as claims', () => {
  const { measures, counts } = measureDecomposition('facts', [
    { text: OPENED, claims: [OPENED, 'The bridge was expensive to build.'] },
  ]);
  assert.deepEqual([measures.precision, measures.recall, measures.kept_whole], [1, 0.5, 1]);
  assert.deepEqual([counts.precision, counts.recall], [1, 2]);
});

test('a sample is spread over all rows', () => {
  const rows = Array.from({ length: 10 }, (_, i) => i);
  assert.deepEqual(sampleOf(rows, 4), [0, 2, 5, 7]);
  assert.deepEqual(sampleOf(rows, 20), rows);
});

test('claims that a model lists are held against the facts', async () => {
  const statements = ['opened in 1880', 'closed in 1931'].map((words, i) => {
    const pieces = i === 0 ? [`The mill ${words}`] : ['The mill', words];
    return { id: `${i + 1}`, sentence: 'S1', pieces, claim: `The mill ${words}.`, kind: 'fact', part_of: '' };
  });
  const outcome = { ok: true as const, answer: { statements }, usage: null, first_token: null };
  const model = { name: 'a', url: 'http://127.0.0.1:9/v1', key: '', wrap: () => ({ ask: async () => outcome }) };
  const text = 'The mill opened in 1880 and closed in 1931.';
  const rows = [{ text, claims: ['The mill opened in 1880.', 'The mill closed in 1931.', 'The mill was large.'] }];
  const { measures } = await measureDecompositionByModel('facts', rows, model);
  assert.deepEqual([measures.precision, measures.recall], [1, 2 / 3]);
});

test('claims and facts are matched one to one, best first', () => {
  assert.equal(matchFacts([OPENED, OPENED], [OPENED]), 1);
  assert.equal(matchFacts(['It was opened in 1878.'], [OPENED]), 0);
  assert.equal(matchFacts([], [OPENED]), 0);
});

test('word F1 counts repeated words as often as both have them', () => {
  assert.equal(wordF1('a b', 'a b'), 1);
  assert.equal(wordF1('a a', 'a b'), 0.5);
  assert.equal(wordF1('a', 'b'), 0);
});
