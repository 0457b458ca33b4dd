/**
 * Measures an NLI model on articles with known verdicts, on the claims that tier 1 leaves open. Each article is judged
 * by a combiner that was fitted to the other articles; the combiner that is kept is fitted to all.
 */
import type { EntailmentModel, PairReading } from '#contracts/ports/entailment-model.ts';
import type { Engine } from '#engine/engine.ts';
import { CREDIBLE, POLICY_TABLE } from '#engine/judging/configuration.ts';
import { type Combiner, probabilitiesOf } from '#engine/judging/entailment/combiner.ts';
import { ENTAILMENT_FEATURES, entailmentFeatures } from '#engine/judging/entailment/features.ts';
import { pairOf } from '#engine/judging/entailment/pair.ts';
import { compareWindow, likelier, mayCount } from '#engine/judging/entailment/window.ts';
import type { RankedPassage } from '#engine/types.ts';
import type { Report } from '../control/progress.ts';
import type { Calibration, Settled } from './calibration.ts';
import { type CalibrationArticle, type GoldClaim, settlesClaim } from './calibration-data.ts';
import { type Example, fitCombiner } from './fit-combiner.ts';

export interface CalibrateOptions {
  articles: readonly CalibrationArticle[];
  engine: Engine;
  model: EntailmentModel;
  report: Report;
  /** A clock in milliseconds, to measure the speed. */
  now?: () => number;
}

/** The model could not read, so only tier 1 remains. */
export class ModelUnreadyError extends Error {
  constructor(failure: string) {
    super(`the model could not read all pairs (${failure})`);
    this.name = 'ModelUnreadyError';
  }
}

type Side = 'supports' | 'contradicts';

interface WindowFacts {
  /** null: the window contains only part of what settles the claim. */
  label: Example['label'] | null;
  features: number[];
  /** Which side the words of the window can support. */
  carries: Record<Side, boolean>;
}

interface ClaimFacts {
  article: number;
  gold: GoldClaim['verdict'];
  /** Whether tier 1 leaves the claim open. */
  isOpen: boolean;
  windows: WindowFacts[];
}

const NOW = '2026-01-01T00:00:00.000Z';
const ORGANIZATION = 'calibration';
/** The reading of a model that tells nothing. */
const SILENT: PairReading = { entailment: 0.5, contradiction: 0.5 };
const FOLDS = 12;
/** This share of the claims settled on a side must be right. One right and one wrong claim are added, as a prior. */
const PRECISION = { supports: 0.93, contradicts: 0.9 } as const;
const HIGHEST_THRESHOLD = 0.96;
const THRESHOLD_STEP = 0.01;
/**
 * A model is better if it settles this many more claims correctly than words alone, and this share of the open ones.
 */
const LEAST_GAIN = 3;
const LEAST_SHARE_GAINED = 0.02;
const PAIRS_AT_ONCE = 64;

export type Measured = Pick<Calibration, 'figures' | 'is_better' | 'combiner'>;

/** Throws ModelUnreadyError. */
export async function calibrate({
  articles,
  engine,
  model,
  report,
  now = () => performance.now(),
}: CalibrateOptions): Promise<Measured> {
  const subjects: { article: number; gold: GoldClaim; isOpen: boolean; claim: string; passages: RankedPassage[] }[] =
    [];
  for (const [article, { name, claims, passages }] of articles.entries()) {
    report({ label: `searching (${name})`, done: article, total: articles.length });
    for (const gold of claims) {
      const { claims: extracted } = await engine.extract({
        content: gold.claim,
        question: '',
        requestedAt: NOW,
        direct: true,
      });
      const [claim] = extracted;
      if (claim === undefined || !claim.checkable || claim.ambiguous_dependencies.length > 0) continue;
      const [ranked = []] = await engine.rank([claim], [passages]);
      const [judgement] = await engine.judge([{ claim, passages: ranked, gaps: [] }], POLICY_TABLE.general_web, NOW);
      const kept = judgement!.passages
        .filter(({ judgement: { grounds } }) => !grounds.includes('unrelated'))
        .slice(0, 8);
      const isOpen = judgement!.verdict === 'unverifiable';
      subjects.push({ article, gold, isOpen, claim: claim.normalized_claim, passages: kept });
    }
  }
  const pairs = subjects.flatMap(({ claim, passages }) => passages.map((passage) => pairOf(claim, windowOf(passage))));
  const began = now();
  const readings: PairReading[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
    report({ label: 'reading pairs', done: at, total: pairs.length });
    const signal = new AbortController().signal;
    const outcome = await model.read(pairs.slice(at, at + PAIRS_AT_ONCE), { organization_id: ORGANIZATION, signal });
    if (!outcome.ok) throw new ModelUnreadyError(outcome.failure);
    readings.push(...outcome.readings);
  }
  const elapsed = now() - began;
  report({ label: 'fitting', done: 0, total: null });
  const factsWith = (readingAt: (at: number) => PairReading): ClaimFacts[] => {
    let next = 0;
    return subjects.map(({ article, gold, isOpen, claim, passages }) => ({
      article,
      gold: gold.verdict,
      isOpen,
      windows: passages.map((passage) => factsOf(claim, gold, passage, readingAt(next++))),
    }));
  };
  const read = factsWith((at) => readings[at]!);
  const withModel = evaluate(read);
  const byWords = evaluate(factsWith(() => SILENT));
  const open = read.filter(({ isOpen }) => isOpen);
  const gain = rightOf(withModel.settled) - rightOf(byWords.settled);
  const could_settle = open.filter(({ gold }) => gold === 'supported' || gold === 'contradicted').length;
  return {
    figures: {
      articles: articles.length,
      claims: subjects.length,
      open: open.length,
      could_settle,
      with_model: withModel.settled,
      by_words_alone: byWords.settled,
      pairs: pairs.length,
      milliseconds_per_pair: pairs.length === 0 ? 0 : Math.round((elapsed / pairs.length) * 10) / 10,
    },
    is_better: gain >= Math.max(LEAST_GAIN, LEAST_SHARE_GAINED * could_settle),
    combiner: { ...fitCombiner(ENTAILMENT_FEATURES, examplesOf(read)), ...withModel.thresholds },
  };
}

