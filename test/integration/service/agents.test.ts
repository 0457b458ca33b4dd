/** The tools for agents at /mcp, called with the protocol's own client, in its present version and in earlier ones. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { Scope } from '#contracts/vocabulary.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { callTool, connectOverHttp, ERAS, type Era, fillsAllSlots } from '#test/support/agents/client.ts';
import { eventually } from '#test/support/eventually.ts';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const SOURCES = [{ title: 'Survey', text: 'The bridge of Oldford is 412 metres long. It was opened in 1931.' }];
const PASSAGE = 'The lighthouse of Skerra has a range of 24 nautical miles.';
/** Some thousand claims, which take seconds. */
const LONG_TEXT = Array.from(
  { length: 1_200 },
  (_, n) => `The mill of Oldford number ${n + 2} has ${n + 3} wheels.`,
).join(' ');

let service: TestService;
let origin: string;
before(async () => {
  service = await openTestService({ realEngine: true });
  origin = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  await service.service.stores.library.put([
    {
      ...{ path: 'skerra.md', title: 'Lights of Skerra', publisher: 'Skerra', publication_date: null, licence: null },
      ...{ content_hash: 'a'.repeat(64), passages: [PASSAGE, 'The island has no trees.'] },
    },
  ]);
});
after(() => service.close());

/** A client with a key of its own, so that tests do not use up each other's limits. */
async function agent(
  context: { after(fn: () => unknown): void },
  era: Era,
  key: { scopes?: Scope[]; quota_per_hour?: number } = {},
): Promise<Client> {
  const { secret } = await service.issue({ role: 'owner', ...key });
  const client = await connectOverHttp(origin, secret, era);
  context.after(() => client.close());
  return client;
}

/** A verification may be over before anybody looks, so neither search nor judging begins before what the test waits for. */
function holdVerifications(
  context: { after(fn: () => unknown): void },
  mayBegin: { search?: () => boolean; judging: () => boolean },
): void {
  const { engine } = service.service;
  const { forOrganization } = engine;
  context.after(() => Object.assign(engine, { forOrganization }));
  engine.forOrganization = (organizationId) => {
    const own = forOrganization(organizationId);
    return {
      ...own,
      async planQueries(...input) {
        await eventually('the time to search', mayBegin.search ?? (() => true));
        return own.planQueries(...input);
      },
      async judge(...input) {
        await eventually('the time to judge', mayBegin.judging);
        return own.judge(...input);
      },
    };
  };
}

/** Types of the events of a verification. */
async function eventsOf(id: string): Promise<string[]> {
  return (await service.service.stores.events.readStream(VERIFICATION.stream(id), { limit: 10_000 })).map(
    ({ type }) => type,
  );
}

