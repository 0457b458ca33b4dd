/**
 * Extracts the readable text of a fetched page or a library document. Pure and synchronous. The input is untrusted, so this
 * should run in a worker with a time limit. Size, number of elements and depth are limited here.
 */

import { stripInvisible } from '#common/invisible-characters.ts';
import type { ReadableInput } from '#engine/engine.ts';
import type { ReadableDocument } from '#engine/types/retrieval.ts';
import type { PageMetadata } from './page-metadata.ts';
import { readHtml } from './readable-html.ts';
import { readMarkdown } from './readable-markdown.ts';
import { firstOf, readPlain, titleOf } from './readable-plain.ts';

/** Publisher and licence are logged with every passage of the page, and the log limits the size of its entries. */
const MAX_FIELD_LENGTH = 500;

/**
 * Title, publisher, publication date, language, licence, and the text with a blank line between paragraphs. Invisible characters
 * are removed. HTML loses scripts, comments and hidden elements; plain text is otherwise unchanged. A document without text gives
 * an empty `text`. A document without a title is named after its URL.
 */
export function readableText({ body, mediaType, url }: ReadableInput): ReadableDocument {
  if (mediaType === 'text/plain') return readPlain(body, url);
  const { blocks, metadata } = mediaType === 'text/html' ? readHtml(body) : readMarkdown(body);
  const text = blocks
    .map((block) => stripInvisible(block).trim())
    .filter((block) => block !== '')
    .join('\n\n');
  return { ...visible(metadata), title: titleOf(metadata.title, url), text };
}

function visible(metadata: PageMetadata): Omit<ReadableDocument, 'title' | 'text'> {
  return {
    publisher: metadata.publisher && firstOf(stripInvisible(metadata.publisher), MAX_FIELD_LENGTH),
    publication_date: metadata.publication_date,
    language: metadata.language,
    licence: metadata.licence && firstOf(stripInvisible(metadata.licence), MAX_FIELD_LENGTH),
  };
}
