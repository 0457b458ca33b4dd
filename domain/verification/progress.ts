/** How far a run has come: its stage, and how many claims each stage has done. */
import type { ClaimsDone, VerificationCancelledData } from './events.ts';
import type { VerificationHead, VerificationState } from './state.ts';

export type RunStage = VerificationCancelledData['stage'];

/** The stage that a run of each status is at. */
const STAGES = { requested: 'extract', extracted: 'retrieve', retrieved: 'judge', judged: 'conclude' } as const;

/** The stage that the run is at; null before its request and after its end. */
export function stageAt({ status }: Pick<VerificationHead, 'status'>): RunStage | null {
  return Object.hasOwn(STAGES, status) ? STAGES[status as keyof typeof STAGES] : null;
}

/** Nothing is done yet. */
export const NOTHING_DONE: ClaimsDone = { extracted: 0, checkable: 0, searched: 0, judged: 0 };

/** How many claims of the current run each stage has done. */
export function claimsDone({ claims }: Pick<VerificationState, 'claims'>): ClaimsDone {
  const done = { ...NOTHING_DONE };
  for (const { extracted, evidence, judged } of claims.values()) {
    done.extracted++;
    if (extracted.checkable) done.checkable++;
    if (evidence !== null) done.searched++;
    if (judged !== null) done.judged++;
  }
  return done;
}
