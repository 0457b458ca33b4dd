/**
 * The tracing port over OpenTelemetry: sends spans as JSON over HTTP to an OTLP receiver. Nothing is registered
 * globally, so libraries that support OpenTelemetry do not start to record.
 */
import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { parseTraceparent } from '#common/traceparent.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import { type Loss, reportingExporter } from './reporting-exporter.ts';

export interface OtlpTracingOptions {
  /** URL of the receiver, including its path. */
  url: string;
  serviceName: string;
  version: string;
  clock: Clock;
  /** Called from time to time with the number of lost spans. */
  onLost(loss: Loss): void;
  /** Time limit of closing in milliseconds. */
  flushWithinMs?: number;
}

/** Draining has 18 seconds, most of which are for requests. */
const FLUSH_WITHIN_MS = 2_000;
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

export function createOtlpTracing(options: OtlpTracingOptions): Tracing {
  const { url, serviceName, version, clock, onLost, flushWithinMs = FLUSH_WITHIN_MS } = options;
  const exporter = reportingExporter(new OTLPTraceExporter({ url }), clock, onLost);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('evidence-verification', version);
  return {
    begin(name, { parent, kind, attributes = {} }) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      return {
        traceparent: formatContext(span.spanContext()),
        set: (more) => void span.setAttributes(more),
        fail(type) {
          span.setAttribute('error.type', type);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
    async close() {
      // The SDK would retry an unreachable receiver for longer than the process has left.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, flushWithinMs);
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      exporter.giveUp();
    },
  };
}

function contextOf(traceparent: string): Context {
  const parsed = parseTraceparent(traceparent);
  if (parsed === null) return ROOT_CONTEXT;
  const { trace_id: traceId, span_id: spanId, flags } = parsed;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function formatContext({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
