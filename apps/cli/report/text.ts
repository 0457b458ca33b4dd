/** Renders the verified text with every claim marked. */
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import { type Segment, segmentsOf } from '#results/page/text/segments.ts';
import { joinWrappedLines } from '#results/page/text/wrapped-lines.ts';
import { VERDICT_WORDS } from '#results/page/words.ts';
import { printable } from '../printable.ts';
import type { Page } from '../terminal.ts';

/** Keeps the sign on the same line as its claim's last word. */
const NO_BREAK_SPACE = '\u00a0';

/** A claim ends with its verdict's sign and its number; without colours, it also begins with a bracket. */
export function highlightedText(content: string, claims: readonly ClaimRecord[], page: Page): string {
  const spans = claims.map(({ location, verdict }, index) => ({ ...location, verdict, number: index + 1 }));
  const marked = segmentsOf(joinWrappedLines(content), spans).map((segment) => markedSegment(segment, claims, page));
  return page.block(marked.join('').trim());
}

function markedSegment({ text, verdict, begins, ends }: Segment, claims: readonly ClaimRecord[], page: Page): string {
  const shown = printable(text);
  if (verdict === null) return shown;
  const references = ends.map((number) => {
    const own = claims[number - 1]!.verdict;
    return NO_BREAK_SPACE + page.paint('strong', page.paint(own, VERDICT_WORDS[own].sign + number));
  });
  if (page.colour) return page.paint(verdict, shown) + references.join('');
  return '['.repeat(begins.length) + shown + references.map((reference) => `${reference}]`).join('');
}
