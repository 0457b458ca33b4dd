/**
 * The free allowance of a month, which all organizations with one root share. A reservation that it limits is made a
 * second time, in the name of the root: so the stores need not know of roots, and nothing of what they hold changes.
 */
import type { AdmissionRequest, AdmissionStore, CostReservation } from '#contracts/ports/admission.ts';

/** Begins the names under which a root's costs are counted, and the ids of its reservations. */
const PREFIX = 'free/';

const sharedId = (reservationId: string) => `${PREFIX}${reservationId}`;

/** Applies `allowance` of admissions and raises; without one, calls go to `store` as they are. */
export function withSharedAllowance(store: AdmissionStore): AdmissionStore {
  return {
    async admit(request) {
      const { allowance = null, reservations } = request;
      if (allowance === null || reservations.length === 0) return store.admit(request);
      const payer = `${PREFIX}${allowance.root_id}`;
      const shared = await store.admit(inNameOf(payer, allowance.cents, request));
      if (shared.outcome !== 'admitted') {
        const quota = await store.quota(request.key_id, request.quota_per_hour, request.now_ms);
        // A key without quota is told so, as it would be without an allowance.
        return { outcome: request.requests > quota.remaining ? 'rate_limited' : 'cost_limited', quota };
      }
      const admitted = await store.admit(request);
      if (admitted.outcome !== 'admitted') {
        for (const { reservation_id } of reservations) await store.settleCost(sharedId(reservation_id), 0);
      }
      return admitted;
    },
    async raiseReservation(raise) {
      const { allowance = null, reservation_id, cost_cents } = raise;
      if (allowance !== null) {
        const shared = {
          reservation_id: sharedId(reservation_id),
          cost_cents,
          key_monthly_limit_cents: null,
          organization_monthly_limit_cents: allowance.cents,
        };
        // If the other one is refused then, this one counts as raised until the run is settled.
        if (!(await store.raiseReservation(shared))) return false;
      }
      return store.raiseReservation(raise);
    },
    async settleCost(reservationId, cents) {
      // The shared one first: if we are killed in between, the other one is still open, and settled by the sweeper.
      await store.settleCost(sharedId(reservationId), cents);
      await store.settleCost(reservationId, cents);
    },
    async openReservations(before, limit) {
      const open = await store.openReservations(before, limit);
      const ids = new Map(
        open.map(({ reservation_id, organization_id }) =>
          reservation_id.startsWith(PREFIX)
            ? [reservation_id.slice(PREFIX.length), organization_id.slice(PREFIX.length)]
            : [reservation_id, organization_id],
        ),
      );
      return [...ids].map(([reservation_id, organization_id]) => ({ reservation_id, organization_id }));
    },
    releaseSlot: (keyId, callId) => store.releaseSlot(keyId, callId),
    quota: (keyId, quotaPerHour, now) => store.quota(keyId, quotaPerHour, now),
  };
}

/** Uses no quota and is limited by the allowance only. */
function inNameOf(payer: string, cents: number, request: AdmissionRequest): AdmissionRequest {
  const shared = ({ reservation_id, cost_cents }: CostReservation) => ({
    reservation_id: sharedId(reservation_id),
    cost_cents,
  });
  return {
    ...request,
    key_id: payer,
    organization_id: payer,
    requests: 0,
    quota_per_hour: Number.MAX_SAFE_INTEGER,
    max_concurrent: Number.MAX_SAFE_INTEGER,
    // Holds no slot, and need not be remembered: what is reserved already is not reserved again.
    lease_until_ms: request.now_ms,
    reservations: request.reservations.map(shared),
    key_monthly_limit_cents: null,
    organization_monthly_limit_cents: cents,
    allowance: null,
  };
}
