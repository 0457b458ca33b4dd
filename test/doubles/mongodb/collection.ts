/** Documents of one collection in memory, with its indexes: unique ones are kept, others are only listed. */
import { CommandError, matches } from './query.ts';
import { textScorer } from './text-search.ts';
import { at, type Doc, keyOf } from './values.ts';

export interface Index {
  name: string;
  key: Doc;
  unique?: boolean;
  expireAfterSeconds?: number;
}

export const SCORE = '__score';

export class Collection {
  readonly documents = new Map<string, Doc>();
  readonly indexes = new Map<string, Index>([['_id_', { name: '_id_', key: { _id: 1 } }]]);
  readonly #unique = new Map<string, Map<string, string>>();

  addIndex(index: Index): void {
    const known = this.indexes.get(index.name);
    if (known !== undefined) {
      if (JSON.stringify(known.key) === JSON.stringify(index.key) && !known.unique === !index.unique) return;
      throw new CommandError(86, 'IndexKeySpecsConflict', `index ${index.name} exists and is another one`);
    }
    this.indexes.set(index.name, index);
    if (!index.unique) return;
    this.#unique.set(index.name, new Map());
    for (const document of this.documents.values()) this.#index(document);
  }

  /** Throws 11000 when another document has the same value in a unique index. */
  check(document: Doc): void {
    const id = keyOf(document._id);
    for (const [name, values] of this.#unique) {
      const holder = values.get(this.#valueOf(name, document));
      if (holder !== undefined && holder !== id) throw duplicate(name);
    }
  }

  put(document: Doc): void {
    const id = keyOf(document._id);
    this.remove(id);
    this.documents.set(id, document);
    this.#index(document);
  }

  remove(id: string): void {
    const document = this.documents.get(id);
    if (document === undefined) return;
    for (const [name, values] of this.#unique) values.delete(this.#valueOf(name, document));
    this.documents.delete(id);
  }

  /** Documents that match, in no order; with `__score` where the filter searches text. */
  find(filter: Doc): Doc[] {
    const text = filter.$text as { $search: string } | undefined;
    if (text !== undefined) return this.#search(text.$search, filter);
    const id = filter._id;
    const wanted = typeof id === 'string' ? [id] : ((id as { $in?: unknown[] } | undefined)?.$in ?? null);
    if (wanted === null) return [...this.documents.values()].filter((document) => matches(document, filter));
    return [...new Set(wanted.map(keyOf))].flatMap((key) => {
      const document = this.documents.get(key);
      return document !== undefined && matches(document, filter) ? [document] : [];
    });
  }

  #search(search: string, filter: Doc): Doc[] {
    const index = [...this.indexes.values()].find(({ key }) => Object.values(key).includes('text'));
    if (index === undefined) throw new CommandError(27, 'IndexNotFound', 'text index required for $text query');
    const field = Object.entries(index.key).find(([, kind]) => kind === 'text')![0];
    const score = textScorer(search);
    return [...this.documents.values()].flatMap((document) => {
      const found = score(String(at(document, field) ?? ''));
      return found === null || !matches(document, filter) ? [] : [{ ...document, [SCORE]: found }];
    });
  }

  #index(document: Doc): void {
    for (const [name, values] of this.#unique) values.set(this.#valueOf(name, document), keyOf(document._id));
  }

  #valueOf(name: string, document: Doc): string {
    return JSON.stringify(Object.keys(this.indexes.get(name)!.key).map((path) => keyOf(at(document, path))));
  }
}

export function duplicate(index: string): CommandError {
  return new CommandError(11000, 'DuplicateKey', `E11000 duplicate key error index: ${index}`);
}
