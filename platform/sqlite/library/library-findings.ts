/**
 * Serializes search results as JSON text that holds every document and passage once. The queries of a group of claims
 * find much the same passages, and one text crosses threads in a fraction of the time of a thousand objects.
 */
import type { LibraryPassage } from '#contracts/ports/evidence-library.ts';

type FoundDocument = readonly [
  path: string,
  title: string,
  publisher: string,
  publicationDate: string | null,
  licence: string | null,
  indexedAt: string,
];

/** A passage with its document; `document` is the document's row number. */
export type FoundRow = readonly [ordinal: number, text: string, document: number, ...document: FoundDocument];

interface Findings {
  documents: FoundDocument[];
  /** `document` is an index into `documents`. */
  passages: (readonly [document: number, ordinal: number, text: string])[];
  /** Per query, indexes into `passages`. */
  lists: number[][];
}

/** Serializes `found`, the numbers of passages per query. Calls `rowOf` once per passage. */
export function writeFindings(found: readonly (readonly number[])[], rowOf: (passage: number) => FoundRow): string {
  const documents = new Table<FoundDocument>();
  const passages = new Table<Findings['passages'][number]>();
  const lists = found.map((numbers) =>
    numbers.map((passage) =>
      passages.placeOf(passage, () => {
        const [ordinal, text, number, ...document] = rowOf(passage);
        return [documents.placeOf(number, () => document), ordinal, text];
      }),
    ),
  );
  const findings: Findings = { documents: documents.rows, passages: passages.rows, lists };
  return JSON.stringify(findings);
}

/** Parses findings. A passage found by several queries is one shared object. */
export function readFindings(text: string): LibraryPassage[][] {
  const { documents, passages, lists } = JSON.parse(text) as Findings;
  const read = passages.map(([document, ordinal, words]): LibraryPassage => {
    const [path, title, publisher, publication_date, licence, indexed_at] = documents[document]!;
    return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text: words };
  });
  return lists.map((places) => places.map((place) => read[place]!));
}

/** Rows in the order in which their numbers were first requested. */
class Table<Row> {
  readonly rows: Row[] = [];
  readonly #places = new Map<number, number>();

  placeOf(number: number, make: () => Row): number {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    const place = this.rows.push(make()) - 1;
    this.#places.set(number, place);
    return place;
  }
}
