/** A text in which parts were removed or replaced, with a map from each character to its origin. */

export interface RewrittenText {
  text: string;
  /**
   * For each UTF-16 unit of `text`, the range [start, end) of the original that it stands for. The start is -1 if it stands for
   * nothing that may be quoted.
   */
  starts: readonly number[];
  ends: readonly number[];
}

export interface Replacement {
  /** UTF-16 range in the text to be rewritten, end exclusive. */
  start: number;
  end: number;
  by: string;
  /** True if `by` stands for the whole range, as a placeholder does; false if it only marks a gap. */
  standsFor: boolean;
}

/** Wraps a text that has not been rewritten. */
export function unchanged(text: string): RewrittenText {
  return { text, starts: units(text, 0), ends: units(text, 1) };
}

function units(text: string, shift: number): number[] {
  return Array.from({ length: text.length }, (_, at) => at + shift);
}

/** Applies the replacements, which must be in order and not overlap, to `text`. */
export function rewrite(text: RewrittenText, replacements: readonly Replacement[]): RewrittenText {
  let written = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let cursor = 0;
  const keepUntil = (end: number) => {
    written += text.text.slice(cursor, end);
    for (let at = cursor; at < end; at++) {
      starts.push(text.starts[at]!);
      ends.push(text.ends[at]!);
    }
  };
  for (const { start, end, by, standsFor } of replacements) {
    keepUntil(start);
    const range = standsFor ? originalRange(text, start, end) : null;
    for (let i = 0; i < by.length; i++) {
      starts.push(range?.start ?? -1);
      ends.push(range?.end ?? -1);
    }
    written += by;
    cursor = end;
  }
  keepUntil(text.text.length);
  return { text: written, starts, ends };
}

/** Removes all matches of a global pattern. Each is replaced by `by`, which marks the gap; '' leaves no mark. */
export function takeOut(text: RewrittenText, pattern: RegExp, by: string): RewrittenText {
  const replacements = [...text.text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    by,
    standsFor: false,
  }));
  return replacements.length === 0 ? text : rewrite(text, replacements);
}

/** The range of the original that [start, end) of the text stands for; null if part of it stands for nothing. */
export function originalRange(text: RewrittenText, start: number, end: number): { start: number; end: number } | null {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (let at = start; at < end; at++) {
    if (text.starts[at]! < 0) return null;
    first = Math.min(first, text.starts[at]!);
    last = Math.max(last, text.ends[at]!);
  }
  return last < 0 ? null : { start: first, end: last };
}
