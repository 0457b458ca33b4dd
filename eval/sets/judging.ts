/**
 * Measures the local judge on one set. Each claim is judged against its evidence as a single passage, without retrieval and
 * without titles. Apart from accuracy, this checks that nothing is settled without evidence or with another claim's evidence, and
 * that a claim loses its support when it is negated or its number is changed.
 */
import { CREDIBLE } from '#engine/judging/configuration.ts';
import { negate } from '#engine/syntax/negate.ts';
import { LABELS, type Label, type Pair, swapEvidence } from '../data/pairs.ts';
import { groupBy, type Share, shareOf } from '../metrics/share.ts';
import type { KindFigures } from '../metrics/verdicts.ts';
import { changeNumber } from './change-number.ts';
import type { JudgeThreads } from './judge-threads.ts';
import type { JudgedPair } from './judge-worker.ts';
import { minimalPairs } from './minimal-pairs.ts';
import type { SetFigures } from './set-figures.ts';

export interface Outcome {
  label: Label;
  said: Label;
}

export async function measureJudging(set: string, pairs: readonly Pair[], threads: JudgeThreads): Promise<SetFigures> {
  const { judged, milliseconds } = await threads.judge(pairs);
  const outcomes = pairs.map(({ label }, i) => ({ label, said: verdictOf(judged[i]!) }));
  const shares: Record<string, Share> = {
    accuracy: shareOf(outcomes, isRight),
    precision_supported: precision(outcomes, 'supported'),
    precision_contradicted: precision(outcomes, 'contradicted'),
    decided: shareOf(outcomes, isDecided),
    contradicted_not_let_through: shareOf(
      outcomes.filter(({ label }) => label === 'contradicted'),
      ({ said }) => said !== 'supported',
    ),
    ...minimalPairShares(pairs, outcomes),
    without_evidence_left_open: await leftOpen(
      pairs.map((pair) => ({ ...pair, evidence: '' })),
      threads,
    ),
    swapped_evidence_left_open: await leftOpen(swapEvidence(pairs), threads),
    negated_support_withdrawn: await withdrawn(pairs, outcomes, negate, threads),
    changed_number_support_withdrawn: await withdrawn(pairs, outcomes, changeNumber, threads),
  };
  return {
    set,
    about: 'judging',
    rows: pairs.length,
    measures: {
      ...Object.fromEntries(Object.entries(shares).map(([name, { value }]) => [name, value])),
      macro_f1: macroF1(outcomes),
    },
    counts: Object.fromEntries(Object.entries(shares).map(([name, { whole }]) => [name, whole])),
    per_second: (pairs.length / milliseconds) * 1_000,
    kinds: kinds(pairs, outcomes),
  };
}

function isRight({ label, said }: Outcome): boolean {
  return said === label;
}

function isDecided({ said }: Outcome): boolean {
  return said !== 'unverifiable';
}

/** Empty if the set has no minimal pairs. */
function minimalPairShares(pairs: readonly Pair[], outcomes: readonly Outcome[]): Record<string, Share> {
  const twins = minimalPairs(pairs).map((indices) => indices.map((i) => outcomes[i]!));
  if (twins.length === 0) return {};
  return {
    minimal_pairs_both_right: shareOf(twins, (pair) => pair.every(isRight)),
    minimal_pairs_without_wrong_decision: shareOf(
      twins,
      (pair) => !pair.some((one) => isDecided(one) && !isRight(one)),
    ),
  };
}

function verdictOf({ relationship, probability }: JudgedPair): Label {
  if (probability < CREDIBLE) return 'unverifiable';
  if (relationship === 'supports') return 'supported';
  return relationship === 'contradicts' ? 'contradicted' : 'unverifiable';
}

function precision(outcomes: readonly Outcome[], label: Label): Share {
  return shareOf(
    outcomes.filter(({ said }) => said === label),
    (outcome) => outcome.label === label,
  );
}

/** Mean F1 over the labels that occur in the set. */
export function macroF1(outcomes: readonly Outcome[]): number | null {
  const present = LABELS.filter((label) => outcomes.some((outcome) => outcome.label === label));
  if (present.length === 0) return null;
  return present.reduce((sum, label) => sum + f1(outcomes, label), 0) / present.length;
}

function f1(outcomes: readonly Outcome[], label: Label): number {
  const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
  const hits = count((each) => each.label === label && each.said === label);
  const there = count((each) => each.label === label) + count((each) => each.said === label);
  return there === 0 ? 0 : (2 * hits) / there;
}

async function leftOpen(pairs: readonly Pair[], threads: JudgeThreads): Promise<Share> {
  const { judged } = await threads.judge(pairs);
  return shareOf(judged, (each) => verdictOf(each) === 'unverifiable');
}

/** Of the claims judged supported, the share that no longer is when the claim is changed. */
async function withdrawn(
  pairs: readonly Pair[],
  outcomes: readonly Outcome[],
  change: (claim: string) => string | null,
  threads: JudgeThreads,
): Promise<Share> {
  const changed = pairs.flatMap((pair, i) => {
    const claim = outcomes[i]!.said === 'supported' ? change(pair.claim) : null;
    return claim === null ? [] : [{ claim, evidence: pair.evidence }];
  });
  const { judged } = await threads.judge(changed);
  return shareOf(judged, (each) => verdictOf(each) !== 'supported');
}

function kinds(pairs: readonly Pair[], outcomes: readonly Outcome[]): KindFigures[] {
  const indices = pairs.map((_, i) => i).filter((i) => pairs[i]!.label !== 'unverifiable');
  const groups = groupBy(indices, (i) => (pairs[i]!.kind === null ? null : `${pairs[i]!.label}: ${pairs[i]!.kind}`));
  return [...groups]
    .map(([kind, group]) => ({
      kind,
      claims: group.length,
      right: group.filter((i) => outcomes[i]!.said === outcomes[i]!.label).length,
      wrong: group.filter((i) => !['unverifiable', outcomes[i]!.label].includes(outcomes[i]!.said)).length,
    }))
    .sort((a, b) => b.claims - a.claims || (a.kind < b.kind ? -1 : 1));
}
