/** `evidence move`: from a data folder to the servers of the distributed shape, and a copy back. */
import { writeFile } from 'node:fs/promises';
import {
  type DistributedConfiguration,
  readCommandConfiguration,
  readEmbeddedConfiguration,
} from '../../configuration.ts';
import type { Moved } from '../../move/move.ts';
import { MoveError } from '../../move/move-error.ts';
import { moveToDistributed } from '../../move/to-distributed.ts';
import { moveToEmbedded } from '../../move/to-embedded.ts';
import type { CommandContext } from '../context.ts';
import { createProgressLines } from '../progress-lines.ts';
import { failingFor, UsageError } from '../usage-error.ts';

export interface MoveOptions {
  to: 'distributed' | 'embedded';
  withMasterKey?: boolean;
  proof?: string;
  json?: boolean;
}

export async function move(options: MoveOptions, context: CommandContext): Promise<void> {
  const { to, withMasterKey = false } = options;
  if (to === 'distributed' && withMasterKey) throw new UsageError('--with-master-key is for --to embedded');
  const { dataDirectory } = readEmbeddedConfiguration(process.env);
  const configuration = readCommandConfiguration({ ...process.env, EVIDENCE_MODE: 'distributed' });
  const servers = configuration as DistributedConfiguration;
  // It may take hours in a container, where only its log says how far it is.
  const report = process.stderr.isTTY ? context.progress.report : createProgressLines(context.note);
  // It can't be had again after the move, so it is tried before.
  if (options.proof !== undefined) await writeFile(options.proof, '', { mode: 0o600, flag: 'a' });
  const tell = async (moved: Moved) => {
    context.progress.clear();
    if (options.proof !== undefined) await writeFile(options.proof, proofOf(moved), { mode: 0o600 });
    context.out(options.json ? `${JSON.stringify(figuresOf(moved))}\n` : described(moved));
  };
  const moving =
    to === 'distributed'
      ? moveToDistributed(dataDirectory, servers, report, tell)
      : moveToEmbedded(dataDirectory, servers, { withMasterKey }, report, tell);
  await moving.catch(failingFor(MoveError));
  if (to === 'distributed') {
    context.hint(`${dataDirectory} stays as it is; no service starts on it any more, as its data goes on elsewhere`);
  } else if (!withMasterKey) {
    context.note('without the master key: set EVIDENCE_MASTER_KEY to that of the servers before you start');
  }
}

function figuresOf({ events, streams, audit_chains, replays, rows }: Moved) {
  return { events, streams: streams.size, audit_chains, replays, rows };
}

function described({ events, streams, audit_chains, replays, rows }: Moved): string {
  const { opened, erased, not_completed } = replays;
  return [
    `events         ${events} in ${streams.size} streams, the same on both sides`,
    `replayed       ${opened} verifications with their texts, ${erased} erased, ${not_completed} not completed, all alike`,
    `audit trail    ${audit_chains} chains with the same end`,
    `keys           ${rows.data_keys} of texts, ${rows.destroyed_keys} destroyed, ${rows.secrets} of the service`,
    `also           ${rows.unique_values} API keys and names, ${rows.idempotency} idempotency keys, ${rows.blobs} files, ${rows.library} documents of the library`,
    '',
  ].join('\n');
}

/** A line of JSON for each stream. */
function proofOf({ streams }: Moved): string {
  return [...streams].map(([stream, digest]) => `${JSON.stringify({ stream, ...digest })}\n`).join('');
}
