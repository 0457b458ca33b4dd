/** Describes a place in a text in words that help readers find it. */

/**
 * Returns "page 17, line 12", or "line 12" for a text without pages. Lines are counted by line break from the beginning of the
 * page. `offset` and the sorted `pageStarts` are code points. Linear time.
 */
export function placeInWords(content: string, offset: number, pageStarts: readonly number[]): string {
  const page = pageStarts.findLastIndex((start) => start <= offset);
  const line = lineAt(content, page === -1 ? 0 : pageStarts[page]!, offset);
  return page === -1 ? `line ${line}` : `page ${page + 1}, line ${line}`;
}

function lineAt(content: string, from: number, offset: number): number {
  let line = 1;
  let passed = 0;
  for (const character of content) {
    if (passed === offset) break;
    if (passed >= from && character === '\n') line++;
    passed++;
  }
  return line;
}
