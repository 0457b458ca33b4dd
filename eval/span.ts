/** Code-point offsets into a text, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Code points that both spans hold. */
export function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}
