/** The contract of the operational store ports. An adapter runs it by `operationalStoresContract('name', makePlace)`. */
import { describe } from 'node:test';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { admissionContract } from './operational-stores/admission.ts';
import { countersContract } from './operational-stores/counters.ts';
import { idempotencyContract } from './operational-stores/idempotency.ts';
import { leasesContract } from './operational-stores/leases.ts';
import { serverValuesContract } from './operational-stores/server-values.ts';
import { uniqueValuesContract } from './operational-stores/unique-values.ts';
import { type Skipped, testSkipping } from './skipping.ts';
import { type StorageLocation, useStorageLocation } from './storage-location.ts';

export function operationalStoresContract(
  name: string,
  makePlace: () => Promise<StorageLocation<OperationalStores>>,
  skipped: Skipped = {},
): void {
  describe(`operational stores: ${name}`, () => {
    const place = useStorageLocation(makePlace);
    const stores = { open: () => place.open(undefined), reopen: () => place.reopen(undefined) };
    idempotencyContract(stores);
    admissionContract(stores, testSkipping(skipped));
    uniqueValuesContract(stores);
    leasesContract(stores);
    countersContract(stores);
    serverValuesContract(stores);
  });
}
