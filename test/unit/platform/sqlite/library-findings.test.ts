import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundRow, readFindings, writeFindings } from '#platform/sqlite/library-findings.ts';

const AT = '2026-01-01T00:00:00.000Z';

function row(passage: number, document: number): FoundRow {
  return [
    passage,
    passage % 10,
    `words ${passage}`,
    document,
    `${document}.txt`,
    'Title',
    'Publisher',
    null,
    'CC0',
    AT,
  ];
}

test('what was found is read as it was written, whatever was found twice', () => {
  const findings = readFindings(writeFindings([[row(11, 1), row(21, 2)], [], [row(12, 1), row(11, 1)]]));
  const passage = (number: number, document: number) => ({
    path: `${document}.txt`,
    title: 'Title',
    publisher: 'Publisher',
    publication_date: null,
    licence: 'CC0',
    indexed_at: AT,
    ordinal: number % 10,
    text: `words ${number}`,
  });
  assert.deepEqual(findings, [[passage(11, 1), passage(21, 2)], [], [passage(12, 1), passage(11, 1)]]);
  assert.equal(findings[0]![0], findings[2]![1]);
});

test('a passage and its document are written once', () => {
  const text = writeFindings([[row(11, 1), row(12, 1)], [row(11, 1)]]);
  assert.equal(text.split('words 11').length, 2);
  assert.equal(text.split('1.txt').length, 2);
});
