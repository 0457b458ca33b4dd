/** Headers, footers and page numbers: lines at the edge of pages that repeat, but for their numbers. */
import { type Line, lineText } from './page-layout.ts';

/** Lines looked at on each edge of a page. */
const EDGE_LINES = 3;
/** On how many pages, and on which share of them, a line must repeat. */
const LEAST_PAGES = 2;
const LEAST_SHARE = 0.4;
const PAGE_NUMBER = /^(?:page\s*)?[-–]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[-–]?(?:\s*(?:of|\/)\s*\d{1,4})?$/i;

/** The pages without their running lines. */
export function withoutRunningLines(pages: readonly Line[][]): Line[][] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edges(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(LEAST_PAGES, pages.length * LEAST_SHARE);
  return pages.map((page) => {
    const dropped = new Set(
      edges(page).filter((line) => PAGE_NUMBER.test(lineText(line)) || (counts.get(keyOf(line)) ?? 0) >= enough),
    );
    const rest = page.filter((line) => !dropped.has(line));
    // Pages that have nothing else, such as forms, are not made of headers.
    return rest.length > 0 ? rest : page.filter((line) => !PAGE_NUMBER.test(lineText(line)));
  });
}

/** The highest and the lowest lines, wherever the page draws them. */
function edges(page: readonly Line[]): Line[] {
  const byHeight = page.toSorted((a, b) => b.y - a.y);
  return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])];
}

function keyOf(line: Line): string {
  return `${Math.round(line.y / 4)}/${lineText(line).toLowerCase().replace(/\d+/g, '#')}`;
}
