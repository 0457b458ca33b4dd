import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { readForm } from '#http/multipart.ts';

const HEAD =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n';
const OPTIONS = { fileField: 'file', mostFileBytes: 1_000, readFile: async () => null };

for (const when of ['before its form is read', 'while its form is read']) {
  test(`a client that leaves ${when} is told apart`, { timeout: 10_000 }, async (context) => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    const server = createServer((request) => {
      request.on('error', () => {});
      arrived.resolve(request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.after(() => server.close());
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(HEAD);
    const request = await arrived.promise;
    const closed = new Promise<void>((resolve) => request.once('close', resolve));
    const before = when.startsWith('before') ? null : readForm(request, OPTIONS);
    before?.catch(() => {});
    client.destroy();
    await closed;
    await assert.rejects(before ?? readForm(request, OPTIONS), { code: 'ECONNRESET' });
  });
}
