/** What a line of a readable text is, by its form. */

const LONGEST_HEADLINE = 120;

/** True for a row of a table, as readable text has them: cells with bars between. */
export function isTableRow(line: string): boolean {
  return line.includes(' | ');
}

/** True for a short line that ends like no statement: a heading, a question, an item of a list. */
export function isHeadline(line: string): boolean {
  return line.length <= LONGEST_HEADLINE && /[\p{L}\p{N}]/u.test(line) && !/\n|[.!;,…]["'”’»)]*$/u.test(line);
}

const BLANK_LINE = '\n\n';

/** The heading that a passage begins with or consists of, a paragraph of its own; null without one. */
export function headlineOf(passage: string): string | null {
  const end = passage.indexOf(BLANK_LINE);
  const line = end < 0 ? passage : passage.slice(0, end);
  return isHeadline(line) && !isTableRow(line) ? line : null;
}

/** A passage without the heading that it begins with; one that is nothing else stays as it is. */
export function withoutHeadline(passage: string): string {
  const headline = headlineOf(passage);
  return headline === null || headline === passage ? passage : passage.slice(headline.length).trimStart();
}
