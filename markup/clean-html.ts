/**
 * One pass over hostile HTML that keeps what a reader sees: no scripts, styles, comments, forms or hidden elements, bounded
 * in size, number of elements and depth. The tree is built afterwards, from clean input.
 */
import { Parser } from 'htmlparser2';
import { BlockCollector } from './blocks.ts';
import { beginningOf, MAX_OPEN_ELEMENTS } from './bounds.ts';
import { type Attributes, type HiddenNames, isHidden } from './hidden.ts';

const MAX_TEXT_LENGTH = 2_000_000;
const MAX_ELEMENTS = 100_000;
/** Elements nested deeper are left out of the markup, their text stays. */
const MAX_DEPTH = 150;

const DROPPED = new Set(
  (
    'script style noscript template svg math iframe frame object embed applet canvas audio video picture map head title ' +
    'button select option datalist textarea input dialog meta link base'
  ).split(' '),
);
/** Page furniture that is no part of the text when no article can be told apart. */
const FURNITURE = new Set(['nav', 'footer', 'aside', 'menu']);
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col', 'source', 'track', 'area', 'param']);
/** What article extraction looks at, and cells that are merged. */
const KEPT_ATTRIBUTES = ['class', 'id', 'role', 'itemprop', 'rel', 'rowspan', 'colspan'];

/** Whoever reads the text of an element for each of those around it reads it as often as it stands deep. */
const CHARACTERS_LIKE_ELEMENT = 200;

export interface CleanPage {
  /** The visible part of the page, for article extraction. */
  html: string;
  /** The text without navigation, in blocks, for pages in which no article is found. */
  blocks: string[];
  /** How many elements and pieces of text `html` has; a parser makes a piece of each escaped character, too. */
  nodes: number;
  /** The depths of all elements, and of every `CHARACTERS_LIKE_ELEMENT` of text, added up. */
  depths: number;
}

/** `dropCode` leaves out preformatted text, for markdown, where it holds code. */
export function cleanHtml(html: string, hiddenByRule: HiddenNames, dropCode = false): CleanPage {
  const output: string[] = ['<!doctype html><html><body>'];
  const collector = new BlockCollector(MAX_TEXT_LENGTH);
  const emitted: boolean[] = [];
  let elements = 0;
  let depths = 0;
  let texts = 0;
  let textLength = 0;
  let droppedAt = -1;
  let furnitureAt = -1;
  let stopped = false;
  const parser = new Parser({
    onopentag(name, attributes: Attributes) {
      if (stopped) return;
      const depth = emitted.length;
      const isDropped = DROPPED.has(name) || (dropCode && name === 'pre') || isHidden(attributes, hiddenByRule);
      if (droppedAt < 0 && isDropped && !VOID.has(name)) droppedAt = depth;
      if (furnitureAt < 0 && FURNITURE.has(name)) furnitureAt = depth;
      const isVisible = droppedAt < 0 && !isDropped;
      const isEmitted = isVisible && depth < MAX_DEPTH && name !== 'html' && name !== 'body';
      emitted.push(isEmitted);
      if (isVisible && furnitureAt < 0) collector.open(name, attributes);
      if (isEmitted) {
        output.push(`<${name}${markup(attributes)}>`);
        elements++;
        depths += depth;
      }
      stopped = elements >= MAX_ELEMENTS || depth >= MAX_OPEN_ELEMENTS;
      if (stopped) parser.pause();
    },
    ontext(text) {
      if (stopped || droppedAt >= 0 || textLength >= MAX_TEXT_LENGTH) return;
      textLength += text.length;
      const kept = text.slice(0, MAX_TEXT_LENGTH);
      texts += 1 + (kept.match(/[&<>]/g)?.length ?? 0);
      depths += (Math.min(emitted.length, MAX_DEPTH) * kept.length) / CHARACTERS_LIKE_ELEMENT;
      output.push(escapeText(kept));
      if (furnitureAt < 0) collector.text(text);
    },
    onclosetag(name) {
      const isEmitted = emitted.pop();
      const depth = emitted.length;
      if (droppedAt < 0 && furnitureAt < 0) collector.close(name);
      if (isEmitted && !VOID.has(name)) output.push(`</${name}>`);
      if (droppedAt === depth) droppedAt = -1;
      if (furnitureAt === depth) furnitureAt = -1;
    },
  });
  parser.write(beginningOf(html));
  if (!stopped) parser.end();
  output.push('</body></html>');
  return { html: output.join(''), blocks: collector.finish(), nodes: elements + texts, depths };
}

function markup(attributes: Attributes): string {
  return KEPT_ATTRIBUTES.filter((name) => attributes[name] !== undefined)
    .map((name) => ` ${name}="${escapeText(attributes[name]!.slice(0, 500)).replaceAll('"', '&quot;')}"`)
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
