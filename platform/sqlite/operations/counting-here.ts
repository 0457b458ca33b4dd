/**
 * The operational store of the embedded shape: what lasts is in the store thread; what every request counts, and what
 * means nothing after the process has ended, is counted where the requests are.
 */
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { WindowCounters } from './volatile-state.ts';

/** The same store, `hit` answered from this thread's memory. */
export function countingHere(stored: OperationalStore): OperationalStore {
  const counters = new WindowCounters();
  return {
    claimIdempotency: (scope, claim, now) => stored.claimIdempotency(scope, claim, now),
    idempotency: (scope, now) => stored.idempotency(scope, now),
    settleIdempotency: (scope, targetId, response) => stored.settleIdempotency(scope, targetId, response),
    releaseIdempotency: (scope, targetId, leaseUntil) => stored.releaseIdempotency(scope, targetId, leaseUntil),
    admit: (request) => stored.admit(request),
    releaseSlot: (keyId, callId) => stored.releaseSlot(keyId, callId),
    settleCost: (verificationId, cents) => stored.settleCost(verificationId, cents),
    openReservations: (before, limit) => stored.openReservations(before, limit),
    quota: (keyId, quotaPerHour, now) => stored.quota(keyId, quotaPerHour, now),
    hit: async (counter, limit, windowMs, now) => counters.hit(counter, limit, windowMs, now),
    reserve: (namespace, value, owner) => stored.reserve(namespace, value, owner),
    reservation: (namespace, value) => stored.reservation(namespace, value),
    releaseReservation: (namespace, value, owner) => stored.releaseReservation(namespace, value, owner),
    acquireLease: (name, holder, ttl, now) => stored.acquireLease(name, holder, ttl, now),
    releaseLease: (name, holder) => stored.releaseLease(name, holder),
    compareAndSet: (key, expected, value) => stored.compareAndSet(key, expected, value),
    value: (key) => stored.value(key),
    sweep: async (now) => counters.sweep(now) + (await stored.sweep(now)),
    close: () => stored.close(),
  };
}
