/** What is read of answers as small models word them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonIn } from '#platform/models/schema-text.ts';
import { firstAnswerToken } from '#platform/models/wire-values.ts';

test('an object is found between words and in fences, thoughts left out', () => {
  const answers = [
    '{"a":{"b":"}"}}',
    'Sure, here it is: {"a":{"b":"}"}} – anything else?',
    'I look at {P1} first.\n```json\n{"a":{"b":"}"}}\n```\nDone.',
    '<think>{"a":1}</think>{"a":{"b":"}"}}',
    'It is {"a":{"b":"}"}}, so {"a":{"b":"}"}}.',
  ];
  for (const answer of answers) assert.deepEqual(jsonIn(answer), { a: { b: '}' } }, answer);
});

test('of two different objects, and of half an object, none is taken', () => {
  const answers = ['First {"a":1}, then {"a":2}.', '{"list":[{"a":1},{"a"', 'no { here', 'words', '{'.repeat(99)];
  for (const answer of answers) assert.equal(jsonIn(answer), undefined, answer);
});

test('the first token of an answer in a tag is the one behind the tag', () => {
  const token = (text: string) => ({ token: text, alternatives: [{ token: text, logprob: -0.1 }] });
  const first = (...texts: string[]) => firstAnswerToken(texts.map(token))?.[0]?.token;
  assert.equal(first('\n', 'yes'), 'yes');
  assert.equal(first('<', 'score', '>', ' yes', ' </', 'score', '>'), ' yes');
  assert.equal(first('<score>', 'no'), 'no');
  assert.equal(first('<score> ', '\n'), undefined);
});
