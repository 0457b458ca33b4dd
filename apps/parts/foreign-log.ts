/** Explains what to do when log and key vault belong to different deployments. */
import type { ServiceConfiguration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';

export class ForeignLogError extends ConfigurationError {
  constructor(configuration: ServiceConfiguration) {
    super([configuration.mode === 'embedded' ? inFolder(configuration.dataDirectory) : onServers()]);
    this.name = 'ForeignLogError';
  }
}

function inFolder(folder: string): string {
  return (
    `events.db and vault.db in ${folder} belong to different deployments, or vault.db is an older copy: put both back from ` +
    'the same copy, or set EVIDENCE_DATA_DIR to another folder'
  );
}

function onServers(): string {
  return (
    'the events at EVENTSTORE_URL belong to another deployment than the keys at MONGODB_URL, or the keys are an older copy: ' +
    'for a deployment of its own set EVENTSTORE_STREAM_PREFIX to a name that no other one has; else set MONGODB_URL to the ' +
    'database that belongs to these events, or restore a newer copy of it'
  );
}
