/**
 * The models that were pulled into the data folder: each in a folder of its own below `models/`, with a lock file that
 * says where its files came from; and which one is in use.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { writeNewFile } from '#platform/files/durability.ts';

/** OWNER/NAME as the hub allows them; nothing in it is special to a file system. */
export const ModelId = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/, 'must be OWNER/NAME')
  .refine((id) => !id.includes('..') && !id.includes('--'), 'must be OWNER/NAME');

/** Branch, tag or commit. */
export const Revision = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w./-]*$/, 'must be a branch, a tag or a commit');

export const ModelLock = z.object({
  format: z.literal(1),
  id: ModelId,
  /** Base URL of the hub. */
  endpoint: z.string(),
  /** As asked for. */
  revision: Revision,
  /** What that was when it was pulled, if the hub said so. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  /** RFC 3339. */
  pulled_at: z.string(),
  /** Path of the graph below the model's folder. */
  graph: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** The hash that the hub lists, after its kind: it tells whether the hub has something else now. */
      listed: z.string(),
    }),
  ),
});
export type ModelLock = z.infer<typeof ModelLock>;

export const LOCK_FILE = 'evidence-lock.json';
const IN_USE_FILE = 'in-use.json';
const InUse = z.object({ id: ModelId });
/** Larger ones are none of ours. */
const LONGEST_FILE = 1_000_000;

export interface ModelStore {
  /** The folder of all models. */
  root: string;
  folderOf(id: string): string;
  /** Of all pulled models, by id. */
  list(): ModelLock[];
  /** Null if it was not pulled, or its lock file is broken. */
  find(id: string): ModelLock | null;
  /** The id of the model that the next start uses; null: none. */
  inUse(): string | null;
  /** Null: none. */
  use(id: string | null): void;
  /** Deletes the model; the next start uses none if it was the one in use. False if it was not there. */
  remove(id: string): boolean;
}

/** The models below a data folder, which need not exist yet. */
export function openModelStore(dataDirectory: string): ModelStore {
  const root = resolve(dataDirectory, 'models');
  const inUseFile = join(root, IN_USE_FILE);
  const folderOf = (id: string) => join(root, ModelId.parse(id).replace('/', '--'));

  const store: ModelStore = {
    root,
    folderOf,
    list() {
      const names = existsSync(root) ? readdirSync(root).sort() : [];
      return names.flatMap((name) => {
        const lock = readLock(join(root, name));
        return lock !== null && folderOf(lock.id) === join(root, name) ? [lock] : [];
      });
    },
    find(id) {
      const lock = readLock(folderOf(id));
      return lock?.id === id ? lock : null;
    },
    inUse: () => readJson(inUseFile, InUse)?.id ?? null,
    use(id) {
      if (id !== null) writeNewFile(inUseFile, `${JSON.stringify({ id: ModelId.parse(id) })}\n`);
      else rmSync(inUseFile, { force: true });
    },
    remove(id) {
      if (store.inUse() === id) store.use(null);
      const folder = folderOf(id);
      if (!existsSync(folder)) return false;
      rmSync(folder, { recursive: true });
      return true;
    },
  };
  return store;
}

/** The lock file of a model's folder; null if it has none that can be read. */
export function readLock(folder: string): ModelLock | null {
  return readJson(join(folder, LOCK_FILE), ModelLock);
}

/** What a model is called where no lock file says so. */
export function nameOfFolder(folder: string): string {
  return (
    basename(resolve(folder))
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 120) || 'model'
  );
}

/** Null if the file is missing, too long or something else. */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > LONGEST_FILE) return null;
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
