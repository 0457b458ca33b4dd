import { codePoints } from '#contracts/code-points.ts';

/**
 * Converts UTF-16 offsets, which JavaScript uses, to Unicode code points, which the API uses. The map is built in one pass over
 * the text; then each lookup takes O(1).
 */
export interface CodePointMap {
  /** Number of code points before the UTF-16 `offset` (0..text.length). A surrogate pair that contains the offset counts. */
  toCodePoints(offset: number): number;
  /** Number of code points in the whole text. */
  readonly length: number;
}

/** Builds the map of `text`. A lone surrogate counts as one code point, as in `Array.from`. */
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
