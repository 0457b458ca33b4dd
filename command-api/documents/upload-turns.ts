/**
 * Turns at storing uploads. Storing and deleting a piece flushes several folders, and few of that can be done at a time:
 * calls that one organization makes at once, refused ones too, would hold up whatever others store.
 */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';

export type UploadTurns = Pick<FairSlots, 'run'>;

/** Half of what Node does with files at a time, by default; the rest is for those whose documents are further. */
const AT_ONCE = 2;

/** For all uploads of a process. `rootOf`: whose share an organization's work takes. */
export function createUploadTurns(rootOf?: ShareOf): UploadTurns {
  return new FairSlots({ slots: AT_ONCE, perKey: 1, shareOf: rootOf });
}

/** The same blobs, where each change by the organization waits for its turn. A turn lasts for one change. */
export function writingInTurns(turns: UploadTurns, organizationId: string, blobs: BlobStore): BlobStore {
  return {
    get: (key) => blobs.get(key),
    put: (...given) => turns.run(organizationId, () => blobs.put(...given)),
    delete: (key) => turns.run(organizationId, () => blobs.delete(key)),
    deletePrefix: (prefix) => turns.run(organizationId, () => blobs.deletePrefix(prefix)),
    trim: (...given) => blobs.trim(...given),
    sweep: (now) => blobs.sweep(now),
    close: () => blobs.close(),
  };
}
