/**
 * Measures an NLI model on articles with known verdicts, on the claims that tier 1 leaves open: how often it is right, by
 * how sure it is. The figures judge each article by a table that was counted on the others; the one that is kept counts all.
 */
import type { EntailmentModel, PairScores } from '#contracts/ports/entailment-model.ts';
import type { Engine } from '#engine/engine.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import {
  type CalibrationTable,
  reliabilityOf,
  type Side,
  type Step,
  sideOf,
} from '#engine/judging/entailment/calibration-table.ts';
import { mayCount } from '#engine/judging/entailment/label.ts';
import { pairOf } from '#engine/judging/entailment/pair.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import type { Report } from '../control/progress.ts';
import type { Calibration, Settled } from './calibration.ts';
import { type CalibrationArticle, CHECKED_AT, type GoldClaim, judgeItemOf } from './calibration-data.ts';

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

interface Guess {
  side: Side;
  /** The model's own. */
  probability: number;
}

/** A claim that tier 1 leaves open, and what the model says of it most surely; null: nothing that counts. */
interface ReadClaim {
  article: number;
  gold: GoldClaim['verdict'];
  guess: Guess | null;
}

const ORGANIZATION = 'calibration';
const FOLDS = 12;
/** This share of the claims settled on a side must be right. One right and one wrong claim are added, as a prior. */
const PRECISION = { supports: 0.93, contradicts: 0.9 } as const;
/** Probabilities from which scores are counted. */
const STEPS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995];
/** Nothing is surer than what some hundred claims can show. */
const MOST_RELIABLE = 0.97;
/** A model is of use if it settles this many claims rightly, and this share of those that the documents settle. */
const LEAST_RIGHT = 3;
const LEAST_SHARE_RIGHT = 0.02;
const PAIRS_AT_ONCE = 64;

export type Measured = Pick<Calibration, 'figures' | 'is_of_use' | 'table'>;

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
      const item = await judgeItemOf(engine, gold, passages);
      if (item === null) continue;
      const [judgement] = await engine.judge([item], POLICY_TABLE.general_web, CHECKED_AT);
      const kept = judgement!.passages
        .filter(({ judgement: { grounds } }) => !grounds.includes('unrelated'))
        .slice(0, 8);
      const isOpen = judgement!.verdict === 'unverifiable';
      subjects.push({ article, gold, isOpen, claim: item.claim.normalized_claim, passages: kept });
    }
  }
  const pairs = subjects.flatMap(({ claim, passages }) =>
    passages.map((passage) => pairOf(claim, titledPassage(passage))),
  );
  const began = now();
  const scores: PairScores[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
    report({ label: 'reading pairs', done: at, total: pairs.length });
    const signal = new AbortController().signal;
    const outcome = await model.read(pairs.slice(at, at + PAIRS_AT_ONCE), { organization_id: ORGANIZATION, signal });
    if (!outcome.ok) throw new ModelUnreadyError(outcome.failure);
    scores.push(...outcome.scores);
  }
  const elapsed = now() - began;
  report({ label: 'counting', done: 0, total: null });
  let next = 0;
  const read = subjects.map(({ article, gold, claim, passages, isOpen }): ReadClaim & { isOpen: boolean } => {
    const own = passages.map((passage) => ({ passage, scores: scores[next++]! }));
    return { article, gold: gold.verdict, isOpen, guess: isOpen ? surest(claim, own) : null };
  });
  const open = read.filter(({ isOpen }) => isOpen);
  const settled = settledOf(open);
  const could_settle = open.filter(({ gold }) => gold === 'supported' || gold === 'contradicted').length;
  return {
    figures: {
      articles: articles.length,
      claims: subjects.length,
      open: open.length,
      could_settle,
      settled,
      pairs: pairs.length,
      milliseconds_per_pair: pairs.length === 0 ? 0 : Math.round((elapsed / pairs.length) * 10) / 10,
    },
    is_of_use:
      settled.supports.right + settled.contradicts.right >= Math.max(LEAST_RIGHT, LEAST_SHARE_RIGHT * could_settle),
    table: tableOf(open),
  };
}

function titledPassage({ text, source }: RankedPassage) {
  return { text, title: source.title };
}

/** Of the scores that the words of their passages can carry, the surest. */
function surest(claim: string, read: readonly { passage: RankedPassage; scores: PairScores }[]): Guess | null {
  const guesses = read.flatMap(({ passage, scores }) => {
    const guess = sideOf(scores);
    return mayCount(claim, titledPassage(passage), guess.side) ? [guess] : [];
  });
  return guesses.toSorted((a, b) => b.probability - a.probability)[0] ?? null;
}

/** What is settled where each article is judged by a table that was counted on the others. */
function settledOf(claims: readonly ReadClaim[]): Settled {
  const tables = Array.from({ length: FOLDS }, (_, fold) =>
    tableOf(claims.filter(({ article }) => article % FOLDS !== fold)),
  );
  const outcomes = claims.flatMap(({ article, gold, guess }) => {
    if (guess === null) return [];
    const table = tables[article % FOLDS]!;
    return reliabilityOf(table, guess.side, guess.probability) === null ? [] : [{ gold, guess }];
  });
  const side = (name: Side) => {
    const own = outcomes.filter(({ guess }) => guess.side === name);
    return { settled: own.length, right: own.filter(isRight).length };
  };
  return { supports: side('supports'), contradicts: side('contradicts') };
}

function isRight({ gold, guess }: { gold: GoldClaim['verdict']; guess: Guess }): boolean {
  return gold === (guess.side === 'supports' ? 'supported' : 'contradicted');
}

/** For each side the steps from which it is right often enough, and how often. */
function tableOf(claims: readonly ReadClaim[]): CalibrationTable {
  return { supports: stepsOf(claims, 'supports'), contradicts: stepsOf(claims, 'contradicts') };
}

function stepsOf(claims: readonly ReadClaim[], side: Side): Step[] {
  const own = claims.flatMap(({ gold, guess }) => (guess?.side === side ? [{ gold, guess }] : []));
  return STEPS.flatMap((from) => {
    const settled = own.filter(({ guess }) => guess.probability >= from);
    const precision = (settled.filter(isRight).length + 1) / (settled.length + 2);
    return precision >= PRECISION[side] ? [{ from, reliability: Math.min(MOST_RELIABLE, precision) }] : [];
  });
}
