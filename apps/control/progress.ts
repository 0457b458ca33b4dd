/** Progress of long operations, and of a verification, read from the event log. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';

/** Progress of a long operation. `total` is null while it is unknown. */
export interface Progress {
  label: string;
  done: number;
  total: number | null;
}

export type Report = (progress: Progress) => void;

const TYPES = registry.storedTypes([
  'ExtractionCompleted',
  'EvidenceRetrieved',
  'RetrievalCompleted',
  'ClaimJudged',
  'VerificationCompleted',
]);

/** Reports until the returned function is called. `requestId` identifies the request that creates the verification. */
export function followVerification(events: EventStore, requestId: string, report: Report): () => void {
  const stopping = new AbortController();
  const follow = async () => {
    let claims = 0;
    let done = 0;
    const subscription = events.subscribe({ after: 'end', filter: { types: TYPES }, signal: stopping.signal });
    for await (const message of subscription) {
      if (message.kind !== 'event' || message.event.metadata.request_id !== requestId) continue;
      const event = decodeEvent(message.event) as VerificationEvent | null;
      if (event?.type === 'ExtractionCompleted') {
        claims = event.data.claims;
        report({ label: `found ${claims} claim${claims === 1 ? '' : 's'}`, done: 0, total: claims });
      } else if (event?.type === 'EvidenceRetrieved') {
        report({ label: 'searching evidence', done: ++done, total: claims });
      } else if (event?.type === 'RetrievalCompleted') {
        done = 0;
      } else if (event?.type === 'ClaimJudged') {
        report({ label: 'judging', done: ++done, total: claims });
      } else if (event?.type === 'VerificationCompleted') {
        report({ label: 'done', done: claims, total: claims });
      }
    }
  };
  // Progress is optional: a failure shows in the outcome of the operation.
  void follow().catch(() => {});
  return () => stopping.abort();
}
