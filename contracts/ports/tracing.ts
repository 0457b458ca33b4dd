/** The tracing port: spans of work, each in the trace of what led to it. */

/** Ids, types, counts and statuses; never text. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface SpanOptions {
  /** W3C traceparent of what led to the work; where it is malformed, a new trace begins. */
  parent: string;
  kind: 'server' | 'consumer' | 'client';
  attributes?: SpanAttributes;
}

export interface Span {
  /** W3C traceparent of this span: the parent of what it leads to. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** The work failed, with an error of this class or an answer of this status. */
  fail(type: string): void;
  end(): void;
}

export interface Tracing {
  /** Never throws. The caller ends the span. */
  begin(name: string, options: SpanOptions): Span;
  /** Hands on what has ended, within bounded time. Never rejects. */
  close(): Promise<void>;
}
