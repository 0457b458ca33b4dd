/** Verifications by their id: the streams of their events, and the texts that are sealed in them. */

import type { EventStore } from '#contracts/ports/event-store.ts';
import type { DataKeyOptions, KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { registry } from '#domain/events/registry.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { type VerificationRejection, verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { readInPages } from './read-in-pages.ts';
import {
  type Executed,
  type ExecuteOptions,
  execute,
  foldInTurns,
  type LoadedStream,
  loadStream,
} from './repository.ts';
import { createVerificationTexts, type VerificationTexts } from './verification-texts.ts';

export type LoadedVerification = LoadedStream<VerificationState>;
export type ExecutedCommand = Executed<VerificationState, VerificationRejection>;

export interface LoadOptions {
  /**
   * Revision that the state must include. A state that is held in memory is enough then: it may be stale, and a command
   * that is executed on it meets a conflict. Left out: the stream is read.
   */
  atLeast?: number;
}

export interface TextsOptions {
  /**
   * A key that is held in memory is enough. Another process may have destroyed it, so nothing may be shown with it;
   * what is sealed with it then can never be opened, and the append conflicts with the recorded expiry. Default: ask the
   * vault.
   */
  mayBeCached?: boolean;
}

export interface VerificationStreams {
  /** The verification as it is now; in its initial state if there is none of this id. */
  load(id: string, options?: LoadOptions): Promise<LoadedVerification>;

  /**
   * The verification as it was when it was completed, without later reviews and without its erasure, or as it is now if
   * it never was. `expired`: by now its text must not be shown any more.
   */
  loadCompleted(id: string): Promise<{ state: VerificationState; expired: boolean }>;

  /** Executes a command, with retries after conflicts. Throws EventStoreError. */
  execute(
    id: string,
    command: VerificationCommand,
    options: ExecuteOptions<VerificationState, VerificationEvent>,
  ): Promise<ExecutedCommand>;

  /**
   * Creates the data key of a new verification, and returns what seals with it. Repeating it returns the same key, due
   * when this call says. Throws KeyVaultError `key_destroyed` for an id whose key was destroyed.
   */
  createTexts(id: string, options: DataKeyOptions): Promise<VerificationTexts>;

  /**
   * What seals and opens the texts of a verification; null once its key is destroyed. Throws KeyVaultError
   * `key_unknown` for a key that the vault never had.
   */
  texts(id: string, options?: TextsOptions): Promise<VerificationTexts | null>;

  /**
   * Destroys the data keys of verifications: their texts can no longer be opened, and nothing of them stays in memory.
   * Throws KeyVaultError `erasure_blocked` where it must be repeated.
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
    load: (id) => loadStream(events, verificationDecider, verificationStream(id)),
    loadCompleted: (id) => foldToCompletion(events, verificationStream(id)),
    execute: (id, command, options) => execute(events, verificationDecider, verificationStream(id), command, options),
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

/** The whole stream has to be read, as the text may have expired at any later time. */
async function foldToCompletion(
  events: Pick<EventStore, 'readStream'>,
  stream: string,
): Promise<{ state: VerificationState; expired: boolean }> {
  let state = verificationDecider.initialState();
  for await (const page of readInPages(events, stream)) {
    const expired = page.some(({ type }) => EXPIRED.has(type));
    if (state.head.status !== 'completed') {
      const end = page.findIndex(({ type }) => COMPLETED.has(type));
      state = await foldInTurns(verificationDecider, end === -1 ? page : page.slice(0, end + 1), state);
    }
    if (expired) return { state, expired };
  }
  return { state, expired: false };
}
