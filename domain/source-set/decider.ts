/** The source set decider: a set of customer-approved sources. */

import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import { SOURCE_SET_EVENTS, type SourceResourceAdded, type SourceSetCreated, type SourceSetEvent } from './events.ts';

export type SourceSet = z.infer<typeof SourceSetCreated.schema>;
export type SourceResource = z.infer<typeof SourceResourceAdded.schema>;

/** Resources of a set at a time: a verification can't fetch more in its half minute. */
export const MOST_RESOURCES = 500;
/** Resources that a set has ever had: verifications read the set's whole history. */
export const MOST_RESOURCES_EVER = 2_000;

export interface SourceSetState {
  source_set: SourceSet | null;
  /** In order of creation. Disabled resources stay listed; disabling one again is a 404. */
  resources: readonly { resource: SourceResource; enabled: boolean }[];
}

export type SourceSetCommand =
  | { type: 'CreateSourceSet'; data: SourceSet }
  | { type: 'AddResource'; data: SourceResource }
  | { type: 'DisableResource'; resource_id: string; disabled_at: string };

export type SourceSetRejection = 'not_found' | 'already_exists' | 'validation_error';

/** One source set: its stream, its events and its decider. */
export const SOURCE_SET = defineAggregate<SourceSetState, SourceSetCommand, SourceSetEvent, SourceSetRejection>(
  'source-set-',
  SOURCE_SET_EVENTS,
  {
    initialState: () => ({ source_set: null, resources: [] }),

    decide(command, state): Decision<SourceSetEvent, SourceSetRejection> {
      if (command.type === 'CreateSourceSet') {
        if (state.source_set === null) return accept({ type: 'SourceSetCreated', data: command.data });
        return state.source_set.organization_id === command.data.organization_id
          ? NOTHING_TO_DO
          : reject('already_exists', 'another source set has this id');
      }
      if (state.source_set === null) return reject('not_found', 'no such source set');
      if (command.type === 'AddResource') {
        const { data } = command;
        if (state.resources.some(({ resource }) => resource.resource_id === data.resource_id)) return NOTHING_TO_DO;
        const fullness = fullnessOf(state);
        return fullness === null
          ? accept({ type: 'SourceResourceAdded', data })
          : reject('validation_error', fullness, 'url');
      }
      const known = state.resources.find(({ resource }) => resource.resource_id === command.resource_id);
      if (known === undefined || !known.enabled) return reject('not_found', 'no such resource');
      return accept({
        type: 'SourceResourceDisabled',
        data: {
          source_set_id: state.source_set.source_set_id,
          resource_id: command.resource_id,
          disabled_at: command.disabled_at,
        },
      });
    },

    evolve(state, event) {
      switch (event.type) {
        case 'SourceSetCreated':
          return { ...state, source_set: event.data };
        case 'SourceResourceAdded':
          return { ...state, resources: [...state.resources, { resource: event.data, enabled: true }] };
        case 'SourceResourceDisabled':
          return {
            ...state,
            resources: state.resources.map((entry) =>
              entry.resource.resource_id === event.data.resource_id ? { ...entry, enabled: false } : entry,
            ),
          };
      }
    },
  },
);

/** Why no resource can be added; null if one can. */
function fullnessOf({ resources }: SourceSetState): string | null {
  if (resources.length >= MOST_RESOURCES_EVER) {
    return `${MOST_RESOURCES_EVER} resources were added to the set, which is the most; make another set`;
  }
  return resources.filter(({ enabled }) => enabled).length >= MOST_RESOURCES
    ? `the set has ${MOST_RESOURCES} resources, which is the most; remove one first`
    : null;
}
