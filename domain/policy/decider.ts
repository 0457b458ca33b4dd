/** All policies of an organization are in one stream, so the decider alone can keep name and version unique. */

import type { z } from 'zod';
import { BASE_PROFILES } from '#contracts/vocabulary.ts';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import { POLICY_EVENTS, type PolicyCreated, type PolicyEvent } from './events.ts';

export type Policy = z.infer<typeof PolicyCreated.schema>;

/** Policies of an organization, including deactivated ones: every verification under one of them reads all. */
export const MOST_POLICIES = 1_000;

export interface PoliciesState {
  /** In order of creation. */
  policies: readonly { policy: Policy; active: boolean }[];
}

export type PolicyCommand =
  | { type: 'CreatePolicy'; data: Policy }
  | { type: 'DeactivatePolicy'; policy_id: string; deactivated_at: string };

export type PolicyRejection = 'not_found' | 'already_exists' | 'validation_error';

/** The policies of one organization: their stream, their events and their decider. */
export const POLICIES = defineAggregate<PoliciesState, PolicyCommand, PolicyEvent, PolicyRejection>(
  'policies-',
  POLICY_EVENTS,
  {
    initialState: () => ({ policies: [] }),

    decide(command, state): Decision<PolicyEvent, PolicyRejection> {
      if (command.type === 'CreatePolicy') {
        const { data } = command;
        if (state.policies.some(({ policy }) => policy.policy_id === data.policy_id)) return NOTHING_TO_DO;
        if ((BASE_PROFILES as readonly string[]).includes(data.name)) {
          return reject('already_exists', 'a base profile has this name', 'name');
        }
        // A deactivated policy keeps its name and version, because results that mention them must stay unambiguous.
        if (state.policies.some(({ policy }) => policy.name === data.name && policy.version === data.version)) {
          return reject('already_exists', 'a policy with this name and version exists', 'version');
        }
        if (state.policies.length >= MOST_POLICIES) {
          const reason = `the organization has made ${MOST_POLICIES} policies, which is the most`;
          return reject('validation_error', reason, 'name');
        }
        return accept({ type: 'PolicyCreated', data });
      }
      const known = state.policies.find(({ policy }) => policy.policy_id === command.policy_id);
      if (known === undefined || !known.active) return reject('not_found', 'no such policy');
      return accept({
        type: 'PolicyDeactivated',
        data: { policy_id: command.policy_id, deactivated_at: command.deactivated_at },
      });
    },

    evolve(state, event) {
      switch (event.type) {
        case 'PolicyCreated':
          return { policies: [...state.policies, { policy: event.data, active: true }] };
        case 'PolicyDeactivated':
          return {
            policies: state.policies.map((entry) =>
              entry.policy.policy_id === event.data.policy_id ? { ...entry, active: false } : entry,
            ),
          };
      }
    },
  },
);

/** The most recently created active version of the named policy; null if there is none. */
export function activePolicy(state: PoliciesState, name: string): Policy | null {
  return state.policies.findLast(({ policy, active }) => active && policy.name === name)?.policy ?? null;
}
