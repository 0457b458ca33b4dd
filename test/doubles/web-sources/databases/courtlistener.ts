/** CourtListener's search, version 4, for opinions, with paging by cursor. Other types and filters are lacking. */
import { type Answered, type Database, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface CourtOpinion extends TextRecord {
  /** The number of its cluster. */
  id: string;
  court: string;
  filed: string;
  citation?: string;
}

const PARAMETERS = ['q', 'type', 'order_by', 'highlight', 'cursor'];
const LANGUAGE = { or: 'OR', not: 'NOT', fields: ['caseName', 'judge', 'court'] };
const PAGE = 20;
const BEGINNING = 500;

function badRequest(detail: string): Answered {
  return { status: 400, body: { detail } };
}

function clusterOf(opinion: CourtOpinion, words: readonly string[], isMarked: boolean) {
  return {
    absolute_url: `/opinion/${opinion.id}/${opinion.title.toLowerCase().replace(/[^a-z]+/g, '-')}/`,
    attorney: '',
    caseName: isMarked ? marked(opinion.title, words) : opinion.title,
    caseNameFull: opinion.title,
    citation: opinion.citation === undefined ? [] : [opinion.citation],
    citeCount: 0,
    cluster_id: Number(opinion.id),
    court: opinion.court,
    court_id: 'scotus',
    dateFiled: opinion.filed,
    docketNumber: '1',
    docket_id: 1,
    meta: { timestamp: '2024-06-22T10:26:35.320787Z', score: { bm25: 2.1 } },
    opinions: [
      {
        author_id: null,
        download_url: null,
        id: 1,
        snippet: isMarked ? fragments(opinion.text, words) : opinion.text.slice(0, BEGINNING),
        type: 'lead-opinion',
      },
    ],
    status: 'Published',
  };
}

/** At most five sentences with words of the query. */
function fragments(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=\.)\s+/).filter((each) => words.some((word) => each.toLowerCase().includes(word)));
  return sentences
    .slice(0, 5)
    .map((sentence) => marked(sentence, words))
    .join('&hellip; ');
}

function marked(text: string, words: readonly string[]): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/\p{L}+/gu, (word) => (words.includes(word.toLowerCase()) ? `<mark>${word}</mark>` : word));
}

export function courtlistenerDatabase(opinions: readonly CourtOpinion[]): Database {
  const index = new RecordIndex(opinions);
  return {
    answer({ path, query }) {
      // Without its last slash the address is another.
      if (path !== '/search/') return { status: 404, body: { detail: 'Not found.' } };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return badRequest(`Unknown filter parameter: ${unknown}`);
      if ((query.get('type') ?? 'o') !== 'o') return badRequest('Only opinions are here.');
      const cursor = query.get('cursor');
      const offset = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64').toString());
      let expression: Expression;
      try {
        expression = readExpression(query.get('q') ?? '', LANGUAGE);
      } catch {
        return badRequest('The query contains unbalanced parentheses or quotes.');
      }
      const { total, items } = index.find(expression.words, expression.matches, { offset, limit: PAGE });
      const next = offset + items.length;
      const pageAt = (at: number) => `http://api/search/?cursor=${Buffer.from(String(at)).toString('base64')}`;
      return {
        status: 200,
        body: {
          count: total,
          next: next < total ? pageAt(next) : null,
          previous: null,
          results: items.map((item) => clusterOf(item, expression.words, query.get('highlight') === 'on')),
        },
      };
    },
    rateLimited: () => ({
      status: 429,
      headers: { 'retry-after': '85774' },
      body: { detail: 'Request was throttled. Expected available in 85774 seconds.' },
    }),
  };
}
