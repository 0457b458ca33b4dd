/** Texts that were wrapped by hand, for showing at any width. */

/** A line that long was broken by whoever wrote the text, not meant to end there. */
const WRAPPED_LINE = 60;
/** What begins a line of its own in plain text and Markdown. */
const OWN_LINE = /^(?:\s|[-*+#>|]|\d{1,9}[.)]|$)/;

/** Takes hard line breaks out of paragraphs, for whoever shows the text breaks lines itself. Offsets stay as they are. */
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
