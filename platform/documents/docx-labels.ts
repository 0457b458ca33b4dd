/**
 * Writes the labels of numbered items into a DOCX file as text, because the reader knows that an item is numbered, but
 * not how. The reader then finds paragraphs that begin with "3." or "b)".
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { MAX_OPEN_ELEMENTS } from '#markup/bounds.ts';
import { escapeHtml } from '#markup/html.ts';
import { type ItemOf, ListLabels, numberOf } from './docx-numbering.ts';

const DOCUMENT = 'word/document.xml';
const NUMBERING = 'word/numbering.xml';
const STYLES = 'word/styles.xml';
/** A list that exists in no file, so that the paragraph is no longer an item. */
const NO_LIST = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="-1"/></w:numPr>';

/** Returns the file with labels as text and without pictures; a file without lists is returned unchanged. */
export function withListLabels(file: Buffer): Buffer {
  const parts = unzipSync(file, { filter: ({ name }) => /\.(?:xml|rels)$/i.test(name) });
  const [document, numbering] = [parts[DOCUMENT], parts[NUMBERING]];
  if (document === undefined || numbering === undefined) return file;
  const styles = parts[STYLES] === undefined ? '' : strFromU8(parts[STYLES]);
  const labelled = labelParagraphs(strFromU8(document), new ListLabels(strFromU8(numbering), styles));
  return Buffer.from(zipSync({ ...parts, [DOCUMENT]: strToU8(labelled) }, { level: 0 }));
}

/** How deep below a paragraph its properties are. */
const DEEPEST_PROPERTY = 3;

interface Paragraph {
  item: ItemOf;
  /** Where its properties begin, after their tag, and end; null if it has none. */
  properties: { from: number; to: number } | null;
  isDeleted: boolean;
  hasText: boolean;
  /** Number of open elements around its content. */
  depth: number;
}

interface Insertion {
  at: number;
  text: string;
}

/** The document part with labels in place of numbering. Returns it unchanged if elements are nested too deeply. */
export function labelParagraphs(xml: string, labels: ListLabels): string {
  const insertions: Insertion[] = [];
  /** Names of the open elements, and the open paragraphs. */
  const open: string[] = [];
  const paragraphs: Paragraph[] = [];
  /** Depth of the alternative for newer readers, which is skipped: its content is repeated in the fallback. */
  let choiceAt = -1;
  let isTooDeep = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= MAX_OPEN_ELEMENTS) {
          isTooDeep = true;
          parser.pause();
        }
        const depth = open.push(name);
        if (choiceAt >= 0) return;
        if (name === 'mc:Choice') choiceAt = depth;
        else if (name === 'w:p') paragraphs.push(emptyParagraph(depth));
        const paragraph = paragraphs.at(-1);
        if (paragraph === undefined) return;
        if (name === 'w:t') paragraph.hasText = true;
        if (depth - paragraph.depth > DEEPEST_PROPERTY) return;
        const path = open.slice(paragraph.depth).join('/');
        readProperty(paragraph, path, attributes['w:val'] ?? null);
        if (path === 'w:pPr') paragraph.properties = { from: parser.endIndex + 1, to: parser.endIndex + 1 };
      },
      onclosetag(name, isImplied) {
        const depth = open.length;
        open.pop();
        if (choiceAt >= 0) {
          if (depth === choiceAt) choiceAt = -1;
          return;
        }
        const paragraph = paragraphs.at(-1);
        if (paragraph === undefined) return;
        if (name === 'w:pPr' && depth === paragraph.depth + 1 && paragraph.properties !== null) {
          // A self-closing paragraph has no content to write a label into, and shows nothing.
          if (isImplied) paragraph.properties = null;
          else paragraph.properties.to = xml.indexOf('>', parser.endIndex) + 1;
        } else if (depth === paragraph.depth) {
          paragraphs.pop();
          insertions.push(...labelOf(paragraph, labels));
        }
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  if (isTooDeep) return xml;
  parser.end();
  return withInsertions(xml, insertions);
}

function emptyParagraph(depth: number): Paragraph {
  const item = { list: null, level: null, style: null };
  return { item, properties: null, isDeleted: false, hasText: false, depth };
}

/** Old properties, which tracked changes keep, are nested deeper. */
function readProperty(paragraph: Paragraph, path: string, value: string | null): void {
  if (path === 'w:pPr/w:pStyle') paragraph.item.style = value;
  else if (path === 'w:pPr/w:numPr/w:numId') paragraph.item.list = value;
  else if (path === 'w:pPr/w:numPr/w:ilvl') paragraph.item.level = numberOf(value);
  else if (path === 'w:pPr/w:rPr/w:del') paragraph.isDeleted = true;
}

/** Items without text are counted, but have no visible label. */
function labelOf({ item, properties, isDeleted, hasText }: Paragraph, labels: ListLabels): Insertion[] {
  if (properties === null || isDeleted) return [];
  const label = labels.next(item);
  if (label === null) return [];
  const run = hasText && label !== '' ? `<w:r><w:t xml:space="preserve">${escapeHtml(label)} </w:t></w:r>` : '';
  return [
    { at: properties.from, text: NO_LIST },
    { at: properties.to, text: run },
  ];
}

function withInsertions(xml: string, insertions: Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  // Paragraphs within others end before them.
  for (const { at, text } of insertions.sort((a, b) => a.at - b.at)) {
    parts.push(xml.slice(from, at), text);
    from = at;
  }
  return [...parts, xml.slice(from)].join('');
}
