import { codePoints } from '#contracts/code-points.ts';

/**
 * The API counts text in Unicode code points, JavaScript in UTF-16 code units. The map is built in one pass over the
 * text; each offset then costs O(1).
 */
export interface CodePointMap {
  /** Code points before the UTF-16 `offset` (0..text.length). An offset inside a surrogate pair counts the pair. */
  toCodePoints(offset: number): number;
  /** Code points in the whole text. */
  readonly length: number;
}

/** The map of `text`; a lone surrogate counts as one code point, as in `Array.from`. */
export function codePointMap(text: string): CodePointMap {
  const count = codePoints(text);
  if (count === text.length) return { toCodePoints: (offset) => offset, length: count };
  const passed = new Uint32Array(text.length + 1);
  let points = 0;
  for (let i = 0; i < text.length; ) {
    const width = text.codePointAt(i)! > 0xffff ? 2 : 1;
    points++;
    for (let unit = 1; unit <= width; unit++) passed[i + unit] = points;
    i += width;
  }
  return { toCodePoints: (offset) => passed[offset]!, length: count };
}
