/** Stream `deployment`: the deployment that owns the log. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

/** The only event of its stream. */
export const DeploymentClaimed = defineEvent(
  'DeploymentClaimed',
  2,
  z.object({
    /** Derived from a secret of the key vault that seals the log's texts. */
    deployment_id: z.string(),
    claimed_at: Timestamp,
    /** Whether it is the first event of the log: one of a version without claims has earlier ones. */
    begins_log: z.boolean(),
  }),
);

export const DEPLOYMENT_EVENTS = [DeploymentClaimed] as const;
export type DeploymentEvent = EventOf<(typeof DEPLOYMENT_EVENTS)[number]>;
