/**
 * What the engine is given for the next stage while the events it rests on are still being recorded, as it would have
 * nothing to do meanwhile. Nothing depends on it: the engine changes nothing, and a stage that finds nothing begun, in
 * another process or after a failure, asks the engine itself.
 */
import type { ClaimState } from '#domain/verification/state.ts';
import type { ClaimJudgement, SearchQuery } from '#engine/types.ts';
import type { OpenedDetails } from '#streams/opened-details.ts';

/** Claims that are worked on together, and what was begun on them: one result per claim, or null for nothing yet. */
export interface ClaimGroup<Result> {
  claims: readonly ClaimState[];
  begun: Promise<Result[]> | null;
}

/** A short text's worth. Of a longer one the engine has enough to do, and all results would be tens of MB. */
const MAX_GROUPS = 5;

/** An event about a claim, with its sealed part. No two are sealed alike, so that it stands for what it holds. */
interface Sealed {
  detail: string;
}

export class Ahead<Result> {
  #begun: { restsOn: readonly string[]; results: Promise<Result[]> }[] = [];

  /** Has `work` begun, unless enough has been. It rests on `events`, one of each claim, which are yet to be recorded. */
  begin(events: readonly Sealed[], work: () => Promise<Result[]>): void {
    if (events.length === 0 || this.#begun.length === MAX_GROUPS) return;
    const results = work();
    // A failure is for the stage that comes for the results, if one does.
    results.catch(() => {});
    this.#begun.push({ restsOn: events.map(({ detail }) => detail), results });
  }

  /**
   * `claims` in groups, in their order: those with work begun, each given out once, and of the others `size` at most.
   * `restsOn` is what was recorded of a claim: where that was somebody else's event, what was begun is left aside.
   */
  groups(
    claims: readonly ClaimState[],
    restsOn: (claim: ClaimState) => string | undefined,
    size: number,
  ): ClaimGroup<Result>[] {
    const begun = new Map(this.#begun.splice(0).map((work) => [work.restsOn[0]!, work]));
    const begunAt = (at: number) => begun.get(restsOn(claims[at]!) ?? '');
    const groups: ClaimGroup<Result>[] = [];
    for (let at = 0; at < claims.length; at += groups.at(-1)!.claims.length) {
      const work = begunAt(at);
      const group = claims.slice(at, at + (work?.restsOn.length ?? size));
      if (work?.restsOn.every((detail, i) => group[i] !== undefined && restsOn(group[i]) === detail)) {
        groups.push({ claims: group, begun: work.results });
      } else {
        const next = group.findIndex((_, i) => i > 0 && begunAt(at + i) !== undefined);
        groups.push({ claims: next === -1 ? group : group.slice(0, next), begun: null });
      }
    }
    return groups;
  }
}

export interface EngineAhead {
  queries: Ahead<SearchQuery[]>;
  judgements: Ahead<ClaimJudgement>;
}

const byDetails = new WeakMap<OpenedDetails, EngineAhead>();

/** It goes the way of the verification's opened details: to the next stage in this process, or nowhere. */
export function aheadOf(details: OpenedDetails): EngineAhead {
  const known = byDetails.get(details);
  if (known !== undefined) return known;
  const ahead: EngineAhead = { queries: new Ahead(), judgements: new Ahead() };
  byDetails.set(details, ahead);
  return ahead;
}
