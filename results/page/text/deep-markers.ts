/**
 * Bounds how deeply the marks at the beginning of a line nest lists and quotations: the parser takes quadratic time for
 * them, and a line of 40,000 hyphens would take it many seconds.
 */

/** More than anybody nests, and twice what is shown as lists and quotations. */
const MOST_MARKERS = 24;
const MARKERS = '-*+>';
/** Digits of a numbered item. */
const MOST_DIGITS = 9;

/** The text with the marks of a line beyond the bound as letters, so that offsets stay those of the source. */
export function withoutDeepMarkers(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (let line = 0; line < text.length; ) {
    const [from, to] = deepMarkers(text, line);
    if (to > from) {
      pieces.push(text.slice(kept, from), 'x'.repeat(to - from));
      kept = to;
    }
    const end = text.indexOf('\n', to);
    line = end === -1 ? text.length : end + 1;
  }
  return kept === 0 ? text : pieces.join('') + text.slice(kept);
}

/** Where the marks beyond the bound are that a line begins with; an empty range behind the marks if there are none. */
function deepMarkers(text: string, line: number): [from: number, to: number] {
  let at = line;
  let from = -1;
  for (let count = 0; ; count++) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    const end = endOfMarker(text, at);
    if (end === at) break;
    if (count === MOST_MARKERS) from = at;
    at = end;
  }
  return from === -1 ? [at, at] : [from, at];
}

/** The end of the mark at `at`; `at` itself if there is none. */
function endOfMarker(text: string, at: number): number {
  if (at < text.length && MARKERS.includes(text[at]!)) return at + 1;
  let end = at;
  while (end - at < MOST_DIGITS && text[end]! >= '0' && text[end]! <= '9') end++;
  return end > at && (text[end] === '.' || text[end] === ')') ? end + 1 : at;
}
