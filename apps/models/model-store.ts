/**
 * The models that were pulled into the data folder, each in its own folder under `models/` with a lock file that says
 * where its files came from; and which one is in use.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { writeNewFile } from '#platform/files/durability.ts';

/** OWNER/NAME as the hub allows it; contains nothing with a special meaning in file systems. */
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
  /** The revision that was requested. */
  revision: Revision,
  /** The commit that the revision meant at that time, if the hub reported it. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  /** RFC 3339. */
  pulled_at: z.string(),
  /** Path of the graph in the model's folder. */
  graph: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Hash listed by the hub, prefixed by its kind. Shows whether the hub has another version now. */
      listed: z.string(),
    }),
  ),
});
export type ModelLock = z.infer<typeof ModelLock>;

export const LOCK_FILE = 'evidence-lock.json';
const IN_USE_FILE = 'in-use.json';
const InUse = z.object({ id: ModelId });
/** Larger files were not written by this service. */
const LONGEST_FILE = 1_000_000;

export interface ModelStore {
  /** The folder that contains all models. */
  root: string;
  folderOf(id: string): string;
  /** All pulled models, ordered by id. */
  list(): ModelLock[];
  /** Returns null if the model was not pulled, or its lock file is broken. */
  find(id: string): ModelLock | null;
  /** The id of the model that the next start uses; null: none. */
  inUse(): string | null;
  /** null: no model. */
  use(id: string | null): void;
  /** Deletes the model. If it was in use, the next start uses none. Returns false if there was no such model. */
  remove(id: string): boolean;
}

/** The models of a data folder, which need not exist yet. */
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

/** The lock file of a model's folder; null if there is no readable one. */
export function readLock(folder: string): ModelLock | null {
  return readJson(join(folder, LOCK_FILE), ModelLock);
}

/** The name of a model without a lock file. */
export function nameOfFolder(folder: string): string {
  return (
    basename(resolve(folder))
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 120) || 'model'
  );
}

/** Returns null if the file is missing, too long or invalid. */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > LONGEST_FILE) return null;
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
