/** Multinomial gradient boosting on binned features (Friedman 2001), small and deterministic. */
import { rawProbabilities, type Tree } from '#engine/judging/scoring/model.ts';

export interface BoostingOptions {
  rounds: number;
  depth: number;
  learningRate: number;
  minimumLeaf: number;
  /** L2 penalty on leaf values. */
  lambda: number;
}

export interface Boosted {
  base: number[];
  rounds: Tree[][];
}

const MAXIMUM_BINS = 32;

interface Binned {
  /** bins[f][row] */
  bins: Uint8Array[];
  /** Upper edge of every bin but the last. */
  edges: number[][];
}

function binFeatures(rows: readonly Float64Array[]): Binned {
  const width = rows[0]!.length;
  const bins: Uint8Array[] = [];
  const edges: number[][] = [];
  for (let f = 0; f < width; f++) {
    const values = [...new Set(rows.map((row) => row[f]!))].sort((a, b) => a - b);
    const step = Math.max(1, Math.ceil(values.length / MAXIMUM_BINS));
    const cuts: number[] = [];
    for (let i = step; i < values.length; i += step) cuts.push((values[i - 1]! + values[i]!) / 2);
    edges.push(cuts);
    bins.push(Uint8Array.from(rows, (row) => lowerBound(cuts, row[f]!)));
  }
  return { bins, edges };
}

function lowerBound(cuts: readonly number[], value: number): number {
  let at = 0;
  while (at < cuts.length && value > cuts[at]!) at++;
  return at;
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
}

function bestSplit(
  data: Binned,
  rows: Int32Array,
  gradient: Float64Array,
  hessian: Float64Array,
  options: BoostingOptions,
): Split | null {
  let sumG = 0;
  let sumH = 0;
  for (const row of rows) {
    sumG += gradient[row]!;
    sumH += hessian[row]!;
  }
  const score = (g: number, h: number) => (g * g) / (h + options.lambda);
  let best: Split | null = null;
  const g = new Float64Array(MAXIMUM_BINS + 2);
  const h = new Float64Array(MAXIMUM_BINS + 2);
  const n = new Int32Array(MAXIMUM_BINS + 2);
  for (let feature = 0; feature < data.bins.length; feature++) {
    const bins = data.bins[feature]!;
    g.fill(0);
    h.fill(0);
    n.fill(0);
    for (const row of rows) {
      const bin = bins[row]!;
      g[bin] = g[bin]! + gradient[row]!;
      h[bin] = h[bin]! + hessian[row]!;
      n[bin] = n[bin]! + 1;
    }
    let leftG = 0;
    let leftH = 0;
    let leftN = 0;
    for (let bin = 0; bin < data.edges[feature]!.length; bin++) {
      leftG += g[bin]!;
      leftH += h[bin]!;
      leftN += n[bin]!;
      if (leftN < options.minimumLeaf || rows.length - leftN < options.minimumLeaf) continue;
      const gain = score(leftG, leftH) + score(sumG - leftG, sumH - leftH) - score(sumG, sumH);
      if (gain > 1e-6 && (best === null || gain > best.gain)) best = { feature, bin, gain };
    }
  }
  return best;
}

function growTree(data: Binned, gradient: Float64Array, hessian: Float64Array, options: BoostingOptions): Tree {
  const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const grow = (rows: Int32Array, depth: number): number => {
    const node = tree.feature.length;
    let g = 0;
    let h = 0;
    for (const row of rows) {
      g += gradient[row]!;
      h += hessian[row]!;
    }
    const value = Math.round(((options.learningRate * g) / (h + options.lambda)) * 1e5) / 1e5;
    tree.feature.push(-1);
    tree.threshold.push(0);
    tree.left.push(0);
    tree.right.push(0);
    tree.value.push(value);
    const split = depth === 0 ? null : bestSplit(data, rows, gradient, hessian, options);
    if (split === null) return node;
    const bins = data.bins[split.feature]!;
    tree.feature[node] = split.feature;
    tree.threshold[node] = Math.round(data.edges[split.feature]![split.bin]! * 1e6) / 1e6;
    tree.left[node] = grow(
      rows.filter((row) => bins[row]! <= split.bin),
      depth - 1,
    );
    tree.right[node] = grow(
      rows.filter((row) => bins[row]! > split.bin),
      depth - 1,
    );
    return node;
  };
  grow(
    Int32Array.from({ length: gradient.length }, (_, at) => at),
    options.depth,
  );
  return tree;
}

/** Trains a model on feature `rows`, with a class number in `labels` and a weight per row. */
export function boost(
  rows: readonly Float64Array[],
  labels: readonly number[],
  weights: readonly number[],
  options: BoostingOptions,
): Boosted {
  const classes = Math.max(...labels) + 1;
  const data = binFeatures(rows);
  const totals = new Array<number>(classes).fill(1);
  labels.forEach((label, at) => {
    totals[label] = totals[label]! + weights[at]!;
  });
  const sum = totals.reduce((a, b) => a + b, 0);
  const model: Boosted = { base: totals.map((total) => Math.log(total / sum)), rounds: [] };
  const scores = rows.map(() => [...model.base]);
  const empty = { base: new Array<number>(classes).fill(0), rounds: [] as Tree[][] };
  for (let round = 0; round < options.rounds; round++) {
    const probabilities = scores.map((score) => rawProbabilities({ ...empty, base: score }, []));
    const trees: Tree[] = [];
    for (let c = 0; c < classes; c++) {
      const gradient = Float64Array.from(
        labels,
        (label, at) => weights[at]! * (Number(label === c) - probabilities[at]![c]!),
      );
      const hessian = Float64Array.from(probabilities, (p, at) => weights[at]! * Math.max(1e-6, p[c]! * (1 - p[c]!)));
      trees.push(growTree(data, gradient, hessian, options));
    }
    model.rounds.push(trees);
    rows.forEach((row, at) => {
      trees.forEach((tree, c) => {
        let node = 0;
        while (tree.feature[node]! >= 0) {
          node = row[tree.feature[node]!]! <= tree.threshold[node]! ? tree.left[node]! : tree.right[node]!;
        }
        scores[at]![c] = scores[at]![c]! + tree.value[node]!;
      });
    });
  }
  return model;
}
