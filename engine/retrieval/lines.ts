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

/** A passage without the heading that it begins with; one that is nothing else stays as it is. */
export function withoutHeadline(passage: string): string {
  const end = passage.indexOf('\n');
  if (end < 0) return passage;
  const line = passage.slice(0, end);
  return isHeadline(line) && !isTableRow(line) ? passage.slice(end).trimStart() : passage;
}
