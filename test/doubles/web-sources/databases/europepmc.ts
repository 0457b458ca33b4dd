/** Europe PMC's articles: `/search` as JSON, with paging by cursor. Sorting, full texts and citations are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface EuropePmcArticle extends TextRecord {
  /** Its source and its id there: "MED/37258680". */
  id: string;
  journal?: string;
  /** RFC 3339. */
  published: string;
  licence?: string;
  types?: readonly string[];
}

const PARAMETERS = ['query', 'resultType', 'format', 'pageSize', 'cursorMark', 'synonym', 'sort'];
const LANGUAGE = {
  or: 'OR',
  not: 'NOT',
  fields: ['TITLE', 'ABSTRACT', 'TITLE_ABS', 'AUTH', 'JOURNAL', 'SRC', 'DOI', 'EXT_ID', 'MESH_TERM'],
  always: ['HAS_ABSTRACT:y', 'HAS_ABSTRACT:Y'],
};

/** With status 200. */
function error(message: string): Answered {
  return { status: 200, body: { errCode: 404, errMsg: message } };
}

function resultOf(article: EuropePmcArticle, isCore: boolean) {
  const [source, id] = article.id.split('/') as [string, string];
  const year = Number(article.published.slice(0, 4));
  const details =
    source === 'PPR'
      ? { bookOrReportDetails: { publisher: article.journal ?? 'bioRxiv', yearOfPublication: year } }
      : {
          journalInfo: {
            volume: '1',
            dateOfPublication: String(year),
            yearOfPublication: year,
            journal: { title: article.journal ?? 'A Journal', issn: '0956-5663' },
          },
        };
  return {
    id,
    source,
    title: article.title,
    authorString: 'Example A, Example B.',
    pubYear: String(year),
    isOpenAccess: article.licence === undefined ? 'N' : 'Y',
    inEPMC: 'N',
    citedByCount: 0,
    firstPublicationDate: article.published,
    ...(isCore && {
      ...details,
      abstractText: `<h4>Abstract</h4>${article.text.replaceAll('<', '&lt;')}`,
      language: 'eng',
      pubTypeList: { pubType: article.types ?? ['Journal Article'] },
      ...(article.licence !== undefined && { license: article.licence }),
    }),
  };
}

export function europepmcDatabase(articles: readonly EuropePmcArticle[]): Database {
  const index = new RecordIndex(articles);
  return {
    answer({ path, query }) {
      if (path !== '/search') return { status: 404, body: '' };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return error(`Invalid parameter ${unknown}`);
      if (query.get('format') !== 'json') return { status: 200, type: 'application/xml', body: '<responseWrapper/>' };
      const limit = numberIn(query, 'pageSize', 25, 1, 1_000);
      if (limit === null) return error('Invalid page size provided. Valid size is between 1 and 1000');
      const cursor = query.get('cursorMark') ?? '*';
      const offset = cursor === '*' ? 0 : Number(Buffer.from(cursor, 'base64').toString());
      let expression: Expression;
      try {
        expression = readExpression(query.get('query') ?? '', LANGUAGE);
      } catch {
        return error(
          'No search criteria provided. Please provide a search criteria which is less than 1500 characters.',
        );
      }
      const { total, items } = index.find(expression.words, expression.matches, { offset, limit });
      const next = offset + items.length;
      return {
        status: 200,
        body: {
          version: '6.9',
          hitCount: total,
          ...(next < total && { nextCursorMark: Buffer.from(String(next)).toString('base64') }),
          request: { queryString: query.get('query'), resultType: query.get('resultType') ?? 'lite', pageSize: limit },
          resultList: { result: items.map((item) => resultOf(item, query.get('resultType') === 'core')) },
        },
      };
    },
    rateLimited: () => ({ status: 429, body: 'Too many requests' }),
  };
}
