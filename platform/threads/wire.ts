/**
 * Messages between the main thread and a hosting thread: batches of calls one way, batches of replies and notifications
 * the other way. Errors of the ports' own classes keep their class and code.
 */
import { EventStoreError, type EventStoreErrorCode } from '#contracts/ports/event-store.ts';
import { KeyVaultError, type KeyVaultErrorCode } from '#contracts/ports/key-vault.ts';
import { StorageUnwritableError, type UnwritableReason } from '#contracts/ports/storage.ts';
import { recognizingUnwritable } from '../unwritable.ts';

export interface Call {
  id: number;
  port: string;
  method: string;
  args: unknown[];
}

export type ToThread = { kind: 'calls'; calls: Call[] } | { kind: 'close' };

export type Outgoing =
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: WireError }
  | { kind: 'notification'; name: string; payload: unknown };

export type FromThread =
  | { kind: 'ready'; ports: string[] }
  /** The thread failed to start or to close. */
  | { kind: 'broken'; error: WireError }
  | { kind: 'batch'; items: Outgoing[] };

/** Start parameters of a thread; `options` must survive the structured clone. */
export interface ThreadData<Options> {
  options: Options;
}

export interface WireError {
  /** Error class of the ports, or 'Error' for any other. */
  type: 'EventStoreError' | 'KeyVaultError' | 'StorageUnwritableError' | 'Error';
  name: string;
  code: string | number | null;
  /** Of StorageUnwritableError. */
  reason?: UnwritableReason;
  message: string;
  stack: string;
}

/** Failed writes leave the thread as the ports' error, whichever statement failed. */
export function toWireError(thrown: unknown): WireError {
  const error = recognizingUnwritable(thrown);
  if (!(error instanceof Error)) {
    return { type: 'Error', name: 'Error', code: null, message: String(error), stack: '' };
  }
  return {
    type: classOf(error),
    name: error.name,
    code: codeOf(error),
    message: error.message,
    stack: error.stack ?? '',
    ...(error instanceof StorageUnwritableError && { reason: error.reason }),
  };
}

export function fromWireError(wire: WireError): Error {
  const error = rebuild(wire);
  if (wire.stack !== '') error.stack = wire.stack;
  return error;
}

function classOf(error: Error): WireError['type'] {
  if (error instanceof EventStoreError) return 'EventStoreError';
  if (error instanceof KeyVaultError) return 'KeyVaultError';
  if (error instanceof StorageUnwritableError) return 'StorageUnwritableError';
  return 'Error';
}

function codeOf(error: Error): string | number | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' || typeof code === 'number' ? code : null;
}

function rebuild(wire: WireError): Error {
  switch (wire.type) {
    case 'EventStoreError':
      return new EventStoreError(wire.code as EventStoreErrorCode, wire.message);
    case 'KeyVaultError':
      return new KeyVaultError(wire.code as KeyVaultErrorCode, wire.message);
    case 'StorageUnwritableError':
      return new StorageUnwritableError(wire.reason!);
    default: {
      const error = new Error(wire.message);
      error.name = wire.name;
      return wire.code === null ? error : Object.assign(error, { code: wire.code });
    }
  }
}