for (const era of ERAS) {
  describe(era === 'auto' ? 'the version of 2026-07-28' : 'versions before it', () => {
    test('lists four tools with closed schemas of what they take and give', async (context) => {
      const { tools } = await (await agent(context, era)).listTools();
      const names = ['verify_text', 'verify_claim', 'search_library', 'get_verification'];
      assert.deepEqual(
        tools.map(({ name }) => name),
        names,
      );
      for (const { name, description, inputSchema, outputSchema } of tools) {
        assert.ok((description ?? '').length > 80, name);
        assert.equal((inputSchema as { additionalProperties?: unknown }).additionalProperties, false, name);
        assert.equal(outputSchema?.type, 'object', name);
        assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /\$ref/, name);
      }
    });

    test('a text is verified against the sources of the call, and read again', async (context) => {
      const client = await agent(context, era);
      const text = 'The bridge of Oldford is 512 metres long. The bridge of Oldford is 412 metres long.';
      const { isError, output, text: written } = await callTool(client, 'verify_text', { text, sources: SOURCES });
      assert.equal(isError, false, written);
      assert.deepEqual(
        output.claims.map(({ verdict }: { verdict: string }) => verdict),
        ['contradicted', 'supported'],
      );
      assert.deepEqual(JSON.parse(written), output);
      const [wrong] = output.claims;
      assert.equal(text.slice(wrong.start, wrong.end), wrong.text);
      const [{ title, relationship }] = wrong.evidence;
      assert.deepEqual([title, relationship], ['Survey', 'contradicts']);
      const wanted = { verification_id: output.verification_id, verdict: 'contradicted' };
      const again = await callTool(client, 'get_verification', wanted);
      assert.deepEqual(again.output, { ...output, claims: [wrong] });
    });

    test('a claim is verified as it stands, and not kept if nothing shall be kept', async (context) => {
      const client = await agent(context, era);
      const claim = 'The bridge of Oldford is 412 metres long.';
      const { output } = await callTool(client, 'verify_claim', { claim, sources: SOURCES, retention_hours: 0 });
      assert.equal(output.claims[0].verdict, 'supported');
      assert.equal(output.expires_at, null);
      const again = await callTool(client, 'get_verification', { verification_id: output.verification_id });
      assert.deepEqual([again.isError, again.text.split(':')[0]], [true, 'verification_expired']);
    });

    test('the library is searched by words', async (context) => {
      const client = await agent(context, era);
      const { output } = await callTool(client, 'search_library', {
        query: 'How far does the lighthouse reach?',
        limit: 1,
      });
      const [found] = output.passages;
      assert.deepEqual([found.passage, found.url], [PASSAGE, 'urn:evidence:library:skerra.md']);
      assert.deepEqual((await callTool(client, 'search_library', { query: 'zeppelins' })).output.passages, []);
    });

    test('a long text reports its progress and has its claims page by page', async (context) => {
      const client = await agent(context, era);
      const text = LONG_TEXT.slice(0, LONG_TEXT.indexOf('number 302 '));
      const seen: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
      holdVerifications(context, { search: () => seen.length >= 1, judging: () => seen.length >= 2 });
      const { output } = await callTool(client, 'verify_text', { text }, { onprogress, timeout: 120_000 });
      assert.ok(seen.length >= 2, String(seen));
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      const { verification_id, counts } = output;
      const pages = [output];
      for (let cursor = output.next_cursor; cursor !== null; cursor = pages.at(-1).next_cursor) {
        pages.push((await callTool(client, 'get_verification', { verification_id, cursor })).output);
      }
      const claims = pages.flatMap((page) => page.claims);
      const total = Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0);
      assert.deepEqual([output.claims.length, claims.length], [50, total]);
      const starts = claims.map(({ start }: { start: number }) => start);
      assert.deepEqual(
        starts,
        starts.toSorted((a, b) => a - b),
      );
    });

    test('nothing runs on after a cancellation half-way', async (context) => {
      const client = await agent(context, era, { quota_per_hour: 10_000 });
      const next = await watchRequests();
      const stopping = new AbortController();
      holdVerifications(context, { judging: () => stopping.signal.aborted });
      const call = callTool(
        client,
        'verify_text',
        { text: LONG_TEXT },
        {
          signal: stopping.signal,
          timeout: 120_000,
          onprogress: ({ progress }) => progress > 10 && stopping.abort('enough'),
        },
      );
      await assert.rejects(call);
      assert.ok(stopping.signal.aborted, 'it failed by itself');
      const id = await next.id;
      await eventually('the end of the run', async () => (await eventsOf(id)).at(-1) === 'VerificationCancelled.v1');
      // The call's slot is free soon, and the client goes on.
      await eventually('all slots of the key', () => fillsAllSlots(client));
      assert.equal((await eventsOf(id)).at(-1), 'VerificationCancelled.v1');
    });

    test('a wrong argument is a tool error that names it and quotes nothing', async (context) => {
      const client = await agent(context, era);
      const sources = [{ title: 'secret title', txt: 'secret text' }];
      const { isError, text } = await callTool(client, 'verify_text', { text: '', sources });
      assert.equal(isError, true);
      assert.match(
        text,
        /^validation_error: text: String should have at least 1 character; sources\[0\]\.text: Field required/,
      );
      assert.doesNotMatch(text, /secret/);
      assert.equal((await callTool(client, 'verify_claim', { claim: 'Iron rusts.' })).isError, false);
    });

    test('a key without the scope gets a tool error that names the scope', async (context) => {
      const client = await agent(context, era, { scopes: ['verifications:read'] });
      const refused = await callTool(client, 'verify_text', { text: 'Iron rusts.' });
      assert.deepEqual(
        [refused.isError, refused.text],
        [true, 'insufficient_scope: The API key lacks the scope verifications:write.'],
      );
      assert.equal((await callTool(client, 'search_library', { query: 'lighthouse' })).isError, false);
    });

    test('over the limit of a key a tool error names it, and the next call works', async (context) => {
      const client = await agent(context, era, { quota_per_hour: 1 });
      assert.equal((await callTool(client, 'verify_claim', { claim: 'Iron rusts.' })).isError, false);
      const refused = await callTool(client, 'verify_claim', { claim: 'Iron rusts.' });
      assert.match(
        refused.text,
        /^rate_limit_exceeded: The limit of 1 texts per hour of this API key is reached\. Try again in \d+ seconds?\.$/,
      );
      assert.equal((await callTool(client, 'search_library', { query: 'lighthouse' })).isError, false);
    });

    test('of 50 calls at once each has a result or an error that names the limit', async (context) => {
      const client = await agent(context, era, { quota_per_hour: 1_000 });
      const calls = Array.from({ length: 50 }, (_, n) =>
        callTool(client, 'verify_claim', { claim: `The mill has ${n} wheels.` }),
      );
      const answers = await Promise.all(calls);
      const done = answers.filter(({ isError }) => !isError);
      assert.ok(done.length >= 8, String(done.length));
      assert.equal(new Set(done.map(({ output }) => output.verification_id)).size, done.length);
      for (const { isError, text } of answers) {
        if (isError)
          assert.match(text, /^concurrency_limit_exceeded: The limit of 8 metered calls at a time with this API key/);
      }
      assert.equal((await callTool(client, 'verify_claim', { claim: 'Iron rusts.' })).isError, false);
    });

    test('a verification of another organization does not exist', async (context) => {
      const { output } = await callTool(await agent(context, era), 'verify_claim', { claim: 'Iron rusts.' });
      const other = await connectOverHttp(origin, (await service.newTenant()).key, era);
      context.after(() => other.close());
      const { verification_id } = output;
      const theirs = await callTool(other, 'get_verification', { verification_id });
      const nobodys = await callTool(other, 'get_verification', { verification_id: `ver_${'0'.repeat(32)}` });
      assert.equal(theirs.isError, true);
      assert.equal(theirs.text, nobodys.text);
    });

    test('an unknown tool is an error of the protocol', async (context) => {
      await assert.rejects(callTool(await agent(context, era), 'delete_everything', {}), { code: -32602 });
    });
  });
}

