/** Worker thread that judges pairs of claim and passage. */

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
  /** Grounds of the relationship. */
  grounds: string[];
}

export interface JudgingTask {
  pairs: PairToJudge[];
}

export interface JudgingReply {
  judged: JudgedPair[];
  /** Milliseconds for judging alone. */
  milliseconds: number;
}

// Loading takes half a second, which must not count as judging time.
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
