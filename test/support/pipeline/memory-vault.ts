/** The key vault in memory, for tests of what stands above it. */
import { createHash } from 'node:crypto';
import { type DueKey, type KeyVault, KeyVaultError } from '#contracts/ports/key-vault.ts';

export interface MemoryVault extends KeyVault {
  /** While true, `shred` throws erasure_blocked. */
  blocked: boolean;
  /** What a crash does to a key that lives in memory only. */
  lose(id: string): void;
}

export function createMemoryVault(): MemoryVault {
  const keys = new Map<string, DueKey>();
  const shredded = new Set<string>();
  const lost = new Set<string>();
  const bytesOf = (id: string) => new Uint8Array(createHash('sha256').update(id).digest());
  return {
    blocked: false,
    lose: (id) => void lost.add(id),
    async createDataKey(id, { organization_id, expires_at }) {
      if (shredded.has(id)) throw new KeyVaultError('key_destroyed', `the key of ${id} was destroyed`);
      keys.set(id, { id, organization_id, expires_at });
      lost.delete(id);
      return bytesOf(id);
    },
    async dataKey(id) {
      return keys.has(id) && !shredded.has(id) && !lost.has(id) ? bytesOf(id) : null;
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
    async due(now, limit) {
      return [...keys.values()].filter((key) => key.expires_at <= now).slice(0, limit);
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
