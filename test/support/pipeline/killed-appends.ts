/** An event store whose process is killed in the middle of appends. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { Killed } from './harness.ts';

export type AppendOutcome = 'succeeds' | 'fails before the write' | 'fails after the write';

/** Makes appends end as given, one after the other; all later ones succeed. */
export function withOutcomes(events: EventStore, outcomes: readonly AppendOutcome[]): EventStore {
  let next = 0;
  return {
    ...events,
    async append(...args: Parameters<EventStore['append']>) {
      const outcome = outcomes[next++] ?? 'succeeds';
      if (outcome === 'fails before the write') throw new Killed();
      const result = await events.append(...args);
      if (outcome === 'fails after the write') throw new Killed();
      return result;
    },
  };
}
