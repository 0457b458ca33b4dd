/** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
import { randomUUID } from 'node:crypto';

export interface TraceContext {
  /** 32 hexadecimal digits. */
  trace_id: string;
  /** 16 hexadecimal digits. */
  span_id: string;
  /** Two hexadecimal digits; the lowest bit says that the trace is recorded. */
  flags: string;
}

const TRACEPARENT = /^00-(?<trace_id>[0-9a-f]{32})-(?<span_id>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;
const ALL_ZERO = /^0+$/;

/** Null for a malformed value, or one without trace or span id. */
export function parseTraceparent(traceparent: string): TraceContext | null {
  const { trace_id = '0', span_id = '0', flags = '00' } = TRACEPARENT.exec(traceparent)?.groups ?? {};
  return ALL_ZERO.test(trace_id) || ALL_ZERO.test(span_id) ? null : { trace_id, span_id, flags };
}

/** A new span in the trace of `parent`, or in a new trace if `parent` is malformed. */
export function childTraceparent(parent: string): string {
  const { trace_id, flags } = parseTraceparent(parent) ?? { trace_id: randomDigits(), flags: '01' };
  return `00-${trace_id}-${randomDigits().slice(16)}-${flags}`;
}

/** 32 hexadecimal digits, never all zero. From a UUID, as Node generates the bytes of many UUIDs at once. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

/** The trace of work that no request started. */
export function newTraceparent(): string {
  return childTraceparent('');
}
