/** How results are read a piece at a time, perhaps in another thread. */
import type { ErrorCode } from '#contracts/errors.ts';

export type ResultFormat = 'json' | 'html';

export interface ResultRequest {
  organization_id: string;
  verification_id: string;
  format: ResultFormat;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

export interface BegunResult {
  /** The beginning, or all of it. */
  pieces: Uint8Array[];
  /** By which the rest is asked for; null where the pieces are all. */
  reading: string | null;
}

/** `not_shown`: the view has no completed verification of this id, or is about to lose it. */
export type NoResult = 'not_shown' | { refused: ErrorCode };

/** Plain values only: it may be another thread's. */
export interface ResultReader {
  begin(request: ResultRequest): Promise<BegunResult | NoResult>;
  /**
   * The next piece of what was begun; null at its end. Rejects when the texts were erased meanwhile, or when nothing of
   * that name is being read: there will be no further piece then.
   */
  next(reading: string): Promise<Uint8Array | null>;
  /** Nobody wants the rest. To be called once for everything that was begun; in the end as well. */
  end(reading: string): Promise<void>;
}
