/** Selects the blobs to delete when they take up too much space; the same in every store. */
import type { BlobSpace } from '#contracts/ports/blob-store.ts';

export interface StoredBlob {
  key: string;
  bytes: number;
  /** When it was put; comparable within one store. */
  put_at: number;
}

/** The blobs under `prefix` to delete, oldest first. Among equally old ones, the key decides. */
export function oldestBeyond(prefix: string, blobs: readonly StoredBlob[], { total, each }: BlobSpace): StoredBlob[] {
  const newestFirst = blobs.toSorted((a, b) => b.put_at - a.put_at || (a.key < b.key ? -1 : 1));
  const byFolder = new Map<string, number>();
  let all = 0;
  const beyond = newestFirst.filter(({ key, bytes }) => {
    const folder = key.slice(prefix.length).split('/')[0]!;
    const inFolder = (byFolder.get(folder) ?? 0) + bytes;
    if (inFolder > each || all + bytes > total) return true;
    byFolder.set(folder, inFolder);
    all += bytes;
    return false;
  });
  return beyond.reverse();
}
