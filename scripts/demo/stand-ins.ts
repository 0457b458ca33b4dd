/**
 * `--web stand-ins`: an encyclopaedia on loopback whose articles are the example library's documents, as no real one knows
 * of a made-up island.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPageReader } from '#engine/read-pages.ts';
import { openWikiServer, type WikiArticle } from '#test/doubles/web-sources/wiki-server.ts';

export interface StandIns {
  /** Points the service at them. */
  environment: Record<string, string>;
  articles: number;
  /** Requests so far. */
  requests(): number;
  close(): Promise<void>;
}

const MEDIA_TYPES = { md: 'text/markdown', html: 'text/html', txt: 'text/plain' } as const;

export async function openStandIns(library: string): Promise<StandIns> {
  const articles = await Promise.all((await readdir(library)).map((name) => articleIn(library, name)));
  const wiki = await openWikiServer(articles);
  const entries = await openWikiServer([]);
  return {
    articles: articles.length,
    environment: {
      EVIDENCE_PUBLIC_SOURCES: 'on',
      EVIDENCE_PROVIDER_URLS: JSON.stringify({ wikipedia: wiki.url, wikidata: entries.url }),
      EVIDENCE_ALLOW_HOSTS: [wiki, entries].map(({ url }) => new URL(url).host).join(','),
    },
    requests: () => wiki.requests.length + entries.requests.length,
    async close() {
      await wiki.close();
      await entries.close();
    },
  };
}

async function articleIn(folder: string, name: string): Promise<WikiArticle> {
  const extension = name.split('.').at(-1) as keyof typeof MEDIA_TYPES;
  const body = await readFile(join(folder, name), 'utf8');
  const page = await createPageReader().readable({ body, mediaType: MEDIA_TYPES[extension], url: `file:///${name}` });
  // An extract has its paragraphs on lines of their own.
  const text = page.text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '))
    .join('\n');
  return { title: page.title, text };
}
