/**
 * The decider of an organization's billing: checkouts, the resulting subscription, and the usage that was reported for
 * it.
 */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import {
  BILLING_EVENTS,
  type BillingEvent,
  type CheckoutStarted,
  type SubscriptionChanged,
  type UsageReported,
} from './events.ts';
import { ALLOWANCES, isCharged, type MonthlyAllowance, type PaymentProviderName } from './plans.ts';

/** Checkouts that are kept in the state for repeated calls. */
const REMEMBERED_CHECKOUTS = 100;

export type Checkout = z.infer<typeof CheckoutStarted.schema>;
export type Subscription = z.infer<typeof SubscriptionChanged.schema>;

/** Days (UTC, YYYY-MM-DD) for which a subscription is charged. */
export interface ChargedPeriod extends Pick<Subscription, 'payment_provider' | 'customer_id' | 'subscription_id'> {
  first: string;
  /** null: it is still charged. */
  last: string | null;
}

export interface BillingState {
  /** The latest checkouts, oldest first. */
  checkouts: readonly Checkout[];
  /** The latest subscription, ended or not; null: there never was one. */
  subscription: Subscription | null;
  /** Periods with a charged subscription, which may have days that are not reported yet; oldest first. */
  charged: readonly ChargedPeriod[];
  /** The latest day whose bytes were reported, YYYY-MM-DD. */
  reportedUntil: string | null;
}

export type BillingCommand =
  | { type: 'StartCheckout'; data: Checkout }
  | { type: 'ChangeSubscription'; data: Subscription }
  | { type: 'RecordReportedUsage'; data: z.infer<typeof UsageReported.schema> };

/** An organization has one subscription: while one is in force, no other one is recorded. */
export type BillingRejection = 'already_exists';

export const BILLING = defineAggregate<BillingState, BillingCommand, BillingEvent, BillingRejection>(
  'billing-',
  BILLING_EVENTS,
  {
    initialState: () => ({ checkouts: [], subscription: null, charged: [], reportedUntil: null }),

    decide(command, state): Decision<BillingEvent, BillingRejection> {
      switch (command.type) {
        case 'StartCheckout':
          return checkoutOf(state, command.data.checkout_id) !== null
            ? NOTHING_TO_DO
            : accept({ type: 'CheckoutStarted', data: command.data });
        case 'ChangeSubscription':
          if (isSecond(state.subscription, command.data)) {
            return reject('already_exists', 'another subscription is in force');
          }
          return changesNothing(state.subscription, command.data)
            ? NOTHING_TO_DO
            : accept({ type: 'SubscriptionChanged', data: command.data });
        case 'RecordReportedUsage':
          return state.reportedUntil !== null && command.data.day <= state.reportedUntil
            ? NOTHING_TO_DO
            : accept({ type: 'UsageReported', data: command.data });
      }
    },

    evolve(state, event) {
      switch (event.type) {
        case 'CheckoutStarted':
          return { ...state, checkouts: [...state.checkouts, event.data].slice(-REMEMBERED_CHECKOUTS) };
        case 'SubscriptionChanged':
          return { ...state, subscription: event.data, charged: chargedAfter(state.charged, event.data) };
        case 'UsageReported':
          return {
            ...state,
            charged: state.charged.filter(({ last }) => last === null || last > event.data.day),
            reportedUntil: event.data.day,
          };
      }
    },
  },
);

/** The checkout with this id, if it is still in the state. */
export function checkoutOf({ checkouts }: BillingState, checkoutId: string): Checkout | null {
  return checkouts.find(({ checkout_id }) => checkout_id === checkoutId) ?? null;
}

/**
 * What limits the organization's monthly cost besides its own settings. A subscription at another payment provider than
 * the present one does not count.
 */
export function allowanceOf({ subscription }: BillingState, provider: PaymentProviderName): MonthlyAllowance {
  if (subscription?.payment_provider !== provider) return ALLOWANCES.no_plan;
  return ALLOWANCES[`${subscription.plan}_${subscription.status}`];
}

/** Periods that are kept in the state: nothing is left to report for older ones. */
const REMEMBERED_PERIODS = 50;

function chargedAfter(before: readonly ChargedPeriod[], changed: Subscription): ChargedPeriod[] {
  const { payment_provider, customer_id, subscription_id, status, changed_at } = changed;
  const day = changed_at.slice(0, 'yyyy-mm-dd'.length);
  const open = before.at(-1);
  const goesOn = open?.last === null && open.subscription_id === subscription_id;
  if (goesOn && isCharged(status)) return [...before];
  const closed = before.map((period) => (period.last === null ? { ...period, last: day } : period));
  if (!isCharged(status)) return closed;
  const begun = { payment_provider, customer_id, subscription_id, first: day, last: null };
  return [...closed, begun].slice(-REMEMBERED_PERIODS);
}

function isSecond(known: Subscription | null, told: Subscription): boolean {
  return (
    known !== null &&
    known.subscription_id !== told.subscription_id &&
    known.payment_provider === told.payment_provider &&
    isCharged(known.status) &&
    isCharged(told.status)
  );
}

/** True for a message about an ended older subscription, which says nothing about the one in force. */
function changesNothing(known: Subscription | null, told: Subscription): boolean {
  if (known === null) return false;
  if (known.subscription_id !== told.subscription_id) return !isCharged(told.status) && isCharged(known.status);
  return known.status === told.status && known.plan === told.plan && known.customer_id === told.customer_id;
}
