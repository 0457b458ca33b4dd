/**
 * Opinions of U.S. courts in the collection of the Free Law Project, after "Legal Search API" and "REST API, v4.4"
 * (courtlistener.com/help/api/rest, as they stood in September 2026). The opinion's page is read; the passages that the
 * search marks stand in for it. Anonymous callers have a small allowance per day, and 429 says when there is more.
 */
import { z } from 'zod';
import { candidateOf, Line, ListOf, MaybeText, PageUrl, paragraphs, readAnswer, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { blocksOfMarkup } from './markup-blocks.ts';
import { anyOf, queryWords } from './query-words.ts';
import type { SourceWire, WebCandidate } from './wire.ts';

const SITE = 'https://www.courtlistener.com';

const Answer = z.object({ results: z.array(z.unknown()) });

const Cluster = z
  .object({
    cluster_id: z.number().int().positive(),
    absolute_url: z
      .string()
      .regex(/^\/[^/\\]/)
      .transform((path) => `${SITE}${path}`)
      .pipe(PageUrl),
    caseName: Line,
    court: MaybeText,
    dateFiled: MaybeText,
    citation: ListOf(Line),
    /** Of one decision: the lead opinion, dissents and so on. */
    opinions: ListOf(z.object({ snippet: z.string() })),
  })
  .transform(
    (cluster): WebCandidate =>
      candidateOf({
        key: String(cluster.cluster_id),
        url: cluster.absolute_url,
        title: [cluster.caseName.replace(/<\/?mark>/g, ''), ...cluster.citation.slice(0, 1)].join(', '),
        publisher: cluster.court ?? null,
        publication_date: dateOfText(cluster.dateFiled),
        jurisdiction: 'US',
        source_class: 'court_opinion',
        snippet: paragraphs(cluster.opinions.flatMap(({ snippet }) => passagesIn(snippet))),
      }),
  );

/** Passages with the words of the query in `<mark>`, with an ellipsis between them. */
function passagesIn(html: string): string[] {
  return blocksOfMarkup(html).flatMap((block) => block.split('…'));
}

export const courtlistener: SourceWire = {
  id: 'courtlistener',
  base_url: 'https://www.courtlistener.com/api/rest/v4',
  rate: { interval_ms: 2_000, concurrent: 1 },
  search({ text }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/search/',
      // A page always has twenty results. Without highlighting, snippets would be the beginnings of the opinions.
      query: { q: anyOf(words), type: 'o', order_by: 'score desc', highlight: 'on' },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    const { results } = readAnswer(Answer, answer);
    return readRows(Cluster, results, 'results').slice(0, limit);
  },
  text: { kind: 'page' },
  check: { query: 'Marbury v. Madison', expect: 'Marbury' },
};
