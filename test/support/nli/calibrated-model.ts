/** A model's folder as it is after `evidence model check`, with the runtime beside it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Calibration, writeCalibration } from '#apps/models/calibration.ts';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import { believingCombiner } from '#test/doubles/nli/combiner.ts';
import type { RuntimeForTests } from './runtime.ts';
import { type TinyModel, writeTinyModel } from './tiny-model.ts';

const GRAPH = 'onnx/model_quantized.onnx';
const NONE = { settled: 0, right: 0 };

/** Writes the model `name` below `models`; its calibration believes the model alone. */
export function writeCalibratedModel(
  models: string,
  name: string,
  model: TinyModel,
  runtime: RuntimeForTests,
  changes: Partial<Calibration> = {},
): string {
  const folder = join(models, name);
  writeTinyModel(folder, model);
  const graph = readFileSync(join(folder, GRAPH));
  const side = { supports: NONE, contradicts: NONE };
  writeCalibration(folder, {
    format: 1,
    version: ENTAILMENT_VERSION,
    graph: { path: GRAPH, size: graph.length, sha256: createHash('sha256').update(graph).digest('hex') },
    figures: {
      ...{ articles: 1, claims: 1, open: 1, could_settle: 1, pairs: 1, milliseconds_per_pair: 1 },
      with_model: side,
      by_words_alone: side,
    },
    is_better: true,
    combiner: believingCombiner(),
    ...changes,
  });
  mkdirSync(models, { recursive: true });
  symlinkSync(join(runtime.models, 'runtime'), join(models, 'runtime'));
  return folder;
}
