/** A model's folder as it is after `evidence model check`, with the runtime beside it. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Calibration, writeCalibration } from '#apps/models/calibration.ts';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import { modelFilesIn } from '#platform/entailment/model-files.ts';
import { believingTable } from '#test/doubles/nli/believing-table.ts';
import type { RuntimeForTests } from './runtime.ts';
import { type TinyModel, writeTinyModel } from './tiny-model.ts';

const NONE = { settled: 0, right: 0 };

/** Writes the model `name` under `models`, with a calibration that relies on the model only. */
export async function writeCalibratedModel(
  models: string,
  name: string,
  model: TinyModel,
  runtime: RuntimeForTests,
  changes: Partial<Calibration> = {},
): Promise<string> {
  const folder = join(models, name);
  writeTinyModel(folder, model);
  const side = { supports: NONE, contradicts: NONE };
  writeCalibration(folder, {
    format: 3,
    version: ENTAILMENT_VERSION,
    files: await modelFilesIn(folder),
    figures: {
      ...{ articles: 1, claims: 1, open: 1, could_settle: 1, pairs: 1, milliseconds_per_pair: 1 },
      settled: side,
    },
    is_of_use: true,
    table: believingTable(),
    ...changes,
  });
  mkdirSync(models, { recursive: true });
  symlinkSync(join(runtime.models, 'runtime'), join(models, 'runtime'));
  return folder;
}
