/**
 * `--web stand-ins`: an encyclopaedia and a web search on loopback that serve the example library's documents, because
 * no real source knows of a made-up island.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPageReader } from '#engine/read-pages.ts';
import type { ReadableDocument } from '#engine/types/retrieval.ts';
import type { IndexedPage } from '#test/doubles/web-sources/page-index.ts';
import { openPageServer, type ServedPage } from '#test/doubles/web-sources/page-server.ts';
import { openSearchServer } from '#test/doubles/web-sources/search-server.ts';
import { openWikiServer, type WikiArticle } from '#test/doubles/web-sources/wiki-server.ts';

export interface StandIns {
  /** Environment variables that make the service use them. */
  environment: Record<string, string>;
  articles: number;
  pages: number;
  /** Number of requests so far. */
  requests(): { encyclopaedia: number; searches: number; pages: number };
  close(): Promise<void>;
}

const MEDIA_TYPES = { md: 'text/markdown', html: 'text/html', txt: 'text/plain' } as const;

/** The reports on which the articles are based, on their publishers' sites. Two hosts are two independent sites. */
const ON_THE_WEB: Readonly<Record<string, string>> = {
  '05-salmon-survey.md': '127.0.0.1',
  '07-water-level-engineers.md': '127.0.0.1',
  '08-water-level-university.md': 'localhost',
  '11-safety-record.md': '127.0.0.1',
};

/** `newsletter`: a PDF. `newsletterText`: the page that it was made from. */
export async function openStandIns(
  library: string,
  { newsletter, newsletterText }: { newsletter: string; newsletterText: string },
): Promise<StandIns> {
  const names = await readdir(library);
  const documents = new Map<string, string>();
  for (const name of names) documents.set(name, await readFile(join(library, name), 'utf8'));
  const wiki = await openWikiServer(await Promise.all(names.map((name) => articleOf(name, documents.get(name)!))));
  const entries = await openWikiServer([]);

  const served = new Map<string, ServedPage>();
  const sites = await openPageServer(served);
  const indexed: IndexedPage[] = [];
  const serve = (host: string, name: string, page: ServedPage, text: ReadableDocument) => {
    served.set(`/${name}`, page);
    indexed.push({ url: `http://${host}:${sites.port}/${name}`, title: text.title, text: text.text });
  };
  for (const [name, host] of Object.entries(ON_THE_WEB)) {
    const body = documents.get(name)!;
    serve(host, name, { type: mediaTypeOf(name), body }, await readable(name, body));
  }
  const pdf = { type: 'application/pdf', body: await readFile(newsletter) };
  serve('localhost', 'newsletter.pdf', pdf, await readable('a.html', await readFile(newsletterText, 'utf8')));
  const search = await openSearchServer({ provider: 'searxng', pages: indexed });

  return {
    articles: names.length,
    pages: indexed.length,
    environment: {
      EVIDENCE_PUBLIC_SOURCES: 'on',
      EVIDENCE_SEARCH_URL: search.url,
      EVIDENCE_PROVIDER_URLS: JSON.stringify({ wikipedia: wiki.url, wikidata: entries.url }),
      EVIDENCE_ALLOW_HOSTS: [
        ...[wiki, entries].map(({ url }) => new URL(url).host),
        ...[sites.host, `localhost:${sites.port}`],
      ].join(','),
    },
    requests: () => ({
      encyclopaedia: wiki.requests.length + entries.requests.length,
      searches: search.requests.length,
      pages: sites.requests.filter((path) => path !== '/robots.txt').length,
    }),
    async close() {
      await Promise.all([wiki, entries, search, sites].map((server) => server.close()));
    },
  };
}

function mediaTypeOf(name: string) {
  return MEDIA_TYPES[name.split('.').at(-1) as keyof typeof MEDIA_TYPES];
}

function readable(name: string, body: string): Promise<ReadableDocument> {
  return createPageReader().readable({ body, mediaType: mediaTypeOf(name), url: `file:///${name}` });
}

async function articleOf(name: string, body: string): Promise<WikiArticle> {
  const page = await readable(name, body);
  // An extract has each paragraph on its own line.
  const text = page.text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '))
    .join('\n');
  return { title: page.title, text };
}
