/**
 * The file of `--cache`: what checks of texts came to, and on what that rested. Texts, documents and their names are keyed
 * fingerprints; there is no text in it.
 */
import { createHmac } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { CommandError, UsageError } from '../usage-error.ts';

const count = () => z.int().min(0);
const fingerprint = () => z.string().regex(/^[0-9a-f]{32}$/);

const Entry = z.strictObject({
  /** RFC 3339. */
  checked_at: z.string(),
  /** When a check last made use of it. */
  used_at: z.string(),
  /** The state of the library that it rests on. */
  library: fingerprint(),
  /** Documents of the library that its claims were laid beside. */
  sources: z.array(fingerprint()),
  complete: z.boolean(),
  /** In the order of the text: code points where it begins and ends, verdict, code of the reason. */
  claims: z.array(z.tuple([count(), count(), z.enum(VERDICTS), z.string().regex(/^[a-z_]{0,60}$/)])),
});
export type CacheEntry = z.infer<typeof Entry>;

const CacheFile = z.strictObject({
  version: z.literal(1),
  /** Of a constant: tells whether the key is another. */
  key_check: fingerprint(),
  versions: z.record(z.string(), z.string()),
  /** By fingerprint of the state: the documents' fingerprints with those of their content. */
  libraries: z.record(fingerprint(), z.record(fingerprint(), fingerprint())),
  /** By fingerprint of a text and of how it was asked about. */
  entries: z.record(fingerprint(), Entry),
});
export type CacheFile = z.infer<typeof CacheFile>;

/** Fingerprints under one key: 32 hexadecimal digits. */
export type Fingerprint = (...parts: string[]) => string;

export function fingerprinter(key: string): Fingerprint {
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Null if there is none yet. Throws UsageError for a file that is no cache, so that none is overwritten by mistake. */
export async function readCache(path: string): Promise<CacheFile | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UsageError(`${path} can't be read (${code})`);
  }
  const parsed = CacheFile.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${path} is no cache of this version: delete it, and the next check writes it again`);
}

/** Whole or not at all, as a check may be ended at any time. */
export async function writeCache(path: string, cache: CacheFile): Promise<void> {
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(cache)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new CommandError(`${path} can't be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
