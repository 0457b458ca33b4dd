/** Documents of one collection in memory, with its indexes: unique ones are kept, others are only listed. */
import { badValue, CommandError, unsupported } from './errors.ts';
import { type Index, type IndexKeys, isPartOf, textFieldOf } from './indexes.ts';
import { matches } from './query.ts';
import { type Language, scored, textScorer } from './text-search.ts';
import { at, type Doc, isDoc, keyOf } from './values.ts';

export class Collection {
  readonly ns: string;
  readonly documents = new Map<string, Doc>();
  readonly indexes = new Map<string, Index>([['_id_', { name: '_id_', key: { _id: 1 } }]]);
  /** Keys of each unique index, with the key of the document that holds them. */
  readonly #unique = new Map<string, Map<string, string>>();

  constructor(ns: string) {
    this.ns = ns;
  }

  /** Throws 11000 when documents that are there break it. */
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
    this.indexes.set(index.name, index);
  }

  dropIndex(name: string): void {
    this.indexes.delete(name);
    this.#unique.delete(name);
  }

  /** Throws 11000 when another document has the same value in a unique index, or if it is new, the same _id. */
  check(document: Doc, isNew: boolean): void {
    const id = keyOf(document._id);
    if (Array.isArray(document._id)) throw badValue("The '_id' value cannot be of type array");
    if (isNew && this.documents.has(id)) throw this.#duplicate(this.indexes.get('_id_')!, document);
    for (const [name, keys] of this.#unique) {
      const index = this.indexes.get(name)!;
      const key = uniqueKey(index, document);
      const holder = key === null ? undefined : keys.get(key);
      if (holder !== undefined && holder !== id) throw this.#duplicate(index, document);
    }
  }

  put(document: Doc): void {
    const id = keyOf(document._id);
    const former = this.documents.get(id);
    if (former !== undefined) this.#forget(former);
    this.documents.set(id, document);
    for (const [name, keys] of this.#unique) {
      const key = uniqueKey(this.indexes.get(name)!, document);
      if (key !== null) keys.set(key, id);
    }
  }

  remove(id: unknown): void {
    const document = this.documents.get(keyOf(id));
    if (document === undefined) return;
    this.#forget(document);
    this.documents.delete(keyOf(id));
  }

  /** Documents that match, in the order in which they came; with a score where the filter searches text. */
  find(filter: Doc): Doc[] {
    if (filter.$text !== undefined) return this.#search(filter.$text, filter);
    const ids = idsIn(filter);
    if (ids === null) return [...this.documents.values()].filter((document) => matches(document, filter));
    return [...new Set(ids.map(keyOf))].flatMap((key) => {
      const document = this.documents.get(key);
      return document !== undefined && matches(document, filter) ? [document] : [];
    });
  }

  #search(text: unknown, filter: Doc): Doc[] {
    const { $search, ...others } = isDoc(text) ? text : {};
    if (typeof $search !== 'string') throw badValue('$text needs a $search');
    if (Object.keys(others).length > 0) throw unsupported(`$text with ${Object.keys(others).join(', ')}`);
    const index = [...this.indexes.values()].find(({ key }) => textFieldOf(key) !== null);
    if (index === undefined) throw new CommandError(27, 'IndexNotFound', 'text index required for $text query');
    const field = textFieldOf(index.key)!;
    const score = textScorer($search, (index.default_language ?? 'english') as Language);
    return [...this.documents.values()].flatMap((document) => {
      if (!isPartOf(index, document) || !matches(document, filter)) return [];
      const value = at(document, field);
      if (value !== undefined && typeof value !== 'string') throw unsupported('text search in what is no text');
      const found = score(value ?? '');
      return found === null ? [] : [scored(document, found)];
    });
  }

  #forget(document: Doc): void {
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

/** Null for a document that is not in the index. A missing value is one like null. */
function uniqueKey(index: Index, document: Doc): string | null {
  if (!isPartOf(index, document)) return null;
  const values = Object.keys(index.key).map((path) => at(document, path));
  if (values.some(Array.isArray)) throw unsupported('lists in unique indexes');
  return keyOf(values);
}

/** The only ids that the filter lets through, or null if it names none. */
function idsIn({ _id: wanted }: Doc): unknown[] | null {
  if (wanted === undefined) return null;
  if (!isDoc(wanted)) return [wanted];
  if (Array.isArray(wanted.$in)) return wanted.$in;
  return Object.hasOwn(wanted, '$eq') ? [wanted.$eq] : null;
}
