/** Classifies the lines of a readable text by their form. */

const LONGEST_HEADLINE = 120;

/** True for a table row, which in readable text is a line of cells separated by bars. */
export function isTableRow(line: string): boolean {
  return line.includes(' | ');
}

/** True for a short line that doesn't end like a statement: a heading, a question or a list item. */
export function isHeadline(line: string): boolean {
  return line.length <= LONGEST_HEADLINE && /[\p{L}\p{N}]/u.test(line) && !/\n|[.!;,…]["'”’»)]*$/u.test(line);
}

const BLANK_LINE = '\n\n';

/** The heading that a passage begins with, or consists of; null if there is none. A heading is a paragraph of its own. */
export function headlineOf(passage: string): string | null {
  const end = passage.indexOf(BLANK_LINE);
  const line = end < 0 ? passage : passage.slice(0, end);
  return isHeadline(line) && !isTableRow(line) ? line : null;
}

/** The passage without its heading. A passage that consists of a heading only is returned unchanged. */
export function withoutHeadline(passage: string): string {
  const headline = headlineOf(passage);
  return headline === null || headline === passage ? passage : passage.slice(headline.length).trimStart();
}
