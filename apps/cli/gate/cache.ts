/**
 * The file of `--cache`: what checks of parts of texts came to, and on what that rested. Texts, claims and what they were laid
 * beside are keyed fingerprints; there is no text in it that can be read without the key and the very text that it was made of. Its first line
 * authenticates the second: whoever has not the key can neither write a verdict nor change one.
 */
import { timingSafeEqual } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { fileProblem } from '#common/file-problem.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { parsedJson } from '../../parsed-json.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import type { CacheKeys } from './cache-keys.ts';

const VERSION = 7;

const count = () => z.int().min(0);
const fingerprint = () => z.string().regex(/^[0-9a-f]{32}$/);

const KnownClaim = z.strictObject({
  /** Code points from the beginning of its part. */
  start: count(),
  end: count(),
  /** Of what it was laid beside of the library. */
  evidence: fingerprint(),
  verdict: z.enum(VERDICTS),
  /** Code of the reason. */
  reason: z.string().regex(/^[a-z_]{0,60}$/),
});
export type KnownClaim = z.infer<typeof KnownClaim>;

const KnownPart = z.strictObject({
  /** Whether all of it was read. */
  complete: z.boolean(),
  /** Whether all of its claims are remembered; otherwise it is verified again, and a model is asked about the others. */
  settled: z.boolean(),
  /** When its verdicts were found, the oldest: RFC 3339. */
  checked_at: z.string(),
  /** The state of the library of which `evidence` of its claims is known to hold. */
  library: fingerprint(),
  /** The claims as they are searched for, sealed with the part's words; null: the rules make them again. */
  searched: z.base64().nullable(),
  /** What the judges were given about each claim, sealed; null: the claims are verified each for itself. */
  inputs: z.base64().nullable(),
  /** In the order of the text. */
  claims: z.array(KnownClaim),
});
export type KnownPart = z.infer<typeof KnownPart>;

const KnownText = z.strictObject({
  /** When a check last made use of it. */
  used_at: z.string(),
  /** The file that last had it, and how that was asked about. */
  file: fingerprint(),
  /** Whether all of it was read. */
  complete: z.boolean(),
  /** Whether its parts may be others on another day. */
  dated: z.boolean(),
  /** What its parts are: claims, or stretches with their claims (of which the whole text may be one). */
  each: z.enum(['claim', 'stretch']),
  /** In its order: code points where a part begins and ends, and its fingerprint. */
  parts: z.array(z.tuple([count(), count(), fingerprint()])),
});
export type KnownText = z.infer<typeof KnownText>;

const Contents = z.strictObject({
  versions: z.record(z.string(), z.string()),
  /** By fingerprint of a text and of how it was asked about. */
  texts: z.record(fingerprint(), KnownText),
  /** By fingerprint of all that claims and verdicts depend on in the text. */
  parts: z.record(fingerprint(), KnownPart),
});
export type CacheContents = z.infer<typeof Contents>;

/** `evidence_cache`: the version of the file. */
const Seal = z.object({
  evidence_cache: z.int(),
  mac: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .catch(''),
});

/** `unusable`: why nothing of the file can be used, to be read behind "as"; null: it can, or there is no file yet. */
export type ReadCache = { contents: CacheContents | null; unusable: string | null };

/** Throws UsageError for a file that is no cache, so that none is overwritten by mistake. */
export async function readCache(path: string, keys: CacheKeys): Promise<ReadCache> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { contents: null, unusable: null };
    throw new UsageError(`${path} can't be read: ${fileProblem(error)}`);
  }
  const [first = '', body = ''] = text.split('\n', 2);
  const seal = Seal.safeParse(parsedJson(first));
  if (!seal.success) throw new UsageError(`${path} is no cache: name another file, or delete it`);
  const unusable = (why: string): ReadCache => ({ contents: null, unusable: why });
  const { evidence_cache: version } = seal.data;
  if (version !== VERSION) {
    const age = version < VERSION ? 'an older' : 'a newer';
    return unusable(`${age} release of evidence has written it, in another layout; it is written anew`);
  }
  if (!isSame(seal.data.mac, keys.mac(body))) {
    return unusable('it was written with another key (EVIDENCE_CACHE_KEY), or something else has changed it');
  }
  return { contents: Contents.parse(JSON.parse(body)), unusable: null };
}

/** Whole or not at all, as a check may be ended at any time. */
export async function writeCache(path: string, keys: CacheKeys, contents: CacheContents): Promise<void> {
  const body = JSON.stringify(contents);
  const seal = JSON.stringify({ evidence_cache: VERSION, mac: keys.mac(body) });
  try {
    await writeFile(`${path}.new`, `${seal}\n${body}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new CommandError(`${path} can't be written: ${fileProblem(error)}`);
  }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