function windowOf({ text, source }: RankedPassage) {
  return { text, title: source.title };
}

function factsOf(claim: string, gold: GoldClaim, passage: RankedPassage, reading: PairReading): WindowFacts {
  const window = windowOf(passage);
  const comparison = compareWindow(claim, window);
  const settles = gold.verdict === 'supported' || gold.verdict === 'contradicted' ? settlesClaim(gold, passage) : false;
  const side: Side = gold.verdict === 'contradicted' ? 'contradicts' : 'supports';
  const counts = (relationship: Side) => mayCount(claim, window, comparison, reading, relationship);
  return {
    label: settles === null ? null : settles ? side : 'neither',
    features: entailmentFeatures(comparison, window.title, reading),
    carries: { supports: counts('supports'), contradicts: counts('contradicts') },
  };
}

function examplesOf(claims: readonly ClaimFacts[]): Example[] {
  return claims.flatMap(({ windows }) =>
    windows.flatMap(({ label, features }) => (label === null ? [] : [{ label, features }])),
  );
}

type Thresholds = Pick<Combiner, 'supports_from' | 'contradicts_from'>;

/** The outcome of open claims, each judged by a combiner that was fitted without its article. */
function evaluate(claims: readonly ClaimFacts[]): { settled: Settled; thresholds: Thresholds } {
  const guesses: { gold: GoldClaim['verdict']; side: Side; probability: number }[] = [];
  const folds = new Set(claims.map(({ article }) => article % FOLDS));
  for (const fold of folds) {
    const others = claims.filter(({ article }) => article % FOLDS !== fold);
    const combiner = fitCombiner(ENTAILMENT_FEATURES, examplesOf(others));
    for (const { gold, isOpen, windows } of claims.filter(({ article }) => article % FOLDS === fold)) {
      const guess = isOpen ? surest(windows, combiner) : null;
      if (guess !== null) guesses.push({ gold, ...guess });
    }
  }
  const thresholds = {
    supports_from: thresholdOf(guesses, 'supports'),
    contradicts_from: thresholdOf(guesses, 'contradicts'),
  };
  const side = (name: Side) => {
    const from = thresholds[`${name}_from`];
    const settled = guesses.filter((each) => from !== null && each.side === name && each.probability >= from);
    return { settled: settled.length, right: settled.filter((each) => isRight(each)).length };
  };
  return { settled: { supports: side('supports'), contradicts: side('contradicts') }, thresholds };
}

function surest(windows: readonly WindowFacts[], combiner: Combiner): { side: Side; probability: number } | null {
  const labels = windows.flatMap(({ features, carries }) => {
    const probabilities = probabilitiesOf(combiner, features);
    const side = likelier(probabilities.supports, probabilities.contradicts);
    return carries[side] ? [{ side, probability: probabilities[side] }] : [];
  });
  return labels.reduce<(typeof labels)[number] | null>(
    (best, each) => (best === null || each.probability > best.probability ? each : best),
    null,
  );
}

function isRight({ gold, side }: { gold: GoldClaim['verdict']; side: Side }): boolean {
  return gold === (side === 'supports' ? 'supported' : 'contradicted');
}

/** The lowest probability from which the side is right often enough; null if there is none. */
function thresholdOf(
  guesses: readonly { gold: GoldClaim['verdict']; side: Side; probability: number }[],
  side: Side,
): number | null {
  const own = guesses.filter((each) => each.side === side);
  for (let from: number = CREDIBLE; from <= HIGHEST_THRESHOLD; from += THRESHOLD_STEP) {
    const settled = own.filter(({ probability }) => probability >= from);
    const right = settled.filter(isRight).length;
    if ((right + 1) / (settled.length + 2) >= PRECISION[side]) return Math.round(from * 100) / 100;
  }
  return null;
}

function rightOf({ supports, contradicts }: Settled): number {
  return supports.right + contradicts.right;
}
