/**
 * A cache of JSON over the blob store. Its content reveals what customers read, so it is sealed with a server secret.
 */
import { keyedHash } from '#common/keyed-hash.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';

export interface SealedCacheDependencies {
  blobs: BlobStore;
  sealer: Sealer;
  clock: Clock;
  /** Key for sealing, and for hashing names. */
  key: Uint8Array;
}

export interface SealedCache {
  /**
   * Name of an entry: the organization, and a keyed hash of the parts, because file names must not reveal what
   * customers read. Organizations share no entries, because the speed of a shared cache would reveal it too.
   */
  nameOf(organizationId: string, ...parts: readonly string[]): string;
  get<Value>(name: string): Promise<Value | null>;
  /** `ttl` in seconds. */
  put<Value>(name: string, value: Value, ttl: number): Promise<void>;
}

/** `folder`: where the blobs are. `kind`: what their seals are bound to. */
export function createSealedCache(
  { blobs, sealer, clock, key }: SealedCacheDependencies,
  { folder, kind }: { folder: string; kind: { verification_id: string; field: string } },
): SealedCache {
  const place = (name: string) => ({ ...kind, record: name });
  return {
    nameOf: (organizationId, ...parts) => `${organizationId}/${keyedHash(key, organizationId, ...parts)}`,
    async get<Value>(name: string) {
      const sealed = await blobs.get(`${folder}/${name}`);
      if (sealed === null) return null;
      try {
        return JSON.parse(Buffer.from(sealer.openBytes(key, place(name), sealed)).toString('utf8')) as Value;
      } catch {
        // Damaged, or sealed with another key: treat it as missing, so that it is fetched again.
        return null;
      }
    },
    async put(name, value, ttl) {
      const sealed = sealer.sealBytes(key, place(name), Buffer.from(JSON.stringify(value)));
      const expires_at = new Date(clock.now() + ttl * 1_000).toISOString();
      await blobs.put(`${folder}/${name}`, sealed, { expires_at });
    },
  };
}
