/**
 * Measures how much evidence the service finds in a small web. It consists of the documents of all articles, each a page on a
 * separate site, searched through a stand-in for SearXNG. The text of each article is searched for as a whole.
 */
import { join } from 'node:path';
import { jointVerdict, matchClaims } from '#apps/measuring/match.ts';
import { NO_TRACING } from '#common/tracing.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import { createOutboundGuard, type OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { CRAWLER, createRobots } from '#platform/outbound/robots.ts';
import { createSourceFetcher } from '#platform/sources/source-fetcher.ts';
import { searxng } from '#platform/web-sources/searxng.ts';
import type { IndexedPage } from '#test/doubles/web-sources/page-index.ts';
import { openPageServer, type ServedPage } from '#test/doubles/web-sources/page-server.ts';
import { openSearchServer } from '#test/doubles/web-sources/search-server.ts';
import { isSettleable } from '../claim-row.ts';
import { type Article, type GoldClaim, readFolder } from '../data/article.ts';
import { readText } from '../data/json-lines.ts';
import { type Share, shareOf } from '../metrics/share.ts';
import { findQuote } from '../run/quotes.ts';
import { judgeBoth, type PrecisionFigures, precisionFigures, type TwoVerdicts } from './precision.ts';
import { clock, engine, type FoundForText, openSource, searchFor } from './searching.ts';

export interface WebFigures {
  pages: number;
  texts: number;
  /** Claims that the documents settle and for which ranking keeps a passage with a gold quote. */
  quote_kept: Share;
  searches_per_text: number;
  pages_per_text: number;
  precision: TwoVerdicts<PrecisionFigures>;
  /** Claims for which no such passage was kept. */
  missed: { article: string; number: number; claim: string; parts: number }[];
}

/** Searches for one text after another. */
export async function measureWeb(
  articles: readonly Article[],
  onProgress: (done: number, all: number) => void = () => {},
): Promise<WebFigures> {
  await using web = await openWeb(articles);
  const rows = [];
  for (const [i, article] of articles.entries()) {
    rows.push(...(await rowsOf(article, await searchFor(article.text, false, web.source))));
    onProgress(i + 1, articles.length);
  }
  const settleable = rows.filter(isSettleable);
  return {
    pages: web.pages,
    texts: articles.length,
    quote_kept: shareOf(settleable, ({ isKept }) => isKept),
    searches_per_text: web.searches() / articles.length,
    pages_per_text: web.reads() / articles.length,
    precision: precisionFigures(rows),
    missed: settleable
      .filter(({ isKept }) => !isKept)
      .map(({ article, number, claim, parts }) => ({ article, number, claim, parts })),
  };
}

interface Row extends TwoVerdicts<ReturnType<typeof jointVerdict>['verdict']> {
  article: string;
  number: number;
  claim: string;
  gold: GoldClaim['verdict'];
  /** Number of the service's claims that match it. */
  parts: number;
  isKept: boolean;
}

async function rowsOf({ name, gold }: Article, found: FoundForText): Promise<Row[]> {
  const both = await judgeBoth(found.claims);
  const { matches } = matchClaims(
    gold.map(({ place }) => place),
    found.claims.map((each, i) => ({ ...each, ...both[i]!, location: each.claim })),
  );
  return gold.map(({ claim, verdict, evidence }, i) => {
    const { own, wide } = matches[i]!;
    const answering = own.length > 0 ? own : wide;
    const passages = answering.flatMap((each) =>
      each.passages.map(({ text, source }) => ({ text, url: source.canonical_url })),
    );
    return {
      article: name,
      number: i + 1,
      claim,
      gold: verdict,
      parts: answering.length,
      isKept: evidence.some((quote) => findQuote(quote, passages) !== null),
      outside: jointVerdict(answering.map(({ outside }) => outside)).verdict,
      given: jointVerdict(answering.map(({ given }) => given)).verdict,
    };
  });
}

async function openWeb(articles: readonly Article[]) {
  const sites = articles.flatMap(sitesOf);
  const served = new Map(sites.map(({ path, page }) => [path, page]));
  const server = await openPageServer(served);
  const pages: IndexedPage[] = [];
  for (const { host, path, page } of sites) {
    const url = `http://${host}:${server.port}${path}`;
    const { title, text } = await engine.readable({ body: page.body, mediaType: page.type, url });
    pages.push({ url, title: title || path, text });
  }
  const search = await openSearchServer({ provider: 'searxng', pages });
  const guard = createOutboundGuard({
    allowHosts: [new URL(search.url).host, ...sites.map(({ host }) => `${host}:${server.port}`)],
    contact: null,
    version: 'eval',
    resolve: async () => ['127.0.0.1'],
  });
  return {
    pages: pages.length,
    source: openSource(searxng, search.url, guard, fetcherThrough(guard)),
    searches: () => search.requests.length,
    reads: () => server.requests.filter((path) => path !== '/robots.txt').length,
    async [Symbol.asyncDispose]() {
      await guard.close();
      await search.close();
      await server.close();
    },
  };
}

const MEDIA_TYPES = { md: 'text/markdown', html: 'text/html', htm: 'text/html' } as const;

type TextPage = { type: 'text/markdown' | 'text/html' | 'text/plain'; body: string } & ServedPage;

/** The documents of an article, each on a separate host. They keep their file names, so that gold quotes can be located. */
function sitesOf({ name, documents }: Article): { host: string; path: string; page: TextPage }[] {
  return readFolder(documents).map((file, i) => ({
    host: `${name}-${i + 1}.test`,
    path: `/${name}/${encodeURIComponent(file)}`,
    page: {
      type: MEDIA_TYPES[file.split('.').at(-1) as keyof typeof MEDIA_TYPES] ?? 'text/plain',
      body: readText(join(documents, file)),
    },
  }));
}

function fetcherThrough(guard: OutboundGuard) {
  return createSourceFetcher({
    guard,
    robots: createRobots({ guard, token: CRAWLER }),
    readers: { forOrganization: () => engine },
    documents: { read: async () => Promise.reject(new DocumentError('unsupported_document_type')) },
    cache: { get: async () => null, put: async () => {} },
    cacheKey: (_, url) => url,
    now: () => new Date(clock.now()),
    cacheTtl: 0,
    freshFor: 0,
    unreadableFor: 0,
    timedOutFor: 0,
    tracing: NO_TRACING,
  });
}
