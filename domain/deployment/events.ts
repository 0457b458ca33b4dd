/** Stream `deployment`: to whom the log belongs. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

/** The only event of its stream. */
export const DeploymentClaimed = defineEvent(
  'DeploymentClaimed',
  1,
  z.object({
    /** Follows from a secret of the key vault that the log's texts are sealed by. */
    deployment_id: z.string(),
    claimed_at: Timestamp,
  }),
);

export const DEPLOYMENT_EVENTS = [DeploymentClaimed] as const;
export type DeploymentEvent = EventOf<(typeof DEPLOYMENT_EVENTS)[number]>;
