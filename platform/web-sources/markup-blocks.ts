/** Text of abstracts, which databases give as HTML or JATS fragments. */
import { BlockCollector } from '#markup/blocks.ts';
import { beginningOf, MAX_OPEN_ELEMENTS } from '#markup/bounds.ts';
import { markupParser } from '#markup/parser.ts';
import { line } from './answers.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from './wire.ts';

const MAX_MARKUP = 20_000;

/** JATS elements, and the HTML elements that structure text in the same way. */
const LIKE: Readonly<Record<string, string>> = {
  title: 'h3',
  sec: 'section',
  'list-item': 'li',
  list: 'ul',
  break: 'br',
};
/** Elements whose text is for machines or repeats the text beside it. */
const DROPPED = new Set(['script', 'style', 'template', 'tex-math', 'annotation']);
/** The other elements that occur in abstracts. Anything else in angle brackets is text, such as "n<m and k>3". */
const KNOWN = new Set(
  (
    'a abbr abstract alternatives b bold boxed-text br cite code del disp-formula em ext-link fig i inline-formula inline-graphic ' +
    'ins italic label mark math monospace overline q roman s sc small span strike strong styled-content sub sup tt u underline ' +
    'uri xref p div section article h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote ' +
    'disp-quote pre hr named-content graphic semantics mrow mi mo mn msub msup msubsup mfrac msqrt mtext mfenced mover munder ' +
    'munderover mspace mstyle mtable mtr mtd'
  ).split(' '),
);

/**
 * Blocks of text (paragraphs, headings, list items) in reading order, without tags, scripts and comments, with character
 * references resolved.
 */
export function blocksOfMarkup(markup: string): string[] {
  const source = beginningOf(markup, MAX_MARKUP);
  const collector = new BlockCollector(MAX_TEXT_LENGTH);
  let depth = 0;
  let droppedAt = 0;
  const parser = new (markupParser())({
    onopentag(prefixed, attributes) {
      depth++;
      const name = localName(prefixed);
      if (droppedAt === 0 && DROPPED.has(name)) droppedAt = depth;
      if (droppedAt > 0) return;
      if (name in LIKE || KNOWN.has(name)) collector.open(LIKE[name] ?? name, attributes);
      else collector.text(source.slice(parser.startIndex, parser.endIndex + 1));
      if (depth >= MAX_OPEN_ELEMENTS) parser.pause();
    },
    ontext(text) {
      if (droppedAt === 0) collector.text(text);
    },
    onclosetag(prefixed) {
      const name = localName(prefixed);
      if (droppedAt === 0) collector.close(LIKE[name] ?? name);
      if (droppedAt === depth) droppedAt = 0;
      depth--;
    },
  });
  parser.write(source);
  parser.end();
  return collector.finish();
}

/** All of the text, in one piece. */
export function textOfMarkup(markup: string): string {
  return blocksOfMarkup(markup).join(' ');
}

/** The text of short markup, such as a title with italics, on one line. */
export function lineOfMarkup(markup: string): string {
  return line(textOfMarkup(markup), MAX_TITLE_LENGTH);
}

/** Without its namespace's prefix, as in `jats:p`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
