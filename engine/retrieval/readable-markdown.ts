/** Extracts the text of a markdown document, without code, and reads its front matter. */
import MarkdownIt from 'markdown-it';
import { normalizeDate } from '#common/publication-dates.ts';
import { cleanHtml } from '#markup/clean-html.ts';
import type { PageMetadata } from './page-metadata.ts';

const MAX_MARKDOWN_LENGTH = 1_000_000;
/** The parser looks at each line of a quotation once for every level. */
const MAX_MARKDOWN_LINES = 50_000;
const MAX_FRONT_MATTER = 10_000;

// Raw HTML is let through, so that the usual cleaning removes its comments, scripts and hidden elements.
const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });

/** The blocks of text in reading order, and the document's metadata. */
export function readMarkdown(text: string): { blocks: string[]; metadata: PageMetadata } {
  const { body, fields } = frontMatter(beginningOf(text));
  const { blocks } = cleanHtml(markdown.render(body), new Set(), true);
  const field = (...names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined) ?? null;
  return {
    blocks,
    metadata: {
      title: field('title') ?? firstHeading(body),
      publisher: field('publisher', 'site', 'organization'),
      publication_date: normalizeDate(field('date', 'published', 'publication_date')),
      language: field('lang', 'language')?.toLowerCase().slice(0, 2) ?? null,
      licence: field('license', 'licence', 'rights'),
    },
  };
}

/** Cuts the text at the limit of characters or lines. */
function beginningOf(text: string): string {
  let end = -1;
  for (let line = 0; line < MAX_MARKDOWN_LINES; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return text.slice(0, end < 0 ? MAX_MARKDOWN_LENGTH : Math.min(end, MAX_MARKDOWN_LENGTH));
}

/** Reads simple `key: value` lines between two lines of dashes at the very beginning. */
function frontMatter(text: string): { body: string; fields: Map<string, string> } {
  const fields = new Map<string, string>();
  if (!/^---[ \t]*\r?\n/.test(text)) return { body: text, fields };
  const end = text.slice(0, MAX_FRONT_MATTER).indexOf('\n---', 3);
  if (end < 0) return { body: text, fields };
  for (const line of text.slice(3, end).split('\n')) {
    const [, key, value] = /^([A-Za-z_-]{1,40}):\s*(\S.*)$/.exec(line) ?? [];
    const plain = value?.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (key !== undefined && plain) fields.set(key.toLowerCase(), plain);
  }
  const bodyStart = text.indexOf('\n', end + 1);
  return { body: bodyStart < 0 ? '' : text.slice(bodyStart + 1), fields };
}

function firstHeading(body: string): string | null {
  const tokens = markdown.parse(body.slice(0, MAX_FRONT_MATTER), {});
  const heading = tokens.findIndex((token) => token.type === 'heading_open');
  const inline = heading < 0 ? undefined : tokens[heading + 1];
  const text = inline?.children
    ?.map((child) => child.content)
    .join('')
    .trim();
  return text || null;
}
