/**
 * A wiki on loopback that speaks MediaWiki's `api.php` as far as our clients use it: full-text search, whole articles as
 * plain text, entries of a knowledge base, errors told with status 200, maxlag. It ranks by BM25, titles three times as heavy, and knows neither links
 * between articles nor how often they are read.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

export interface WikiArticle {
  title: string;
  /** Paragraphs on lines of their own, headings as `== History ==`. */
  text: string;
  /** External links. */
  links?: readonly string[];
  changed?: string;
}

/** An entry of a knowledge base: names of properties, and of what they are. */
export interface WikiEntity {
  /** Q and a number. */
  id: string;
  label: string;
  description?: string;
  statements?: Readonly<Record<string, readonly WikiStatement[]>>;
}

export interface WikiStatement {
  /** Of the kinds that Wikibase's JSON has. */
  type: 'wikibase-entityid' | 'time' | 'quantity' | 'string';
  value: unknown;
  rank?: 'preferred' | 'normal' | 'deprecated';
  qualifiers?: Readonly<Record<string, readonly Pick<WikiStatement, 'type' | 'value'>[]>>;
}

/** What happens to one request instead of an answer. */
export type WikiTrouble =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The database lags. */
  | { maxlag: number }
  /** Another answer than documented. */
  | { answer: unknown }
  | 'stall'
  | 'hangs_up';

export interface WikiRequest {
  path: string;
  parameters: URLSearchParams;
  userAgent: string | undefined;
  /** Whether an answer was sent completely. */
  answered: boolean;
}

export interface WikiServer {
  /** Base URL, without a slash at its end. */
  url: string;
  requests: WikiRequest[];
  /** Requests of a kind. */
  searches(): WikiRequest[];
  reads(): WikiRequest[];
  /** Most requests that were at work at a time. */
  busiest: number;
  /** Happens to the next requests, one each, before answers come again. */
  trouble(...next: WikiTrouble[]): void;
  /** Happens to every request from now on; null: none does. */
  always: WikiTrouble | null;
  close(): Promise<void>;
}

export async function openWikiServer(
  articles: readonly WikiArticle[],
  { takes = 0, entities = [] }: { takes?: number; entities?: readonly WikiEntity[] } = {},
): Promise<WikiServer> {
  // Entries are found by their names, as articles are.
  const entries = entities.filter(({ id }) => id.startsWith('Q'));
  const found = [...articles, ...entries.map(({ id, label }) => ({ title: id, text: label }))];
  const index = createIndex(found);
  const troubles: WikiTrouble[] = [];
  let atWork = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://wiki.invalid');
    const entry: WikiRequest = {
      path: url.pathname,
      parameters: url.searchParams,
      userAgent: request.headers['user-agent'],
      answered: false,
    };
    wiki.requests.push(entry);
    wiki.busiest = Math.max(wiki.busiest, ++atWork);
    response.once('close', () => {
      atWork--;
      entry.answered = response.writableFinished;
    });
    const trouble = wiki.always ?? troubles.shift();
    if (trouble !== undefined) return makeTrouble(trouble, response);
    if (takes > 0) await delay(takes);
    if (url.pathname !== '/w/api.php') return send(response, 404, 'Not found');
    // Wikimedia refuses clients that don't say who they are.
    if (!entry.userAgent) return send(response, 403, 'Please set a user-agent');
    send(response, 200, answerTo(url.searchParams, found, entities, index));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wiki: WikiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    searches: () => wiki.requests.filter(({ parameters }) => parameters.get('list') === 'search'),
    reads: () => wiki.requests.filter(({ parameters }) => parameters.has('pageids')),
    busiest: 0,
    trouble: (...next) => void troubles.push(...next),
    always: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return wiki;
}

function createIndex(articles: readonly WikiArticle[]): DatabaseSync {
  const index = new DatabaseSync(':memory:');
  index.exec("CREATE VIRTUAL TABLE article USING fts5(title, text, tokenize = 'porter unicode61 remove_diacritics 2')");
  const insert = index.prepare('INSERT INTO article(rowid, title, text) VALUES (?, ?, ?)');
  for (const [i, { title, text }] of articles.entries()) insert.run(i + 1, title, text);
  return index;
}

function answerTo(
  parameters: URLSearchParams,
  articles: readonly WikiArticle[],
  entities: readonly WikiEntity[],
  index: DatabaseSync,
): unknown {
  if (parameters.get('action') === 'wbgetentities') return entitiesAnswer(parameters, entities);
  if (parameters.get('action') !== 'query') return failure('badvalue', 'Unrecognized value for parameter "action"');
  if (parameters.get('list') === 'search') return searchAnswer(parameters, articles, index);
  if (parameters.has('pageids')) return readAnswer(parameters, articles);
  return { batchcomplete: true };
}

