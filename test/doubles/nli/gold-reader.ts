/**
 * An NLI model that knows the right answers of articles and errs as often as it is told, the same way every time. It says
 * of some passages that speak of something else that they contradict, as such models do.
 */
import { createHash } from 'node:crypto';
import { type CalibrationArticle, settlesClaim } from '#apps/models/calibration-data.ts';
import type { EntailmentModel, PairScores, TextPair } from '#contracts/ports/entailment-model.ts';

const LETTERS = /[^\p{L}\p{N}]/gu;

export function goldReader(articles: readonly CalibrationArticle[], errorRate: number): EntailmentModel {
  const known = articles.flatMap(({ claims, passages }) => claims.map((gold) => ({ gold, passages })));
  const truthOf = ({ premise, hypothesis }: TextPair): 'supported' | 'contradicted' | 'neither' => {
    const found = known.find(({ gold }) => gold.claim.replace(LETTERS, '') === hypothesis.replace(LETTERS, ''));
    const passage = found?.passages.find(({ text }) => text.endsWith(premise.slice(-60)));
    if (found === undefined || passage === undefined) return 'neither';
    const { verdict } = found.gold;
    if (verdict !== 'supported' && verdict !== 'contradicted') return 'neither';
    return settlesClaim(found.gold, passage) === true ? verdict : 'neither';
  };
  return {
    async read(pairs) {
      return { ok: true, scores: pairs.map((pair) => scoresOf(said(truthOf(pair), pair, errorRate), pair)) };
    },
  };
}

function said(truth: ReturnType<typeof chosen>, pair: TextPair, errorRate: number) {
  return share(pair, 'errs') < errorRate ? chosen(share(pair, 'what')) : truth;
}

function chosen(at: number): 'supported' | 'contradicted' | 'neither' {
  return at < 1 / 3 ? 'supported' : at < 2 / 3 ? 'contradicted' : 'neither';
}

function scoresOf(says: ReturnType<typeof chosen>, pair: TextPair): PairScores {
  const sure = 0.7 + 0.29 * share(pair, 'sure');
  const rest = (1 - sure) / 2;
  return {
    entailment: says === 'supported' ? sure : rest,
    contradiction: says === 'contradicted' ? sure : rest,
  };
}

/** A number in [0, 1) that depends on the pair alone. */
function share({ premise, hypothesis }: TextPair, about: string): number {
  return createHash('sha256').update(`${about}\0${premise}\0${hypothesis}`).digest().readUInt32LE() / 2 ** 32;
}
