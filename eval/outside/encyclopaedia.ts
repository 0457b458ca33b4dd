/**
 * Measures how much evidence the service finds in an encyclopaedia, served by a stand-in for Wikipedia. Each claim is searched
 * for alone, as if it were a separate text.
 */
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import { openWikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import type { Encyclopaedia } from '../data/encyclopaedia.ts';
import { type Share, shareOf } from '../metrics/share.ts';
import { judgeBoth, type PrecisionFigures, precisionFigures, type TwoVerdicts } from './precision.ts';
import { openSource, searchFor } from './searching.ts';

export interface EncyclopaediaFigures {
  pages: number;
  distractors: number;
  /** Claims whose page is among the pages read. */
  page_read: Share;
  /** Claims for which one of the passages kept by ranking contains a gold sentence. */
  sentence_kept: Share;
  searches_per_claim: number;
  documents_per_claim: number;
  precision: TwoVerdicts<PrecisionFigures>;
}

/** Searches for one claim after another. */
export async function measureEncyclopaedia(
  { pages, distractors, claims }: Encyclopaedia,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<EncyclopaediaFigures> {
  const wiki = await openWikiServer([...pages, ...distractors]);
  const guard = createOutboundGuard({ allowHosts: [new URL(wiki.url).host], contact: null, version: 'eval' });
  try {
    const source = openSource(wikipedia, wiki.url, guard, { fetch: async () => null });
    const rows = [];
    for (const { claim, page, gold, label } of claims) {
      const found = await searchFor(claim, true, source);
      const [both] = await judgeBoth(found.claims);
      const passages = found.claims.flatMap((each) => each.passages);
      rows.push({
        gold: label,
        outside: both?.outside.verdict ?? 'none',
        given: both?.given.verdict ?? 'none',
        pageRead: found.titles.has(page),
        sentenceKept: passages.some(({ text }) => gold.some((sentence) => squeezed(text).includes(squeezed(sentence)))),
      } as const);
      onProgress(rows.length, claims.length);
    }
    return {
      pages: pages.length,
      distractors: distractors.length,
      page_read: shareOf(rows, ({ pageRead }) => pageRead),
      sentence_kept: shareOf(rows, ({ sentenceKept }) => sentenceKept),
      searches_per_claim: wiki.searches().length / rows.length,
      documents_per_claim: wiki.reads().length / rows.length,
      precision: precisionFigures(rows),
    };
  } finally {
    await guard.close();
    await wiki.close();
  }
}

/** Collapses white space: passages are literal except where extracts were cut into paragraphs. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
