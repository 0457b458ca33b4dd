/** Calls a stand-in of a source through the service's client, without waiting for rates. */
import { systemTimers } from '#common/time.ts';
import type { WebFailure, WebOutcome } from '#contracts/ports/web-sources.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { createSourceClient, type SourceClient } from '#platform/web-sources/client.ts';
import type { SourceText, SourceWire, WebCandidate, WebQuery } from '#platform/web-sources/wire.ts';

export const OCCASION = { contact: 'ops@example.org', now: new Date('2026-11-23T12:00:00Z') };

const ASKING = { organization_id: 'org_1', signal: new AbortController().signal };

export function queryFor(text: string, changes: Partial<WebQuery> = {}): WebQuery {
  return { text, language: 'en', limit: 10, ...changes };
}

/** The results of a search; none if the wire sends no request. */
export function search(wire: SourceWire, baseUrl: string, query: WebQuery): Promise<WebCandidate[]> {
  return answerOf(wire, baseUrl, (client) => client.search(wire, query, ASKING));
}

/** The texts of candidates, by key, read as the wire defines; for pages, their snippets. */
export async function read(
  wire: SourceWire,
  baseUrl: string,
  candidates: readonly WebCandidate[],
  query: WebQuery,
): Promise<SourceText[]> {
  if (wire.text.kind !== 'request') {
    return candidates.flatMap(({ key, snippet }) => (snippet === null ? [] : [{ key, text: snippet }]));
  }
  return answerOf(wire, baseUrl, (client) => client.read(wire, candidates, query, ASKING));
}

/** The source gave no usable answer. */
export class NoAnswerError extends Error {
  readonly failure: WebFailure;
  constructor(failure: WebFailure) {
    super(`no answer: ${JSON.stringify(failure)}`);
    this.name = 'NoAnswerError';
    this.failure = failure;
  }
}

/** Throws NoAnswerError. */
async function answerOf<Value>(
  wire: SourceWire,
  baseUrl: string,
  ask: (client: SourceClient) => Promise<WebOutcome<Value>>,
): Promise<Value> {
  const guard = createOutboundGuard({ allowHosts: [new URL(baseUrl).host], contact: null, version: '0' });
  const client = createSourceClient({
    guard,
    contact: OCCASION.contact,
    baseUrls: { [wire.id]: baseUrl },
    leases: { acquire: async () => true, release: async () => {} },
    values: { get: async () => null, compareAndSet: async () => true },
    clock: { now: () => OCCASION.now.getTime() },
    timers: systemTimers,
    instance: 'test',
  });
  try {
    const outcome = await ask(client);
    if (!outcome.ok) throw new NoAnswerError(outcome.failure);
    return outcome.value;
  } finally {
    client.close();
    await guard.close();
  }
}
