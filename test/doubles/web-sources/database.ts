/** What a public database does beside HTTP: which requests it takes, and how it words answers and refusals. */
import { indexPages } from './page-index.ts';

export interface DatabaseRequest {
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
}

export interface Answered {
  status: number;
  /** Anything but text is sent as JSON. */
  body: unknown;
  /** Media type; default: that of the body. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A stand-in for a database, with what it holds. */
export interface Database {
  answer(request: DatabaseRequest): Answered;
  rateLimited(): Answered;
}

/** A record that is found by its words. */
export interface TextRecord {
  id: string;
  title: string;
  text: string;
}

/** The part of a ranked list that a request wants. */
export interface Slice {
  offset: number;
  limit: number;
}

export interface Found<Item> {
  total: number;
  items: Item[];
}

/** Finds records by an expression of their search language, the best first. */
export class RecordIndex<Item extends TextRecord> {
  readonly #byId: ReadonlyMap<string, Item>;
  readonly #pages;

  constructor(records: readonly Item[]) {
    this.#byId = new Map(records.map((record) => [record.id, record]));
    this.#pages = indexPages(records.map(({ id, title, text }) => ({ url: id, title, text })));
  }

  get(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  /** `matches` says which records the expression finds; its words rank them. */
  find(words: readonly string[], matches: (text: string) => boolean, { offset, limit }: Slice): Found<Item> {
    const ranked = this.#pages.find(words.join(' '), this.#byId.size).map(({ url }) => this.#byId.get(url)!);
    const found = ranked.filter(({ title, text }) => matches(`${title} ${text}`));
    return { total: found.length, items: found.slice(offset, offset + limit) };
  }
}

/** A whole number among the parameters; null if it is none, or out of bounds. */
export function numberIn(
  query: URLSearchParams,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number | null {
  const text = query.get(name);
  if (text === null) return fallback;
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : null;
}

/** The names among the parameters that the database doesn't know. */
export function unknownIn(query: URLSearchParams, known: readonly string[]): string[] {
  return [...query.keys()].filter((name) => !known.includes(name));
}
