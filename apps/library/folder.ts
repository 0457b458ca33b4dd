/** The operator's folder of documents, before anything is read from it. */
import { statSync } from 'node:fs';
import { ConfigurationError } from '../configuration.ts';

/** Throws ConfigurationError where the folder is named and not there. */
export function requireLibraryFolder(path: string | undefined): void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ConfigurationError(['EVIDENCE_LIBRARY_DIR must be a folder that exists']);
}
