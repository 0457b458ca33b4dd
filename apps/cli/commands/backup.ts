/** `evidence backup` and `evidence restore`: work on the files of the data folder, beside a running service or without one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MasterKey, masterKey } from '#platform/crypto/key-wrapping.ts';
import { masterKeyFromFile } from '#platform/crypto/master-key.ts';
import { BackupError } from '../../backup/backup-error.ts';
import { checkBackup } from '../../backup/check.ts';
import { createBackup } from '../../backup/create.ts';
import { MASTER_KEY } from '../../backup/files.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { type EmbeddedConfiguration, readCommandConfiguration } from '../../configuration.ts';
import type { CommandContext } from '../context.ts';
import { failingFor, UsageError } from '../usage-error.ts';

export interface BackupOptions {
  keep?: string;
  withMasterKey?: boolean;
  json?: boolean;
}

export async function backup(target: string, options: BackupOptions, context: CommandContext): Promise<void> {
  const { dataDirectory } = embeddedConfiguration();
  const made = await createBackup({
    dataFolder: dataDirectory,
    target,
    keep: keepOf(options.keep),
    withMasterKey: options.withMasterKey ?? false,
    now: new Date(),
    report: context.progress.report,
  }).catch(failingFor(BackupError));
  context.progress.clear();
  const { folder, manifest, bytes, removed } = made;
  if (options.json) return context.out(`${JSON.stringify({ folder, bytes, removed, ...contentsOf(manifest) })}\n`);
  context.out(`${folder}\n`);
  context.hint(`${described(manifest)}, ${Math.ceil(bytes / 2 ** 20)} MiB`);
  if (removed.length > 0) context.hint(`${removed.length} older removed`);
  if (!manifest.includes_master_key) {
    context.hint('without the master key, which you keep apart: nothing of this can be read without it');
  }
}

export async function checkBackupFolder(
  folder: string,
  options: { json?: boolean },
  context: CommandContext,
): Promise<void> {
  const key = masterKeyFor(folder);
  const checked = await checkBackup(folder, key, context.progress.report).catch(failingFor(BackupError));
  const { manifest, sample, audit_records } = checked;
  context.progress.clear();
  const figures = { folder, sample, audit_records, ...contentsOf(manifest) };
  if (options.json) return context.out(`${JSON.stringify(figures)}\n`);
  context.out(
    [
      `sound          ${manifest.files.length} files as they were written on ${manifest.created_at} by version ${manifest.version}`,
      `holds          ${described(manifest)}`,
      `audit trail    ${audit_records} records follow from the log`,
      `replayed       ${sample.opened} verifications with their texts, ${sample.erased} erased, ${sample.not_completed} not completed`,
      '',
    ].join('\n'),
  );
}

export async function restore(folder: string, options: { json?: boolean }, context: CommandContext): Promise<void> {
  const { dataDirectory } = embeddedConfiguration();
  const restored = restoreBackup(folder, dataDirectory, context.progress.report);
  const manifest = await restored.catch(failingFor(BackupError));
  context.progress.clear();
  if (options.json) context.out(`${JSON.stringify({ data_folder: dataDirectory, ...contentsOf(manifest) })}\n`);
  else context.out(`${dataDirectory} holds ${described(manifest)} of ${manifest.created_at}\n`);
  if (!manifest.includes_master_key) {
    context.note(
      `put the master key back before you start: EVIDENCE_MASTER_KEY, or the file ${MASTER_KEY} in the folder`,
    );
  }
  context.hint('what has expired since is erased by the first start, before it listens');
}

/** The only shape whose data lies in one folder. */
function embeddedConfiguration(): EmbeddedConfiguration {
  const configuration = readCommandConfiguration(process.env);
  if (configuration.mode === 'embedded') return configuration;
  throw new UsageError('the distributed shape is backed up by its servers: docs/runbook.md says in which order');
}

function keepOf(keep: string | undefined): number | null {
  if (keep === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError('--keep takes how many backups stay, from 1');
  return Number(keep);
}

/** From the environment, the backup or the data folder. */
function masterKeyFor(folder: string): MasterKey {
  const { masterKey: given, dataDirectory } = embeddedConfiguration();
  if (given !== undefined) return masterKey(given);
  const file = [folder, dataDirectory].map((each) => join(each, MASTER_KEY)).find((path) => existsSync(path));
  if (file !== undefined) return masterKeyFromFile(file, { create: false });
  throw new UsageError(
    'the backup has no master key, and a check opens texts: set EVIDENCE_MASTER_KEY, or EVIDENCE_DATA_DIR to the folder that has it',
  );
}

function contentsOf({ version, created_at, includes_master_key, counts }: Manifest) {
  return { version, created_at, includes_master_key, counts };
}

function described({ counts }: Manifest): string {
  return `${counts.verifications} ${counts.verifications === 1 ? 'verification' : 'verifications'} (${counts.events} events)`;
}
