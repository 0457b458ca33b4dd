import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, test } from 'node:test';
import type { buildConnector } from 'undici';
import { createGuardedConnect } from '#platform/outbound/guarded-connect.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { AllowedHosts, OutboundError } from '#platform/outbound/outbound-url.ts';

const PUBLIC = '93.184.216.34';

function guard(addresses: Record<string, string[]> = {}, allowHosts: string[] = []) {
  return createOutboundGuard({
    allowHosts,
    contact: 'mailto:ops@example.org',
    version: '1.2.3',
    resolve: async (hostname) => addresses[hostname] ?? Promise.reject(new Error('ENOTFOUND')),
    connect: () => assert.fail('no connection may be opened'),
  });
}

const HOSTILE: [url: string, reason: string][] = [
  ['https://127.0.0.1/', 'blocked_address'],
  ['https://127.1/', 'blocked_address'],
  ['https://2130706433/', 'blocked_address'],
  ['https://0x7f.1/', 'blocked_address'],
  ['https://0x7f000001/', 'blocked_address'],
  ['https://0177.0.0.1/', 'blocked_address'],
  ['https://127.0.0.1./', 'blocked_address'],
  ['https://１２７.0.0.1/', 'blocked_address'],
  ['https://0/', 'blocked_address'],
  ['https://169.254.169.254/latest/meta-data/', 'blocked_address'],
  ['https://100.64.0.1/', 'blocked_address'],
  ['https://[::1]/', 'blocked_address'],
  ['https://[::]/', 'blocked_address'],
  ['https://[::ffff:127.0.0.1]/', 'blocked_address'],
  ['https://[::ffff:7f00:1]/', 'blocked_address'],
  ['https://[::127.0.0.1]/', 'blocked_address'],
  ['https://[64:ff9b::7f00:1]/', 'blocked_address'],
  ['https://[2002:7f00:1::]/', 'blocked_address'],
  ['https://[fe80::1]/', 'blocked_address'],
  ['https://[fd00::1]/', 'blocked_address'],
  ['https://localhost/', 'blocked_address'],
  ['https://LOCALHOST./', 'blocked_address'],
  ['https://a.localhost/', 'blocked_address'],
  ['https://internal.test/', 'blocked_address'],
  ['https://mixed.test/', 'blocked_address'],
  ['http://public.test/', 'blocked_scheme'],
  ['ftp://public.test/', 'blocked_scheme'],
  ['file:///etc/passwd', 'blocked_scheme'],
  ['gopher://public.test/', 'blocked_scheme'],
  ['data:text/html,hi', 'blocked_scheme'],
  ['https://public.test:8443/', 'blocked_port'],
  ['https://public.test:80/', 'blocked_port'],
  ['https://user:secret@public.test/', 'credentials_in_url'],
  ['https://user@public.test/', 'credentials_in_url'],
  ['https://', 'invalid_url'],
  ['//public.test/', 'invalid_url'],
  ['https://[::1%25eth0]/', 'invalid_url'],
  ['https://public.test/a\r\nX-Injected: 1', 'invalid_url'],
  ['https://public\n.test/', 'invalid_url'],
  ['https://public.test/\t', 'invalid_url'],
  [`https://public.test/${'a'.repeat(2_100)}`, 'invalid_url'],
];
const NAMES = { 'internal.test': ['10.0.0.5'], 'mixed.test': [PUBLIC, '127.0.0.1'], 'public.test': [PUBLIC] };

describe('hostile URLs', () => {
  for (const [url, reason] of HOSTILE) {
    const shown = JSON.stringify(url.slice(0, 60));
    test(`${shown} is refused at creation and at the fetch: ${reason}`, async () => {
      assert.deepEqual(await guard(NAMES).checkUrl(url), { ok: false, reason });
      assert.deepEqual(await guard(NAMES).fetchPage(url), { ok: false, reason, status: null });
    });
  }
});

describe('checkUrl', () => {
  test('accepts a public host, and one that does not resolve', async () => {
    assert.deepEqual(await guard(NAMES).checkUrl('https://public.test/page?q=1#top'), { ok: true });
    assert.deepEqual(await guard(NAMES).checkUrl('https://nowhere.test/'), { ok: true });
    assert.deepEqual(await guard({}).checkUrl(`https://${PUBLIC}/`), { ok: true });
  });

  test('accepts allow-listed hosts with their port only', async () => {
    const allowing = guard({ 'dev.test': ['10.0.0.1'] }, ['127.0.0.1:8080', 'dev.test:443', '[::1]:9000']);
    assert.deepEqual(await allowing.checkUrl('http://127.0.0.1:8080/'), { ok: true });
    assert.deepEqual(await allowing.checkUrl('http://[::1]:9000/'), { ok: true });
    assert.deepEqual(await allowing.checkUrl('https://dev.test/'), { ok: true });
    assert.deepEqual(await allowing.checkUrl('http://127.0.0.1:8081/'), { ok: false, reason: 'blocked_scheme' });
    assert.deepEqual(await allowing.checkUrl('http://u:p@127.0.0.1:8080/'), {
      ok: false,
      reason: 'credentials_in_url',
    });
  });

  test('a resolver that never answers counts as a host that does not resolve', async () => {
    const silent = createOutboundGuard({
      allowHosts: [],
      contact: null,
      version: '1',
      timeoutMs: 5,
      resolve: () => new Promise(() => {}),
    });
    assert.deepEqual(await silent.checkUrl('https://slow.test/'), { ok: true });
  });
});

