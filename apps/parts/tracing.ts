/** Opens tracing if a receiver is configured. Otherwise, nothing of the SDK is loaded. */
import { inSpan, NO_TRACING } from '#common/tracing.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import type { TracingSettings } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import { VERSION } from '../version.ts';

export async function openTracing(
  settings: TracingSettings | undefined,
  logger: Logger,
  clock: Clock,
): Promise<Tracing> {
  if (settings === undefined) return NO_TRACING;
  const { createOtlpTracing } = await import('#platform/tracing/otlp.ts');
  return createOtlpTracing({
    ...settings,
    version: VERSION,
    clock,
    onLost: (loss) => logger.warn({ ...loss }, 'spans could not be exported'),
  });
}

/** Wraps the store: every append gets a span, in the trace of the appended events. */
export function tracedEvents(events: EventStore, tracing: Tracing): EventStore {
  if (tracing === NO_TRACING) return events;
  return {
    async append(stream, expected, batch) {
      const [first] = batch;
      if (first === undefined) return events.append(stream, expected, batch);
      const { traceparent, organization_id, request_id, correlation_id } = first.metadata;
      const attributes = {
        'evidence.stream': stream,
        'evidence.events': batch.length,
        'evidence.event_types': [...new Set(batch.map((event) => event.type))],
        'evidence.request_id': request_id,
        'evidence.correlation_id': correlation_id,
        ...(organization_id !== null && { 'evidence.organization_id': organization_id }),
      };
      return inSpan(tracing, 'append', { parent: traceparent, kind: 'client', attributes }, async (span) => {
        const result = await events.append(stream, expected, batch);
        span.set({ 'evidence.outcome': result.outcome });
        return result;
      });
    },
    readStream: (stream, options) => events.readStream(stream, options),
    readAll: (options) => events.readAll(options),
    subscribe: (options) => events.subscribe(options),
    head: () => events.head(),
    close: () => events.close(),
  };
}
