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

  const GERMAN = 'Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.';
  const WITHOUT_LANGUAGES =
    'DROP TABLE revision; DROP INDEX documents_by_language; ALTER TABLE documents DROP COLUMN language;';
  /** The tables as versions 1 to 3 had them. */
  const EARLIER_WORDS = `${WITHOUT_LANGUAGES} DROP TABLE words; ALTER TABLE passages DROP COLUMN terms;
    CREATE VIRTUAL TABLE words USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO words (rowid, text) SELECT number, text FROM passages;`;
  const opensFrom = async (version: number, changes: string) => {
    await library.put([document('de.md', [GERMAN]), document('en.md', ['The bridges of the city are still in use.'])]);
    const before = openConnection(path);
    before.exec(`${EARLIER_WORDS} ${changes} PRAGMA user_version = ${version}`);
    before.close();
    await library.close();
    library = new SqliteEvidenceLibrary({ path });
    assert.deepEqual(await places(['bruck'], 5), ['de.md/0']);
    assert.deepEqual(await places(['gebrauch'], 5), ['de.md/0']);
    assert.deepEqual(await places(['bridges'], 5), ['en.md/0']);
    await library.remove(['de.md', 'en.md']);
    assert.deepEqual(await places(['bruck', 'bridges'], 5), []);
  };

  it('indexes documents of version 1 again when it is opened', () => opensFrom(1, 'DROP TABLE to_index;'));
  it('indexes documents of version 2 again when it is opened', () => opensFrom(2, 'DROP TABLE to_index;'));
  it('indexes documents of version 3 again when it is opened', () => opensFrom(3, 'INSERT INTO to_index VALUES (1);'));

  it('learns the languages of documents of version 4 when it is opened', async () => {
    await library.put([document('de.md', [GERMAN]), document('en.md', ['The bridges of the city are still in use.'])]);
    const before = openConnection(path);
    before.exec(`${WITHOUT_LANGUAGES} PRAGMA user_version = 4`);
    before.close();
    await library.close();
    library = new SqliteEvidenceLibrary({ path });
    const languages = await library.languages();
    assert.deepEqual(languages, [
      { language: 'de', documents: 1 },
      { language: 'en', documents: 1 },
    ]);
    await library.remove(['de.md', 'en.md']);
    assert.deepEqual(await places(['bruck', 'bridges'], 5), [], 'the words were in the index twice');
  });

  it('gives a library of version 5 a revision when it is opened, and keeps its index', async () => {
    await library.put([document('en.md', ['The bridges of the city are still in use.'])]);
    const former = await library.revision();
    const before = openConnection(path);
    before.exec('DROP TABLE revision; PRAGMA user_version = 5');
    before.close();
    await library.close();
    library = new SqliteEvidenceLibrary({ path });
    const revision = await library.revision();
    assert.match(revision, /^[0-9a-f]{32}$/);
    assert.notEqual(revision, former);
    assert.deepEqual(await places(['bridges'], 5), ['en.md/0']);
    const other = new SqliteEvidenceLibrary({ path });
    await other.remove(['en.md']);
    assert.notEqual(await library.revision(), revision, 'another process has changed it');
    await other.close();
  });

  it('goes on with indexing again where a start was killed', async () => {
    await library.put([document('de.md', [GERMAN]), document('en.md', ['The bridges of the city are still in use.'])]);
    const killed = openConnection(path);
    killed.exec(`INSERT INTO words (words, rowid, text) SELECT 'delete', number, terms FROM passages WHERE number = 1;
      UPDATE passages SET terms = NULL WHERE number = 1; INSERT INTO to_index VALUES (1)`);
    assert.deepEqual(await places(['bruck'], 5), []);
    const other = new SqliteEvidenceLibrary({ path });
    assert.deepEqual(await places(['bruck'], 5), ['de.md/0']);
    assert.deepEqual(killed.prepare('SELECT * FROM to_index').all(), []);
    killed.close();
    await other.close();
  });

  it('scores by what it holds, whatever it held before', async () => {
    const kept = Array.from({ length: 40 }, (_, n) => document(`${n}.txt`, passagesOf(n)));
    const scores = () => {
      const index = openConnection(path, { readOnly: true });
      const found = index.prepare(
        "SELECT bm25(words) AS score FROM words WHERE words MATCH 'river OR stone' ORDER BY 1",
      );
      const all = found.all().map(({ score }) => score);
      index.close();
      return all;
    };
    await library.put(kept);
    const first = scores();
    const long = Array.from({ length: 30 }, (_, n) => `${passagesOf(n).join(' ')} and Brücken und Türme der Stadt`);
    await library.put([document('gone.txt', long)]);
    await library.put([{ ...document('gone.txt', [GERMAN]), content_hash: 'changed' }]);
    await library.remove(['gone.txt']);
    assert.ok(first.length > 10);
    assert.deepEqual(scores(), first);
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
