/**
 * What an adapter of an outside source consists of: its requests and how to read its answers, without any I/O. Sending,
 * rates, retries, circuit breakers, caching and the guard are the same for all sources and stand in the client.
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
  /** Put behind the base URL; begins with a slash. Values from outside are percent-encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Those of the format. The credential, User-Agent and Accept are not among them. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: Json;
  /** `xml` answers are handed over as text. */
  answer: 'json' | 'xml';
}

/** Text of a document. */
export interface SourceText {
  key: string;
  /** Paragraphs are separated by blank lines, headings are lines that begin with `#`. */
  text: string;
  /** What reading told about the document beyond the search's result. */
  details?: Partial<Pick<WebCandidate, 'title' | 'publisher' | 'publication_date' | 'licence'>>;
  /** URLs of the document's own references, most relevant first, at most 50. */
  references?: readonly string[];
}

/**
 * How the text of a candidate is had:
 * - `snippet`: the search gives all there is;
 * - `request`: from the source itself, up to `batch` documents per request;
 * - `page`: the page at the candidate's URL, fetched like a page of a source set. The snippet stands in for a page that
 *   can't be had.
 */
export type SourceReading =
  | { kind: 'snippet' }
  | { kind: 'page' }
  | {
      kind: 'request';
      /** Most documents per request. */
      batch: number;
      request(candidates: readonly WebCandidate[], query: WebQuery): SourceRequest;
      /**
       * What must be asked besides, by what came: the names of what the documents refer to by number. Null: nothing. Throws
       * `SourceFormatError`.
       */
      follow?(answer: unknown, query: WebQuery): SourceRequest | null;
      /**
       * In any order; documents without text are left out. `followed` is the answer to what `follow` asked for. Throws
       * `SourceFormatError`.
       */
      parse(answer: unknown, candidates: readonly WebCandidate[], followed?: unknown): SourceText[];
    };

/** Under what circumstances a source is searched. */
export interface SearchOccasion {
  /** E-mail address of whoever runs the service, for sources that want to know it; null: none is configured. */
  contact: string | null;
  now: Date;
}

/** How politely the source wants to be asked. Holds over the whole deployment. */
export interface SourceRate {
  /** Least milliseconds between two requests. */
  interval_ms: number;
  /** Most requests under way at once; 1: serial. */
  concurrent: number;
}

export interface SourceWire {
  /** Its name in EVIDENCE_PROVIDER_URLS and the `retrieval_provider` of its evidence. */
  id: string;
  /** Base URL unless EVIDENCE_PROVIDER_URLS says otherwise; the language may choose the host (en.wikipedia.org). */
  base_url: string | ((language: string) => string);
  rate: SourceRate;
  /**
   * What a query to it is made of: `claims`, the words of a claim, for whatever searches texts; `subjects`, the name of
   * what a claim speaks of, for whatever finds entries by their names.
   */
  looks_up?: 'claims' | 'subjects';
  /** The header that carries a credential, e.g. `Authorization: Bearer …`; left out: the source wants none. */
  authenticate?(credential: string): Readonly<Record<string, string>>;
  /** Null: the source has nothing that could answer such a query, and isn't asked. */
  search(query: WebQuery, occasion: SearchOccasion): SourceRequest | null;
  /** Best first. Throws `SourceFormatError`, or `SourceRefusal` for an error told with status 200. */
  parseSearch(answer: unknown, query: WebQuery): WebCandidate[];
  /**
   * What an error status means where the source has ways of its own to refuse; null, or left out: what it means in HTTP.
   * `answer` is undefined unless it is JSON; `header` takes names in lower case.
   */
  refusal?(status: number, answer: unknown, header: (name: string) => string | undefined): SourceRefusal | null;
  reading: SourceReading;
  /** A question whose answer is known, for `evidence sources check`: it must find a title that contains `expect`. */
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
 * Why a source refuses. `quota_exceeded`: what the account may use is used up, until it is topped up or a new period
 * begins. `format_disabled`: the server is set up not to answer in the form that we read.
 */
export type SourceRefusalReason =
  | 'rate_limited'
  | 'unavailable'
  | 'bad_credential'
  | 'quota_exceeded'
  | 'format_disabled';

/** The source refuses in its own way, with a status that says otherwise, e.g. Wikimedia's maxlag. */
export class SourceRefusal extends Error {
  readonly reason: SourceRefusalReason;
  /** Seconds until it may be asked again; null: not told. */
  readonly retry_after_s: number | null;

  constructor(reason: SourceRefusalReason, retryAfterS: number | null, options?: ErrorOptions) {
    super(`The source refused: ${reason}`, options);
    this.reason = reason;
    this.retry_after_s = retryAfterS;
  }
}
