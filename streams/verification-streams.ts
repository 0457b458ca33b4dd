/** Verifications by id: their event streams, and the texts sealed in them. */

import type { EventStore } from '#contracts/ports/event-store.ts';
import type { DataKeyOptions, KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { registry } from '#domain/events/registry.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION, type VerificationRejection } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { createVerificationTexts, type VerificationTexts } from '#sealed/verification-texts.ts';
import { type ClaimDetails, claimDetails } from './claim-details.ts';
import { readInPages } from './read-in-pages.ts';
import { type Executed, type ExecuteOptions, execute, foldInTurns, type LoadedStream, load } from './repository.ts';

export type LoadedVerification = LoadedStream<VerificationState>;
export type ExecutedCommand = Executed<VerificationState, VerificationRejection>;

/**
 * `stored`: the stores are asked. `cached`: what this process has cached suffices. It may be stale, but whatever is
 * recorded from it then gets a conflict. So nothing may be shown by it, and nothing done that costs more than to
 * compute it again.
 */
export type LoadPolicy = 'stored' | 'cached';

export interface LoadOptions {
  policy: LoadPolicy;
  /** The state must include this revision, also if it is cached. */
  revision: number;
}

export interface VerificationStreams {
  /** The state of the verification, or the initial state if there is none with this id. Default: as stored. */
  load(id: string, options?: LoadOptions): Promise<LoadedVerification>;

  /**
   * The verification as of its completion, without later reviews and erasure, or its present state if it never
   * completed. `expired`: its text must not be shown any more.
   */
  loadCompleted(id: string): Promise<{ state: VerificationState; expired: boolean }>;

  /** Reads the details of some claims of a loaded state, which a long text has left in its stream. */
  details(id: string): ClaimDetails;

  /** Executes a command, with retries after conflicts. Throws EventStoreError. */
  execute(
    id: string,
    command: VerificationCommand,
    options: ExecuteOptions<VerificationState, VerificationEvent>,
  ): Promise<ExecutedCommand>;

  /**
   * Creates the data key of a new verification and returns its texts. A repeated call returns the same key with the new
   * due time. Throws KeyVaultError `key_destroyed` for an id whose key was destroyed.
   */
  createTexts(id: string, options: DataKeyOptions): Promise<VerificationTexts>;

  /**
   * The texts of a verification; null once its key is destroyed. With a cached key that another process has destroyed,
   * whatever is sealed can never be opened. Default: the key as stored. Throws KeyVaultError `key_unknown` for a key that the
   * vault never had.
   */
  texts(id: string, policy?: LoadPolicy): Promise<VerificationTexts | null>;

  /**
   * Destroys the data keys of verifications: their texts can no longer be opened, and nothing of them stays in memory.
   * Throws KeyVaultError `erasure_blocked` if it must be repeated.
   */
  forget(ids: readonly string[]): Promise<void>;
}

export interface VerificationStores {
  events: EventStore;
  vault: Pick<KeyVault, 'createDataKey' | 'dataKey' | 'shred'>;
  sealer: Pick<Sealer, 'seal' | 'open'>;
}

/** Reads from the stores every time. */
export function createVerificationStreams({ events, vault, sealer }: VerificationStores): VerificationStreams {
  return {
    load: (id) => load(events, VERIFICATION, id),
    loadCompleted: (id) => foldToCompletion(events, VERIFICATION.stream(id)),
    details: (id) => claimDetails(events, id),
    execute: (id, command, options) => execute(events, VERIFICATION, id, command, options),
    createTexts: async (id, options) => createVerificationTexts(id, await vault.createDataKey(id, options), sealer),
    async texts(id) {
      const key = await vault.dataKey(id);
      return key && createVerificationTexts(id, key, sealer);
    },
    forget: (ids) => vault.shred(ids),
  };
}

const COMPLETED = new Set(registry.storedTypes(['VerificationCompleted']));
const EXPIRED = new Set(registry.storedTypes(['VerificationExpired']));

/** Reads the whole stream, because the text may have expired at any later time. */
async function foldToCompletion(
  events: Pick<EventStore, 'readStream'>,
  stream: string,
): Promise<{ state: VerificationState; expired: boolean }> {
  let state = VERIFICATION.initialState();
  for await (const page of readInPages(events, stream)) {
    const expired = page.some(({ type }) => EXPIRED.has(type));
    if (state.head.status !== 'completed') {
      const end = page.findIndex(({ type }) => COMPLETED.has(type));
      state = await foldInTurns(VERIFICATION, end === -1 ? page : page.slice(0, end + 1), state);
    }
    if (expired) return { state, expired };
  }
  return { state, expired: false };
}
