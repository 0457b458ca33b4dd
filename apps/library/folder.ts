/** Checks the operator's folder of documents before it is read. */
import { statSync } from 'node:fs';
import { ConfigurationError } from '../configuration-error.ts';

/** Throws ConfigurationError when the configured folder does not exist. */
export function requireLibraryFolder(path: string | undefined): void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ConfigurationError(['EVIDENCE_LIBRARY_DIR must be a folder that exists']);
}
