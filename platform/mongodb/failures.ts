/**
 * The errors that callers see when MongoDB fails. The driver's own errors quote documents and values, so none of them
 * leaves this folder, not even as a cause.
 */
import { MongoError, MongoServerError } from 'mongodb';
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

/** Transient failures: time limits, lost majorities, shutdowns and elections. */
const PASSING = new Set([6, 7, 50, 64, 89, 91, 100, 112, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

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
export function withoutText(error: unknown): unknown {
  if (isOfSocket(error)) return new MongoStoreError('unavailable', `MongoDB: ${error.code}`);
  if (!(error instanceof MongoError)) return error;
  if (!(error instanceof MongoServerError)) {
    const problem = certificateProblem(error);
    if (problem === null) return new MongoStoreError('unavailable', `MongoDB: ${error.name}`);
    const message = `the certificate of MongoDB ${CERTIFICATE_PROBLEMS[problem]}`;
    return new MongoStoreError('unavailable', message, problem);
  }
  const code = Number(error.code ?? 0);
  if (code === OUT_OF_DISK_SPACE) return new StorageUnwritableError('full');
  const kind = PASSING.has(code) ? 'unavailable' : 'refused';
  return new MongoStoreError(kind, `MongoDB: ${error.name} ${code} ${error.codeName ?? ''}`.trimEnd());
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
