/** A text index: the documents with each term, the term's count in each of them, and each document's length. */
import { badValue, unsupported } from './errors.ts';
import { type Index, isPartOf, textFieldOf } from './indexes.ts';
import { type Language, scoreOfTerm, terms, wantedTerms } from './text-search.ts';
import { at, type Doc } from './values.ts';

interface Entry {
  /** Occurrences by term. */
  counts: ReadonlyMap<string, number>;
  /** Number of tokens in the field. */
  length: number;
  /** The field's text in lower case if it is itself one of the terms, else null. */
  alone: string | null;
}

export class TextIndex {
  readonly #index: Index;
  readonly #field: string;
  readonly #language: Language;
  /** Entries of the indexed documents, by the key of their _id. */
  readonly #entries = new Map<string, Entry>();
  readonly #holders = new Map<string, Set<string>>();

  constructor(index: Index) {
    this.#index = index;
    this.#field = textFieldOf(index.key) ?? '';
    this.#language = (index.default_language ?? 'english') as Language;
  }

  /** Throws if the field isn't text, which the double doesn't support. */
  check(document: Doc): void {
    const value = at(document, this.#field);
    if (value !== undefined && typeof value !== 'string') throw unsupported('text search in what is no text');
  }

  put(id: string, document: Doc): void {
    if (!isPartOf(this.#index, document)) return;
    const text = (at(document, this.#field) ?? '') as string;
    const words = terms(text, this.#language);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const alone = text.toLowerCase();
    this.#entries.set(id, { counts, length: words.length, alone: counts.has(alone) ? alone : null });
    for (const word of counts.keys()) {
      const holders = this.#holders.get(word);
      if (holders === undefined) this.#holders.set(word, new Set([id]));
      else holders.add(id);
    }
  }

  remove(id: string): void {
    for (const word of this.#entries.get(id)?.counts.keys() ?? []) {
      const holders = this.#holders.get(word)!;
      holders.delete(id);
      if (holders.size === 0) this.#holders.delete(word);
    }
    this.#entries.delete(id);
  }

  /** Scores of the documents that contain a term of the query, by the key of their _id. */
  search(query: unknown): Map<string, number> {
    if (typeof query !== 'string') throw badValue('$text needs a $search');
    const scores = new Map<string, number>();
    for (const term of wantedTerms(query, this.#language)) {
      for (const id of this.#holders.get(term) ?? []) {
        const { counts, length, alone } = this.#entries.get(id)!;
        scores.set(id, (scores.get(id) ?? 0) + scoreOfTerm(counts.get(term)!, length, alone === term));
      }
    }
    return scores;
  }
}
