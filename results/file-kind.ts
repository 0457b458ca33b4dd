/** What kind of file a verified text was sent as, by the stream of its document's job. */
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentJobEvent } from '#domain/document-job/events.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';

/** null: the text is of no document. */
export async function fileKindInStream(
  events: Pick<EventStore, 'readStream'>,
  { document }: VerificationRequestedData,
): Promise<DocumentKind | null> {
  if (document === undefined) return null;
  const [first] = await events.readStream(DOCUMENT_JOB.stream(document.job_id), { from: 0, limit: 1 });
  const event = first === undefined ? null : (decodeEvent(first) as DocumentJobEvent | null);
  return event?.type === 'DocumentSubmitted' ? event.data.kind : null;
}
