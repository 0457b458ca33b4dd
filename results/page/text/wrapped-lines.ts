/** Unwraps texts with hard line breaks, to display them at any width. */

/** A line at least this long was probably wrapped, so its line break is not intended. */
const WRAPPED_LINE = 60;
/** A line that keeps its own line in plain text and Markdown. */
const OWN_LINE = /^(?:\s|[-*+#>|]|\d{1,9}[.)]|$)/;

/** Whether a line with that many UTF-16 units was probably ended by whatever wrapped it. */
export function isWrapped(length: number): boolean {
  return length >= WRAPPED_LINE;
}

/**
 * Replaces hard line breaks within paragraphs by spaces, as the browser wraps the text itself. Offsets stay the same.
 */
export function joinWrappedLines(content: string): string {
  const lines = content.split('\n');
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      const joined = isWrapped(line.length) && !OWN_LINE.test(next) && !/^[#|]/.test(line);
      return joined ? `${line.replace(/\r$/, ' ')} ` : `${line}\n`;
    })
    .join('');
}
