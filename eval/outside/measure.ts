/**
 * How much the service finds by itself: an encyclopaedia behind the stand-in of Wikipedia, each claim searched for alone,
 * as if it were a text of its own.
 */
import { systemTimers } from '#common/time.ts';
import type { WebSource } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import { OutsideReading } from '#pipeline/sources/outside/reading.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { MemoryLeases } from '#platform/sqlite/operations/volatile-state.ts';
import { createSourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import { openWikiServer, type WikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import type { Encyclopaedia, EncyclopaediaClaim } from '../data/encyclopaedia.ts';
import { type Share, share } from '../metrics/share.ts';
import { RUN_BEGINS_AT } from '../run/clock.ts';

export interface OutsideFigures {
  pages: number;
  distractors: number;
  /** Claims whose page is among those that were read. */
  page_read: Share;
  /** Claims of which a gold sentence is in one of the passages that ranking keeps. */
  sentence_kept: Share;
  searches_per_claim: number;
  documents_per_claim: number;
}

interface FoundForClaim {
  pageRead: boolean;
  sentenceKept: boolean;
}

/** Claims are searched for one after another. */
export async function measureEncyclopaedia(
  { pages, distractors, claims }: Encyclopaedia,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<OutsideFigures> {
  const wiki = await openWikiServer([...pages, ...distractors]);
  const guard = createOutboundGuard({ allowHosts: [new URL(wiki.url).host], contact: null, version: 'eval' });
  try {
    const source = sourceOf(wiki, guard);
    const found: FoundForClaim[] = [];
    for (const claim of claims) {
      found.push(await findFor(claim, source));
      onProgress(found.length, claims.length);
    }
    return {
      pages: pages.length,
      distractors: distractors.length,
      page_read: share(found.filter(({ pageRead }) => pageRead).length, found.length),
      sentence_kept: share(found.filter(({ sentenceKept }) => sentenceKept).length, found.length),
      searches_per_claim: wiki.searches().length / found.length,
      documents_per_claim: wiki.reads().length / found.length,
    };
  } finally {
    await guard.close();
    await wiki.close();
  }
}

const engine = createEngine();
const clock = { now: () => Date.parse(RUN_BEGINS_AT) };

function sourceOf(wiki: WikiServer, guard: ReturnType<typeof createOutboundGuard>): WebSource {
  const values = new Map<string, string>();
  const client = createSourceClient({
    guard,
    contact: null,
    baseUrls: { wikipedia: wiki.url },
    leases: new MemoryLeases(),
    values: { get: async (key) => values.get(key) ?? null, compareAndSet: async () => true },
    clock,
    timers: systemTimers,
    instance: 'eval',
  });
  return createWebSource(
    {
      client,
      readers: { forOrganization: () => engine },
      cache: { get: async () => null, put: async () => {} },
      pages: { fetch: async () => null },
      now: () => new Date(clock.now()),
    },
    wikipedia,
    { organization_id: 'eval', retention_s: 0 },
  );
}

async function findFor({ claim: text, page, gold }: EncyclopaediaClaim, source: WebSource): Promise<FoundForClaim> {
  const { claims } = await engine.extract({ content: text, question: '', requestedAt: RUN_BEGINS_AT, direct: true });
  const [claim] = claims as [ExtractedClaim];
  const occasion = {
    organization_id: 'eval',
    verification_id: 'eval',
    request_id: 'eval',
    traceparent: '',
    signal: new AbortController().signal,
  };
  const reading = new OutsideReading([source], {
    occasion,
    text: {
      language: 'en',
      claims: [claim],
      content: () => text,
      wordings: async () => new Map([[claim.ordinal, claim.normalized_claim]]),
      engine,
    },
    profile: 'general_web',
    clock,
  });
  const [queries] = await engine.planQueries([claim], 'thorough');
  const [findings] = await reading.search([{ claim, queries: queries! }]);
  const candidates = [
    ...new Map(findings!.candidates.map((each) => [`${each.source.title}\n${each.text}`, each])).values(),
  ];
  const [ranked] = await engine.rank([claim], [candidates]);
  return {
    pageRead: reading.titles().has(page),
    sentenceKept: ranked!.some((passage) =>
      gold.some((sentence) => squeezed(passage.text).includes(squeezed(sentence))),
    ),
  };
}

/** Passages are literal, but for the white space at which extracts are cut into paragraphs. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
