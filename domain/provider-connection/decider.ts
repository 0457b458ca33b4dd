/**
 * The decider of a provider connection: created once, its credential replaced any number of times, disconnected for
 * good.
 */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { SealedCredential } from '../events/credential.ts';
import { PROVIDER_CONNECTION_EVENTS, type ProviderConnected, type ProviderConnectionEvent } from './events.ts';

/** Rotations of one connection. Its stream is read before each question to its provider. */
export const MOST_CREDENTIAL_ROTATIONS = 1_000;

export interface ProviderConnection extends z.infer<typeof ProviderConnected.schema> {
  /** null: it still has its first credential. */
  rotated_at: string | null;
}

export interface ProviderConnectionState {
  /** The connection with its present credential; null before it is created and after it is disconnected. */
  connection: ProviderConnection | null;
  disconnected: boolean;
  rotations: number;
}

export type ProviderConnectionCommand =
  | { type: 'ConnectProvider'; data: z.infer<typeof ProviderConnected.schema> }
  | { type: 'RotateCredential'; credential: SealedCredential; rotated_at: string }
  | { type: 'DisconnectProvider'; disconnected_at: string };

export type ProviderConnectionRejection = 'not_found' | 'already_exists' | 'validation_error';

/** One connection: its stream, its events and its decider. */
export const PROVIDER_CONNECTION = defineAggregate<
  ProviderConnectionState,
  ProviderConnectionCommand,
  ProviderConnectionEvent,
  ProviderConnectionRejection
>('provider-connection-', PROVIDER_CONNECTION_EVENTS, {
  initialState: () => ({ connection: null, disconnected: false, rotations: 0 }),

  decide(command, state): Decision<ProviderConnectionEvent, ProviderConnectionRejection> {
    const { connection, disconnected, rotations } = state;
    if (command.type === 'ConnectProvider') {
      if (connection === null && !disconnected) return accept({ type: 'ProviderConnected', data: command.data });
      return connection?.credential.key_id === command.data.credential.key_id
        ? NOTHING_TO_DO
        : reject('already_exists', 'another connection has this id');
    }
    if (connection === null) return reject('not_found', 'no such connection');
    const { connection_id } = connection;
    if (command.type === 'DisconnectProvider') {
      const { disconnected_at } = command;
      return accept({ type: 'ProviderDisconnected', data: { connection_id, disconnected_at } });
    }
    const { credential, rotated_at } = command;
    if (connection.credential.key_id === credential.key_id) return NOTHING_TO_DO;
    if (rotations >= MOST_CREDENTIAL_ROTATIONS) {
      return reject(
        'validation_error',
        `the credential was rotated ${MOST_CREDENTIAL_ROTATIONS} times, which is the most; connect the provider anew`,
      );
    }
    return accept({ type: 'ProviderCredentialRotated', data: { connection_id, credential, rotated_at } });
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ProviderConnected':
        return { ...state, connection: { ...event.data, rotated_at: null } };
      case 'ProviderCredentialRotated': {
        const { credential, rotated_at } = event.data;
        return {
          ...state,
          connection: state.connection && { ...state.connection, credential, rotated_at },
          rotations: state.rotations + 1,
        };
      }
      case 'ProviderDisconnected':
        return { ...state, connection: null, disconnected: true };
    }
  },
});
