/** What commands on document jobs need beside what verifications do. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { CommandDependencies } from '../dependencies.ts';

export interface DocumentDependencies extends CommandDependencies {
  blobs: BlobStore;
  operations: CommandDependencies['operations'] & Pick<OperationalStores, 'values'>;
  secrets: CommandDependencies['secrets'] & {
    /** Derives the tokens of jobs. */
    jobTokens: Uint8Array;
  };
  /** Base of the URLs in responses; undefined: that of the request. */
  publicUrl: string | undefined;
}
