/** The result of `evidence model check`, stored beside the model. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import type { ModelFile } from '#platform/entailment/model-files.ts';
import { writeNewFile } from '#platform/files/durability.ts';
import { readJson } from './model-store.ts';

const Numbers = z.array(z.number()).max(200);
const Threshold = z.number().min(0).max(1).nullable();
const Combiner = z
  .object({
    features: z.array(z.string().max(100)).max(200),
    mean: Numbers,
    scale: z.array(z.number().positive()).max(200),
    supports: Numbers,
    contradicts: Numbers,
    supports_from: Threshold,
    contradicts_from: Threshold,
  })
  .refine(({ features: { length }, mean, scale, supports, contradicts }) => {
    return (
      [mean, scale].every((each) => each.length === length) &&
      [supports, contradicts].every((each) => each.length === length + 1)
    );
  }, 'has as many numbers as features');

const Side = z.object({ settled: z.int().min(0), right: z.int().min(0) });

/** Claims that tier 1 leaves open. Each article was judged by a combiner that was fitted without it. */
const Settled = z.object({ supports: Side, contradicts: Side });
export type Settled = z.infer<typeof Settled>;

export const Calibration = z.object({
  format: z.literal(2),
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
    with_model: Settled,
    /** The result of the same combiner without the model's readings. */
    by_words_alone: Settled,
    pairs: z.int(),
    milliseconds_per_pair: z.number(),
  }),
  /** Whether the model settles more than the coverage of words does. */
  is_better: z.boolean(),
  combiner: Combiner,
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
