/** Code-point offsets into a text, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Code points that both spans hold. */
export function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

/**
 * True if one of the texts is the span, or if several, each inside it, begin and end with it: a span that states two
 * things is answered by two claims. White space and punctuation at the ends do not count.
 */
export function haveSpan(texts: readonly string[], span: string): boolean {
  const whole = bare(span);
  const parts = texts.map(bare).filter((text) => text !== '' && whole.includes(text));
  return parts.some((text) => whole.startsWith(text)) && parts.some((text) => whole.endsWith(text));
}

function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '').replace(/\s+/g, ' ');
}
