/** Sets up an outside source the way the service does, and searches it for a text the way the pipeline does. */

import { clockOfRun, RUN_BEGINS_AT } from '#apps/measuring/clock.ts';
import { systemTimers } from '#common/time.ts';
import type { SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import type { WebSource } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { RankedPassage, RetrievalGap } from '#engine/types/retrieval.ts';
import { groupsOfClaims } from '#pipeline/runs/claims.ts';
import { OutsideSearcher } from '#pipeline/sources/outside/searcher.ts';
import { gapsOf } from '#pipeline/sources/source.ts';
import { withoutRepeats } from '#pipeline/sources/without-repeats.ts';
import type { OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { MemoryLeases } from '#platform/sqlite/operations/volatile-state.ts';
import { createSourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';

export const engine = createEngine();
export const clock = clockOfRun();

export const OCCASION = {
  organization_id: 'eval',
  verification_id: 'eval',
  request_id: 'eval',
  traceparent: '',
  signal: new AbortController().signal,
};

/** Far more time than a verification has, so that a busy machine doesn't affect the result. */
const TIME_BUDGET_MS = 300_000;

/** The source with protocol `wire` at `url`. It has no cache, so every text is searched for anew. */
export function openSource(wire: SourceWire, url: string, guard: OutboundGuard, pages: SourceFetcher): WebSource {
  const client = createSourceClient({
    guard,
    contact: null,
    baseUrls: { [wire.id]: url },
    leases: new MemoryLeases(),
    values: { get: async () => null, compareAndSet: async () => true },
    clock,
    timers: systemTimers,
    instance: 'eval',
  });
  return createWebSource(
    {
      client,
      readers: { forOrganization: () => engine },
      cache: { get: async () => null, put: async () => {} },
      pages,
      now: () => new Date(clock.now()),
    },
    wire,
    { organization_id: OCCASION.organization_id, retention_s: 0 },
  );
}

export interface FoundForClaim {
  claim: ExtractedClaim;
  /** The passages that ranking keeps, best first. */
  passages: RankedPassage[];
  gaps: RetrievalGap[];
}

export interface FoundForText {
  /** All claims of the text. Those that are not checkable are not searched for. */
  claims: FoundForClaim[];
  /** Titles of the documents read. */
  titles: ReadonlySet<string>;
}

/** `direct`: the whole content is one claim. */
export async function searchFor(content: string, direct: boolean, source: WebSource): Promise<FoundForText> {
  const extracted = await engine.extract({ content, question: '', requestedAt: RUN_BEGINS_AT, direct });
  const { language } = extracted;
  const claims = [...extracted.claims];
  const searched = claims.filter(({ checkable }) => checkable);
  const searcher = new OutsideSearcher([source], {
    occasion: OCCASION,
    text: {
      language,
      claims: searched,
      content: () => content,
      given: async () => null,
      wordings: async () => new Map(searched.map(({ ordinal, normalized_claim }) => [ordinal, normalized_claim])),
      engine,
    },
    profile: 'general_web',
    clock,
    timeBudgetMs: TIME_BUDGET_MS,
  });
  const found = new Map<ExtractedClaim, FoundForClaim>();
  for (const group of groupsOfClaims(searched)) {
    for (const each of await searchGroup(group, searcher)) found.set(each.claim, each);
  }
  return {
    claims: claims.map((claim) => found.get(claim) ?? { claim, passages: [], gaps: [] }),
    titles: searcher.titles(),
  };
}

async function searchGroup(group: readonly ExtractedClaim[], searcher: OutsideSearcher): Promise<FoundForClaim[]> {
  const claims = [...group];
  const queries = await engine.planQueries(claims, 'thorough');
  const findings = await searcher.search(claims.map((claim, i) => ({ claim, queries: queries[i]! })));
  const ranked = await engine.rank(
    claims,
    findings.map(({ candidates }) => withoutRepeats(candidates)),
  );
  return claims.map((claim, i) => ({
    claim,
    passages: ranked[i]!,
    gaps: gapsOf([findings[i]!], ranked[i]!.length),
  }));
}
