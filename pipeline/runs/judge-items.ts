/** What the judges are given about recorded claims. */
import type { WithDetails } from '#domain/verification/details.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { RetrievedPassage } from '#domain/verification/stage-events.ts';
import type { FoldedClaim } from '#domain/verification/state.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { paragraphsIn, surroundingsIn } from '#engine/judging/model/surroundings.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';
import { engineClaim, recordedPassages } from './claims.ts';
import type { StageRun } from './run.ts';

export interface RecordedItem extends JudgeItem {
  passages: RetrievedPassage[];
}

type JudgedRun = Pick<StageRun, 'verification_id' | 'request' | 'texts' | 'engine'>;

export interface JudgeItems {
  itemOf(claim: WithDetails<'extracted' | 'evidence'>): RecordedItem;
  /** Number of the claim's paragraph; null where no language model may be asked. */
  paragraphOf: ((claim: FoldedClaim) => number) | null;
}

/** `isRead`: whether a language model may be asked, which is shown what stands around a claim. */
export async function judgeItemsOf(run: JudgedRun, isRead: boolean): Promise<JudgeItems> {
  const content = run.texts.openText(run.verification_id, SEALED.content, run.request.content);
  const about = await run.engine.mainName(content);
  const surroundingsOf = isRead ? surroundingsIn(content) : null;
  const paragraphAt = isRead ? paragraphsIn(content) : null;
  return {
    itemOf: (claim) => ({
      claim: engineClaim(run, claim),
      passages: recordedPassages(run, claim),
      gaps: (claim.evidence?.gaps ?? []) as RetrievalGap[],
      ...(about && { about }),
      ...(surroundingsOf && { surroundings: surroundingsOf(claim.extracted) }),
      ...(paragraphAt && { paragraph: paragraphAt(claim.extracted.start) }),
    }),
    paragraphOf: paragraphAt && (({ extracted: { start } }) => paragraphAt(start)),
  };
}
