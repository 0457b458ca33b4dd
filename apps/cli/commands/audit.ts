/** `evidence audit`: exports the audit trail to a file, and verifies such files. Verifying needs no service. */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import {
  checkpointLine,
  EXPORT_HEADER,
  type Finding,
  type Problem,
  recordLine,
  type Verified,
  verifyExport,
} from '#domain/audit/export-file.ts';
import type { Operations } from '../../control/operations.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UsageError } from '../usage-error.ts';

const PAGE = 500;

export interface ExportOptions {
  organization?: string;
  json?: boolean;
}

/** Writes to a temporary file first, so that a file of this name is always complete. */
export async function exportAudit(file: string, options: ExportOptions, context: CommandContext): Promise<void> {
  const unfinished = `${file}.part`;
  const written = await context
    .withOperations(async (operations) => {
      const signed = await operations.auditCheckpoint({ organization_id: options.organization ?? null });
      const records = await writeLines(unfinished, exportLines(operations, signed, context));
      return { signed, records: records - 2 };
    })
    .catch(async (error: unknown) => {
      await rm(unfinished, { force: true });
      throw error;
    });
  await rename(unfinished, file);
  context.progress.clear();
  const { signed, records } = written;
  const { public_key, checkpoint } = signed;
  const figures = { file, records, organizations: checkpoint.chains.length, public_key };
  if (options.json) return context.out(`${JSON.stringify(figures)}\n`);
  context.out(`${records} records of ${organizations(checkpoint.chains.length)} written to ${file}\n`);
  context.out(`signed with    ${public_key}\n`);
}

async function* exportLines(
  operations: Operations,
  signed: SignedCheckpoint,
  context: CommandContext,
): AsyncGenerator<string> {
  yield EXPORT_HEADER;
  const { chains } = signed.checkpoint;
  const total = chains.reduce((sum, { seq }) => sum + seq, 0);
  let done = 0;
  for (const { organization_id, seq } of chains) {
    for (let from = 1; from <= seq; from += PAGE) {
      const limit = Math.min(PAGE, seq - from + 1);
      const { records } = await operations.auditRecords({ organization_id, from, limit });
      if (records.length < limit) throw new CommandError(`the chain of ${organization_id} has become shorter`);
      for (const record of records) yield recordLine(organization_id, record);
      done += limit;
      context.progress.report({ label: 'exporting', done, total });
    }
  }
  yield checkpointLine(signed);
}

/** Returns the number of lines. Only the owner can read the file, because it says who worked when and from where. */
async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  const stream = createWriteStream(file, { mode: 0o600 });
  let written = 0;
  try {
    await once(stream, 'open');
    for await (const line of lines) {
      if (!stream.write(line)) await once(stream, 'drain');
      written++;
    }
    stream.end();
    await finished(stream);
    return written;
  } finally {
    stream.destroy();
  }
}

export interface VerifyAuditOptions {
  publicKey?: string;
  earlier?: string;
  json?: boolean;
}

export async function verifyAudit(file: string, options: VerifyAuditOptions, context: CommandContext): Promise<void> {
  const { publicKey } = options;
  if (publicKey !== undefined && !/^[0-9a-f]{64}$/.test(publicKey)) {
    throw new UsageError('a public key has 64 hexadecimal digits, as "evidence audit export" prints it');
  }
  const key = publicKey === undefined ? {} : { publicKey };
  const earlier = options.earlier === undefined ? {} : { earlier: await checkpointIn(options.earlier, key) };
  const verified = await verifyExport(textOf(file), { ...key, ...earlier }).catch(unreadable(file));
  const signer_checked = publicKey !== undefined;
  if (options.json) context.out(`${JSON.stringify({ file, signer_checked, ...verified })}\n`);
  else {
    if (verified.intact && !signer_checked) context.out(SIGNER_UNCHECKED);
    context.out(`${words(file, verified).join('\n')}\n`);
  }
  if (verified.intact) return;
  const isExport = verified.finding.problem !== 'not_an_export';
  throw new CommandError(isExport ? `${file} is not intact` : NO_EXPORT);
}

/** Reads the checkpoint of an earlier export, or of a saved response of GET …/audit-events. */
async function checkpointIn(file: string, key: { publicKey?: string }): Promise<SignedCheckpoint> {
  const kept = await keptCheckpoint(file);
  if (kept !== null) return kept;
  const verified = await verifyExport(textOf(file), key).catch(unreadable(file));
  if (verified.intact) return verified.signed;
  throw new CommandError(`the earlier file is not intact: ${words(file, verified)[0]}`);
}

/** HTTP responses are a few hundred kilobytes at most. */
const MOST_BYTES = 1_000_000;

async function keptCheckpoint(file: string): Promise<SignedCheckpoint | null> {
  try {
    if ((await stat(file)).size > MOST_BYTES) return null;
    const value = JSON.parse(await readFile(file, 'utf8')) as { signed_checkpoint?: unknown };
    return SignedCheckpoint.parse(value.signed_checkpoint ?? value);
  } catch {
    return null;
  }
}

function textOf(file: string): AsyncIterable<string> {
  return createReadStream(file, { encoding: 'utf8' });
}

function unreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new CommandError(`${file} can not be read: ${code ?? 'not a file'}`);
  };
}

const NO_EXPORT =
  '"evidence audit export FILE" writes the file to verify; a saved response of GET …/audit-events is for --earlier';

const PROBLEMS: Record<Exclude<Problem, 'not_an_export'>, string> = {
  changed: 'was changed',
  dropped: 'is missing',
  reordered: 'stands in another place',
  inserted: 'was put in',
  cut_off: 'and what follows was cut off',
  other_key: 'was signed with another key',
};

/** First, because the lines after it would otherwise be taken for more than they say. */
const SIGNER_UNCHECKED = `\
not checked    who signed it: without --public-key this can be a new file that somebody signed with their own key
`;

function words(file: string, verified: Verified): string[] {
  if (!verified.intact) return [`${file}: ${findingWords(verified.finding)}`];
  const { checkpoint, public_key } = verified.signed;
  return [
    `intact         ${verified.records} records of ${organizations(checkpoint.chains.length)}`,
    `complete until ${checkpoint.issued_at}`,
    `signed with    ${public_key}`,
  ];
}

function findingWords({ problem, line, organization_id, seq, explanation }: Finding): string {
  if (problem === 'not_an_export') return `not an export of the audit trail: ${explanation}`;
  const place = line === null ? '' : ` (line ${line})`;
  const what = seq === null ? (problem === 'cut_off' ? 'its end' : 'the line') : `record ${seq} of ${organization_id}`;
  const happened = problem === 'cut_off' && seq === null ? 'was cut off' : PROBLEMS[problem];
  return `${what}${place} ${happened}: ${explanation}`;
}

function organizations(count: number): string {
  return `${count} ${count === 1 ? 'organization' : 'organizations'}`;
}
