/** A baseline: findings that were accepted, so that only new ones count. It holds fingerprints and file names, no text. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../usage-error.ts';
import type { CheckedFile } from './finding.ts';

const Accepted = z.strictObject({ file: z.string(), verdict: z.string(), fingerprint: z.string() });
export type Accepted = z.infer<typeof Accepted>;

const Baseline = z.strictObject({ version: z.literal(1), accepted: z.array(Accepted) });

/** The accepted findings; none if there is no such file yet. Throws UsageError for a file that is no baseline. */
export async function readBaseline(path: string): Promise<Accepted[]> {
  if (!existsSync(path)) return [];
  try {
    return Baseline.parse(JSON.parse(await readFile(path, 'utf8'))).accepted;
  } catch {
    throw new UsageError(`${path} is no baseline: write one with --update-baseline`);
  }
}

/**
 * Accepts what was found. Of files that could not be checked, or were not asked about, what had been accepted stays.
 */
export async function writeBaseline(
  path: string,
  before: readonly Accepted[],
  checked: readonly CheckedFile[],
): Promise<number> {
  const renewed = new Set(checked.filter(({ problem }) => problem === null).map(({ file }) => file));
  const kept = before.filter(({ file }) => !renewed.has(file));
  const found = checked
    .filter(({ file }) => renewed.has(file))
    .flatMap(({ findings }) => findings.map(({ file, verdict, fingerprint }) => ({ file, verdict, fingerprint })));
  const accepted = [...new Map([...kept, ...found].map((each) => [each.fingerprint, each])).values()].toSorted(
    (a, b) => compare(a.file, b.file) || compare(a.fingerprint, b.fingerprint),
  );
  await writeFile(path, `${JSON.stringify({ version: 1, accepted }, null, 2)}\n`);
  return accepted.length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
