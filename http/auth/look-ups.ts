/**
 * Look-ups of keys and tokens. Anybody can make up well-formed ones: a flood of them gets no more than its address's share
 * of the store, and does not lock out others at the same address.
 */
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { networkOf } from './ip.ts';

/** Concurrent look-ups for all addresses. */
const LOOK_UPS = 16;
/** As many as there can be connections. */
const WAITING_PER_ADDRESS = 2_000;
/** Used if a proxy does not pass the address on. */
const UNKNOWN_ADDRESS = 'unknown';

/** Returns the function that looks up for an address. It throws ApiError service_unavailable if too many wait there. */
export function createLookUps(perAddress: number) {
  const slots = new FairSlots({ slots: LOOK_UPS, perKey: perAddress, waitingPerKey: WAITING_PER_ADDRESS });
  return async <Found>(address: string | null, lookUp: () => Promise<Found>): Promise<Found> => {
    try {
      return await slots.run(networkOf(address ?? UNKNOWN_ADDRESS), lookUp);
    } catch (error) {
      if (!(error instanceof SlotsFullError)) throw error;
      throw new ApiError('service_unavailable', { retryAfter: 1 });
    }
  };
}
