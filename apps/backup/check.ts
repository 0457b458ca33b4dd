/**
 * Checks a backup without changing it: every file is as it was written, the databases are sound, the audit chains follow from
 * the log, and a sample of verifications can be replayed with its texts.
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileProblem } from '#common/file-problem.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import { deriveRecords } from '#pipeline/audit/derive.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import type { MasterKey } from '#platform/crypto/key-wrapping.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { LogFile } from '#platform/sqlite/events/log-file.ts';
import { SqliteKeyReader } from '#platform/sqlite/vault/key-reader.ts';
import { type ReplayHead, replayVerification } from '#query-api/replay.ts';
import { readAuditRecords } from '#streams/audit-trail.ts';
import type { Report } from '../control/progress.ts';
import { BackupError } from './backup-error.ts';
import { BLOBS, DATABASES, LOG, VAULT } from './files.ts';
import { describeFile, MANIFEST, type Manifest, readManifest } from './manifest.ts';

/** Verifications that are replayed, evenly spread over the log. */
const SAMPLE = 50;
const PAGE = 500;

export interface BackupChecked {
  manifest: Manifest;
  /** Verifications of the sample by what became of their texts. */
  sample: { opened: number; erased: number; not_completed: number };
  /** Audit records that were compared with the log. */
  audit_records: number;
}

/** Throws BackupError that names what is wrong. `masterKey`: what the keys of the backup are wrapped with. */
export async function checkBackup(folder: string, masterKey: MasterKey, report: Report): Promise<BackupChecked> {
  const manifest = await checkFiles(folder, report);
  for (const name of DATABASES.filter((each) => manifest.files.some(({ path }) => path === each))) {
    report({ label: 'checking databases', done: 0, total: null });
    checkDatabase(join(folder, name), name);
  }
  const log = new LogFile(join(folder, LOG));
  const keys = new SqliteKeyReader(join(folder, VAULT), [masterKey]);
  try {
    if (log.count() !== manifest.counts.events) throw new BackupError(`${LOG} has another number of events`);
    const audit_records = await checkAudit(log, manifest, report);
    const sample = await replaySample(log, keys, report);
    return { manifest, audit_records, sample };
  } finally {
    keys.close();
    log.close();
  }
}

/** Every file of the manifest is as it was written, and there is no other. */
export async function checkFiles(folder: string, report: Report): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const [done, file] of manifest.files.entries()) {
    report({ label: 'checking files', done, total: manifest.files.length });
    const found = await describeFile(folder, file.path).catch((cause: NodeJS.ErrnoException) => {
      throw new BackupError(`${file.path} can't be read: ${fileProblem(cause)}`);
    });
    if (found.sha256 !== file.sha256)
      throw new BackupError(`${file.path} is not what was backed up: it was changed or damaged`);
  }
  const known = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)]);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isDirectory() && !known.has(path)) throw new BackupError(`${path} is not part of the backup`);
    if (entry.isDirectory() && path !== BLOBS && !path.startsWith(`${BLOBS}/`)) {
      throw new BackupError(`${path} is not part of the backup`);
    }
  }
  return manifest;
}

function checkDatabase(path: string, name: string): void {
  const database = openConnection(path, { readOnly: true });
  try {
    const [first] = database.prepare('PRAGMA quick_check(1)').all();
    if (first?.quick_check !== 'ok') throw new BackupError(`${name} is damaged`);
  } finally {
    database.close();
  }
}

/** The stored records are those that follow from the log; the last ones may not have been made yet. */
async function checkAudit(log: LogFile, manifest: Manifest, report: Report): Promise<number> {
  const ends = new Map(manifest.audit.map((end) => [end.organization_id, end]));
  const pages = new Map<string, Awaited<ReturnType<typeof readAuditRecords>>>();
  let compared = 0;
  for await (const { organization_id, record } of deriveRecords(log)) {
    const end = ends.get(organization_id);
    if (end === undefined || record.seq > end.seq) continue;
    const at = (record.seq - 1) % PAGE;
    if (at === 0)
      pages.set(organization_id, await readAuditRecords(log, organization_id, { from: record.seq, limit: PAGE }));
    const stored = pages.get(organization_id)?.[at];
    const isLast = record.seq === end.seq;
    if (stored?.hash !== record.hash || (isLast && end.hash !== record.hash)) {
      throw new BackupError(`audit record ${record.seq} of ${organization_id} differs from what the log gives`);
    }
    if (++compared % PAGE === 0) report({ label: 'checking the audit trail', done: compared, total: null });
  }
  const recorded = manifest.audit.reduce((sum, { seq }) => sum + seq, 0);
  if (compared !== recorded)
    throw new BackupError(`the log gives ${compared} audit records, and ${recorded} are stored`);
  return compared;
}

async function replaySample(log: LogFile, keys: SqliteKeyReader, report: Report): Promise<BackupChecked['sample']> {
  const streams = log.streams(VERIFICATION.streamPrefix);
  const step = Math.max(1, Math.ceil(streams.length / SAMPLE));
  const sample = { opened: 0, erased: 0, not_completed: 0 };
  for (let index = 0; index < streams.length; index += step) {
    report({ label: 'replaying a sample', done: index, total: streams.length });
    const id = verificationIdOf(streams[index]!);
    let head: ReplayHead | null = null;
    for await (const part of replayVerification({ events: log, vault: keys, sealer: createSealer() }, id)) {
      if ('head' in part) head = part.head;
    }
    if (head === null) throw new BackupError(`the verification ${id} can't be replayed`);
    const { no_result } = head;
    if (no_result === null) sample.opened++;
    else if (no_result === 'erased') sample.erased++;
    else if (no_result === 'unopened') throw new BackupError(`the key of the verification ${id} is missing`);
    else sample.not_completed++;
  }
  return sample;
}
