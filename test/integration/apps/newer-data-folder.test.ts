/** A data folder that a newer version has written, under this one; and this version's, under the release before. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openConnection } from '#platform/sqlite/database.ts';
import { runProgram } from '#test/support/command-line.ts';
import { keptFolders, unpack } from '#test/support/data-folder/kept.ts';
import { releaseBefore } from '#test/support/deployment/release-before.ts';
import { startProcess } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const FILES = ['events', 'vault', 'operations', 'queue', 'library', 'views'];
const newest = (await keptFolders()).toSorted().at(-1)!;

describe('a data folder of a newer version', () => {
  for (const name of FILES) {
    test(`is refused by its ${name}.db, and no file is changed`, async (context) => {
      const { data, kept, remove } = await unpack(newest);
      context.after(remove);
      const databases = (await readdir(data)).filter((file) => file.endsWith('.db'));
      assert.deepEqual(databases.toSorted(), FILES.map((each) => `${each}.db`).toSorted());
      const file = join(data, `${name}.db`);
      raiseVersion(data, name);
      const before = await contentsOf(data, databases);
      const { code, stderr } = await runProgram('apps/main.ts', [], {
        environment: { EVIDENCE_DATA_DIR: data, EVIDENCE_PORT: '0', EVIDENCE_MASTER_KEY: kept.master_key },
      });
      assert.equal(code, 2, stderr);
      const sentence = stderr.trimEnd().split('\n').at(-1)!;
      assert.ok(sentence.startsWith(`${file} was written by a newer version of the service (schema `), stderr);
      assert.match(sentence, /start that version on the data folder, or restore a backup from before the upgrade/);
      assert.deepEqual(await contentsOf(data, databases), before);
    });
  }
});

test('the release before opens a folder whose layout it knows, else says why not', async (context) => {
  const release = await releaseBefore();
  if (release === null) return context.skip('the release before is not in the history of this clone');
  context.after(release.remove);
  const ofThis = await folderOf(context);
  const ofBefore = await folderOf(context, release.folder);
  const isNewer = FILES.some((name) => versionOf(ofThis, name) > versionOf(ofBefore, name));
  context.diagnostic(isNewer ? 'of a newer layout' : 'of the same layout');
  const started = startProcess('apps/main.ts', { EVIDENCE_DATA_DIR: ofThis }, release.folder);
  if (isNewer) await assert.rejects(started, /schema/);
  else await (await started).stop();
});

/** A data folder that the code in `root`, by default this version's, has made. */
async function folderOf(context: TestContext, root?: string): Promise<string> {
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const service = await startProcess('apps/main.ts', { EVIDENCE_DATA_DIR: path }, root);
  await service.stop();
  return path;
}

function versionOf(data: string, name: string): number {
  const database = openConnection(join(data, `${name}.db`));
  const { user_version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return user_version;
}

/** As a version does that lays the file out anew. */
function raiseVersion(data: string, name: string): void {
  const version = versionOf(data, name);
  const database = openConnection(join(data, `${name}.db`));
  database.exec(`PRAGMA user_version = ${version + 1}`);
  database.close();
}

async function contentsOf(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const hashes = files.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(folder, file)));
    return [file, hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}
