/** What the queue, the consumers of its stages and their relays have in common. */
import type { ShareOf } from '#common/fair-slots.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

export interface QueueOptions {
  events: EventStore;
  values: ServerValues;
  leases: Leases;
  clock: Clock;
  timers: Timers;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Identifies this process. */
  instance: string;
  /** Receives errors that the queue recovers from by itself. */
  onError: (error: unknown) => void;
  /** Called for every trigger that is now in the topic. */
  onRelayed?: (message: StageMessage) => void;
}
