/** The tracing port: spans of work, each in the trace of its cause. */

/** Ids, types, counts and statuses; never text. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface SpanOptions {
  /** W3C traceparent of the cause; a malformed one starts a new trace. */
  parent: string;
  kind: 'server' | 'consumer' | 'client';
  attributes?: SpanAttributes;
}

export interface Span {
  /** W3C traceparent of this span, the parent of spans that it causes. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed, with an error class or a response status. */
  fail(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Never throws. The caller ends the span. */
  begin(name: string, options: SpanOptions): Span;
  /** Exports ended spans, within bounded time. Never rejects. */
  close(): Promise<void>;
}
