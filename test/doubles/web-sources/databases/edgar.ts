/** EDGAR's full-text search: `/search-index`, with paging by a hundred. Dates, places and companies are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface CompanyFiling extends TextRecord {
  /** "0000320193-23-000106:aapl-20230930.htm" */
  id: string;
  /** "Apple Inc.  (AAPL)  (CIK 0000320193)" */
  filer: string;
  cik: string;
  form: string;
  filed: string;
  period?: string;
}

const PARAMETERS = ['q', 'forms', 'from', 'dateRange', 'startdt', 'enddt', 'ciks'];
const LANGUAGE = { or: 'OR', not: 'NOT', fields: [] };
const PAGE = 100;

const UNDECLARED: Answered = {
  status: 403,
  type: 'text/html',
  body: '<html><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></html>',
};

function hitOf({ id, filer, cik, form, filed, period }: CompanyFiling) {
  return {
    _index: 'edgar_file',
    _type: '_doc',
    _id: id,
    _score: 7.5,
    _source: {
      ciks: [cik],
      period_ending: period ?? null,
      file_num: ['001-36743'],
      display_names: [filer],
      xsl: null,
      sequence: '1',
      root_forms: [form.replace('/A', '')],
      file_date: filed,
      biz_states: ['CA'],
      sics: ['3571'],
      form,
      adsh: id.split(':')[0],
      film_num: ['231373899'],
      biz_locations: ['Cupertino, CA'],
      file_type: form,
      file_description: form,
      inc_states: ['CA'],
      items: [],
    },
  };
}

export function edgarDatabase(filings: readonly CompanyFiling[], isContactWanted = false): Database {
  const index = new RecordIndex(filings);
  return {
    answer({ path, query, headers }) {
      if (isContactWanted && !/\S+@\S+/.test(headers['user-agent'] ?? '')) return UNDECLARED;
      if (path !== '/search-index') return { status: 404, body: { message: 'Not Found' } };
      const [unknown] = unknownIn(query, PARAMETERS);
      const offset = numberIn(query, 'from', 0, 0, 9_900);
      if (unknown !== undefined || offset === null) return { status: 500, body: { message: 'Internal server error' } };
      let expression: Expression;
      try {
        expression = readExpression(query.get('q') ?? '', LANGUAGE);
      } catch {
        return { status: 500, body: { message: 'Internal server error' } };
      }
      const forms = query.get('forms')?.split(',');
      const { total, items } = index.find(expression.words, expression.matches, { offset, limit: PAGE });
      const hits = items.filter(({ form }) => forms?.includes(form.replace('/A', '')) ?? true);
      return {
        status: 200,
        body: {
          took: 41,
          timed_out: false,
          _shards: { total: 50, successful: 50, skipped: 0, failed: 0 },
          hits: { total: { value: total, relation: 'eq' }, max_score: 7.5, hits: hits.map(hitOf) },
          aggregations: {},
          query: { from: offset, size: PAGE },
        },
      };
    },
    rateLimited: () => ({
      status: 429,
      type: 'text/html',
      body: '<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>',
    }),
  };
}
