/** Crossref's REST API: `/works` with free text, selected fields and paging by offset. Filters and cursors are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';

export interface CrossrefWork extends TextRecord {
  /** A DOI. */
  id: string;
  authors?: readonly { given: string; family: string }[];
  journal?: string;
  publisher?: string;
  /** Where the DOI leads. */
  landing?: string;
  type?: string;
  /** As many parts as are known. */
  issued?: readonly number[];
  licence?: string;
}

const PARAMETERS = ['query', 'rows', 'offset', 'select', 'mailto'];
const SELECTABLE = (
  'abstract URL resource member posted score created degree short-title license ISSN container-title issued update-to issue ' +
  'prefix approved indexed article-number accepted author group-title DOI is-referenced-by-count event original-title funder ' +
  'translator published published-print alternative-id subject subtitle published-online publisher-location reference title ' +
  'link type publisher volume references-count ISBN assertion deposited page relation editor'
).split(' ');

const LIMITS = { 'x-rate-limit-limit': '1', 'x-rate-limit-interval': '1s', 'x-concurrency-limit': '1' };

function invalid(parameter: string, value: string): Answered {
  return {
    status: 400,
    body: {
      status: 'failed',
      'message-type': 'validation-failure',
      message: [
        { type: `${parameter}-not-available`, value, message: `${parameter} ${value} specified but there is no such` },
      ],
    },
  };
}

function workOf({ id, title, text, authors, journal, publisher, landing, type, issued, licence }: CrossrefWork) {
  return {
    DOI: id,
    URL: `https://doi.org/${id}`,
    ...(landing !== undefined && { resource: { primary: { URL: landing } } }),
    type: type ?? 'journal-article',
    title: [title],
    author: (authors ?? []).map((author) => ({ ...author, sequence: 'first', affiliation: [] })),
    ...(journal !== undefined && { 'container-title': [journal] }),
    publisher: publisher ?? 'A Publisher',
    issued: { 'date-parts': [issued ?? [null]] },
    // Line breaks and indentation are as publishers deposit them.
    ...(text !== '' && {
      abstract: `<jats:title>Abstract</jats:title>\n  <jats:p>\n    ${escaped(text)}\n  </jats:p>`,
    }),
    ...(licence !== undefined && {
      license: [
        { URL: 'https://example.org/tdm', start: { 'date-parts': [[2020, 1, 1]] }, 'content-version': 'tdm' },
        { URL: licence, start: { 'date-parts': [[2020, 1, 1]] }, 'content-version': 'vor' },
      ],
    }),
    score: 1,
  };
}

export function crossrefDatabase(works: readonly CrossrefWork[]): Database {
  const index = new RecordIndex(works);
  return {
    answer({ path, query }) {
      if (path !== '/works') return { status: 404, body: 'Resource not found.' };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return invalid('parameter', unknown);
      const fields = (query.get('select') ?? SELECTABLE.join(',')).split(',');
      const strange = fields.find((field) => !SELECTABLE.includes(field));
      if (strange !== undefined) return invalid('select', strange);
      const limit = numberIn(query, 'rows', 20, 0, 1_000);
      const offset = numberIn(query, 'offset', 0, 0, 10_000);
      if (limit === null) return invalid('rows', query.get('rows')!);
      if (offset === null) return invalid('offset', query.get('offset')!);
      const words = (query.get('query') ?? '').split(/\s+/);
      const { total, items } = index.find(words, () => true, { offset, limit });
      return {
        status: 200,
        headers: LIMITS,
        body: {
          status: 'ok',
          'message-type': 'work-list',
          'message-version': '1.0.0',
          message: {
            facets: {},
            'total-results': total,
            items: items.map((item) =>
              Object.fromEntries(Object.entries(workOf(item)).filter(([name]) => fields.includes(name))),
            ),
            'items-per-page': limit,
            query: { 'start-index': offset, 'search-terms': query.get('query') },
          },
        },
      };
    },
    rateLimited: () => ({
      status: 429,
      headers: { ...LIMITS, 'retry-after': '1' },
      body: 'Too Many Requests',
    }),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
