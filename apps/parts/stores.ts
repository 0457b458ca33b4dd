/** All ports that the parts of the service need; each shape opens its own adapters. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import type { StageQueue } from '#contracts/ports/stage-queue.ts';
import type { ClaimWriter } from '#results/claim-writer.ts';
import type { ResultReader } from '#results/reader.ts';
import type { Roots } from '#streams/roots.ts';

export interface Stores {
  clock: Clock;
  events: EventStore;
  queue: StageQueue;
  views: ReadStore;
  operations: OperationalStores;
  vault: KeyVault;
  blobs: BlobStore;
  library: EvidenceLibrary;
  /** Whose share an organization's work takes, as the streams record it. */
  roots: Roots;
  /** Reads results from the view in a separate thread, if there is one. */
  results?: ResultReader;
  /** Serializes claims in that thread. */
  claimWriter?: ClaimWriter;
  close(): Promise<void>;
}
