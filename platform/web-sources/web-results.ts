/**
 * Shared by all web searches. A result is a web page, which is then read; the search's snippet is used if that fails.
 */
import { line, paragraphs } from './answers.ts';
import { MAX_TITLE_LENGTH, type WebCandidate } from './wire.ts';

/** One result, as a format's schema reads it. */
export interface WebResult {
  url: string;
  title: string;
  snippet: string | null;
  /** As `dateIn` returns it. */
  date: string | null;
}

/** Pages that were found, each once, at most `limit`. */
export function pagesOf(results: readonly WebResult[], limit: number): WebCandidate[] {
  const byUrl = new Map<string, WebCandidate>();
  for (const { url, title, snippet, date } of results) {
    if (byUrl.has(url)) continue;
    byUrl.set(url, {
      key: url,
      url,
      title: line(title, MAX_TITLE_LENGTH) || new URL(url).hostname,
      publisher: null,
      publication_date: date,
      licence: null,
      jurisdiction: null,
      source_class: 'web_page',
      snippet: paragraphs((snippet ?? '').split(/\n[^\S\n]*\n\s*/)),
    });
    if (byUrl.size === limit) break;
  }
  return [...byUrl.values()];
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** RFC 5322, as in mail and in the headers of HTTP. */
const MAIL_TIME = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;
const WRITTEN_DATE = /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/;

/**
 * The date of a result in RFC 3339 form; without the time if that has no zone. Null for other forms and for relative dates
 * ("3 days ago"), because it is unknown what they are relative to.
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