function searchAnswer(parameters: URLSearchParams, articles: readonly WikiArticle[], index: DatabaseSync): unknown {
  const wanted = parameters.get('srsearch') ?? '';
  if (wanted === '') return failure('missingparam', 'The "srsearch" parameter must be set.');
  const limit = Math.min(500, Number(parameters.get('srlimit') ?? 10));
  const matched = index
    .prepare('SELECT rowid FROM article WHERE article MATCH ? ORDER BY bm25(article, 3.0, 1.0) LIMIT ?')
    .all(matchExpression(wanted), limit) as { rowid: number }[];
  const search = matched.map(({ rowid }) => ({ ns: 0, title: articles[rowid - 1]!.title, pageid: rowid }));
  return { batchcomplete: true, query: { searchinfo: { totalhits: search.length }, search } };
}

/** Words are all wanted, unless OR stands between them. */
function matchExpression(wanted: string): string {
  const words = (part: string) => (part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' AND ');
  const parts = wanted.split(' OR ').map(words).filter(Boolean);
  return parts.length === 0 ? '""' : parts.map((part) => `(${part})`).join(' OR ');
}

function readAnswer(parameters: URLSearchParams, articles: readonly WikiArticle[]): unknown {
  const ids = (parameters.get('pageids') ?? '').split('|').map(Number);
  const props = new Set((parameters.get('prop') ?? '').split('|'));
  const pages = ids.map((pageid, i) => {
    const article = articles[pageid - 1];
    if (article === undefined) return { pageid, missing: true };
    const { title, text, links = [], changed = '2026-05-04T03:02:01Z' } = article;
    return {
      pageid,
      ns: 0,
      title,
      // Whole articles come one at a time.
      ...(props.has('extracts') && i === 0 && { extract: text }),
      ...(props.has('revisions') && { revisions: [{ timestamp: changed }] }),
      ...(props.has('extlinks') && links.length > 0 && { extlinks: links.map((url) => ({ url })) }),
    };
  });
  return { batchcomplete: true, query: { pages } };
}

function entitiesAnswer(parameters: URLSearchParams, entities: readonly WikiEntity[]): unknown {
  const props = new Set((parameters.get('props') ?? '').split('|'));
  const ids = (parameters.get('ids') ?? '').split('|');
  if (ids.length > 50) return failure('toomanyvalues', 'Too many values supplied for parameter "ids".');
  const found = ids.map((id) => {
    const entity = entities.find((each) => each.id === id);
    if (entity === undefined) return [id, { id, missing: '' }];
    const { label, description, statements = {} } = entity;
    const inEnglish = (value: string) => ({ en: { language: 'en', value } });
    return [
      id,
      {
        id,
        type: id.startsWith('P') ? 'property' : 'item',
        ...(props.has('info') && { modified: '2026-05-04T03:02:01Z' }),
        ...(props.has('labels') && { labels: inEnglish(label) }),
        ...(props.has('descriptions') && description !== undefined && { descriptions: inEnglish(description) }),
        ...(props.has('claims') && { claims: claimsOf(statements) }),
      },
    ];
  });
  return { entities: Object.fromEntries(found), success: 1 };
}

function claimsOf(statements: NonNullable<WikiEntity['statements']>): unknown {
  const snak = (property: string, { type, value }: Pick<WikiStatement, 'type' | 'value'>) => ({
    snaktype: 'value',
    property,
    datavalue: { type, value },
  });
  return Object.fromEntries(
    Object.entries(statements).map(([property, values]) => [
      property,
      values.map((statement) => ({
        type: 'statement',
        mainsnak: snak(property, statement),
        rank: statement.rank ?? 'normal',
        ...(statement.qualifiers && {
          qualifiers: Object.fromEntries(
            Object.entries(statement.qualifiers).map(([name, list]) => [name, list.map((each) => snak(name, each))]),
          ),
        }),
      })),
    ]),
  );
}

function failure(code: string, info: string, more: object = {}): unknown {
  return { error: { code, info, ...more, docref: 'See /w/api.php for API usage.' } };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers }).end(isText ? body : JSON.stringify(body));
}

function makeTrouble(trouble: WikiTrouble, response: ServerResponse): void {
  if (trouble === 'hangs_up') response.destroy();
  else if (trouble === 'stall') return;
  else if ('answer' in trouble) send(response, 200, trouble.answer);
  else if ('maxlag' in trouble) {
    const { maxlag } = trouble;
    const headers = { 'retry-after': String(Math.max(1, Math.round(maxlag))), 'x-database-lag': String(maxlag) };
    const info = `Waiting for a database server: ${maxlag} seconds lagged.`;
    send(response, 200, failure('maxlag', info, { host: 'db1', lag: maxlag, type: 'db' }), headers);
  } else send(response, trouble.status, trouble.body ?? 'trouble', trouble.headers);
}
