/** Handles texts with Markdown headings, such as those of PDFs and abstracts. */

/** Headings without the marks of their level. */
export function withoutHashes(text: string): string {
  return text.replace(/^#{1,6} +/gm, '');
}
