/**
 * Parsers of Markdown that know where in the source every node stands, because claims are located there. Blocks and what
 * stands in a block are parsed apart: the latter may take time that grows with the square of its length, so a longer block
 * is shown without emphasis and links.
 */
import { parser, Strikethrough, Table, TaskList } from '@lezer/markdown';

const INLINE = ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd'];

const BLOCK = [
  'LinkReference',
  'IndentedCode',
  'FencedCode',
  'Blockquote',
  'HorizontalRule',
  'BulletList',
  'OrderedList',
  'ATXHeading',
  'HTMLBlock',
  'SetextHeading',
];

/** Blocks of a text that may be Markdown. */
export const MARKDOWN_BLOCKS = parser.configure([Table, TaskList, { remove: INLINE }]);

/** Blocks of a document's text: its reader writes headings, tables and lists as in Markdown, and nothing else. */
export const DOCUMENT_BLOCKS = parser.configure([
  Table,
  {
    remove: [
      ...INLINE,
      'LinkReference',
      'IndentedCode',
      'FencedCode',
      'Blockquote',
      'HorizontalRule',
      'HTMLBlock',
      'SetextHeading',
    ],
  },
]);

/** What stands in one block. */
export const IN_A_BLOCK = parser.configure([Strikethrough, { remove: BLOCK }]);
/** UTF-16 units of the longest block that is parsed further. */
export const LONGEST_PARSED_BLOCK = 4_000;
