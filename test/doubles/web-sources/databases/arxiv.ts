/** arXiv's API: `/query` with paging by start and max_results. Lists of ids and ranges of dates are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface ArxivWork extends TextRecord {
  /** With its version: "2106.15928v2". */
  id: string;
  /** RFC 3339. */
  published: string;
  authors?: readonly string[];
}

const PARAMETERS = ['search_query', 'id_list', 'start', 'max_results', 'sortBy', 'sortOrder'];
const LANGUAGE = { or: 'OR', not: 'ANDNOT', fields: ['ti', 'au', 'abs', 'co', 'jr', 'cat', 'rn', 'id', 'all'] };

function feed(
  title: string,
  counts: { total: number; start: number; size: number },
  entries: readonly string[],
): Answered {
  return {
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    body: [
      "<?xml version='1.0' encoding='UTF-8'?>",
      '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">',
      '  <id>https://arxiv.org/api/mJHbTmghw9nrPaloKH3cf3K1Xl8</id>',
      `  <title>arXiv Query: ${escaped(title)}</title>`,
      '  <updated>2026-09-08T07:30:02Z</updated>',
      '  <link href="https://arxiv.org/api/query?search_query=" type="application/atom+xml"/>',
      `  <opensearch:itemsPerPage>${counts.size}</opensearch:itemsPerPage>`,
      `  <opensearch:totalResults>${counts.total}</opensearch:totalResults>`,
      `  <opensearch:startIndex>${counts.start}</opensearch:startIndex>`,
      ...entries,
      '</feed>',
    ].join('\n'),
  };
}

/** Errors are feeds of one entry, with status 200. */
function error(message: string): Answered {
  const entry = [
    '  <entry>',
    `    <id>https://arxiv.org/api/errors#${message.replaceAll(' ', '_')}</id>`,
    '    <title>Error</title>',
    `    <summary>${escaped(message)}</summary>`,
    '    <updated>2026-09-08T00:00:00-04:00</updated>',
    '    <author><name>arXiv api core</name></author>',
    '  </entry>',
  ];
  return feed('error', { total: 1, start: 0, size: 1 }, [entry.join('\n')]);
}

function entryOf({ id, title, text, published, authors = ['Ada Example'] }: ArxivWork): string {
  return [
    '  <entry>',
    `    <id>http://arxiv.org/abs/${id}</id>`,
    `    <title>${wrapped(title)}</title>`,
    `    <updated>${published}</updated>`,
    `    <published>${published}</published>`,
    `    <link href="https://arxiv.org/abs/${id}" rel="alternate" type="text/html"/>`,
    `    <link href="https://arxiv.org/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>`,
    `    <summary>${wrapped(text)}\n    </summary>`,
    '    <category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>',
    '    <arxiv:primary_category term="cs.CL"/>',
    ...authors.map((author) => `    <author><name>${escaped(author)}</name></author>`),
    '  </entry>',
  ].join('\n');
}

export function arxivDatabase(works: readonly ArxivWork[]): Database {
  const index = new RecordIndex(works);
  return {
    answer({ path, query }) {
      if (path !== '/query') return { status: 404, body: 'Not found' };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return error(`unknown parameter ${unknown}`);
      const offset = numberIn(query, 'start', 0, 0, 30_000);
      const limit = numberIn(query, 'max_results', 10, 0, 2_000);
      if (offset === null) return error('start must be an integer');
      if (limit === null) return error('max_results must be an integer');
      if (!['relevance', 'lastUpdatedDate', 'submittedDate'].includes(query.get('sortBy') ?? 'relevance')) {
        return error('sortBy must be in: relevance, lastUpdatedDate, submittedDate');
      }
      let expression: Expression;
      try {
        expression = readExpression(query.get('search_query') ?? '', LANGUAGE);
      } catch {
        return error('malformed search_query');
      }
      const { total, items } = index.find(expression.words, expression.matches, { offset, limit });
      return feed(
        `search_query=${query.get('search_query')}`,
        { total, start: offset, size: limit },
        items.map(entryOf),
      );
    },
    rateLimited: () => ({ status: 429, type: 'text/html', body: 'Rate exceeded.' }),
  };
}

/** Long lines are broken and indented. */
function wrapped(text: string): string {
  return escaped(text).replace(/(.{60,90}?) /g, '$1\n      ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
