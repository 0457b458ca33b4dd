/**
 * arXiv's preprints, after "arXiv API User's Manual" (info.arxiv.org/help/api/user-manual.html) and "Terms of Use for arXiv
 * APIs", as they stood in September 2026. Answers are Atom feeds; errors are feeds, too, and the limit is told in plain text.
 */
import { z } from 'zod';
import { childrenOf, elementAt, textOf, type XmlElement } from '#markup/xml.ts';
import { candidateOf, isRetracted, Line, paragraphs, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { anyOf, queryWords } from './query-words.ts';
import { SourceRefusal, type SourceWire, type WebCandidate } from './wire.ts';
import { readXml } from './xml.ts';

/** "2106.15928v2", "hep-ex/0307015v1" */
const ID = /^https?:\/\/arxiv\.org\/abs\/((?:[a-z.-]+\/)?\d[\d.]{3,12}(?:v\d{1,3})?)$/i;
const ERROR = /^https?:\/\/arxiv\.org\/api\/errors/;

/** What arXiv's terms say of its descriptions of works, abstracts among them. The works themselves have other licences. */
const LICENCE_OF_METADATA = 'CC0-1.0';

const Entry = z
  .object({
    id: z.string().trim().regex(ID),
    title: Line,
    summary: z.string(),
    published: z.string(),
  })
  .transform(({ id, title, summary, published }): WebCandidate => {
    const key = ID.exec(id)![1]!;
    return candidateOf({
      key,
      url: `https://arxiv.org/abs/${key}`,
      title,
      publication_date: dateOfText(published),
      licence: LICENCE_OF_METADATA,
      source_class: 'preprint',
      snippet: paragraphs([summary]),
    });
  });

function fieldsOf(entry: XmlElement): Record<string, string> {
  const names = ['id', 'title', 'summary', 'published'];
  return Object.fromEntries(names.map((name) => [name, textOf(elementAt(entry, name))]));
}

export const arxiv: SourceWire = {
  id: 'arxiv',
  base_url: 'https://export.arxiv.org/api',
  rate: { interval_ms: 3_000, concurrent: 1 },
  search({ text, limit }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/query',
      query: {
        search_query: anyOf(words, { field: 'all:' }),
        start: '0',
        max_results: String(limit),
        sortBy: 'relevance',
        sortOrder: 'descending',
      },
      answer: 'xml',
    };
  },
  parseSearch(answer, { limit }) {
    if (typeof answer === 'string' && /^\s*Rate exceeded\.?\s*$/i.test(answer)) {
      throw new SourceRefusal('rate_limited', null);
    }
    const entries = childrenOf(readXml(answer, 'feed'), 'entry').map(fieldsOf);
    if (entries.length === 1 && ERROR.test(entries[0]!.id!.trim())) throw new SourceRefusal('unavailable', null);
    return readRows(Entry, entries, 'feed.entry')
      .filter(({ title }) => !isRetracted(title))
      .slice(0, limit);
  },
  text: { kind: 'snippet' },
  check: { query: 'Attention Is All You Need', expect: 'Attention' },
};