/** Resolves when it watches; `id` to that of the next verification. */
async function watchRequests(): Promise<{ id: Promise<string> }> {
  const { events } = service.service.stores;
  const after = await events.head();
  const next = async () => {
    for await (const message of events.subscribe({ after, signal: AbortSignal.timeout(60_000) })) {
      if (message.kind === 'event' && message.event.type.startsWith('VerificationRequested')) {
        return message.event.metadata.correlation_id;
      }
    }
    throw new Error('nothing was requested');
  };
  return { id: next() };
}

describe('over HTTP', () => {
  const initialize = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
  const headers = { accept: 'application/json, text/event-stream' };

  test('nobody gets in without a key, or with another one', async () => {
    const none = await service.call('POST', '//mcp', { key: null, body: initialize, headers });
    assert.deepEqual([none.status, none.headers['www-authenticate']], [401, 'Bearer']);
    const wrong = await service.call('POST', '//mcp', { key: `${service.key}x`, body: initialize, headers });
    assert.equal(wrong.status, 401);
  });

  test('there is nothing to get or to delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await service.call(method, '//mcp');
      assert.deepEqual([status, headers.allow], [405, 'POST'], method);
    }
  });

  test('what is no JSON is a parse error of the protocol', async () => {
    const { status, body } = await service.call('POST', '//mcp', {
      body: '{"jsonrpc":',
      headers: { ...headers, 'content-type': 'application/json' },
    });
    assert.deepEqual([status, body.error.code], [400, -32700]);
  });

  test('other messages than calls of tools count against the limit per minute', async () => {
    const { secret: key } = await service.issue({ role: 'owner' });
    toNextMinute(service);
    const statuses = new Set<number>();
    for (let n = 0; n < 61; n++)
      statuses.add((await service.call('POST', '//mcp', { key, body: initialize, headers })).status);
    assert.deepEqual([...statuses], [200, 429]);
    const { status } = await service.call('POST', '//mcp', { key, body: cancelled, headers });
    assert.equal(status, 202, 'a call can still be cancelled');
  });

  const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } };
  for (const [what, body, answered] of [
    ['a call of an unknown tool', unknown, 200],
    [
      'a call in a way that the protocol does not have',
      { ...unknown, params: { name: 'verify_claim', arguments: 5 } },
      200,
    ],
    ['a notification', cancelled, 202],
    ['what is no JSON', '{"jsonrpc":', 400],
    ['what is no message', '[null]', 400],
  ] as const) {
    test(`${what} counts too`, async () => {
      const { secret: key } = await service.issue({ role: 'owner' });
      const typed = { ...headers, 'mcp-session-id': 's', 'content-type': 'application/json' };
      toNextMinute(service);
      const statuses: number[] = [];
      // Some are counted just after their answer.
      for (let n = 0; n < 70 && statuses.at(-1) !== 429; n++) {
        statuses.push((await service.call('POST', '//mcp', { key, body, headers: typed })).status);
      }
      assert.deepEqual([...new Set(statuses)], [answered, 429]);
    });
  }

  test('pages of other sites are refused, before the key is looked at', async () => {
    const from = async (origin: string, host = '127.0.0.1:8080') =>
      (await service.call('POST', '//mcp', { body: initialize, headers: { ...headers, origin, host } })).status;
    assert.equal(await from('http://127.0.0.1:8080'), 200);
    assert.equal(await from('https://evil.example'), 403);
    assert.equal(await from('null'), 403);
    assert.equal(
      await from('http://evil.example:8080', 'evil.example:8080'),
      403,
      'a name that was made to point here',
    );
    assert.equal(await from('vscode-file://vscode-app'), 200);
  });
});
