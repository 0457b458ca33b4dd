/**
 * Readable text of a fetched page or a library document. Pure and synchronous; the input is hostile, so it is meant to run
 * in a worker whose caller sets a time limit. Size, number of elements and depth are bounded here.
 */

import { stripInvisible } from '#common/invisible-characters.ts';
import type { ReadableInput } from '#engine/engine.ts';
import type { ReadableDocument } from '#engine/types/retrieval.ts';
import type { PageMetadata } from './page-metadata.ts';
import { readHtml } from './readable-html.ts';
import { readMarkdown } from './readable-markdown.ts';
import { firstOf, readPlain, titleOf } from './readable-plain.ts';

/** Publisher and licence go with every passage of the page into the log, whose appends have a limit. */
const MAX_FIELD_LENGTH = 500;

/**
 * Title, publisher, publication date, language, licence and text with a blank line between paragraphs. Invisible
 * characters are removed; HTML loses scripts, comments and hidden elements; plain text stays as it is otherwise. A
 * document without text gives an empty `text`. The URL names the document where it has no title.
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
