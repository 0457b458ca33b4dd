/** One end of a move: the stores of a deployment on which no process works. */
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { MovedTables } from '#contracts/ports/moved-table.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';

export interface Side {
  events: EventStore;
  /** Number of events; null where only reading all would tell. */
  size(): number | null;
  tables: MovedTables;
  views: ReadStore;
  vault: Pick<KeyVault, 'dataKey'>;
  /** Up to where each stage has done everything; empty where that is not known. */
  stages(): Map<string, Position>;
  close(): Promise<void>;
}
