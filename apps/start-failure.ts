/** Exit codes of all processes, and messages for failed starts. */
import { fileProblem } from '#common/file-problem.ts';
import { ConfigurationError } from './configuration-error.ts';
import { DataFolderInUseError, DataFolderUnusableError } from './data-folder.ts';

export const EXIT = {
  done: 0,
  /** The work failed; a retry may help. */
  failed: 1,
  /** Wrong usage, or a setting must be changed first. */
  configuration: 2,
  /** Another process uses the data folder. */
  inUse: 3,
} as const;

export interface StartFailure {
  /** One sentence for people. */
  message: string;
  exitCode: number;
}

interface Codes {
  code?: unknown;
  syscall?: unknown;
  problem?: unknown;
}

/** What to do about errors of the stores in the data folder, by code. */
const STORE_PROBLEMS: Record<string, string> = {
  written_by_newer_version:
    'start that version on the data folder, or restore a backup from before the upgrade (docs/upgrading.md)',
  master_key_missing: 'put it back, or set EVIDENCE_MASTER_KEY',
  master_key_invalid: 'put the right one back',
  wrong_master_key: 'set EVIDENCE_MASTER_KEY, or put back the file master-key, to the key it was made with',
};

/** What to do about problems of the connection to a server. */
const SERVER_PROBLEMS: Record<string, string> = {
  certificate_untrusted: 'set EVIDENCE_CA_FILE to the certificate of the authority that signed it',
  certificate_name:
    'connect to a name that it has, or have one made for this name or address (members of an EventStoreDB cluster announce themselves as their AdvertiseHostToClientAs says)',
  certificate_expired: 'renew it, or set the clock',
  tls_expected: 'leave tls=false out of EVENTSTORE_URL',
  access_denied: 'docs/how-to/run-distributed.md says which rights the account needs',
};

/** `address` is where the process should have listened; null: it is a command, which listens nowhere. */
export function startFailure(error: unknown, address: { host: string; port: number } | null): StartFailure {
  if (error instanceof ConfigurationError) {
    return { message: `configuration: ${error.message}`, exitCode: EXIT.configuration };
  }
  if (error instanceof DataFolderInUseError) return { message: error.message, exitCode: EXIT.inUse };
  if (error instanceof DataFolderUnusableError) return { message: error.message, exitCode: EXIT.configuration };
  if (!(error instanceof Error)) return { message: 'the service could not start', exitCode: EXIT.failed };

  const { code, syscall, problem } = error as Codes;
  const mending = SERVER_PROBLEMS[String(problem)];
  if (mending !== undefined) return { message: `${error.message}: ${mending}`, exitCode: EXIT.configuration };
  if (code === 'event_store_url') {
    return { message: `configuration: EVENTSTORE_URL: ${error.message}`, exitCode: EXIT.configuration };
  }
  const remedy = STORE_PROBLEMS[String(code)];
  if (remedy !== undefined) return { message: `${error.message}: ${remedy}`, exitCode: EXIT.configuration };
  if (address !== null && (syscall === 'listen' || syscall === 'getaddrinfo')) return listenFailure(code, address);
  return {
    message: address === null ? commandFailure(error) : `the service could not start: ${error.message}`,
    exitCode: EXIT.failed,
  };
}

/** Of a command, which may have been at work on any file. */
function commandFailure(error: Error): string {
  const { syscall, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (syscall === undefined || path === undefined) return error.message;
  // Of a copy, Node does not say which of the two it was.
  const files = dest === undefined ? path : `${path} or ${dest}`;
  return `${files} can't be used: ${fileProblem(error)}`;
}

function listenFailure(code: unknown, { host, port }: { host: string; port: number }): StartFailure {
  if (code === 'EADDRINUSE') {
    const message = `port ${port} on ${host} is taken: stop what listens there, or set EVIDENCE_PORT to another (0: any free one)`;
    return { message, exitCode: EXIT.failed };
  }
  const message = `cannot listen on ${host}, port ${port} (${code}): set EVIDENCE_HOST or EVIDENCE_PORT to others`;
  return { message, exitCode: EXIT.configuration };
}
