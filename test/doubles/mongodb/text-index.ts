/**
 * A text index over one field or several: the documents with each term, the term's count in each field of them, and each
 * field's length. A document's score is the sum of its fields'.
 */
import { badValue, unsupported } from './errors.ts';
import { type Index, isPartOf } from './indexes.ts';
import { type Language, scoreOfTerm, terms, wantedTerms } from './text-search.ts';
import { at, type Doc } from './values.ts';

/** Of one field of a document. */
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
  readonly #fields: readonly string[];
  readonly #language: Language;
  /** Entries of the indexed documents, by the key of their _id; one for each field. */
  readonly #entries = new Map<string, readonly Entry[]>();
  readonly #holders = new Map<string, Set<string>>();

  constructor(index: Index) {
    this.#index = index;
    this.#fields = Object.keys(index.key);
    this.#language = (index.default_language ?? 'english') as Language;
  }

  /** Throws if a field isn't text, which the double doesn't support. */
  check(document: Doc): void {
    for (const field of this.#fields) {
      const value = at(document, field);
      if (value !== undefined && typeof value !== 'string') throw unsupported('text search in what is no text');
    }
  }

  put(id: string, document: Doc): void {
    if (!isPartOf(this.#index, document)) return;
    const entries = this.#fields.map((field) => this.#entryOf((at(document, field) ?? '') as string));
    this.#entries.set(id, entries);
    for (const word of wordsOf(entries)) {
      const holders = this.#holders.get(word);
      if (holders === undefined) this.#holders.set(word, new Set([id]));
      else holders.add(id);
    }
  }

  remove(id: string): void {
    for (const word of wordsOf(this.#entries.get(id) ?? [])) {
      const holders = this.#holders.get(word)!;
      holders.delete(id);
      if (holders.size === 0) this.#holders.delete(word);
    }
    this.#entries.delete(id);
  }

  #entryOf(text: string): Entry {
    const words = terms(text, this.#language);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const alone = text.toLowerCase();
    return { counts, length: words.length, alone: counts.has(alone) ? alone : null };
  }

  /** Scores of the documents that contain a term of the query, by the key of their _id. */
  search(query: unknown): Map<string, number> {
    if (typeof query !== 'string') throw badValue('$text needs a $search');
    const scores = new Map<string, number>();
    for (const term of wantedTerms(query, this.#language)) {
      for (const id of this.#holders.get(term) ?? []) {
        for (const { counts, length, alone } of this.#entries.get(id)!) {
          const count = counts.get(term);
          if (count === undefined) continue;
          scores.set(id, (scores.get(id) ?? 0) + scoreOfTerm(count, length, alone === term));
        }
      }
    }
    return scores;
  }
}

function wordsOf(entries: readonly Entry[]): Set<string> {
  return new Set(entries.flatMap(({ counts }) => [...counts.keys()]));
}
