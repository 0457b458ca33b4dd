/** The embedded shape: a temporary data folder. */
import { join } from 'node:path';
import { readEmbeddedConfiguration } from '#apps/configuration.ts';
import { openService } from '#apps/embedded/service.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { failOn } from '#test/support/fail-on.ts';
import { tracesIn } from '#test/support/service/traces.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { Ground } from './ground.ts';

/** Creates the data folder; `remove` deletes it. */
export async function embeddedGround(): Promise<Ground> {
  const { path, remove } = await temporaryFolder();
  return groundIn(path, remove);
}

/** A data folder that may hold something already. */
export function groundIn(path: string, remove: () => Promise<void>): Ground {
  const vault = () => openConnection(join(path, 'vault.db'), { readOnly: true });
  return {
    folder: path,
    open: (settings, logger, parts) =>
      openService(
        { ...readEmbeddedConfiguration({ EVIDENCE_DATA_DIR: path }), publicSources: false, ...settings },
        logger,
        failOn,
        parts,
      ),
    traces: async (needles) => tracesIn(path, needles),
    async wrappedKey(id) {
      const database = vault();
      const query = 'SELECT wrapped FROM slots JOIN data_keys ON data_keys.slot = slots.number WHERE id = ?';
      const row = database.prepare(query).get(id) as { wrapped: Uint8Array } | undefined;
      database.close();
      return row?.wrapped;
    },
    async forgetKey(id) {
      const database = openConnection(join(path, 'vault.db'));
      database.prepare('DELETE FROM data_keys WHERE id = ?').run(id);
      database.close();
    },
    holdVault() {
      const reader = vault();
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM slots').get();
      return () => reader.close();
    },
    ephemeralKeys: 'memory',
    remove,
  };
}
