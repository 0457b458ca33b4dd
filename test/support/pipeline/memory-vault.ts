/** A key vault in memory, for tests of the code above the port. */
import { createHash } from 'node:crypto';
import { type DueKey, type KeyVault, KeyVaultError, unknownKey } from '#contracts/ports/key-vault.ts';

export interface MemoryVault extends KeyVault {
  /** While true, `shred` throws erasure_blocked. */
  blocked: boolean;
  /** Loses a key, as a crash loses an ephemeral one. */
  lose(id: string): void;
  /** Forgets a key, as after restoring a copy that is older than the key. */
  forget(id: string): void;
}

/** Creates a vault whose keys are derived from their ids. */
export function createMemoryVault(): MemoryVault {
  const keys = new Map<string, DueKey>();
  const shredded = new Set<string>();
  const lost = new Set<string>();
  const bytesOf = (id: string) => new Uint8Array(createHash('sha256').update(id).digest());
  return {
    blocked: false,
    lose: (id) => void lost.add(id),
    forget(id) {
      keys.delete(id);
      shredded.delete(id);
    },
    async createDataKey(id, { organization_id, expires_at }) {
      if (shredded.has(id)) throw new KeyVaultError('key_destroyed', `the key of ${id} was destroyed`);
      keys.set(id, { id, organization_id, expires_at });
      lost.delete(id);
      return bytesOf(id);
    },
    async dataKey(id) {
      if (!keys.has(id) && !shredded.has(id)) throw unknownKey(id);
      return shredded.has(id) || lost.has(id) ? null : bytesOf(id);
    },
    async reschedule(id, expires_at) {
      const key = keys.get(id);
      if (key !== undefined) keys.set(id, { ...key, expires_at });
    },
    async shred(ids) {
      for (const id of ids) shredded.add(id);
      if (this.blocked) throw new KeyVaultError('erasure_blocked', 'a reader keeps old pages alive');
      for (const id of ids) keys.delete(id);
    },
    async due(now, limit, after = null) {
      const place = ({ expires_at, id }: Pick<DueKey, 'id' | 'expires_at'>) => `${expires_at} ${id}`;
      return [...keys.values()]
        .filter((key) => key.expires_at <= now && (after === null || place(key) > place(after)))
        .sort((a, b) => (place(a) < place(b) ? -1 : 1))
        .slice(0, limit);
    },
    async serverSecret(name) {
      return bytesOf(`secret ${name}`);
    },
    async rotateMasterKey() {
      return 0;
    },
    async close() {},
  };
}
