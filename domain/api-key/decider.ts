/** The API key decider: a key is issued once, may be rotated (same id, new secret), and is revoked for good. */

import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import { API_KEY_EVENTS, type ApiKeyEvent, type KeyIssued } from './events.ts';

export type KeyIssuedData = z.infer<typeof KeyIssued.schema>;

/**
 * Rotations of one key. Its stream is read at every call with the key, and a thousand events take some ten
 * milliseconds. With a new secret every day, this is enough for years.
 */
export const MOST_ROTATIONS = 1_000;

export interface ApiKeyState {
  key: KeyIssuedData | null;
  rotations: number;
  revoked: boolean;
}

export type ApiKeyCommand =
  | { type: 'IssueKey'; data: KeyIssuedData }
  | { type: 'RotateKey'; prefix: string; secret_hash: string; rotated_at: string }
  | { type: 'RevokeKey'; revoked_at: string };

export type ApiKeyRejection = 'not_found' | 'already_exists' | 'validation_error';

/** One key: its stream, its events and its decider. */
export const API_KEY = defineAggregate<ApiKeyState, ApiKeyCommand, ApiKeyEvent, ApiKeyRejection>(
  'api-key-',
  API_KEY_EVENTS,
  {
    initialState: () => ({ key: null, rotations: 0, revoked: false }),

    decide(command, state): Decision<ApiKeyEvent, ApiKeyRejection> {
      if (command.type === 'IssueKey') {
        if (state.key === null) return accept({ type: 'KeyIssued', data: command.data });
        return state.key.secret_hash === command.data.secret_hash
          ? NOTHING_TO_DO
          : reject('already_exists', 'another key has this id');
      }
      // Revoking or rotating a revoked key is a 404.
      if (state.key === null || state.revoked) return reject('not_found', 'no such key');
      if (command.type === 'RevokeKey') {
        return accept({ type: 'KeyRevoked', data: { key_id: state.key.key_id, revoked_at: command.revoked_at } });
      }
      if (state.key.secret_hash === command.secret_hash) return NOTHING_TO_DO;
      if (state.rotations >= MOST_ROTATIONS) {
        return reject(
          'validation_error',
          `the key was rotated ${MOST_ROTATIONS} times, which is the most; make a new one`,
        );
      }
      return accept({
        type: 'KeyRotated',
        data: {
          key_id: state.key.key_id,
          prefix: command.prefix,
          secret_hash: command.secret_hash,
          rotated_at: command.rotated_at,
        },
      });
    },

    evolve(state, event) {
      switch (event.type) {
        case 'KeyIssued':
          return { key: event.data, rotations: 0, revoked: false };
        case 'KeyRotated':
          return {
            ...state,
            rotations: state.rotations + 1,
            key: state.key && { ...state.key, prefix: event.data.prefix, secret_hash: event.data.secret_hash },
          };
        case 'KeyRevoked':
          return { ...state, revoked: true };
      }
    },
  },
);
