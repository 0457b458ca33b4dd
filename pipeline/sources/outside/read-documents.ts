/** The documents of outside sources that were read for one verification: their passages and where they refer to. */
import { KeyedLock } from '#common/keyed-lock.ts';
import type { WebDocument, WebSource } from '#contracts/ports/web-sources.ts';
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';
import { indexPassages, type PassageIndex } from '../passage-index.ts';

/** The same limit as for a source set. */
const MAX_PASSAGES = 10_000;

export class ReadDocuments {
  readonly titles: Set<string> = new Set();
  #index: PassageIndex | null = null;
  /** Documents are added to the index one at a time. */
  readonly #adding = new KeyedLock();
  #count = 0;
  readonly #references = new Map<SourceDocument, { source: WebSource; urls: readonly string[] }>();

  /** To be awaited before any of the others. */
  async open(): Promise<void> {
    this.#index ??= await indexPassages([]);
  }

  /** Returns false, and leaves the document out, if there are too many passages already. */
  async add(from: WebSource, document: WebDocument): Promise<boolean> {
    if (this.#count >= MAX_PASSAGES) return false;
    const { passages, references, is_snippet, ...origin } = document;
    const source: SourceDocument = {
      ...origin,
      approved: false,
      retrieval_provider: from.id,
      ...(is_snippet && { is_snippet }),
    };
    if (references.length > 0) this.#references.set(source, { source: from, urls: references });
    this.titles.add(source.title);
    this.#count += passages.length;
    const added = passages.map((text, ordinal): CandidatePassage => ({ text, ordinal, source }));
    await this.#adding.run('index', () => this.#index!.add(added));
    return true;
  }

  /** Resolves when no document is being added any more. */
  async added(): Promise<void> {
    await this.#adding.idle();
  }

  /** The passages of all documents. */
  get passages(): Pick<PassageIndex, 'search' | 'bestShare'> {
    return this.#index!;
  }

  /** The URLs that a document refers to, and the source that it came from; undefined without any. */
  referencesOf(document: SourceDocument): { source: WebSource; urls: readonly string[] } | undefined {
    return this.#references.get(document);
  }
}
