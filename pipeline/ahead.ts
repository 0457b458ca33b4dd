/**
 * What a request or a stage has the engine begin for the next stage, before what it rests on is recorded: otherwise the
 * engine would wait for an append, a message and the opening of what was just sealed. The engine changes nothing, so a
 * stage that finds nothing begun, in another process or at another try, asks the engine itself. A failure is the next
 * stage's.
 */
import type { VerificationRequestedData } from '#contracts/events/verification.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { ClaimJudgement, ExtractionInput, ExtractionOutput, SearchQuery } from '#engine/types.ts';
import type { OpenedDetails } from '#streams/opened-details.ts';

/** Claims that are worked on together, and what was begun on them: one result per claim, or null for nothing yet. */
export interface ClaimGroup<Result> {
  claims: readonly ClaimState[];
  begun: Promise<Result[]> | null;
}

export class BegunWork<Result> {
  #begun: { restsOn: readonly string[]; results: Promise<Result[]> }[] = [];

  /**
   * Has `work` begun. It rests on `events`, one of each claim, which are yet to be recorded. No two are sealed alike, so
   * that the sealed detail stands for what an event says.
   */
  begin(events: readonly { detail: string }[], work: () => Promise<Result[]>): void {
    if (events.length === 0) return;
    const results = Promise.try(work);
    // Nobody may come for them.
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

export interface Ahead {
  /** Of the request that the details belong to, or null for nothing yet. */
  extraction: Promise<ExtractionOutput> | null;
  queries: BegunWork<SearchQuery[]>;
  judgements: BegunWork<ClaimJudgement>;
}

/** By the details and not in the hand-over itself, which knows nothing of the engine. */
const byDetails = new WeakMap<OpenedDetails, Ahead>();

/** It goes the way of the verification's opened details: to the next stage in this process, or nowhere. */
export function aheadOf(details: OpenedDetails): Ahead {
  const known = byDetails.get(details);
  if (known !== undefined) return known;
  const ahead: Ahead = { extraction: null, queries: new BegunWork(), judgements: new BegunWork() };
  byDetails.set(details, ahead);
  return ahead;
}

/** Of a request, with `content` and `question` as they were sent: not yet sealed, or opened again. */
export type OpenedRequest = Pick<VerificationRequestedData, 'kind' | 'created_at' | 'content' | 'question'>;

export function extractionInput({ kind, created_at, content, question }: OpenedRequest): ExtractionInput {
  return { content, question, requestedAt: created_at, direct: kind === 'claim' };
}

/** At most so many of an organization at a time: in a rush, the engine is to finish some before it has begun all. */
const EXTRACTED_AHEAD = 4;

/** A request that is about to be recorded, and whose it is. */
export type AnnouncedRequest = OpenedRequest & Pick<VerificationRequestedData, 'organization_id'>;

/** What has the engine extract from a request that is about to be recorded, for the stage that finds it with `details`. */
export function createExtractAhead(engine: SharedEngine) {
  const running = new Map<string, number>();
  return (request: AnnouncedRequest, details: OpenedDetails): void => {
    const { organization_id: organization } = request;
    const others = running.get(organization) ?? 0;
    if (others === EXTRACTED_AHEAD) return;
    running.set(organization, others + 1);
    const extraction = Promise.try(() =>
      engine.forOrganization(organization).extract(extractionInput(request)),
    ).finally(() => {
      const left = running.get(organization)! - 1;
      if (left === 0) running.delete(organization);
      else running.set(organization, left);
    });
    // Nobody may come for it.
    extraction.catch(() => {});
    aheadOf(details).extraction = extraction;
  };
}
