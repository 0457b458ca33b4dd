/** A collection's documents in memory, with indexes for unique keys, for text search, and for equality of a field. */
import { badValue, CommandError, unsupported } from './errors.ts';
import { FieldIndex } from './field-index.ts';
import { type Index, type IndexKeys, isPartOf, isText } from './indexes.ts';
import { matches } from './query.ts';
import { TextIndex } from './text-index.ts';
import { scored } from './text-search.ts';
import { at, type Doc, isDoc, keyOf } from './values.ts';

export class Collection {
  readonly ns: string;
  readonly documents = new Map<string, Doc>();
  readonly indexes = new Map<string, Index>([['_id_', { name: '_id_', key: { _id: 1 } }]]);
  /** By name of each unique index: its keys, each with the key of the document that has it. */
  readonly #unique = new Map<string, Map<string, string>>();
  /** By index name. */
  readonly #fields = new Map<string, FieldIndex>();
  readonly #texts = new Map<string, TextIndex>();
  /** Insertion order of the documents, by key. */
  readonly #places = new Map<string, number>();
  #lastPlace = 0;

  constructor(ns: string) {
    this.ns = ns;
  }

  /** Throws 11000 if the existing documents violate the index. */
  addIndex(index: Index): void {
    if (index.unique) {
      const keys: IndexKeys = new Map();
      for (const [id, document] of this.documents) {
        const key = uniqueKey(index, document);
        if (key === null) continue;
        if (keys.has(key)) throw this.#duplicate(index, document);
        keys.set(key, id);
      }
      this.#unique.set(index.name, keys);
    }
    this.#fill(index);
    this.indexes.set(index.name, index);
  }

  #fill(index: Index): void {
    if (!isText(index.key)) {
      const fields = new FieldIndex(index);
      for (const [id, document] of this.documents) fields.put(id, document);
      this.#fields.set(index.name, fields);
      return;
    }
    const texts = new TextIndex(index);
    for (const document of this.documents.values()) texts.check(document);
    for (const [id, document] of this.documents) texts.put(id, document);
    this.#texts.set(index.name, texts);
  }

  dropIndex(name: string): void {
    this.indexes.delete(name);
    this.#unique.delete(name);
    this.#fields.delete(name);
    this.#texts.delete(name);
  }

  /** Throws 11000 if another document has the same value in a unique index, or, if it is new, the same _id. */
  check(document: Doc, isNew: boolean): void {
    const id = keyOf(document._id);
    if (Array.isArray(document._id)) throw badValue("The '_id' value cannot be of type array");
    if (isNew && this.documents.has(id)) throw this.#duplicate(this.indexes.get('_id_')!, document);
    for (const texts of this.#texts.values()) texts.check(document);
    for (const [name, keys] of this.#unique) {
      const index = this.indexes.get(name)!;
      const key = uniqueKey(index, document);
      const holder = key === null ? undefined : keys.get(key);
      if (holder !== undefined && holder !== id) throw this.#duplicate(index, document);
    }
  }

  /** Inserts or replaces a document that `check` has accepted. */
  put(document: Doc): void {
    const id = keyOf(document._id);
    const former = this.documents.get(id);
    if (former !== undefined) this.#forget(id, former);
    else this.#places.set(id, ++this.#lastPlace);
    this.documents.set(id, document);
    for (const fields of this.#fields.values()) fields.put(id, document);
    for (const texts of this.#texts.values()) texts.put(id, document);
    for (const [name, keys] of this.#unique) {
      const key = uniqueKey(this.indexes.get(name)!, document);
      if (key !== null) keys.set(key, id);
    }
  }

  remove(id: unknown): void {
    const key = keyOf(id);
    const document = this.documents.get(key);
    if (document === undefined) return;
    this.#forget(key, document);
    this.documents.delete(key);
    this.#places.delete(key);
  }

  /** Matching documents, with a score if the filter searches text. In insertion order, except by `_id`. */
  find(filter: Doc): Doc[] {
    if (filter.$text !== undefined) return this.#search(filter.$text, filter);
    const ids = wantedIn(filter, '_id');
    const keys = ids === null ? this.#indexed(filter) : new Set(ids.map(keyOf));
    if (keys === null) return [...this.documents.values()].filter((document) => matches(document, filter));
    return [...keys].flatMap((key) => {
      const document = this.documents.get(key);
      return document !== undefined && matches(document, filter) ? [document] : [];
    });
  }

  /** Keys of the candidates that an index finds, in insertion order; null if no index applies. */
  #indexed(filter: Doc): string[] | null {
    for (const index of this.#fields.values()) {
      const values = wantedIn(filter, index.field);
      if (values !== null) return this.#inOrder(index.holding(values));
    }
    return null;
  }

  #inOrder(keys: Iterable<string>): string[] {
    return [...keys].sort((a, b) => this.#places.get(a)! - this.#places.get(b)!);
  }

  #search(text: unknown, filter: Doc): Doc[] {
    const { $search, ...others } = isDoc(text) ? text : {};
    if (Object.keys(others).length > 0) throw unsupported(`$text with ${Object.keys(others).join(', ')}`);
    const [index] = this.#texts.values();
    if (index === undefined) throw new CommandError(27, 'IndexNotFound', 'text index required for $text query');
    const scores = index.search($search);
    return this.#inOrder(scores.keys()).flatMap((key) => {
      const document = this.documents.get(key)!;
      return matches(document, filter) ? [scored(document, scores.get(key)!)] : [];
    });
  }

  #forget(id: string, document: Doc): void {
    for (const fields of this.#fields.values()) fields.remove(id, document);
    for (const texts of this.#texts.values()) texts.remove(id);
    for (const [name, keys] of this.#unique) {
      const key = uniqueKey(this.indexes.get(name)!, document);
      if (key !== null) keys.delete(key);
    }
  }

  #duplicate(index: Index, document: Doc): CommandError {
    const keyValue = Object.fromEntries(Object.keys(index.key).map((path) => [path, at(document, path) ?? null]));
    const message = `E11000 duplicate key error collection: ${this.ns} index: ${index.name} dup key: ${keyOf(keyValue)}`;
    return new CommandError(11000, 'DuplicateKey', message, { keyPattern: index.key, keyValue });
  }
}

/** A document's key in a unique index; null if the index excludes it. A missing value counts as null. */
function uniqueKey(index: Index, document: Doc): string | null {
  if (!isPartOf(index, document)) return null;
  const values = Object.keys(index.key).map((path) => at(document, path));
  if (values.some(Array.isArray)) throw unsupported('lists in unique indexes');
  return keyOf(values);
}

/** The values to which the filter restricts the field, or null if it has no such condition. */
function wantedIn(filter: Doc, field: string): unknown[] | null {
  const wanted = filter[field];
  if (wanted === undefined) return null;
  if (!isDoc(wanted)) return [wanted];
  if (Array.isArray(wanted.$in)) return wanted.$in;
  return Object.hasOwn(wanted, '$eq') ? [wanted.$eq] : null;
}
