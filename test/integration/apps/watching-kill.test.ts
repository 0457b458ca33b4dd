/** A verification that is begun, watched and cancelled by code survives the death of its process, on a data folder. */
import { join } from 'node:path';
import { groundIn } from '#test/support/ground/embedded.ts';
import { testKilled } from '#test/support/service/killed-begun.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

testKilled(['begin', 'retrieve', 'judge', 'cancel'], async () => {
  const { path, remove } = await temporaryFolder();
  const folder = join(path, 'data');
  return { environment: { EVIDENCE_DATA_DIR: folder }, ground: groundIn(folder, remove) };
});
