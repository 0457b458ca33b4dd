/**
 * The read store port: JSON documents of read models ("views"), each version of a view in a place of its own so that
 * a new one can be built beside the live one. Only what MongoDB can do in one guarded upsert per document.
 */
import type { JsonObject } from '../json.ts';
import type { Position } from './event-store.ts';

export interface ViewIndex {
  /** Top-level fields; every one is compared by equality except the last, which also sorts. */
  fields: readonly string[];
}

export interface View {
  name: string;
  /** Raised when the shape of its documents changes. */
  version: number;
  indexes: readonly ViewIndex[];
}

/** One built copy of a view: `generation` tells copies of the same version apart while one is rebuilt. */
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

export interface FindOptions {
  /** Top-level fields that must be equal, in type too; null matches a missing field as well. */
  where: Record<string, string | number | boolean | null>;
  /**
   * Default: by id, ascending. Text sorts by its UTF-8 bytes; missing and null come before numbers, numbers before text.
   * Ties fall back to id in the same direction.
   */
  sort?: {
    field: string;
    direction: 'ascending' | 'descending';
    /** Only documents whose field is a number beyond this one: greater when ascending, less when descending. */
    after?: number;
  };
  limit: number;
}

export interface ReadStore {
  /** The live generation of this version of the view, made (empty, from START) if there is none. Creates indexes. */
  live(view: View): Promise<ViewGeneration>;
  /** A new empty generation beside the live one. One of this version that was left unfinished is dropped. */
  createGeneration(view: View): Promise<ViewGeneration>;
  /** Makes it the live one at once for every reader and projector; the former live one of its version is dropped. */
  activate(generation: ViewGeneration): Promise<void>;
  /** Dropping what was dropped is fine. All other calls with a dropped generation throw ReadStoreError. */
  drop(generation: ViewGeneration): Promise<void>;

  /**
   * Applies the writes in the given order, each only if its position is greater than the checkpoint (else it was applied
   * before) and than the stored document's, then moves the checkpoint (never back). Documents and checkpoint in one
   * transaction where the store has them; else checkpoint last, which is enough because writes are guarded and projections
   * deterministic. A store without such transactions also remembers the positions of deletions, for an hour at least: two
   * projectors may write at once for a while, and a late write must not bring a document back.
   */
  apply(generation: ViewGeneration, writes: readonly DocumentWrite[], checkpoint: Position): Promise<void>;
  checkpoint(generation: ViewGeneration): Promise<Position>;

  /** Reads of the live generation. */
  get(view: View, id: string): Promise<StoredDocument | null>;
  find(view: View, options: FindOptions): Promise<StoredDocument[]>;

  /**
   * Reads of one generation, for projectors. Missing documents are left out. While a generation is being dropped by
   * another process, its documents may still be answered; `apply` throws then.
   */
  load(generation: ViewGeneration, ids: readonly string[]): Promise<StoredDocument[]>;
  /** Every document in order of id, for comparing two generations. Pages of `limit` after `after`. */
  scan(generation: ViewGeneration, options: { after: string; limit: number }): Promise<StoredDocument[]>;

  close(): Promise<void>;
}

/** Recognised by `code`. */
export class ReadStoreError extends Error {
  readonly code: 'generation_dropped';
  constructor(code: 'generation_dropped', message: string) {
    super(message);
    this.name = 'ReadStoreError';
    this.code = code;
  }
}
