/** The result of `evidence model check`, stored beside the model. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import type { ModelFile } from '#platform/entailment/model-files.ts';
import { writeNewFile } from '#platform/files/durability.ts';
import { readJson } from './model-store.ts';

/** More than the check ever makes. */
const Steps = z
  .array(z.object({ from: z.number().min(0).max(1), reliability: z.number().min(0).max(1) }))
  .max(50)
  .readonly()
  .refine((steps) => steps.every(({ from }, at) => at === 0 || from > steps[at - 1]!.from), 'rises');

const Side = z.object({ settled: z.int().min(0), right: z.int().min(0) });

/** Claims that tier 1 leaves open. Each article was judged by a table that was counted without it. */
const Settled = z.object({ supports: Side, contradicts: Side });
export type Settled = z.infer<typeof Settled>;

export const Calibration = z.object({
  format: z.literal(3),
  version: z.string(),
  /** All files of the measured model. With any other file, it is another model. */
  files: z
    .array(
      z.object({
        path: z
          .string()
          .max(200)
          .refine((path) => !path.split('/').includes('..'), 'must stand below the folder'),
        size: z.int().min(1),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1)
    .max(10),
  figures: z.object({
    articles: z.int(),
    claims: z.int(),
    /** Claims that tier 1 leaves open, and how many of them the documents settle. */
    open: z.int(),
    could_settle: z.int(),
    settled: Settled,
    pairs: z.int(),
    milliseconds_per_pair: z.number(),
  }),
  /** Whether the model settles enough claims rightly. */
  is_of_use: z.boolean(),
  table: z.object({ supports: Steps, contradicts: Steps }),
});
export type Calibration = z.infer<typeof Calibration>;

const FILE = 'calibration.json';

/**
 * Returns null if there is no calibration, or one of another version or for files of other sizes. Hashes are compared
 * when the model is loaded, because that takes a second.
 */
export function readCalibration(folder: string): Calibration | null {
  const calibration = readJson(join(folder, FILE), Calibration);
  if (calibration === null || calibration.version !== ENTAILMENT_VERSION) return null;
  const isThere = ({ path, size }: ModelFile) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  return calibration.files.every(isThere) ? calibration : null;
}

export function writeCalibration(folder: string, calibration: Calibration): void {
  writeNewFile(join(folder, FILE), `${JSON.stringify(calibration, null, 2)}\n`);
}
