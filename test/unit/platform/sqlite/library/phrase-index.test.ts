import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openConnection } from '#platform/sqlite/database.ts';
import { PhraseIndex } from '#platform/sqlite/library/phrase-index.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('the phrase index', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let own: DatabaseSync;
  let phrases: PhraseIndex;
  beforeEach(async () => {
    folder = await temporaryFolder();
    own = openConnection(join(folder.path, 'words.db'));
    own.exec("CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'porter unicode61')");
    phrases = new PhraseIndex(own);
  });
  afterEach(async () => {
    own.close();
    await folder.remove();
  });

  it('is up to date, also after another connection changed the index', () => {
    own.exec("INSERT INTO words (text) VALUES ('the founder'), ('founded later')");
    const frequencies = (...asked: string[]) => asked.map((phrase) => phrases.frequency(phrase));
    assert.deepEqual(frequencies('founded', 'later', 'the founder', 'none'), [1, 1, 1, 0]);
    assert.deepEqual(passagesOf('founded'), [2]);

    const other = openConnection(join(folder.path, 'words.db'));
    other.exec("INSERT INTO words (text) VALUES ('founded in 1900')");
    other.close();
    own.exec('BEGIN');
    phrases.refresh();
    assert.deepEqual(frequencies('founded'), [2]);
    assert.deepEqual(passagesOf('founded'), [2, 3]);
    own.exec('COMMIT');

    own.exec("INSERT INTO words (text) VALUES ('it was founding')");
    phrases.forget();
    assert.deepEqual(frequencies('founded'), [3]);
    assert.deepEqual(passagesOf('founded'), [2, 3, 4]);
  });

  it('caches only phrases that the index contains', () => {
    own.exec("INSERT INTO words (text) VALUES ('founded later')");
    assert.deepEqual([phrases.frequency('founded'), phrases.frequency('secret name')], [1, 0]);
    own.exec("INSERT INTO words (text) VALUES ('founded under a secret name')");
    assert.deepEqual([phrases.frequency('founded'), phrases.frequency('secret name')], [1, 1]);
  });

  it('has the parts of the score that SQLite gives a query of all phrases', () => {
    const words = ['light', 'house', 'harbour', 'old', 'mill', 'river', 'stone'];
    for (let n = 0; n < 60; n++) {
      const text = Array.from({ length: 3 + (n % 9) }, (_, i) => words[(n * 7 + i * i + (n >> 2)) % words.length]);
      own.prepare('INSERT INTO words (text) VALUES (?)').run(text.join(' '));
    }
    const asked = ['river', 'old mill', 'harbour', 'light'];
    const sums = new Map<number, number>();
    for (const phrase of asked) {
      const scores = phrases.scores(phrase);
      for (let i = 0; i < scores.length; i += 2) sums.set(scores[i]!, (sums.get(scores[i]!) ?? 0) + scores[i + 1]!);
    }
    const whole = own.prepare('SELECT rowid, bm25(words) AS score FROM words WHERE words MATCH ?');
    const rows = whole.all(asked.map((phrase) => `"${phrase}"`).join(' OR ')) as { rowid: number; score: number }[];
    assert.ok(rows.length > 30);
    assert.deepEqual(
      [...sums].toSorted(([a], [b]) => a - b),
      rows.map(({ rowid, score }) => [rowid, score]),
    );
  });

  function passagesOf(phrase: string): number[] {
    return [...phrases.scores(phrase)].filter((_, i) => i % 2 === 0);
  }
});
