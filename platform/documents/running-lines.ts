/** Headers, footers and page numbers: lines at the top or bottom of pages that repeat, except for their numbers. */
import { type Line, lineText } from './page-layout.ts';

/** Lines considered at each edge of a page. */
const EDGE_LINES = 3;
/** Number and share of pages on which a line must repeat. */
const LEAST_PAGES = 2;
const LEAST_SHARE = 0.4;
const PAGE_NUMBER =
  /^(?:page\s{0,9})?[-–]?\s{0,9}(?:\d{1,4}|[ivxlc]{1,6})\s{0,9}[-–]?(?:\s{0,9}(?:of|\/)\s{0,9}\d{1,4})?$/i;

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
    // Keep pages that would be left empty: forms, for example, do not consist of headers.
    return rest.length > 0 ? rest : page.filter((line) => !PAGE_NUMBER.test(lineText(line)));
  });
}

/** The highest and the lowest lines, in whatever order the page draws them. */
function edges(page: readonly Line[]): Line[] {
  const byHeight = page.toSorted((a, b) => b.y - a.y);
  return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])];
}

function keyOf(line: Line): string {
  return `${Math.round(line.y / 4)}/${lineText(line).toLowerCase().replace(/\d+/g, '#')}`;
}
