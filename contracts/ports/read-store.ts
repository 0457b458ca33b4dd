/**
 * The read store port: JSON documents of read models ("views"). Each version of a view is stored separately, so that a
 * new one can be built beside the live one. Limited to what MongoDB can do in one guarded upsert per document.
 */
import type { JsonObject } from '../json.ts';
import type { Position } from './event-store.ts';

export interface ViewIndex {
  /** Top-level fields; all but the last are compared by equality, the last may also sort. */
  fields: readonly string[];
}

export interface View {
  name: string;
  /** Incremented when the shape of its documents changes. */
  version: number;
  indexes: readonly ViewIndex[];
}

/** One copy of a view; `generation` distinguishes copies of the same version during a rebuild. */
export interface ViewGeneration {
  view: View;
  generation: number;
}

export interface StoredDocument {
  id: string;
  /** Position of the last event that changed it. */
  position: Position;
  document: JsonObject;
}

export interface DocumentWrite {
  id: string;
  position: Position;
  /** null deletes the document. A deletion is guarded like a write. */
  document: JsonObject | null;
}

/** What a document is sorted by in a list, ties included. */
export interface SortKey {
  value: string | number;
  id: string;
}

export interface FindOptions {
  /** Top-level fields that must be equal, including their type; null also matches a missing field. */
  where: Record<string, string | number | boolean | null>;
  /**
   * Default: by id, ascending. Text sorts by its UTF-8 bytes; missing and null come before numbers, numbers before text.
   * Ties fall back to id in the same direction.
   */
  sort?: {
    field: string;
    direction: 'ascending' | 'descending';
    /**
     * Only documents beyond this key in the order: the field of the last document of a page, and its id. Documents whose
     * field has another type are left out. Costs no more however far the place is, if the view has the index.
     */
    after?: SortKey;
  };
  limit: number;
}

export interface ReadStore {
  /** The live generation of this version of the view; created (empty, at START) if there is none. Creates indexes. */
  live(view: View): Promise<ViewGeneration>;
  /** Creates an empty generation beside the live one. Drops an unfinished one of this version. */
  createGeneration(view: View): Promise<ViewGeneration>;
  /** Makes the generation live at once for all readers and projectors; drops the former live one of its version. */
  activate(generation: ViewGeneration): Promise<void>;
  /** Does nothing for a dropped generation. All other calls with a dropped one throw ReadStoreError. */
  drop(generation: ViewGeneration): Promise<void>;

  /**
   * Applies the writes in order, each only if its position is greater than the checkpoint (else it was applied before)
   * and than the stored document's, then moves the checkpoint (never back). Documents and checkpoint are written in one
   * transaction if the store supports it; else the checkpoint last, which suffices because writes are guarded and
   * projections deterministic. A store without such transactions also keeps the positions of deletions for at least an
   * hour: two projectors may briefly write at once, and a late write must not restore a document.
   */
  apply(generation: ViewGeneration, writes: readonly DocumentWrite[], checkpoint: Position): Promise<void>;
  checkpoint(generation: ViewGeneration): Promise<Position>;

  /** Reads from the live generation. */
  get(view: View, id: string): Promise<StoredDocument | null>;
  find(view: View, options: FindOptions): Promise<StoredDocument[]>;

  /**
   * Reads from one generation, for projectors. Missing documents are left out. While another process is dropping the
   * generation, its documents may still be returned; `apply` throws then.
   */
  load(generation: ViewGeneration, ids: readonly string[]): Promise<StoredDocument[]>;
  /** All documents sorted by id, for comparing two generations. Pages of `limit` after `after`. */
  scan(generation: ViewGeneration, options: { after: string; limit: number }): Promise<StoredDocument[]>;

  close(): Promise<void>;
}

/** Identified by `code`. */
export class ReadStoreError extends Error {
  readonly code: 'generation_dropped';
  constructor(code: 'generation_dropped', message: string) {
    super(message);
    this.name = 'ReadStoreError';
    this.code = code;
  }
}
