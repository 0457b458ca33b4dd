/** Pulls a model from a hub into the data folder, completely or not at all. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GRAPHS, LARGEST_GRAPH } from '#platform/entailment/model-folder.ts';
import { syncFolder, writeNewFile } from '#platform/files/durability.ts';
import { makeFolder } from '#platform/files/make-folder.ts';
import type { Hub } from '#platform/hub/hub.ts';
import type { HubFile, HubModel } from '#platform/hub/hub-types.ts';
import type { Report } from '../control/progress.ts';
import { LOCK_FILE, type ModelLock, type ModelStore } from './model-store.ts';

/** The hub has the model, but in no format that can be run here. */
export class ModelFormatError extends Error {
  override readonly name = 'ModelFormatError';
}

const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
const MEGABYTE = 1_000_000;
/** Larger than any configuration or vocabulary. */
const LARGEST_SIDE_FILE = 100 * MEGABYTE;

export interface Pulled {
  lock: ModelLock;
  /** False if all files were there already. */
  isNew: boolean;
}

export interface PullOptions {
  hub: Hub;
  /** Base URL of the hub, for the lock file. */
  endpoint: string;
  store: ModelStore;
  model: HubModel;
  report: Report;
  now: () => Date;
}

/**
 * Downloads into a separate folder until all files are there and checked; a later call continues an interrupted
 * download. Throws HubError, ModelFormatError, and file system errors.
 */
export async function pullModel({ hub, endpoint, store, model, report, now }: PullOptions): Promise<Pulled> {
  const chosen = chooseFiles(model, await hub.files(model));
  const there = store.find(model.id);
  if (there !== null && there.revision === model.revision && isSame(there, chosen))
    return { lock: there, isNew: false };
  const partial = partialFolder(store, model, chosen);
  const files: ModelLock['files'] = [];
  let commit: string | null = null;
  for (const file of chosen) {
    const to = join(partial, file.path);
    makeFolder(dirname(to));
    const total = Math.ceil(file.size / MEGABYTE);
    const label = `${file.path} (MB)`;
    const onBytes = (bytes: number) => {
      report({ label, done: bytes === file.size ? total : Math.floor(bytes / MEGABYTE), total });
    };
    const received = await hub.download(model, file, to, onBytes);
    files.push({ path: file.path, size: file.size, sha256: received.sha256, listed: listedHash(file) });
    commit ??= received.commit;
  }
  const lock: ModelLock = {
    format: 1,
    id: model.id,
    endpoint,
    revision: model.revision,
    commit,
    pulled_at: now().toISOString(),
    graph: chosen.find(({ path }) => path.endsWith('.onnx'))!.path,
    files,
  };
  writeNewFile(join(partial, LOCK_FILE), `${JSON.stringify(lock, null, 2)}\n`);
  await putInPlace(partial, store.folderOf(model.id));
  return { lock, isNew: true };
}

function listedHash({ hash }: HubFile): string {
  return `${hash.algorithm}:${hash.hex}`;
}

function isSame({ files }: ModelLock, chosen: readonly HubFile[]): boolean {
  return chosen.every((file) => files.some(({ path, listed }) => path === file.path && listed === listedHash(file)));
}

/** The folder for downloading exactly these files. Deletes partial downloads of other files for the same model. */
function partialFolder({ root }: ModelStore, { id }: HubModel, chosen: readonly HubFile[]): string {
  const prefix = `.partial-${id.replace('/', '--')}@`;
  const which = createHash('sha256').update(chosen.map(listedHash).join('\n')).digest('hex').slice(0, 16);
  makeFolder(root);
  for (const name of readdirSync(root)) {
    if (name.startsWith(prefix) && name !== prefix + which) rmSync(join(root, name), { recursive: true });
  }
  return join(root, prefix + which);
}

function chooseFiles({ id }: HubModel, listed: readonly HubFile[]): HubFile[] {
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const missing = NEEDED.filter((path) => !byPath.has(path));
  if (missing.length > 0) {
    throw new ModelFormatError(`${id} has no ${missing.join(', no ')}: such a model can't be used here`);
  }
  const graph = GRAPHS.find((path) => byPath.has(path));
  if (graph === undefined) throw new ModelFormatError(`${id} has no ONNX export (such as ${GRAPHS[0]})`);
  if (byPath.get(graph)!.size > LARGEST_GRAPH)
    throw new ModelFormatError(`${graph} of ${id} is too large to be run here`);
  const side = NEEDED.map((path) => byPath.get(path)!);
  const oversized = side.find(({ size }) => size > LARGEST_SIDE_FILE);
  if (oversized !== undefined) throw new ModelFormatError(`${oversized.path} of ${id} is too large to be one`);
  return [...side, byPath.get(graph)!];
}

/** Replaces an earlier pull of the model. Processes that have it open keep its files. */
async function putInPlace(partial: string, folder: string): Promise<void> {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(partial, folder);
  await syncFolder(dirname(folder));
  rmSync(old, { recursive: true, force: true });
}
