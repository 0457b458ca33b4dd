/**
 * A cache of JSON over the blob store. Its content reveals what customers read, so it is sealed with a server secret.
 */
import { keyedHash } from '#common/keyed-hash.ts';
import { Turn } from '#common/turns.ts';
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
  /** The values of an entry, at least one. Each is parsed in a turn of its own, so that large entries hold nobody up. */
  getAll(name: string): Promise<unknown[] | null>;
  putAll(name: string, values: readonly unknown[], ttl: number): Promise<void>;
}

/** `folder`: where the blobs are. `kind`: what their seals are bound to. */
export function createSealedCache(
  { blobs, sealer, clock, key }: SealedCacheDependencies,
  { folder, kind }: { folder: string; kind: { verification_id: string; field: string } },
): SealedCache {
  const place = (name: string) => ({ ...kind, record: name });
  async function getAll(name: string): Promise<unknown[] | null> {
    const sealed = await blobs.get(`${folder}/${name}`);
    if (sealed === null) return null;
    try {
      const bytes = Buffer.from(sealer.openBytes(key, place(name), sealed));
      const values: unknown[] = [];
      const turn = new Turn();
      for (let at = 0; at <= bytes.length; ) {
        if (turn.isOver) await turn.next();
        const end = bytes.indexOf('\n', at);
        const line = bytes.subarray(at, end < 0 ? bytes.length : end);
        values.push(JSON.parse(line.toString('utf8')));
        at += line.length + 1;
      }
      return values;
    } catch {
      // Damaged, or sealed with another key: treat it as missing, so that it is fetched again.
      return null;
    }
  }

  async function putAll(name: string, values: readonly unknown[], ttl: number): Promise<void> {
    const lines: Buffer[] = [];
    const turn = new Turn();
    for (const value of values) {
      if (turn.isOver) await turn.next();
      lines.push(Buffer.from(`${lines.length > 0 ? '\n' : ''}${JSON.stringify(value)}`));
    }
    const sealed = sealer.sealBytes(key, place(name), Buffer.concat(lines));
    const expires_at = new Date(clock.now() + ttl * 1_000).toISOString();
    await blobs.put(`${folder}/${name}`, sealed, { expires_at });
  }

  return {
    nameOf: (organizationId, ...parts) => `${organizationId}/${keyedHash(key, organizationId, ...parts)}`,
    getAll,
    putAll,
    async get<Value>(name: string) {
      const [value = null] = (await getAll(name)) ?? [];
      return value as Value | null;
    },
    put: (name, value, ttl) => putAll(name, [value], ttl),
  };
}