test('a malformed allow-list is refused', () => {
  for (const entry of ['localhost', ':80', 'a b:80', 'host:port', '']) {
    assert.throws(() => new AllowedHosts([entry]), TypeError, entry);
  }
});

test('the user agent names the service and whom to write to', () => {
  assert.equal(guard().userAgent, 'evidence-verification/1.2.3 (mailto:ops@example.org)');
  assert.equal(
    createOutboundGuard({ allowHosts: [], contact: null, version: '1' }).userAgent,
    'evidence-verification/1',
  );
});

describe('the connector', () => {
  const TARGET = { protocol: 'https:', hostname: 'public.test', host: 'public.test', port: '443' };

  /** Connects through the guard; `reached` is the socket's remote address. */
  function connect(target: buildConnector.Options, resolve: () => string[], reached: string | undefined) {
    const seen: buildConnector.Options[] = [];
    const sockets: Socket[] = [];
    const connector = createGuardedConnect({
      allowed: new AllowedHosts([]),
      resolve: async () => resolve(),
      connect: (options, callback) => {
        seen.push(options);
        const socket = new Socket();
        Object.defineProperty(socket, 'remoteAddress', { value: reached });
        sockets.push(socket);
        callback(null, socket);
      },
    });
    return new Promise<{ error: Error | null; seen: buildConnector.Options[]; sockets: Socket[] }>((done) => {
      connector(target, (...[error]) => done({ error, seen, sockets }));
    });
  }
  const reasonOf = (error: Error | null) => (error instanceof OutboundError ? error.reason : error);

  test('goes to the checked address under the name of the host', async () => {
    const { error, seen } = await connect(TARGET, () => [PUBLIC], PUBLIC);
    assert.equal(error, null);
    assert.deepEqual([seen[0]!.hostname, seen[0]!.servername], [PUBLIC, 'public.test']);
  });

  test('refuses a name that resolves to another address than at the check (rebinding)', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const rebinding = createOutboundGuard({
      allowHosts: [],
      contact: null,
      version: '1',
      resolve: async () => answers.shift()!,
      connect: () => assert.fail('no connection may be opened'),
    });
    assert.deepEqual(await rebinding.checkUrl('https://rebind.test/'), { ok: true });
    assert.deepEqual(await rebinding.fetchPage('https://rebind.test/'), {
      ok: false,
      reason: 'blocked_address',
      status: null,
    });
  });

  test('drops a socket that reached another address', async () => {
    for (const reached of ['127.0.0.1', '93.184.216.35', undefined]) {
      const { error, sockets } = await connect(TARGET, () => [PUBLIC], reached);
      assert.equal(reasonOf(error), 'blocked_address');
      assert.ok(sockets.every((socket) => socket.destroyed));
    }
  });

  test('holds for any user of the dispatcher: scheme, port, literals, empty answers', async () => {
    const refused = async (change: Partial<buildConnector.Options>, addresses = [PUBLIC]) => {
      const { error, seen } = await connect({ ...TARGET, ...change }, () => addresses, PUBLIC);
      assert.equal(seen.length, 0);
      return reasonOf(error);
    };
    assert.equal(await refused({ protocol: 'http:', port: '80' }), 'blocked_scheme');
    assert.equal(await refused({ port: '8443' }), 'blocked_port');
    assert.equal(await refused({ hostname: '127.0.0.1' }), 'blocked_address');
    assert.equal(await refused({ hostname: '::1' }), 'blocked_address');
    assert.equal(await refused({}, [PUBLIC, '::1']), 'blocked_address');
    assert.equal(await refused({}, []), 'dns_failure');
  });

  test('tries the next address if one does not respond, up to four', async () => {
    const tried: string[] = [];
    const connector = createGuardedConnect({
      allowed: new AllowedHosts([]),
      resolve: async () => ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '8.8.8.5'],
      connect: (options, callback) => {
        tried.push(options.hostname);
        callback(new Error('unreachable'), null);
      },
    });
    const error = await new Promise((done) => connector(TARGET, (...[failure]) => done(failure)));
    assert.match(String(error), /unreachable/);
    assert.deepEqual(tried, ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4']);
  });
});
