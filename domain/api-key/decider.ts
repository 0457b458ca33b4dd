/** An API key: issued once, rotated (same id, new secret), revoked for good. */

import type { z } from 'zod';
import type { ApiKeyEvent, KeyIssued } from '#contracts/events/api-key.ts';
import { accept, type Decider, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';

export type KeyIssuedData = z.infer<typeof KeyIssued.schema>;

export interface ApiKeyState {
  key: KeyIssuedData | null;
  revoked: boolean;
}

export type ApiKeyCommand =
  | { type: 'IssueKey'; data: KeyIssuedData }
  | { type: 'RotateKey'; prefix: string; secret_hash: string; rotated_at: string }
  | { type: 'RevokeKey'; revoked_at: string };

export type ApiKeyRejection = 'not_found' | 'already_exists';

export function apiKeyStream(keyId: string): string {
  return `api-key-${keyId}`;
}

export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent, ApiKeyRejection> = {
  initialState: () => ({ key: null, revoked: false }),

  decide(command, state): Decision<ApiKeyEvent, ApiKeyRejection> {
    if (command.type === 'IssueKey') {
      if (state.key === null) return accept({ type: 'KeyIssued', data: command.data });
      return state.key.secret_hash === command.data.secret_hash
        ? NOTHING_TO_DO
        : reject('already_exists', 'another key has this id');
    }
    // A second DELETE of the same key is a 404, and so is rotating a revoked one.
    if (state.key === null || state.revoked) return reject('not_found', 'no such key');
    if (command.type === 'RevokeKey') {
      return accept({ type: 'KeyRevoked', data: { key_id: state.key.key_id, revoked_at: command.revoked_at } });
    }
    if (state.key.secret_hash === command.secret_hash) return NOTHING_TO_DO;
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
        return { key: event.data, revoked: false };
      case 'KeyRotated':
        return {
          ...state,
          key: state.key && { ...state.key, prefix: event.data.prefix, secret_hash: event.data.secret_hash },
        };
      case 'KeyRevoked':
        return { ...state, revoked: true };
    }
  },
};
