/** Clients without a key against a process that is started as an operator starts it. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('hundreds of incomplete requests delay neither others nor SIGTERM', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const service = await startService(folder.path);
  context.after(() => service.kill());
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  context.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = (bytes: string) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).on('error', () => {});
    sockets.push(socket);
    socket.write(bytes);
  };
  const post = `POST /v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`;
  for (let n = 0; n < 200; n++) open('GET /v1/reviews HTTP/1.1\r\nX-');
  for (let n = 0; n < 20; n++) open(`${post}Content-Length: 33000000\r\n\r\n{"items":[`);
  for (let n = 0; n < 20; n++) open('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually('all connections', () => sockets.every((socket) => !socket.connecting));

  const text = { content: 'Water boils at a hundred degrees.' };
  assert.equal((await service.request('POST', '/v1/verifications', { body: text })).status, 201);
  const large = { items: [{ ...text, question: 'x'.repeat(4_000) }] };
  const padded = `${JSON.stringify(large)}${' '.repeat(1_000_000)}`;
  const answer = await fetch(`${service.url}/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: padded,
  });
  assert.equal(answer.status, 200);
  assert.equal(await service.stop(), 0);
  assert.ok(service.logs.every(({ level }) => level !== 'fatal' && level !== 60));
});
