/** Stream `source-set-<id>`: a set of customer-approved sources and its resources. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const SourceSetCreated = defineEvent(
  'SourceSetCreated',
  1,
  z.object({
    source_set_id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    description: z.string(),
    created_at: Timestamp,
  }),
);

export const SourceResourceAdded = defineEvent(
  'SourceResourceAdded',
  1,
  z.object({
    source_set_id: z.string(),
    resource_id: z.string(),
    url: z.string(),
    label: z.string(),
    source_class: z.string(),
    created_at: Timestamp,
  }),
);

export const SourceResourceDisabled = defineEvent(
  'SourceResourceDisabled',
  1,
  z.object({ source_set_id: z.string(), resource_id: z.string(), disabled_at: Timestamp }),
);

export const SOURCE_SET_EVENTS = [SourceSetCreated, SourceResourceAdded, SourceResourceDisabled] as const;
export type SourceSetEvent = EventOf<(typeof SOURCE_SET_EVENTS)[number]>;
