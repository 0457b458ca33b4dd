/** What a text index holds: for each term the documents with it, how often, and how many tokens each document has. */
import { badValue, unsupported } from './errors.ts';
import { type Index, isPartOf, textFieldOf } from './indexes.ts';
import { type Language, scoreOfTerm, terms, wantedTerms } from './text-search.ts';
import { at, type Doc } from './values.ts';

interface Entry {
  /** Occurrences by term. */
  counts: ReadonlyMap<string, number>;
  /** Tokens of the field. */
  length: number;
  /** The only term that the field consists of, if it is one. */
  alone: string | null;
}

export class TextIndex {
  readonly #index: Index;
  readonly #field: string;
  readonly #language: Language;
  /** Of each document that is in the index, by the key of its _id. */
  readonly #entries = new Map<string, Entry>();
  readonly #holders = new Map<string, Set<string>>();

  constructor(index: Index) {
    this.#index = index;
    this.#field = textFieldOf(index.key) ?? '';
    this.#language = (index.default_language ?? 'english') as Language;
  }

  /** Throws for a field that the double does not index. */
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

  /** Scores of the documents that have a term of the query, by the key of their _id. */
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
