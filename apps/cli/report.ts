/**
 * The report of a verification for a terminal: the text with its claims, each claim with its evidence, what needs action first,
 * and a summary. Its order and words are those of the page.
 */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { GROUPS } from '#results/page/groups.ts';
import { printableLine } from './printable.ts';
import { claimBlock } from './report/claim.ts';
import { groupedClaims } from './report/groups.ts';
import { summaryBlock } from './report/summary.ts';
import { highlightedText } from './report/text.ts';
import type { Page } from './terminal.ts';

export interface ReportInput {
  result: VerificationResult;
  /** The verified text, or null when it is not available. */
  content: string | null;
  /** Title of the report, such as the file's name. */
  title: string;
}

/**
 * Lines end with `\n`. Control characters are removed from external text.
 */
export function renderReport({ result, content, title }: ReportInput, page: Page): string {
  const heading = `${page.paint('strong', printableLine(title))}  ${page.paint('muted', printableLine(result.id))}`;
  const parts = [page.block(heading)];
  if (content !== null) parts.push(highlightedText(content, result.claims, page));
  for (const [group, claims] of groupedClaims(result)) {
    const { title, advice } = GROUPS[group]!;
    const heading = rule(`${title} (${claims.length})`, page);
    parts.push(advice === '' ? heading : `${heading}\n${page.block(page.paint('muted', advice))}`);
    parts.push(...claims.map(({ claim, number }) => claimBlock(claim, number, page)));
  }
  parts.push(rule('Summary', page), summaryBlock(result, page));
  return `${parts.join('\n\n')}\n`;
}

function rule(title: string, page: Page): string {
  return page.paint('muted', `── ${title} ${'─'.repeat(Math.max(0, page.width - title.length - 4))}`);
}
