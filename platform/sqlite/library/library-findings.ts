/**
 * What searches of the library found, as JSON text with every document and passage in it once: the queries of a group of
 * claims find much the same, and one text crosses between threads in a fraction of the time that a thousand objects take.
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

/** A passage with its document, whose number is that of the table. */
export type FoundRow = readonly [ordinal: number, text: string, document: number, ...document: FoundDocument];

interface Findings {
  documents: FoundDocument[];
  /** `document`: its place in the list. */
  passages: (readonly [document: number, ordinal: number, text: string])[];
  /** Per query: places in the list of passages. */
  lists: number[][];
}

/** `found`: numbers of passages, per query. `rowOf` is asked once for each. */
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

/** A passage that several queries found is one object. */
export function readFindings(text: string): LibraryPassage[][] {
  const { documents, passages, lists } = JSON.parse(text) as Findings;
  const read = passages.map(([document, ordinal, words]): LibraryPassage => {
    const [path, title, publisher, publication_date, licence, indexed_at] = documents[document]!;
    return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text: words };
  });
  return lists.map((places) => places.map((place) => read[place]!));
}

/** Rows in the order in which their numbers were first asked for. */
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
