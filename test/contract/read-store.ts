/** The contract of the read store port. An adapter runs it with `readStoreContract('name', makePlace)`. */
import { describe } from 'node:test';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { findContract } from './read-store/find.ts';
import { generationsContract } from './read-store/generations.ts';
import { writesContract } from './read-store/writes.ts';
import { type StorageLocation, useStorageLocation } from './storage-location.ts';

export function readStoreContract(name: string, makePlace: () => Promise<StorageLocation<ReadStore>>): void {
  describe(`read store: ${name}`, () => {
    const place = useStorageLocation(makePlace);
    const stores = { open: () => place.open(undefined), reopen: () => place.reopen(undefined) };
    writesContract(stores);
    generationsContract(stores);
    findContract(stores);
  });
}
