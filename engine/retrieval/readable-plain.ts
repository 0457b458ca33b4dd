/** Reads plain text documents. Also determines the title of documents of every kind. */
import { stripInvisible } from '#common/invisible-characters.ts';
import type { ReadableDocument } from '#engine/types/retrieval.ts';

const MAX_PLAIN_LENGTH = 2_000_000;
const MAX_TITLE_LENGTH = 300;

/** `readableText` of readable.ts for plain text. Only invisible characters and line ends are changed. */
export function readPlain(body: string, url: string): ReadableDocument {
  const text = stripInvisible(body.slice(0, MAX_PLAIN_LENGTH)).replace(/\r\n?/g, '\n').trim();
  return { title: titleOf(null, url), publisher: null, publication_date: null, language: null, licence: null, text };
}

/** The title, else the file name, else the host. */
export function titleOf(title: string | null, url: string): string {
  const own = stripInvisible(title ?? '').trim();
  if (own !== '') return firstOf(own, MAX_TITLE_LENGTH);
  if (!URL.canParse(url)) return url;
  const { pathname, hostname } = new URL(url);
  const file = pathname.split(/[/:]/).at(-1) ?? '';
  return decode(file) || hostname || url;
}

/** The first `count` code points. */
export function firstOf(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
