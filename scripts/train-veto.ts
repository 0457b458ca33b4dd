/**
 * Trains the veto's model and writes engine/data/veto-model.json.
 *
 *   node scripts/train-veto.ts --data DIR…
 *
 * It is trained on FEVER, FM2, SciFact, CitInt and the passages only, and of these only on claims with a passage that
 * contains every part without a certain reading. The model is never asked about some of them, because the rules know
 * that the reading is another one; they improve it nevertheless. Calibration and printed figures leave those out, and
 * use predictions for held-out folds, which are split by evidence document.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare } from '#engine/judging/comparison.ts';
import { isDoubtful, lacksOnlyReading } from '#engine/judging/scoring/doubtful-reading.ts';
import { decide } from '#engine/judging/scoring/gate.ts';
import { logit, rawProbabilities, type TreeModel } from '#engine/judging/scoring/model.ts';
import { VETO_CLASSES } from '#engine/judging/scoring/veto.ts';
import { VETO_FEATURES, vetoFeatures } from '#engine/judging/scoring/veto-features.ts';
import { foldOf, type Pair, readSet, setsIn, VETO_TRAINING_SETS } from '../eval/data/pairs.ts';
import type { BoostingOptions } from './boosting.ts';
import { type Example, FOLDS, platt, train, trainFolds } from './judge-training.ts';

const BOOSTING: BoostingOptions = { rounds: 150, depth: 3, learningRate: 0.06, minimumLeaf: 25, lambda: 5 };
const THRESHOLDS = [0.8, 0.85, 0.9, 0.93, 0.95];

interface VetoExample extends Example {
  set: string;
  /** Whether the model is asked about such pairs. */
  asked: boolean;
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'engine/data/veto-model.json' },
  },
});
if (options.data.length === 0) throw new Error('--data DIR (the evaluation sets, the passages) is required');

/** Empty for a pair that the rules decide, or if more than a certain reading is missing. */
function examplesOf(pair: Pair): VetoExample[] {
  const comparison = compare(pair.claim, pair.evidence, null);
  const gate = decide(comparison);
  if (!lacksOnlyReading(comparison, gate)) return [];
  const label = pair.label === 'supported' ? 0 : 1;
  const example = { features: vetoFeatures(comparison, gate), label, fold: foldOf(pair.document, FOLDS) };
  return [{ ...example, set: pair.set, asked: isDoubtful(comparison, gate) }];
}

const sets = options.data.flatMap((folder) =>
  setsIn(folder)
    .filter((set) => VETO_TRAINING_SETS.includes(set))
    .map((set) => readSet(folder, set)),
);
const examples = sets.flat().flatMap(examplesOf);
const asked = examples.filter(({ asked: isAsked }) => isAsked);
console.log(`${examples.length} examples, of which ${asked.length} are asked about; ${VETO_FEATURES.length} features`);

const folds = trainFolds(examples, BOOSTING);
const heldOut = asked.map((example) => rawProbabilities(folds[example.fold]!, example.features));
const calibration = VETO_CLASSES.map((_, c) =>
  platt(
    heldOut.map((p) => logit(p[c]!)),
    asked.map((example) => example.label === c),
  ),
);
const model: TreeModel = {
  name: 'veto-model-1',
  features: [...VETO_FEATURES],
  ...train(examples, BOOSTING),
  calibration,
};
writeFileSync(options.out, `${JSON.stringify(model)}\n`);

const { slope, intercept } = calibration[0]!;
const probabilities = heldOut.map((p) => 1 / (1 + Math.exp(-(slope * logit(p[0]!) + intercept))));
for (const set of VETO_TRAINING_SETS) {
  for (const threshold of THRESHOLDS) {
    const said = asked.filter((example, at) => example.set === set && probabilities[at]! >= threshold);
    const right = said.filter(({ label }) => label === 0).length;
    console.log(`${set} ≥ ${threshold}: ${right} of ${said.length} right`);
  }
}
