/** The contract of the operational store port. An adapter runs it by `operationalStoreContract('name', makePlace)`. */
import { describe } from 'node:test';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { admissionContract } from './operational-store/admission.ts';
import { idempotencyContract } from './operational-store/idempotency.ts';
import { reservationsContract } from './operational-store/reservations.ts';
import { type Place, usePlace } from './place.ts';
import { type Skipped, testSkipping } from './skipping.ts';

export function operationalStoreContract(
  name: string,
  makePlace: () => Promise<Place<OperationalStore>>,
  skipped: Skipped = {},
): void {
  describe(`operational store: ${name}`, () => {
    const place = usePlace(makePlace);
    const stores = { open: () => place.open(undefined), reopen: () => place.reopen(undefined) };
    idempotencyContract(stores);
    admissionContract(stores, testSkipping(skipped));
    reservationsContract(stores);
  });
}
