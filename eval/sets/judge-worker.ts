/** A thread that judges pairs of claim and passage. */

import type { Relationship } from '#contracts/vocabulary.ts';
import { warmUpEngine } from '#engine/in-thread.ts';
import { compare } from '#engine/judging/comparison.ts';
import { judgePassage } from '#engine/judging/passage.ts';
import { featuresOf } from '#engine/judging/scoring/features.ts';
import { decide } from '#engine/judging/scoring/gate.ts';

export interface PairToJudge {
  claim: string;
  evidence: string;
}

export interface JudgedPair {
  relationship: Relationship;
  probability: number;
  /** What the model sees of the pair; null unless asked for. */
  features: Float64Array | null;
}

export interface JudgingTask {
  pairs: PairToJudge[];
  features: boolean;
}

export interface JudgingReply {
  judged: JudgedPair[];
  /** Milliseconds that judging alone took. */
  milliseconds: number;
}

// Loading takes half a second, which is no time of judging.
warmUpEngine();

export default function judgePairs({ pairs, features }: JudgingTask): JudgingReply {
  const started = performance.now();
  const judgements = pairs.map(({ claim, evidence }) =>
    judgePassage({ normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] }, evidence),
  );
  const milliseconds = performance.now() - started;
  const judged = judgements.map(({ relationship, probability }, i) => ({
    relationship,
    probability,
    features: features ? featuresOfPair(pairs[i]!) : null,
  }));
  return { judged, milliseconds };
}

function featuresOfPair({ claim, evidence }: PairToJudge): Float64Array {
  const comparison = compare(claim, evidence, null);
  return featuresOf(comparison, decide(comparison));
}
