/**
 * The contract of an outside source's wire. A wire runs it against a server that speaks its format, with
 * `webSourceContract(name, setup)`.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  MAX_SNIPPET_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  SourceRefusal,
  type SourceWire,
  type WebCandidate,
} from '#platform/web-sources/wire.ts';
import type { Database } from '#test/doubles/web-sources/database.ts';
import { type DatabaseServer, openDatabaseServer } from '#test/doubles/web-sources/database-server.ts';
import { NoAnswerError, queryFor, read, search } from '#test/support/web-sources/ask.ts';

export interface WireUnderTest {
  wire: SourceWire;
  /** Holds what `known` says, what the wire's own check asks for, and some more. */
  database: () => Database;
  known: {
    /** A query that finds it first. */
    query: string;
    /** All of the candidate. */
    candidate: WebCandidate;
    /** A sentence of its text; null: its text is that of the page. */
    sentence: string | null;
  };
  /** A query that finds at least three. */
  common: string;
  /** A query of words that nothing has. */
  absent?: string;
}

/** A question with all that search languages read as operators. */
const HOSTILE_QUERIES = [
  'ferry ") OR (all:* AND NOT [1 TO *] {!func} ^5 ~2',
  'AND OR NOT ANDNOT NEAR TO',
  'https://example.org/?a=b&c=d#e %00 %0d%0aX-Header: 1',
  '🛳 ferry \u202e \u0000 \ud800',
  '"',
];

export function webSourceContract(name: string, { wire, database, known, common, absent }: WireUnderTest): void {
  describe(`web source: ${name}`, () => {
    const servers: DatabaseServer[] = [];
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.close();
    });

    async function open(): Promise<DatabaseServer> {
      const server = await openDatabaseServer({ database: database() });
      servers.push(server);
      return server;
    }

    test('finds a document with everything that the source says about it', async () => {
      const { url } = await open();
      const [first] = await search(wire, url, queryFor(known.query));
      assert.deepEqual(first, known.candidate);
    });

    test('returns the text of a found document', async () => {
      const { url } = await open();
      const query = queryFor(known.query);
      const found = await search(wire, url, query);
      const texts = await read(wire, url, found, query);
      for (const { text } of texts) assert.ok(text.length <= MAX_TEXT_LENGTH && text.trim() === text);
      const text = texts.find(({ key }) => key === known.candidate.key)?.text;
      if (known.sentence !== null) assert.ok(text?.includes(known.sentence), text ?? 'no text');
      else assert.equal(wire.text.kind, 'page');
    });

    test('every candidate is bounded and has an address on the web', async () => {
      const { url } = await open();
      const found = await search(wire, url, queryFor(common));
      assert.ok(found.length >= 3);
      assert.equal(new Set(found.map(({ key }) => key)).size, found.length);
      for (const candidate of found) {
        assert.match(candidate.url, /^https?:\/\//);
        assert.ok(candidate.title.length >= 1 && candidate.title.length <= MAX_TITLE_LENGTH);
        assert.ok((candidate.snippet ?? '').length <= MAX_SNIPPET_LENGTH);
        assert.match(candidate.source_class, /^[a-z][a-z_]+$/);
        if (candidate.publication_date !== null) assert.match(candidate.publication_date, /^\d{4}(?:-\d\d){0,2}$/);
      }
    });

    test('returns no more than the requested number', async () => {
      const { url } = await open();
      const all = await search(wire, url, queryFor(common));
      assert.deepEqual(await search(wire, url, queryFor(common, { limit: 2 })), all.slice(0, 2));
    });

    test('finds nothing if there is nothing', async () => {
      const { url } = await open();
      assert.deepEqual(await search(wire, url, queryFor(absent ?? 'zyzzyva quxotic')), []);
    });

    test('treats operators in a query as words', async () => {
      const { url, requests } = await open();
      for (const text of HOSTILE_QUERIES) await search(wire, url, queryFor(text));
      for (const { query, headers } of requests) {
        assert.ok(![...query.values()].some((value) => /undefined|null|\[object/.test(value)));
        assert.equal(headers['x-header'], undefined);
      }
    });

    test('a response of another form is refused without quoting it', async () => {
      const secret = 'a value that nobody may see';
      const { url, ...server } = await open();
      for (const answer of [
        { [secret]: secret },
        [secret],
        secret,
        null,
        3,
        { results: secret, message: { items: 3 } },
      ]) {
        server.trouble({ answer });
        await assert.rejects(
          search(wire, url, queryFor(known.query)),
          (error: Error) =>
            error instanceof NoAnswerError &&
            error.failure.reason === 'format' &&
            error.failure.field !== '' &&
            !error.message.includes(secret),
        );
      }
    });

    test('its own check succeeds', async () => {
      const { url } = await open();
      const found = await search(wire, url, queryFor(wire.check.query));
      assert.ok(
        found.some(({ title }) => title.includes(wire.check.expect)),
        JSON.stringify(found),
      );
    });
  });
}

/** Asserts that `wire` takes an answer with status 200 for a refusal. */
export function assertRefusal(wire: SourceWire, answer: unknown, reason: SourceRefusal['reason']): void {
  assert.throws(
    () => wire.parseSearch(answer, queryFor('ferry')),
    (error) => error instanceof SourceRefusal && error.reason === reason,
  );
}
