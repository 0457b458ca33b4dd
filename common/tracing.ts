/** Runs work in a span. Without an adapter of the tracing port, only ids are generated. */
import type { Span, SpanOptions, Tracing } from '#contracts/ports/tracing.ts';
import { childTraceparent } from './traceparent.ts';

/** Records nothing, but passes traces on through events and messages. */
export const NO_TRACING: Tracing = {
  begin: (_name, { parent }) => ({ traceparent: childTraceparent(parent), set() {}, fail() {}, end() {} }),
  close: async () => {},
};

/** Runs `work` in a span that ends with it and fails with it. */
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
