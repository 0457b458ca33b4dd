/** The operational stores in MongoDB, shared by all processes. */
import type { Db } from 'mongodb';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { translatingFailures, withoutText } from '../failures.ts';
import { MongoAdmission } from './admission.ts';
import { MongoCounters } from './counters.ts';
import { MongoIdempotency } from './idempotency.ts';
import { MongoLeases } from './leases.ts';
import { MongoServerValues } from './server-values.ts';
import { MongoUniqueValues } from './unique-values.ts';

/** Creates missing indexes. Every method throws MongoStoreError. */
export async function openMongoOperations(database: Db): Promise<OperationalStores> {
  const idempotency = new MongoIdempotency(database);
  const admission = new MongoAdmission(database);
  const leases = new MongoLeases(database);
  const counters = new MongoCounters(database);
  const swept = [idempotency, admission, leases, counters];
  await Promise.all(swept.map((store) => store.prepare()));
  const clearly = <Store extends object>(store: Store): Store => translatingFailures(store, withoutText);
  return clearly({
    idempotency: clearly(idempotency),
    admission: clearly(admission),
    uniqueValues: clearly(new MongoUniqueValues(database)),
    leases: clearly(leases),
    counters: clearly(counters),
    values: clearly(new MongoServerValues(database)),
    async sweep(now) {
      let dropped = 0;
      for (const store of swept) dropped += await store.sweep(now);
      return dropped;
    },
    // The caller closes the connection.
    async close() {},
  });
}
