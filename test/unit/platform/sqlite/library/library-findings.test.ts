import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundRow, readFindings, writeFindings } from '#platform/sqlite/library/library-findings.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** Passages 10 to 19 belong to document 1, and so on. */
function row(passage: number): FoundRow {
  const document = Math.floor(passage / 10);
  return [passage % 10, `words ${passage}`, document, `${document}.txt`, 'Title', 'Publisher', null, 'CC0', AT];
}

test('findings survive a round trip, including repeated passages', () => {
  const findings = readFindings(writeFindings([[11, 21], [], [12, 11]], row));
  const passage = (number: number) => ({
    path: `${Math.floor(number / 10)}.txt`,
    title: 'Title',
    publisher: 'Publisher',
    publication_date: null,
    licence: 'CC0',
    indexed_at: AT,
    ordinal: number % 10,
    text: `words ${number}`,
  });
  assert.deepEqual(findings, [[passage(11), passage(21)], [], [passage(12), passage(11)]]);
  assert.equal(findings[0]![0], findings[2]![1]);
});

test('a passage and its document are asked for and written once', () => {
  const asked: number[] = [];
  const text = writeFindings([[11, 12], [11]], (passage) => {
    asked.push(passage);
    return row(passage);
  });
  assert.deepEqual(asked, [11, 12]);
  assert.equal(text.split('words 11').length, 2);
  assert.equal(text.split('1.txt').length, 2);
});
