/** The tracing port: spans of work, each in the trace of what led to it. Without an adapter only ids are made. */
import { childTraceparent } from '../traceparent.ts';

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

/** Nothing is recorded; traces go on through events and messages all the same. */
export const NO_TRACING: Tracing = {
  begin: (_name, { parent }) => ({ traceparent: childTraceparent(parent), set() {}, fail() {}, end() {} }),
  close: async () => {},
};

/** Does `work` in a span that ends with it, and fails with it. */
export async function inSpan<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(name, options);
  try {
    return await work(span);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
}
