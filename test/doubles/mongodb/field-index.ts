/**
 * Finds documents by the value of an index's first field. It contains all documents, even those that a sparse or
 * partial index excludes, so the caller must still apply the filter.
 */
import type { Index } from './indexes.ts';
import { type Doc, keyOf, valuesAt } from './values.ts';

export class FieldIndex {
  /** Path of the indexed field. */
  readonly field: string;
  readonly #holders = new Map<string, Set<string>>();

  constructor({ key }: Index) {
    this.field = Object.keys(key)[0]!;
  }

  put(id: string, document: Doc): void {
    for (const value of this.#valuesOf(document)) {
      const holders = this.#holders.get(value);
      if (holders === undefined) this.#holders.set(value, new Set([id]));
      else holders.add(id);
    }
  }

  remove(id: string, document: Doc): void {
    for (const value of this.#valuesOf(document)) {
      const holders = this.#holders.get(value);
      holders?.delete(id);
      if (holders?.size === 0) this.#holders.delete(value);
    }
  }

  /** Keys of exactly the documents that have one of the values in the field. */
  holding(values: readonly unknown[]): Set<string> {
    const found = new Set<string>();
    for (const value of values) for (const id of this.#holders.get(keyOf(value)) ?? []) found.add(id);
    return found;
  }

  /** A list is indexed as a whole and by each of its elements. */
  #valuesOf(document: Doc): Set<string> {
    const values = valuesAt(document, this.field);
    return new Set(values.flatMap((value) => (Array.isArray(value) ? [value, ...value] : [value])).map(keyOf));
  }
}
