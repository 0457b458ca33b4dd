import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { TermFrequencies } from '#platform/sqlite/term-frequencies.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('term frequencies', () => {
  it('are those of the index as it is, also after another connection changed it', async () => {
    const folder = await temporaryFolder();
    try {
      const own = new DatabaseSync(join(folder.path, 'words.db'));
      own.exec("CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'porter unicode61')");
      own.exec("INSERT INTO words (text) VALUES ('the founder'), ('founded later')");
      const frequencies = new TermFrequencies(own);
      assert.deepEqual(frequencies.of(['founded', 'later', 'the founder', 'none']), [1, 1, 1, 0]);

      const other = new DatabaseSync(join(folder.path, 'words.db'));
      other.exec("INSERT INTO words (text) VALUES ('founded in 1900')");
      assert.deepEqual(frequencies.of(['founded']), [2]);
      own.exec("INSERT INTO words (text) VALUES ('it was founding')");
      frequencies.forget();
      assert.deepEqual(frequencies.of(['founded']), [3]);
      other.close();
      own.close();
    } finally {
      await folder.remove();
    }
  });
});
