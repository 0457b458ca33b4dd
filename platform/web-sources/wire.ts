/**
 * What an adapter of an outside source consists of: its requests and how to read its answers, without any I/O. Sending,
 * rates, retries, circuit breakers, caching and the guard are the same for all sources and stand in the client.
 *
 * Answers are hostile: an adapter parses them with zod and returns only what it has checked. The client bounds their
 * size, and every string that leaves an adapter is bounded by `MAX_*`.
 */
import type { Json } from '#contracts/json.ts';

export const MAX_TITLE_LENGTH = 500;
export const MAX_SNIPPET_LENGTH = 5_000;
export const MAX_TEXT_LENGTH = 500_000;

/** What is searched for. The text is de-identified already. */
export interface SourceQuery {
  /** Words of the claim, at most 300 characters. */
  text: string;
  /** ISO 639-1 code of the verified text's language. */
  language: string;
  /** Most results wanted, 1 to 20. */
  limit: number;
}

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

/** One result of a search. */
export interface SourceCandidate {
  /** Names the document within the source, for reading it: a page id, a DOI, an accession number. */
  key: string;
  /** Where a person finds the document: an absolute http(s) URL. It is the `canonical_url` of the evidence. */
  url: string;
  title: string;
  /** Who answers for the document's content: a journal, an agency, a court; null: the source itself. */
  publisher: string | null;
  /** RFC 3339 date; a year or month alone is allowed. Null: unknown. */
  publication_date: string | null;
  /** As the source states it: an SPDX id, a name or a URL. Null: not stated. */
  licence: string | null;
  jurisdiction: string | null;
  /** Names what kind of document it is: encyclopaedia, journal_article, preprint, regulation, court_opinion … */
  source_class: string;
  /** Literal text of the document that the search itself gave, such as an abstract or a snippet; null: none. */
  snippet: string | null;
}

/** Text of a document. */
export interface SourceText {
  key: string;
  /** Paragraphs are separated by blank lines, headings are lines that begin with `#`. */
  text: string;
  /** What reading told about the document beyond the search's result. */
  details?: Partial<Pick<SourceCandidate, 'title' | 'publisher' | 'publication_date' | 'licence'>>;
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
      request(candidates: readonly SourceCandidate[], query: SourceQuery): SourceRequest;
      /** In any order; documents without text are left out. Throws `SourceFormatError`. */
      parse(answer: unknown, candidates: readonly SourceCandidate[]): SourceText[];
    };

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
  /** The header that carries a credential, e.g. `Authorization: Bearer …`; left out: the source wants none. */
  authenticate?(credential: string): Readonly<Record<string, string>>;
  search(query: SourceQuery, occasion: { contact: string | null; now: Date }): SourceRequest;
  /** Best first. Throws `SourceFormatError`, or `SourceRefusal` for an error told with status 200. */
  parseSearch(answer: unknown, query: SourceQuery): SourceCandidate[];
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
