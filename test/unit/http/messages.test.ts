/** Messages of refusals name nothing that the documentation does not know. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));

const MESSAGE = /message(?::|\s*=)\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
/** Plain English that happens not to stand in the documentation. */
const PLAIN = new Set(['formed', 'retained', 'resolved', 'reopen', 'detail', 'available', 'multipart']);

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

test('every word of a message of a refusal stands in the documentation', () => {
  const known = new Set(wordsOf([...read('README.md'), ...read('docs/**/*.md')].join('\n')));
  const sources = [
    'contracts/errors.ts',
    'command-api/**/*.ts',
    'query-api/**/*.ts',
    'http/**/*.ts',
    'streams/**/*.ts',
    'results/**/*.ts',
  ];
  const messages = sources
    .flatMap(read)
    .flatMap((source) => [...source.matchAll(MESSAGE)].map((found) => found[1] ?? found[2] ?? found[3]!));
  assert.ok(messages.length > 50);
  const unknown = messages.flatMap((message) =>
    wordsOf(message.replaceAll(/\$\{[^}]*\}/g, ''))
      .filter((word) => !known.has(word) && !known.has(word.replace(/s$/, '')) && !PLAIN.has(word))
      .map((word) => `${word}: ${message}`),
  );
  assert.deepEqual(unknown, []);
});
