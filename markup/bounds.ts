/**
 * How much of a page its parsers get to see. Their time grows with the number of tags times the depth at which those
 * stand, and some of it with the square of the depth: a megabyte of opening tags would take a parser many seconds.
 */

const MAX_HTML_LENGTH = 5_000_000;
/** Tags and character references, each of which costs a parser a step. Long pages have some ten thousand. */
const MAX_MARKUP = 250_000;
/** Open elements within each other. No page nests so deep in earnest; reading stops here. */
export const MAX_OPEN_ELEMENTS = 1_000;

const LESS_THAN = '<'.charCodeAt(0);
const AMPERSAND = '&'.charCodeAt(0);

/** The beginning of `html`, up to where it has too many characters, or too many tags and character references. */
export function beginningOf(html: string, maxMarkup = MAX_MARKUP): string {
  const end = Math.min(html.length, MAX_HTML_LENGTH);
  let markup = 0;
  for (let at = 0; at < end; at++) {
    const code = html.charCodeAt(at);
    if ((code === LESS_THAN || code === AMPERSAND) && ++markup > maxMarkup) return html.slice(0, at);
  }
  return html.slice(0, end);
}
