/** The servers of the distributed shape as one end of a move. */
import { systemClock } from '#common/time.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { type MovedDatabase, openMovedDatabase } from '#platform/mongodb/moved/database.ts';
import { openMongoStores } from '#platform/mongodb/stores.ts';
import type { DistributedConfiguration } from '../configuration.ts';
import { authorityIn } from '../distributed/stores.ts';
import { openOrClose } from '../parts/closing.ts';
import { LOG_BEGINS_WITH } from '../parts/deployment.ts';
import type { Side } from './side.ts';

export interface ServerSide extends Side {
  database: Pick<MovedDatabase, 'isEmpty' | 'isInUse' | 'removeValue'>;
}

/** `whenOpen` is called before the service's own indexes are made in MongoDB; it may refuse. */
export function openServerSide(
  configuration: DistributedConfiguration,
  whenOpen: (side: Pick<ServerSide, 'events' | 'tables' | 'database'>) => Promise<void>,
): Promise<ServerSide> {
  return openOrClose(async (closing) => {
    const { eventStoreUrl, mongoUrl, streamPrefix, previousMasterKey } = configuration;
    const authority = authorityIn(configuration.authorityFile);
    const master = masterKey(configuration.masterKey);
    const previousMaster = previousMasterKey === undefined ? null : masterKey(previousMasterKey);
    const events = createEventStoreDbStore({
      url: eventStoreUrl,
      streamPrefix,
      first: LOG_BEGINS_WITH,
      ...authority,
      // Whatever matters fails the call as well.
      onError: () => {},
    });
    closing.defer(() => events.close());
    await events.head();
    const options = { url: mongoUrl, ...authority, master, previousMaster };
    const moved = await openMovedDatabase(options);
    closing.defer(() => moved.close());
    await whenOpen({ events, tables: moved.tables, database: moved });
    const stores = await openMongoStores({ ...options, clock: systemClock });
    closing.defer(() => stores.close());
    return {
      events,
      size: () => null,
      tables: moved.tables,
      database: moved,
      views: stores.views,
      vault: stores.vault,
      stages: () => new Map(),
      close: () => closing.disposeAsync(),
    };
  });
}
