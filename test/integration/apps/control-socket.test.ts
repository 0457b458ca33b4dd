import assert from 'node:assert/strict';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { NoServiceError, RemoteOperationError, remoteOperations } from '#apps/control/client.ts';
import { OperationError } from '#apps/control/operation-error.ts';
import type { Operations } from '#apps/control/operations.ts';
import type { Progress, Report } from '#apps/control/progress.ts';
import { type ControlServer, serveControl } from '#apps/control/server.ts';
import { controlSocketPath } from '#apps/control/socket-path.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const socketsOnly = process.platform === 'win32' ? { skip: 'named pipes have no mode and no path' } : {};
const ignore: Report = () => {};

let folder: { path: string; remove: () => Promise<void> };
let servers: ControlServer[];

beforeEach(async () => {
  folder = await temporaryFolder();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close(0);
  await folder.remove();
});

/** Operations that return their input; only those a test needs. */
function echoing(report: Report, calls: string[] = []): Operations {
  const answers = {
    rebuild: async ({ view }: { view: string }) => {
      calls.push(view);
      if (view === 'none') throw new OperationError('there is no view called none');
      if (view === 'broken') throw new Error('the disk is full');
      for (let done = 1; done <= 3; done++) report({ label: view, done, total: 3 });
      return { view, events: view.length };
    },
  };
  return answers as unknown as Operations;
}

async function serve(dataDirectory: string, calls: string[] = []): Promise<string> {
  const path = controlSocketPath(dataDirectory);
  servers.push(await serveControl(path, (report) => echoing(report, calls)));
  return path;
}

/** Sends raw bytes. Returns everything received until the other side ends. */
async function raw(path: string, bytes: string | Buffer): Promise<string> {
  const socket = connect(path);
  socket.on('error', () => {});
  socket.end(bytes);
  return await text(socket);
}

test('only its owner can open the socket', socketsOnly, async () => {
  const path = await serve(folder.path);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('answers and progress of concurrent callers do not mix', async () => {
  await serve(folder.path);
  const names = Array.from({ length: 20 }, (_, index) => `view${index}`);
  await Promise.all(
    names.map(async (view) => {
      const seen: Progress[] = [];
      const operations = await remoteOperations(folder.path, (progress) => seen.push(progress));
      assert.deepEqual(await operations.rebuild({ view }), { view, events: view.length });
      assert.deepEqual(
        seen,
        [1, 2, 3].map((done) => ({ label: view, done, total: 3 })),
      );
    }),
  );
});

test('a refusal and a failure are reported as such', async () => {
  await serve(folder.path);
  const operations = await remoteOperations(folder.path, ignore);
  const expect = (code: string, message: string) => (error: unknown) =>
    error instanceof RemoteOperationError && error.code === code && error.message === message;
  await assert.rejects(
    operations.rebuild({ view: 'none' }),
    expect('operation_refused', 'there is no view called none'),
  );
  await assert.rejects(operations.rebuild({ view: 'broken' }), expect('operation_failed', 'the disk is full'));
});

test('an invalid request is refused in one line and not executed', async () => {
  const calls: string[] = [];
  const path = await serve(folder.path, calls);
  const requests: (string | Buffer)[] = [
    '\n',
    'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    'null\n',
    '{"operation":"rebuild"}\n',
    '{"operation":"rebuild","input":{"view":1}}\n',
    '{"operation":"rebuild","input":{"view":"a","more":1}}\n',
    '{"operation":"constructor","input":{}}\n',
    '{"operation":"__proto__","input":{}}\n',
    '{"operation":"replay","input":{"verification_id":"x","as_of":{"revision":-1}}}\n',
    Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
    'no line end',
    '',
  ];
  for (const request of requests) {
    const answer = await raw(path, request);
    const line = JSON.parse(answer) as { kind: string; refused: boolean };
    assert.equal(answer.indexOf('\n'), answer.length - 1);
    assert.deepEqual([line.kind, line.refused], ['error', true], String(request));
  }
  assert.deepEqual(calls, []);
});

test('a request without end is cut off', async () => {
  const path = await serve(folder.path);
  const answer = await raw(path, Buffer.alloc(5_000_000, 'x'));
  if (answer !== '') assert.equal(JSON.parse(answer).kind, 'error');
  const operations = await remoteOperations(folder.path, ignore);
  assert.equal((await operations.rebuild({ view: 'fine' })).view, 'fine');
});

test('a folder whose path is too long for a socket works as well', socketsOnly, async () => {
  const deep = join(folder.path, 'x'.repeat(120));
  await mkdir(deep);
  const path = await serve(deep);
  assert.ok(Buffer.byteLength(path) <= 100, path);
  const operations = await remoteOperations(deep, ignore);
  assert.equal((await operations.rebuild({ view: 'deep' })).view, 'deep');
});

test('the caller is told if no service is running', socketsOnly, async () => {
  const absent = (error: unknown) => error instanceof NoServiceError;
  await assert.rejects(remoteOperations(folder.path, ignore), absent);
  await assert.rejects(remoteOperations(join(folder.path, 'not there'), ignore), absent);
  await writeFile(controlSocketPath(folder.path), 'a file');
  await assert.rejects(remoteOperations(folder.path, ignore), absent);
});

test('a leftover socket is replaced', socketsOnly, async () => {
  await writeFile(controlSocketPath(folder.path), '');
  await serve(folder.path);
  const operations = await remoteOperations(folder.path, ignore);
  assert.equal((await operations.rebuild({ view: 'new' })).view, 'new');
});

test('closing finishes operations in progress and drops idle connections', async () => {
  const path = controlSocketPath(folder.path);
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const operations = {
    async rebuild({ view }: { view: string }) {
      begun.resolve();
      await mayEnd.promise;
      return { view, events: 0 };
    },
  } as unknown as Operations;
  const server = await serveControl(path, () => operations);
  const remote = await remoteOperations(folder.path, ignore);
  const answer = remote.rebuild({ view: 'slow' });
  await begun.promise;
  const closed = server.close(60_000);
  mayEnd.resolve();
  assert.deepEqual(await answer, { view: 'slow', events: 0 });
  await closed;

  const second = await serveControl(path, () => operations);
  const idle = connect(path);
  await new Promise((resolve) => idle.once('connect', resolve));
  const cut = new Promise((resolve) => idle.once('close', resolve));
  idle.resume();
  await second.close(0);
  await cut;
});
