/**
 * What an index of fields holds: the documents by the value of its first field, for finding those that equal one. All
 * documents, whatever the index leaves out: who searches has the filter to tell.
 */
import type { Index } from './indexes.ts';
import { type Doc, keyOf, valuesAt } from './values.ts';

export class FieldIndex {
  /** The field by which documents are found. */
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

  /** Keys of the _ids of all documents that have one of the values in the field, and of no others. */
  holding(values: readonly unknown[]): Set<string> {
    const found = new Set<string>();
    for (const value of values) for (const id of this.#holders.get(keyOf(value)) ?? []) found.add(id);
    return found;
  }

  /** A list is found by itself and by each of its elements. */
  #valuesOf(document: Doc): Set<string> {
    const values = valuesAt(document, this.field);
    return new Set(values.flatMap((value) => (Array.isArray(value) ? [value, ...value] : [value])).map(keyOf));
  }
}
