/** Converts HTML to Markdown, tag by tag, without building a tree. What a reader does not see is left out. */
import { Parser } from 'htmlparser2';
import { MAX_OPEN_ELEMENTS } from './bounds.ts';
import { hides } from './hidden.ts';
import { MarkdownWriter } from './markdown-writer.ts';

const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'head',
  'iframe',
  'object',
  'select',
]);
/** Elements without content and end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Elements whose content is not markup. */
const RAW = new Set('iframe noembed noframes plaintext script style textarea title xmp'.split(' '));

/**
 * Returns cleaned blocks; empty for a page without visible text. The parser's time per tag grows with the number of
 * open elements, and pages that never close theirs may have any number. When too many are open, all are treated as
 * closed.
 */
export function htmlToText(html: string): string {
  const writer = new MarkdownWriter();
  let from = 0;
  while (from < html.length) {
    const read = readUntilTooDeep(html.slice(from), writer);
    writer.closeAll();
    // It can no longer be known where the hidden element ends.
    if (read.isHidden) break;
    from += read.length;
  }
  return writer.result();
}

/** Returns how many characters were read, and whether what follows is in a hidden element. */
function readUntilTooDeep(html: string, writer: MarkdownWriter): { length: number; isHidden: boolean } {
  /** Names of the open hidden elements; empty: the text is visible. */
  const hidden: string[] = [];
  let open = 0;
  let length = html.length;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open++;
        if (hidden.length > 0 || SKIPPED.has(name) || isHidden(attributes)) {
          if (!VOID.has(name)) hidden.push(name);
        } else writer.open(name, attributes);
        if (open < MAX_OPEN_ELEMENTS || RAW.has(name)) return;
        parser.pause();
        length = parser.endIndex + 1;
      },
      ontext(text) {
        if (hidden.length === 0) writer.text(text);
      },
      onclosetag(name) {
        open--;
        if (hidden.length === 0) writer.close(name);
        else if (!VOID.has(name)) hidden.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  if (length === html.length) parser.end();
  return { length, isHidden: hidden.length > 0 };
}

/** Links to notes, as Word documents have them, and from notes back to the text. */
const NOTE_LINK = /^#(?:foot|end)note-/;

function isHidden(attributes: Record<string, string>): boolean {
  if (attributes.href !== undefined && NOTE_LINK.test(attributes.href)) return true;
  return 'hidden' in attributes || (attributes.style !== undefined && hides(attributes.style));
}
