/** The manifest of a backup: what it holds, and what each file must hash to. It is written last. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileProblem } from '#common/file-problem.ts';
import { BackupError } from './backup-error.ts';

export const MANIFEST = 'manifest.json';
/** Of the layout of a backup; another one is refused. */
const FORMAT = 1;

/** Paths inside the backup, with slashes; nothing that leads out of it. */
const RelativePath = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\0]+$/);

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Version of the service that made it. */
  version: z.string(),
  /** RFC 3339; when the snapshots were taken. */
  created_at: z.string(),
  includes_master_key: z.boolean(),
  counts: z.strictObject({ events: z.int().min(0), verifications: z.int().min(0), blobs: z.int().min(0) }),
  /** The ends of the stored audit chains. */
  audit: z.array(z.strictObject({ organization_id: z.string(), seq: z.int().min(0), hash: z.string() })),
  files: z.array(
    z.strictObject({ path: RelativePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;
export type ManifestFile = Manifest['files'][number];

export function newManifest(content: Omit<Manifest, 'format'>): Manifest {
  return { format: FORMAT, ...content };
}

/** Throws BackupError if there is none, or one that this version doesn't read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`${folder} is no finished backup: its ${MANIFEST} can't be read: ${fileProblem(cause)}`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`the ${MANIFEST} of ${folder} is damaged, or of another version of the service`, { cause });
  }
}

/** Size and hash of a file of the backup. */
export async function describeFile(folder: string, path: string): Promise<ManifestFile> {
  const hash = createHash('sha256');
  const file = join(folder, ...path.split('/'));
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { path, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}
