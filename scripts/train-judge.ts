/**
 * Trains the judge's model and writes engine/data/judge-model.json.
 *
 *   node scripts/train-judge.ts --data DIR
 *
 * It is trained on FEVER, FM2, SciFact and CitInt only, with evidence of other claims as further negatives. Folds are
 * split by evidence document. Calibration uses predictions for held-out folds, never for rows that a tree has seen.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURE_NAMES } from '#engine/judging/scoring/features.ts';
import { CLASSES, logit, rawProbabilities, type TreeModel } from '#engine/judging/scoring/model.ts';
import { platt, train, trainFolds, trainingExamples } from './judge-training.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string', default: 'engine/data/judge-model.json' } },
});
if (options.data === undefined) throw new Error('--data DIR (the evaluation sets) is required');

const examples = trainingExamples(options.data);
console.log(`${examples.length} examples, ${FEATURE_NAMES.length} features`);
const folds = trainFolds(examples);
const heldOut = examples.map((example) => rawProbabilities(folds[example.fold]!, example.features));
const calibration = CLASSES.map((_, c) =>
  platt(
    heldOut.map((p) => logit(p[c]!)),
    examples.map((example) => example.label === c),
  ),
);
const model: TreeModel = { name: 'judge-model-1', features: [...FEATURE_NAMES], ...train(examples), calibration };
writeFileSync(options.out, `${JSON.stringify(model)}\n`);

CLASSES.slice(0, 2).forEach((name, c) => {
  const gateFeature = c;
  for (const threshold of [0.5, 0.6, 0.7, 0.8, 0.9]) {
    const { slope, intercept } = calibration[c]!;
    const taken = examples.flatMap((example, at) => {
      const p = 1 / (1 + Math.exp(-(slope * logit(heldOut[at]![c]!) + intercept)));
      return example.features[gateFeature] === 1 && p >= threshold ? [example.label === c] : [];
    });
    const right = taken.filter(Boolean).length;
    console.log(`${name} ≥ ${threshold}: ${taken.length} taken, precision ${(right / taken.length).toFixed(3)}`);
  }
});
