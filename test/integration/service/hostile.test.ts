/** The service as a process under whatever a client may send: no 500, nothing hangs, and it is there afterwards. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import fc from '#test/support/property.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
/** Several, so that the limit per minute hides little of what is behind it. */
const tenants: { id: string; key: string; verification: string }[] = [];
let description: { components: { schemas: Record<string, Schema> } };
before(async () => {
  folder = await temporaryFolder();
  service = await startService(folder.path);
  for (let n = 0; n < 20; n++) {
    const made = await succeeded(service.request('POST', '/v1/organizations', { body: { name: `Organization ${n}` } }));
    const key = made.body.api_key.secret;
    const body = { content: 'Iron is a metal.' };
    const verified = await succeeded(service.request('POST', '/v1/verifications', { body, key }));
    tenants.push({ id: made.body.id, key, verification: verified.body.result.id });
  }
  description = (await succeeded(service.request('GET', '/v1/openapi.json', { key: null }))).body;
});
after(async () => {
  assert.equal(await service.stop(), 0);
  await folder.remove();
});

const ANSWER_WITHIN_MS = 20_000;

/** Values that are near a schema: mostly right, now and then wrong in one place. */
function valuesOf(schema: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (schema === undefined || depth > 6) return fc.jsonValue({ maxDepth: 2 });
  if (schema.$ref !== undefined) return valuesOf(description.components.schemas[schema.$ref.split('/').at(-1)!], depth);
  return fc.oneof({ weight: 15, arbitrary: right(schema, depth) }, { weight: 1, arbitrary: WRONG });
}

const WRONG = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>('\ud800', '__proto__', -0, 1e308, '1'.repeat(5_000), [[[[[]]]]], '\u0000', '5', true, ''),
);

function right(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, depth + 1)));
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -5), max: Math.min(schema.maximum ?? 800, 800) });
    case 'number':
      return fc.double({ min: 0, max: 1, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items, depth + 1), { maxLength: 3 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, fc.Arbitrary<unknown>] => [
        name,
        valuesOf(field, depth + 1),
      ]);
      return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
        requiredKeys: schema.required ?? [],
      });
    }
    default:
      return fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('general_web', 'https://203.0.114.7/page', 'Iron is a metal. Gold is not.', 'ver_0'),
      );
  }
}

test('bodies and parameters near every description', async () => {
  const bodySchema = (name: string | undefined): Schema | undefined =>
    name === undefined ? undefined : description.components.schemas[name];
  const calls = OPERATIONS.map((operation) =>
    fc.record({
      method: fc.constant(operation.method),
      path: fc
        .array(
          fc.oneof(
            fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
            fc.constantFrom('ver_0', '..', '%', '\ud800'),
          ),
          {
            minLength: 4,
            maxLength: 4,
          },
        )
        .map((values) => {
          let n = 0;
          return operation.path.replaceAll(/\{\w+\}/g, (name) => {
            const value = values[n++]!;
            // Half of the time something that is there, so that what lies behind is reached.
            return value.length % 2 === 0 ? name : encodeURIComponent(value.toWellFormed());
          });
        }),
      query: fc.webQueryParameters({ size: 'small' }),
      body: operation.body === undefined ? fc.constant(undefined) : valuesOf(bodySchema(operation.body.meta()?.id)),
      key: fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }).map(encodeURIComponent), {
        nil: undefined,
      }),
    }),
  );
  let turn = 0;
  const property = fc.asyncProperty(fc.oneof(...calls), async ({ method, path: template, query, body, key }) => {
    const tenant = tenants[turn++ % tenants.length]!;
    const path = template
      .replace('{organization_id}', tenant.id)
      .replace('{verification_id}', tenant.verification)
      .replaceAll(/[{}]/g, '');
    const answer = await service.request(method, `/v1${path}?${query}`, {
      key: tenant.key,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`);
    assert.ok(answer.headers.get('x-request-id'));
  });
  await fc.assert(property, { numRuns: 400 });
});

test('bytes that are hardly HTTP', async () => {
  const { hostname, port } = new URL(service.url);
  const line = fc.constantFrom(
    'GET /v1/reviews HTTP/1.1',
    'POST /v1/verifications HTTP/1.1',
    'POST /v1/batches HTTP/1.0',
    'PRI * HTTP/2.0',
    'GET  HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT example.com:443 HTTP/1.1',
    `GET /${'a'.repeat(9_000)} HTTP/1.1`,
  );
  const header = fc.oneof(
    fc.constantFrom(
      'Host: x',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 99999999999',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Content-Type: application/json',
      `Authorization: Bearer ${service.key}`,
      'Authorization: Basic Og==',
      'Idempotency-Key: \u00ff',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  );
  const body = fc.oneof(
    fc.constantFrom('', '{}', '5\r\nhello\r\n0\r\n\r\n', 'FFFFFFFFFFFFFFFF\r\n', '{"content":"x"}', '\u0000\u0001'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const property = fc.asyncProperty(line, fc.array(header, { maxLength: 5 }), body, async (first, headers, rest) => {
    const socket = connect(Number(port), hostname);
    const text = await new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
      socket.end(`${first}\r\n${headers.join('\r\n')}\r\n\r\n${rest}`);
    });
    for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) assert.ok(Number(status) < 500, text);
  });
  await fc.assert(property, { numRuns: 200 });
});

test('it is alive and well after all that', async () => {
  const { status } = await service.request('GET', '/readyz', { key: null });
  assert.equal(status, 200);
  const verified = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
  assert.equal(verified.status, 201);
  assert.deepEqual(
    service.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  );
});
