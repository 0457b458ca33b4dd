/** The Federal Register's API v1: `/documents.json` by a term, with paging. Other conditions and fields are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface FederalDocument extends TextRecord {
  /** A document number: "2021-05087". */
  id: string;
  type: 'Rule' | 'Proposed Rule' | 'Notice' | 'Presidential Document';
  abstract?: string;
  published: string;
  agencies: readonly string[];
}

const PARAMETERS = ['conditions[term]', 'order', 'per_page', 'page'];
const LANGUAGE = { or: '|', not: '-', fields: [] };
const SITE = 'https://www.federalregister.gov';

function badRequest(field: string, message: string): Answered {
  return { status: 400, body: { errors: { [field]: message } } };
}

function resultOf({ id, title, text, type, abstract, published, agencies }: FederalDocument, words: readonly string[]) {
  const sentence = text.split(/(?<=\.)\s/).find((each) => words.some((word) => each.toLowerCase().includes(word)));
  const marked = escaped(sentence ?? text).replace(/\p{L}{5,}/u, '<span class="match">$&</span>');
  return {
    title,
    type,
    abstract: abstract ?? null,
    document_number: id,
    html_url: `${SITE}/documents/${published.replaceAll('-', '/')}/${id}/a-document`,
    pdf_url: `https://www.govinfo.gov/content/pkg/FR-${published}/pdf/${id}.pdf`,
    public_inspection_pdf_url: null,
    publication_date: published,
    agencies: agencies.map((name, i) => ({
      raw_name: name.toUpperCase(),
      name,
      id: i,
      url: `${SITE}/agencies/${i}`,
      json_url: `${SITE}/api/v1/agencies/${i}`,
      parent_id: null,
      slug: name.toLowerCase().replaceAll(' ', '-'),
    })),
    excerpts: `${marked} ... as amended`,
  };
}

export function federalregisterDatabase(documents: readonly FederalDocument[]): Database {
  const index = new RecordIndex(documents);
  return {
    answer({ path, query }) {
      if (path !== '/documents.json') return { status: 404, body: { status: 404, message: 'Record Not Found' } };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return badRequest(unknown, 'is not a valid field');
      const limit = numberIn(query, 'per_page', 20, 1, 1_000);
      const page = numberIn(query, 'page', 1, 1, 2_000);
      if (limit === null || page === null) return badRequest('per_page', 'is invalid');
      if (!['relevance', 'newest', 'oldest'].includes(query.get('order') ?? 'newest'))
        return badRequest('order', 'is invalid');
      let expression: Expression;
      try {
        expression = readExpression(query.get('conditions[term]') ?? '', LANGUAGE);
      } catch {
        return badRequest('term', 'is invalid');
      }
      const { total, items } = index.find(expression.words, expression.matches, { offset: (page - 1) * limit, limit });
      return {
        status: 200,
        body: {
          count: total,
          description: `Documents matching '${query.get('conditions[term]')}'`,
          ...(total > 0 && {
            total_pages: Math.ceil(total / limit),
            ...(page * limit < total && { next_page_url: `${SITE}/api/v1/documents.json?page=${page + 1}` }),
            results: items.map((item) => resultOf(item, expression.words)),
          }),
        },
      };
    },
    rateLimited: () => ({ status: 429, type: 'text/html', body: '<html><title>Request Access</title></html>' }),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
