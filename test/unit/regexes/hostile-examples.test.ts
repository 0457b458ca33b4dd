/** Texts that once took seconds: twice the text takes about twice the time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumbers } from '#engine/privacy/identity-numbers.ts';
import { jsonIn } from '#platform/models/schema-text.ts';

/** Far above 2, as times of less than a millisecond vary; quadratic would be 64, cubic 512. */
const MOST = 24;

function assertLinear(work: (characters: number) => void): void {
  work(1_000);
  const few = Math.max(
    200,
    timeOf(() => work(4_000)),
  );
  const ratio = timeOf(() => work(32_000)) / few;
  assert.ok(ratio < MOST, `eight times the text took ${ratio.toFixed(1)} times as long`);
}

function timeOf(work: () => void): number {
  const begun = process.threadCpuUsage();
  work();
  // Their sum is exact; how it is shared between the two, the kernel guesses by samples.
  const { user, system } = process.threadCpuUsage(begun);
  return user + system;
}

test('spaces behind a word for an account, an identity or a phone take linear time', () => {
  for (const word of ['The account', 'passport no', 'SSN', 'tel']) {
    assertLinear((spaces) => assert.deepEqual(findNumbers(`${word}${' '.repeat(spaces)}was closed`), []));
  }
});

test('numbers with words and spaces before them are still found', () => {
  const kinds = (text: string) => findNumbers(text).map(({ kind, key }) => `${kind} ${key}`);
  assert.deepEqual(kinds('account  number :  12345678'), ['account 12345678']);
  assert.deepEqual(kinds('Account no. 12345678'), ['account 12345678']);
  assert.deepEqual(kinds('passport no  is  X1234567'), ['identity_number X1234567']);
  assert.ok(kinds('NHS #  943 476 5919').includes('identity_number 9434765919'));
});

test('a fence and empty lines without an end in a model answer take linear time', () => {
  assertLinear((lines) => assert.equal(jsonIn(`\`\`\`${'\n'.repeat(lines)}x`), undefined));
  assertLinear((lines) => assert.equal(jsonIn(`\`\`\`json\n${'\n'.repeat(lines)}\`\`\``), undefined));
});

test('a fenced answer is read with any white space around it', () => {
  for (const answer of ['```\n{"a":1}\n```', '```json \n\n {"a":1}\n\n  ```', '\n```json\r\n{"a":1}\r\n```\n']) {
    assert.deepEqual(jsonIn(answer), { a: 1 });
  }
});
