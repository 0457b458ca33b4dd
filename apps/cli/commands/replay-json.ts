/** A replay as one JSON object, written while its parts come. */
import { randomUUID } from 'node:crypto';
import type { ReplayHead, ReplayPart } from '#query-api/replay.ts';

/** Writes the parts of a replay as they come. */
export interface ReplayWriter {
  write(part: ReplayPart): void;
  end(): void;
}

/**
 * `out` receives the object piece by piece, with a line break at its end. It has the fields of the head, the list
 * `events` behind the organization, and the claims in the list of the result.
 */
export function replayAsJson(out: (text: string) => void): ReplayWriter {
  /** What is still to be written around the lists. */
  let around: string[] = [];
  let list: 'events' | 'claims' = 'events';
  let separator = '';
  const entry = (value: unknown) => {
    out(separator + JSON.stringify(value));
    separator = ',';
  };
  const next = () => {
    out(around.shift()!);
    separator = '';
  };
  return {
    write(part: ReplayPart) {
      if ('head' in part) {
        around = aroundLists(part.head);
        next();
      } else if ('event' in part) entry(part.event);
      else {
        if (list === 'events') next();
        list = 'claims';
        entry(part.claim);
      }
    },
    end() {
      while (around.length > 0) next();
      out('\n');
    },
  };
}

function aroundLists({ verification_id, organization_id, result, ...head }: ReplayHead): string[] {
  // Unique placeholders for the two lists.
  const [events, claims] = [randomUUID(), randomUUID()];
  const { no_result, ...state } = head;
  const whole = {
    verification_id,
    organization_id,
    events: [events],
    ...state,
    result: result && { ...result, claims: [claims] },
    no_result,
  };
  const around = JSON.stringify(whole).split(`"${events}"`);
  return around.flatMap((part) => part.split(`"${claims}"`));
}
