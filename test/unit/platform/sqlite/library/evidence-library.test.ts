/** Beyond the port's contract: how the index is queried, also by several instances at once. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LibraryDocument } from '#contracts/ports/evidence-library.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const WORDS = ['light', 'house', 'harbour', 'old', 'mill', 'river', 'stone', 'tower', 'quay', 'ferry', 'bell'];

function document(path: string, passages: readonly string[]): LibraryDocument {
  return { path, title: path, publisher: 'P', publication_date: null, licence: null, content_hash: path, passages };
}

/** Passages of three to eleven words, some of them common. */
function passagesOf(n: number): string[] {
  return [0, 1, 2].map((k) =>
    Array.from({ length: 3 + ((n + k) % 9) }, (_, i) => WORDS[(n * 5 + k * 3 + i * i) % (2 + (n % 10))]).join(' '),
  );
}

describe('the evidence library in SQLite', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let path: string;
  let library: SqliteEvidenceLibrary;
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder.path, 'library.db');
    library = new SqliteEvidenceLibrary({ path });
  });
  afterEach(async () => {
    await library.close();
    await folder.remove();
  });

  const places = async (terms: string[], limit: number) => {
    const [found] = await library.search([{ terms, limit }]);
    return found!.map((passage) => `${passage.path}/${passage.ordinal}`);
  };

  it('indexes documents of version 1 again when it is opened', async () => {
    await library.put([document('de.md', ['Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.'])]);
    const text = 'Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.';
    const before = openConnection(path);
    before.exec(
      `DELETE FROM words; INSERT INTO words (rowid, text) VALUES (1, '${text}'); DROP TABLE to_index; PRAGMA user_version = 1`,
    );
    before.close();
    await library.close();
    library = new SqliteEvidenceLibrary({ path });
    assert.deepEqual(await places(['bruck'], 5), ['de.md/0']);
    assert.deepEqual(await places(['gebrauch'], 5), ['de.md/0']);
  });

  it('goes on with indexing again where a start was killed', async () => {
    const text = 'Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.';
    await library.put([document('de.md', [text]), document('en.md', ['The bridges of the city are still in use.'])]);
    const killed = openConnection(path);
    killed.exec(`DELETE FROM words WHERE rowid = 1; INSERT INTO words (rowid, text) VALUES (1, '${text}')`);
    killed.exec('INSERT INTO to_index SELECT number FROM documents');
    assert.deepEqual(await places(['bruck'], 5), []);
    const other = new SqliteEvidenceLibrary({ path });
    assert.deepEqual(await places(['bruck'], 5), ['de.md/0']);
    assert.deepEqual(killed.prepare('SELECT * FROM to_index').all(), []);
    killed.close();
    await other.close();
  });

  it('finds the same best passages as the index, also after removals', async () => {
    await library.put(Array.from({ length: 300 }, (_, n) => document(`${n}.txt`, passagesOf(n))));
    await library.remove(Array.from({ length: 60 }, (_, n) => `${n * 5}.txt`));
    const index = openConnection(path);
    const best = index.prepare(`
      SELECT path || '/' || ordinal AS place FROM (
        SELECT rowid AS number, bm25(words) AS score FROM words WHERE words MATCH ? ORDER BY score, rowid LIMIT ?
      ) JOIN passages USING (number) JOIN documents ON documents.number = document ORDER BY score, passages.number`);
    for (let n = 0; n < 40; n++) {
      const terms = [WORDS[n % 11]!, WORDS[(n * 3 + 1) % 11]!, `${WORDS[(n * 7 + 2) % 11]} ${WORDS[n % 5]}`, 'unheard'];
      const distinct = [...new Set(terms)];
      const asked = distinct.map((term) => `"${term}"`).join(' OR ');
      const expected = best.all(asked, 500) as { place: string }[];
      assert.deepEqual((await places(distinct, 500)).sort(), expected.map(({ place }) => place).sort());
      const few = await places(distinct, 100);
      assert.deepEqual(
        few,
        expected.slice(0, few.length).map(({ place }) => place),
      );
      assert.equal(few.length, Math.min(100, expected.length));
    }
    index.close();
  });

  it('sees at once what another process has put', async () => {
    assert.deepEqual(await places(['ferry'], 5), []);
    const other = new SqliteEvidenceLibrary({ path });
    await other.put([document('a.txt', ['The ferry sails.'])]);
    assert.deepEqual(await places(['ferry'], 5), ['a.txt/0']);
    await other.put([document('b.txt', ['A ferry.'])]);
    await other.remove(['a.txt']);
    await other.close();
    assert.deepEqual(await places(['ferry'], 5), ['b.txt/0']);
  });

  it('leaves a search for words that most passages have to the index', async () => {
    const passages = Array.from({ length: 25_000 }, (_, n) => (n === 20_000 ? 'stone' : 'an old stone'));
    await library.put([document('a.txt', passages)]);
    assert.deepEqual(await places(['stone'], 3), ['a.txt/20000', 'a.txt/0', 'a.txt/1']);
  });
});
