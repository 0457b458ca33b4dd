/**
 * What an adapter of an outside source consists of: its requests and how to read its answers, without any I/O. The
 * client does what is the same for all sources: sending, rates, retries, circuit breakers, caching and the guard.
 *
 * Answers are hostile: an adapter parses them with zod and returns only what it has checked. The client bounds their
 * size, and every string that leaves an adapter is bounded by `MAX_*`.
 */
import type { Json } from '#contracts/json.ts';
import type { WebCandidate, WebQuery } from '#contracts/ports/web-sources.ts';

export type { WebCandidate, WebQuery } from '#contracts/ports/web-sources.ts';

export const MAX_TITLE_LENGTH = 500;
export const MAX_SNIPPET_LENGTH = 5_000;
export const MAX_TEXT_LENGTH = 500_000;

export interface SourceRequest {
  method: 'GET' | 'POST';
  /** Appended to the base URL; begins with a slash. Values from outside are percent-encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Headers that the format requires, without credential, User-Agent and Accept, which the client adds. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: Json;
  /** `xml` answers are passed to the parser as text. */
  answer: 'json' | 'xml';
}

/** Text of a document. */
export interface SourceText {
  key: string;
  /** Paragraphs are separated by blank lines, headings are lines that begin with `#`. */
  text: string;
  /** What reading the document adds to, or corrects in, the search's result. */
  details?: Partial<Pick<WebCandidate, 'title' | 'publisher' | 'publication_date' | 'licence'>>;
  /** URLs of the document's own references, most relevant first, at most 50. */
  references?: readonly string[];
}

/**
 * How the text of a candidate is obtained:
 * - `snippet`: the search result contains it;
 * - `request`: from the source itself, up to `batch` documents per request;
 * - `page`: the page at the candidate's URL, fetched like a page of a source set. The snippet stands in for a page that
 *   can't be read.
 */
export type TextAccess =
  | { kind: 'snippet' }
  | { kind: 'page' }
  | {
      kind: 'request';
      /** Most documents per request. */
      batch: number;
      request(candidates: readonly WebCandidate[], query: WebQuery): SourceRequest;
      /**
       * Returns a second request if the first answer needs one, such as for the names of entries that the documents refer
       * to by id; null if it doesn't. Throws `SourceFormatError`.
       */
      follow?(answer: unknown, query: WebQuery): SourceRequest | null;
      /**
       * In any order; documents without text are left out. `followed` is the answer to the request of `follow`. Throws
       * `SourceFormatError`.
       */
      parse(answer: unknown, candidates: readonly WebCandidate[], followed?: unknown): SourceText[];
    };

/** The circumstances of a search. */
export interface SearchOccasion {
  /** E-mail address of whoever runs the service, for sources that want to know it; null: none is configured. */
  contact: string | null;
  now: Date;
}

/** Limits of the requests to a source, for all processes of a deployment together. */
export interface SourceRate {
  /** Minimum interval between two requests, in milliseconds. */
  interval_ms: number;
  /** Maximum number of concurrent requests. */
  concurrent: number;
}

export interface SourceWire {
  /** Its name in EVIDENCE_PROVIDER_URLS and the `retrieval_provider` of its evidence. */
  id: string;
  /** Base URL unless EVIDENCE_PROVIDER_URLS says otherwise; the language may choose the host (en.wikipedia.org). */
  base_url: string | ((language: string) => string);
  rate: SourceRate;
  /**
   * What its queries contain: `claims`, the words of a claim, for sources that search texts; `subjects`, the name of a
   * claim's subject, for sources that look up entries by name. Default: `claims`.
   */
  looks_up?: 'claims' | 'subjects';
  /** Headers with the credential, e.g. `Authorization: Bearer …`. Absent if the source needs no credential. */
  authenticate?(credential: string): Readonly<Record<string, string>>;
  /** The request of a search; null if the source can't have results for the query. */
  search(query: WebQuery, occasion: SearchOccasion): SourceRequest | null;
  /** Best first. Throws `SourceFormatError`, or `SourceRefusal` for an error that comes with status 200. */
  parseSearch(answer: unknown, query: WebQuery): WebCandidate[];
  /**
   * What an error status means if the source uses it in its own way; null, or absent: its meaning in HTTP.
   * `answer` is undefined unless it is JSON; `header` takes names in lower case.
   */
  refusal?(status: number, answer: unknown, header: (name: string) => string | undefined): SourceRefusal | null;
  text: TextAccess;
  /** A search with a known result, for `evidence sources check`: one title must contain `expect`. */
  check: { query: string; expect: string };
}

/** The answer is not of the documented format. */
export class SourceFormatError extends Error {
  /** Path of the first field that is missing or wrong, e.g. `query.search[0].title`. Never holds a value. */
  readonly field: string;

  constructor(field: string, options?: ErrorOptions) {
    super(`The answer lacks ${field}, or it has another form`, options);
    this.field = field;
  }
}

/**
 * Why a source refuses. `quota_exceeded`: the account has used up its quota until it is topped up or a new period begins.
 * `format_disabled`: the server's configuration disables the format that we read.
 */
export type SourceRefusalReason =
  | 'rate_limited'
  | 'unavailable'
  | 'bad_credential'
  | 'quota_exceeded'
  | 'format_disabled';

/** A refusal that the HTTP status does not show, e.g. Wikimedia's maxlag. */
export class SourceRefusal extends Error {
  readonly reason: SourceRefusalReason;
  /** Seconds until it may be asked again; null: unknown. */
  readonly retry_after_s: number | null;

  constructor(reason: SourceRefusalReason, retryAfterS: number | null, options?: ErrorOptions) {
    super(`The source refused: ${reason}`, options);
    this.reason = reason;
    this.retry_after_s = retryAfterS;
  }
}
