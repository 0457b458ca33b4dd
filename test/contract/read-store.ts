/** The contract of the read store port. An adapter runs it with `readStoreContract('name', makePlace)`. */
import { describe } from 'node:test';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { type Place, usePlace } from './place.ts';
import { findContract } from './read-store/find.ts';
import { generationsContract } from './read-store/generations.ts';
import { writesContract } from './read-store/writes.ts';

export function readStoreContract(name: string, makePlace: () => Promise<Place<ReadStore>>): void {
  describe(`read store: ${name}`, () => {
    const place = usePlace(makePlace);
    const stores = { open: () => place.open(undefined), reopen: () => place.reopen(undefined) };
    writesContract(stores);
    generationsContract(stores);
    findContract(stores);
  });
}
