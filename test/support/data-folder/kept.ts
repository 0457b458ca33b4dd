/** Data folders of earlier releases, each with the responses of its release: how they are packed and opened. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { groundIn } from '#test/support/ground/embedded.ts';
import type { Ground, Shape } from '#test/support/ground/ground.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
/** Where archives are kept, by the shape that wrote them. */
const FOLDERS: Record<Shape, string> = {
  embedded: join(FIXTURES, 'data-folders'),
  distributed: join(FIXTURES, 'servers'),
};
const SUFFIX = '.tar.gz';
const run = promisify(execFile);

/** Content of `kept.json`, beside the data. */
export const Kept = z.strictObject({
  /** When the responses were made, in milliseconds since 1970. By today's clock, the texts would long be erased. */
  at: z.int(),
  /** Base64. */
  master_key: z.string(),
  bootstrap_key: z.string(),
  /** Responses to GET, byte for byte. */
  answers: z.array(z.strictObject({ path: z.string(), status: z.int(), text: z.string() })),
  /** Output of `evidence replay`, as JSON. */
  replays: z.array(z.strictObject({ verification_id: z.string(), text: z.string() })),
  /** A request with its response, and its idempotency key. */
  repeated: z.strictObject({ idempotency_key: z.string(), content: z.string(), text: z.string() }),
  /** A member with a password. */
  member: z.strictObject({ organization_id: z.string(), email: z.string(), password: z.string() }),
  /** How many events of each stored type the log holds. */
  events: z.record(z.string(), z.int()),
});
export type Kept = z.infer<typeof Kept>;

/** A kept folder, unpacked into a temporary one. */
export interface Unpacked {
  kept: Kept;
  /** The data folder. */
  data: string;
  /** The exported audit trail. */
  audit: string;
  /** The temporary folder that contains both. */
  path: string;
  remove(): Promise<void>;
}

/** Names of the archives that a shape has. */
export async function keptFolders(shape: Shape = 'embedded'): Promise<string[]> {
  const names = await readdir(FOLDERS[shape]);
  return names.filter((name) => name.endsWith(SUFFIX)).map((name) => basename(name, SUFFIX));
}

/** Paths of these parts in a temporary folder. */
export const partsOf = (path: string) => ({
  data: join(path, 'data'),
  audit: join(path, 'audit.jsonl'),
  facts: join(path, 'kept.json'),
});

export async function unpack(name: string, shape: Shape = 'embedded'): Promise<Unpacked> {
  const { path, remove } = await temporaryFolder();
  await run('tar', ['-xzf', join(FOLDERS[shape], name + SUFFIX), '-C', path]);
  const { data, audit, facts } = partsOf(path);
  return { kept: Kept.parse(JSON.parse(await readFile(facts, 'utf8'))), data, audit, path, remove };
}

/** Packs the folder's content; returns the file. Throws if one with this name exists already. */
export async function pack(path: string, name: string, kept: Kept, shape: Shape): Promise<string> {
  const { data, audit, facts } = partsOf(path);
  await writeFile(facts, JSON.stringify(kept));
  await mkdir(FOLDERS[shape], { recursive: true });
  const file = join(FOLDERS[shape], name + SUFFIX);
  if ((await keptFolders(shape)).includes(name)) throw new Error(`${file} exists, and is not written again`);
  const parts = [data, audit, facts].map((part) => basename(part));
  await run('tar', ['-czf', file, '-C', path, '--exclude', 'lock.db', ...parts]);
  return file;
}

type Opening = Pick<Kept, 'at' | 'master_key' | 'bootstrap_key'>;

/** Today's service on the data, with the real engine, at the time of the kept answers. */
export function openKept(data: string, opening: Opening): Promise<TestService> {
  return openKeptOn(
    groundIn(data, async () => {}),
    opening,
  );
}

/** The same on a ground that the caller removes. */
export function openKeptOn(ground: Ground, { at, master_key, bootstrap_key }: Opening): Promise<TestService> {
  return openTestService({
    ground,
    realEngine: true,
    frozenAt: at,
    masterKey: Buffer.from(master_key, 'base64'),
    bootstrapKey: bootstrap_key,
  });
}
