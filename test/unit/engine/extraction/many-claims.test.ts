/** A text with more claims, or more sentences, than are read of one text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { extract } from '#engine/extraction/extract.ts';
import { MOST_SEGMENTS } from '#engine/extraction/unread.ts';

const run = (content: string, mostClaims?: number, pageStarts?: readonly number[]) =>
  extract({
    ...{ content, question: '', requestedAt: '2026-01-01T00:00:00Z', direct: false },
    ...(pageStarts && { page_starts: pageStarts }),
    ...(mostClaims !== undefined && { most_claims: mostClaims }),
  });

const SENTENCE = 'Kubo was founded in 1990. ';

test('of a text 2,000 claims are read; the rest is named by place and beginning', () => {
  const content = SENTENCE.repeat(Math.floor(100_000 / SENTENCE.length)).trim();
  const { claims, unread_from, limitations, missing_spans, estimated_material_claims, estimate_method } = run(content);
  assert.equal(claims.length, MOST_CLAIMS.text);
  assert.equal(unread_from, MOST_CLAIMS.text * SENTENCE.length);
  const place = `characters 52000 to ${content.length}`;
  assert.deepEqual(limitations, [
    `too_many_claims: only the first 2000 claims were extracted; from line 1 on (${place}) the text was not read.`,
  ]);
  assert.deepEqual(missing_spans, [`${place}, from line 1 on: ${content.slice(52_000, 52_200)}`]);
  assert.equal(estimated_material_claims, 3_846, 'what was not read is estimated');
  assert.match(estimate_method, /beyond the part that was read/);
});

test('where reading stopped is told by page and line, or by line without pages', () => {
  const page = `😀\n${SENTENCE}\n${SENTENCE}\n`;
  const content = page.repeat(3).trim();
  const points = [...page].length;
  const start = points + [...`😀\n${SENTENCE}\n`].length;
  const told = (pageStarts?: readonly number[]) => run(content, 3, pageStarts).limitations.at(-1);
  const end = [...content].length;
  const from = (place: string) =>
    `too_many_claims: only the first 3 claims were extracted; from ${place} on (characters ${start} to ${end}) the text was not read.`;
  assert.equal(told([0, points, 2 * points]), from('page 2, line 3'));
  assert.equal(told(), from('line 6'));
});

test('a text of exactly as many claims is read to its end, thanks and all', () => {
  const output = run(`${SENTENCE.repeat(3)}Thank you!`, 3);
  assert.equal(output.claims.length, 3);
  assert.equal(output.unread_from, null);
  assert.deepEqual(output.limitations, []);
  assert.deepEqual(output.missing_spans, []);
});

test('places are code points, and a sentence may be cut between its claims', () => {
  const content = '😀 Kubo was founded in 1990. Kubo sold boats and built a dam.';
  const whole = run(content);
  assert.equal(whole.claims.length, 3);
  const { claims, unread_from, missing_spans } = run(content, 2);
  assert.deepEqual(claims, whole.claims.slice(0, 2));
  assert.equal(unread_from, whole.claims[2]!.start);
  const points = Array.from(content);
  const rest = points.slice(unread_from!).join('');
  assert.equal(missing_spans.at(-1), `characters ${unread_from} to ${points.length}, from line 1 on: ${rest}`);
});

test('the unread rest is estimated from the part that was read', () => {
  // No figure and no name: the estimate passes over each of them.
  const content = 'Most cats like cold milk. '.repeat(10);
  const { estimated_material_claims } = run(content);
  const materialOf = (mostClaims: number) =>
    run(content, mostClaims).claims.filter(({ materiality }) => materiality !== 'low').length;
  assert.ok(materialOf(5) > 0);
  assert.ok(run(content, 5).estimated_material_claims >= 2 * materialOf(5));
  assert.ok(run(content, 5).estimated_material_claims >= estimated_material_claims);
});

test('headings without an end are not all read, and what was not is named', () => {
  const heading = '# The harbour of Halvik\n\n';
  const content = heading.repeat(MOST_SEGMENTS + 2).trim();
  const { claims, unread_from, limitations, missing_spans } = run(content);
  assert.deepEqual(claims, []);
  assert.equal(unread_from, MOST_SEGMENTS * heading.length + '# '.length);
  const place = `characters ${unread_from} to ${content.length}`;
  const line = `from line ${2 * MOST_SEGMENTS + 1} on`;
  assert.deepEqual(limitations, [
    `too_many_sentences: only the first ${MOST_SEGMENTS} sentences and headings were read; ${line} (${place}) the text was not read.`,
  ]);
  assert.deepEqual(missing_spans, [`${place}, ${line}: ${content.slice(unread_from!)}`]);
});

test('a text in another language is cut as well', () => {
  const content = 'Der Hund ist in dem Haus und die Katze ist nicht. '.repeat(10);
  const { claims, estimated_material_claims, unread_from, limitations } = run(content, 4);
  assert.equal(claims.length, 4);
  assert.equal(estimated_material_claims, 10);
  assert.equal(unread_from, 200);
  assert.deepEqual(
    limitations.map((limitation) => limitation.split(':')[0]),
    ['language_not_read', 'too_many_claims'],
  );
});
