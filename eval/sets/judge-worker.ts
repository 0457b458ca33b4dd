/** A thread that judges pairs of claim and passage. */

import type { Relationship } from '#contracts/vocabulary.ts';
import { warmUpEngine } from '#engine/in-thread.ts';
import { judgePassage } from '#engine/judging/passage.ts';

export interface PairToJudge {
  claim: string;
  evidence: string;
}

export interface JudgedPair {
  relationship: Relationship;
  probability: number;
  /** Records on the way to the relationship. */
  grounds: string[];
}

export interface JudgingTask {
  pairs: PairToJudge[];
}

export interface JudgingReply {
  judged: JudgedPair[];
  /** Milliseconds that judging alone took. */
  milliseconds: number;
}

// Loading takes half a second, which is no time of judging.
warmUpEngine();

export default function judgePairs({ pairs }: JudgingTask): JudgingReply {
  const started = performance.now();
  const judgements = pairs.map(({ claim, evidence }) =>
    judgePassage({ normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] }, evidence),
  );
  const milliseconds = performance.now() - started;
  const judged = judgements.map(({ relationship, probability, grounds }) => ({ relationship, probability, grounds }));
  return { judged, milliseconds };
}
