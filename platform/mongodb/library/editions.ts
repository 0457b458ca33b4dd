/**
 * Writes documents of the library: the passages of a new edition first, then the document that names it, so that a process that
 * dies in between leaves nothing that can be found.
 */
import { randomUUID } from 'node:crypto';
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { LibraryDocument } from '#contracts/ports/evidence-library.ts';
import { languageOfPassages, termsOfPassages } from '#engine/retrieval/terms-of-language.ts';
import { ABANDONED_MS } from './current-snapshot.ts';
import type { LibraryCollections } from './library-documents.ts';

/** An edition whose passages are written and which no document names yet. */
export interface WrittenEdition {
  id: string;
  document: LibraryDocument;
  language: string;
}

export class Editions {
  readonly #documents: LibraryCollections['documents'];
  readonly #passages: LibraryCollections['passages'];
  readonly #clock: Clock;

  constructor({ documents, passages }: LibraryCollections, clock: Clock) {
    this.#documents = documents;
    this.#passages = passages;
    this.#clock = clock;
  }

  /** Those whose content is not stored yet. */
  async changedAmong(documents: readonly LibraryDocument[]): Promise<LibraryDocument[]> {
    const changed: LibraryDocument[] = [];
    for (const document of documents) {
      const stored = await this.#documents.findOne({ _id: document.path }, { projection: { content_hash: 1 } });
      if (stored?.content_hash !== document.content_hash) changed.push(document);
    }
    return changed;
  }

  /** Writes the passages of a document as an edition that is not named yet. */
  async write(document: LibraryDocument): Promise<WrittenEdition> {
    const { path } = document;
    const id = randomUUID();
    const written_at = new Date(this.#clock.now());
    const language = languageOfPassages(document.passages);
    const terms = termsOfPassages(document.passages, language);
    const passages = document.passages.map((text, ordinal) => ({
      _id: `${id}/${ordinal}`,
      path,
      edition: id,
      ordinal,
      text,
      ...(terms !== null && { terms: terms[ordinal]! }),
      written_at,
    }));
    if (passages.length > 0) await this.#passages.insertMany(passages);
    return { id, document, language };
  }

  /** Makes the edition the current one. Returns the former edition, if there was one. */
  async name({ id, document, language }: WrittenEdition): Promise<string[]> {
    const { path, title, publisher, publication_date, licence, content_hash, passages } = document;
    const head = { title, publisher, publication_date, licence, content_hash, edition: id, passages: passages.length };
    const update = { $set: { ...head, language, indexed_at: timestamp(this.#clock) } };
    const options = { upsert: true, returnDocument: 'before' as const };
    const former = await this.#documents.findOneAndUpdate({ _id: path }, update, options);
    return former === null ? [] : [former.edition];
  }

  /** Removes passages of these documents that dead processes left behind. */
  async sweep(editions: readonly WrittenEdition[]): Promise<void> {
    const paths = editions.map(({ document }) => document.path);
    const written_at = { $lt: new Date(this.#clock.now() - ABANDONED_MS) };
    await this.#passages.deleteMany({
      path: { $in: paths },
      edition: { $nin: editions.map(({ id }) => id) },
      written_at,
    });
  }

  /** Removes a document, its passages first, so that a removal that was interrupted can be repeated. */
  async remove(path: string): Promise<boolean> {
    for (;;) {
      const head = await this.#documents.findOne({ _id: path }, { projection: { edition: 1 } });
      if (head === null) return false;
      await this.#passages.deleteMany({ edition: head.edition });
      const { deletedCount } = await this.#documents.deleteOne({ _id: path, edition: head.edition });
      if (deletedCount === 1) return true;
    }
  }
}
