/** The verified text with every claim marked where it stands. */
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import { type Segment, segmentsOf } from '#query-api/exports/highlight.ts';
import { VERDICT_WORDS } from '#query-api/exports/words.ts';
import { printable } from '../printable.ts';
import type { Page } from '../terminal.ts';

/** A claim ends with the sign of its verdict and its number; without colours it also begins with a bracket. */
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
    return page.paint(own, ` ${VERDICT_WORDS[own].sign}${number}`);
  });
  if (page.colour) return page.paint(verdict, shown) + references.join('');
  return '['.repeat(begins.length) + shown + references.map((reference) => `${reference}]`).join('');
}

/** A line that long was broken by whoever wrote the text, not meant to end there. */
const WRAPPED_LINE = 60;
/** What begins a line of its own in plain text and Markdown. */
const OWN_LINE = /^(?:\s|[-*+#>|]|\d{1,9}[.)]|$)/;

/** Takes hard line breaks out of paragraphs, for the terminal breaks lines itself. No code point is added or removed. */
export function joinWrappedLines(content: string): string {
  const lines = content.split('\n');
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      const joined = line.length >= WRAPPED_LINE && !OWN_LINE.test(next) && !/^[#|]/.test(line);
      return joined ? `${line.replace(/\r$/, ' ')} ` : `${line}\n`;
    })
    .join('');
}
