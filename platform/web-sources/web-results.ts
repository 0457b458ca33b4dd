/**
 * What the formats of web searches share. A result is a page of the web: what counts is the page itself, and the
 * search's snippet only stands in for it.
 *
 * A result that isn't usable among others that are, such as one without an address, is left out: a search engine passes
 * on what pages say of themselves. If none is usable, the answer is of another format.
 */
import { z } from 'zod';
import { stripInvisible } from '#engine/language/invisible-characters.ts';
import { MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH, SourceFormatError, type WebCandidate } from './wire.ts';

/** One result, as a format's schema reads it. */
export interface WebResult {
  url: string;
  title: string;
  snippet: string | null;
  /** As `dateIn` returns it. */
  date: string | null;
}

/** Longer URLs can't be cited. */
const MAX_URL_LENGTH = 2_083;

/** The address of a page, without its fragment; other schemes and URLs with credentials are refused. */
export const PageUrl = z.string().transform((text, context) => {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    context.addIssue('not the address of a page');
    return z.NEVER;
  }
  url.hash = '';
  return url.href;
});

/** Reads `answer`; throws SourceFormatError with the path of the first field that is missing or wrong. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new SourceFormatError(pathOf('', read.error));
}

/** Reads each of `rows`. Throws SourceFormatError if there are some and none is usable; `path` is that of the list. */
export function readRows<T>(schema: z.ZodType<T>, rows: readonly unknown[], path: string): T[] {
  const read = rows.map((row) => schema.safeParse(row));
  const usable = read.flatMap((row) => (row.success ? [row.data] : []));
  const at = read.findIndex((row) => !row.success);
  if (usable.length === 0 && at >= 0) throw new SourceFormatError(pathOf(`${path}[${at}]`, read[at]!.error!));
  return usable;
}

function pathOf(root: string, { issues }: z.ZodError): string {
  const names = issues[0]?.path.map((name) => (typeof name === 'number' ? `[${name}]` : `.${String(name)}`)) ?? [];
  const path = `${root}${names.join('')}`.replace(/^\./, '');
  return path === '' ? 'the answer' : path;
}

/** Pages that were found, each once, at most `limit`. */
export function pagesOf(results: readonly WebResult[], limit: number): WebCandidate[] {
  const byUrl = new Map<string, WebCandidate>();
  for (const { url, title, snippet, date } of results) {
    if (byUrl.has(url)) continue;
    byUrl.set(url, {
      key: url,
      url,
      title: plain(title, MAX_TITLE_LENGTH) || new URL(url).hostname,
      publisher: null,
      publication_date: date,
      licence: null,
      jurisdiction: null,
      source_class: 'web_page',
      snippet: plain(snippet ?? '', MAX_SNIPPET_LENGTH) || null,
    });
    if (byUrl.size === limit) break;
  }
  return [...byUrl.values()];
}

/** Paragraphs stay apart; the rest of white space is one space. */
function plain(text: string, maxLength: number): string {
  const paragraphs = stripInvisible(text.slice(0, 2 * maxLength)).split(/\n\s*\n/);
  const clean = paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim()).filter(Boolean);
  return clean.join('\n\n').slice(0, maxLength).toWellFormed();
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** RFC 5322, as in mail and in the headers of HTTP. */
const MAIL_TIME = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;
const WRITTEN_DATE = /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/;

/**
 * The RFC 3339 date that a result states: to the day where its time has no zone. Null for what is relative ("3 days
 * ago"), as nobody can say later what it was relative to, and for all else.
 */
export function dateIn(text: string | null | undefined): string | null {
  const said = text?.trim() ?? '';
  if (ISO_TIME.test(said) || MAIL_TIME.test(said)) return timeOf(said)?.toISOString() ?? null;
  if (ISO_DATE.test(said)) return timeOf(said.slice(0, 10))?.toISOString().slice(0, 10) ?? null;
  if (WRITTEN_DATE.test(said)) return timeOf(`${said} UTC`)?.toISOString().slice(0, 10) ?? null;
  return null;
}

function timeOf(text: string): Date | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time);
}
