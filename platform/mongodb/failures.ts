/**
 * The errors that callers see when MongoDB fails. The driver's own errors quote documents and values, so none of them
 * leaves this folder, not even as a cause.
 */
import {
  BSON,
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
} from 'mongodb';
import { StorageUnwritableError } from '#contracts/ports/storage.ts';
import { CERTIFICATE_PROBLEMS, type CertificateProblem, certificateProblem } from '../tls/certificate-problem.ts';

export class MongoStoreError extends Error {
  /** `unavailable`: retry later; a write may have been done. `refused`: a retry cannot succeed. */
  readonly code: 'unavailable' | 'refused';
  /** A failure that only a change of settings can fix. */
  readonly problem: CertificateProblem | null;
  constructor(code: MongoStoreError['code'], message: string, problem: CertificateProblem | null = null) {
    super(message);
    this.name = 'MongoStoreError';
    this.code = code;
    this.problem = problem;
  }
}

/** A document was created and deleted by others as often as it was to be written. */
export class ContendedError extends MongoStoreError {
  constructor() {
    super('unavailable', 'MongoDB: a document was created and deleted by others while it was being written');
    this.name = 'ContendedError';
  }
}

/**
 * Server error codes of failures that pass: time limits, lost majorities, shutdowns and elections, lost cursors, a
 * router that learns where a shard is, locks, and overload.
 */
const PASSING = new Set([
  ...[6, 7, 50, 64, 89, 91, 100, 112, 134, 189, 202, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436],
  ...[43, 63, 133, 150, 175, 237, 13388],
  ...[24, 46, 365, 391, 462],
]);

/** Labels with which servers and the driver mark failures that pass, whatever their code. */
const PASSING_LABELS = [
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.RetryableError,
  MongoErrorLabel.SystemOverloadedError,
];

const SOCKET_CODES = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
]);

/** OutOfDiskSpace: the server refuses writes and goes on reading. */
const OUT_OF_DISK_SPACE = 14031;

/**
 * The error as it may leave this folder: a driver error becomes a MongoStoreError or StorageUnwritableError, any other is
 * returned as it is.
 */
export function withoutText(thrown: unknown): unknown {
  const error = beneath(thrown);
  if (isOfSocket(error)) return new MongoStoreError('unavailable', `MongoDB: ${error.code}`);
  // Thrown before anything is sent: a value that can't be stored.
  if (error instanceof BSON.BSONError) return new MongoStoreError('refused', `MongoDB: ${error.name}`);
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError) return ofServer(error);
  const problem = certificateProblem(error);
  if (problem !== null) {
    const message = `the certificate of MongoDB ${CERTIFICATE_PROBLEMS[problem]}`;
    return new MongoStoreError('unavailable', message, problem);
  }
  const isLasting = error instanceof MongoInvalidArgumentError || error instanceof MongoParseError;
  return new MongoStoreError(isLasting ? 'refused' : 'unavailable', `MongoDB: ${error.name}`);
}

/**
 * What made a write of several statements fail. Whatever it was, even a lost connection, the driver throws a
 * MongoBulkWriteError, which is a MongoServerError, and keeps the cause as the server's response.
 */
function beneath(error: unknown): unknown {
  if (!(error instanceof MongoBulkWriteError)) return error;
  const cause: unknown = error.errorResponse;
  return cause instanceof Error && isKnown(cause) ? cause : error;
}

function isKnown(error: Error): boolean {
  return error instanceof MongoError || error instanceof BSON.BSONError || isOfSocket(error);
}

/** Without a code nobody has said that a retry fails, so it may succeed. */
function ofServer(error: MongoServerError): MongoStoreError | StorageUnwritableError {
  // A write concern error of a bulk write has its code in `err`.
  const code = Number(error.code ?? (error instanceof MongoBulkWriteError ? error.err?.code : undefined) ?? 0);
  if (code === OUT_OF_DISK_SPACE) return new StorageUnwritableError('full');
  const passes = code === 0 || PASSING.has(code) || PASSING_LABELS.some((label) => error.hasErrorLabel(label));
  const detail = code === 0 ? '' : ` ${code} ${error.codeName ?? ''}`.trimEnd();
  return new MongoStoreError(passes ? 'unavailable' : 'refused', `MongoDB: ${error.name}${detail}`);
}

/** The driver passes on Node's own error (EPIPE) when a connection ends while a command is being written. */
function isOfSocket(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && SOCKET_CODES.has(String((error as NodeJS.ErrnoException).code));
}

/** A proxy of the store whose methods throw errors passed through `translate`. */
export function translatingFailures<Store extends object>(store: Store, translate: (error: unknown) => unknown): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        try {
          return await member.apply(target, given);
        } catch (error) {
          throw translate(error);
        }
      };
    },
  });
}
