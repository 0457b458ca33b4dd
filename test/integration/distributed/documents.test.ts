/** Documents of the largest size, sent through the gateway. */
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '#contracts/document-vocabulary.ts';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { usageOf } from '#platform/documents/process-usage.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { startServers } from '#test/support/servers/all.ts';

/** As many as a key may send at a time. */
const UPLOADS_OF_A_KEY = 8;
/**
 * What the garbage of some uploads adds up to before it is collected. Each API gets eight of them, and the gateway sixteen:
 * held as a whole, they would take 200 MiB and 400 MiB, and again as much to seal them.
 */
const MOST_GROWTH = 160 * MEBIBYTE;
const PASSED_BY = ['gateway', 'command-api-1', 'command-api-2'];
const LOOK_EVERY_MS = 20;

const SENTENCE = 'The ferry Astrid was built in 1987.';
const BOUNDARY = 'a-boundary-of-a-test';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="ferries.html"\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;

/** An HTML page of this many bytes: a sentence, and a comment that is the rest. */
function* page(bytes: number): Generator<Buffer> {
  const head = Buffer.from(`<!doctype html><html><body><p>${SENTENCE}</p><!--`);
  const tail = Buffer.from('--></body></html>');
  yield head;
  const filling = Buffer.alloc(64 * 1024, 'x');
  let left = bytes - head.length - tail.length;
  for (; left > filling.length; left -= filling.length) yield filling;
  yield filling.subarray(0, left);
  yield tail;
}

function* formOf(bytes: number): Generator<Buffer> {
  yield Buffer.from(HEAD);
  yield* page(bytes);
  yield Buffer.from(TAIL);
}

interface SendOptions {
  /** Whether the length is told beforehand. */
  length: boolean;
  key?: string;
}

/** Sends the form while it is made. */
async function send({ url, key: own }: Deployment, bytes: number, { length, key = own }: SendOptions) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(length && { 'content-length': String(HEAD.length + bytes + TAIL.length) }),
  };
  const request = httpRequest(`${url}/v1/documents`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  // Whoever is refused may stop reading; the answer tells more.
  await pipeline(formOf(bytes), request).catch(() => {});
  const response = await answered;
  // biome-ignore lint/suspicious/noExplicitAny: receipts and errors
  return { status: response.statusCode, body: (await json(response)) as any };
}

/** How much more memory each process had than at the beginning, at most, while `work` was done. */
async function growthDuring(service: Deployment, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const pids = service.pids();
  const memory = async (name: string) => {
    const bytes = (await usageOf(pids.get(name)!))?.memory ?? null;
    assert.ok(bytes !== null && bytes > 0, `the memory of ${name} cannot be read`);
    return bytes;
  };
  const before = new Map(await Promise.all(PASSED_BY.map(async (name) => [name, await memory(name)] as const)));
  const growth = new Map<string, number>();
  const look = async () => {
    for (const name of PASSED_BY) {
      growth.set(name, Math.max(growth.get(name) ?? 0, (await memory(name)) - before.get(name)!));
    }
  };
  const done = new AbortController();
  const watch = async () => {
    while (!done.signal.aborted) {
      await look();
      await delay(LOOK_EVERY_MS);
    }
  };
  await Promise.all([watch(), work().finally(() => done.abort())]);
  return growth;
}

test('documents of the largest size pass through the distributed shape', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const { deployment: service, remove } = await deployDistributed(servers);
  try {
    await inOrder(context, service);
  } finally {
    await remove();
  }
});

async function inOrder(context: TestContext, service: Deployment): Promise<void> {
  const jobs: string[] = [];

  await context.test('stream through the gateway and an API, sixteen at a time', async (own) => {
    const issued = await service.request('POST', '/v1/api-keys', {
      body: { name: 'The other one', scopes: ['documents:write'] },
    });
    assert.equal(issued.status, 201, issued.text);
    const keys = [service.key, issued.body.secret];
    const growth = await growthDuring(service, async () => {
      const answers = await Promise.all(
        Array.from({ length: keys.length * UPLOADS_OF_A_KEY }, (_, n) =>
          send(service, MAX_FILE_BYTES, { length: n % 3 === 0, key: keys[n % keys.length] }),
        ),
      );
      for (const { status, body } of answers) {
        assert.equal(status, 202, JSON.stringify(body));
        assert.equal(body.validation.bytes, MAX_FILE_BYTES);
        jobs.push(body.job_id);
      }
    });
    assert.deepEqual([...growth.keys()], PASSED_BY);
    for (const [name, bytes] of growth) {
      own.diagnostic(`${name} took ${Math.round(bytes / MEBIBYTE)} MiB more`);
      assert.ok(bytes > 0, `${name} was not seen at work`);
      assert.ok(bytes < MOST_GROWTH, `${name} took ${Math.round(bytes / MEBIBYTE)} MiB more`);
    }
  });

  await context.test('are refused with 413 from one byte more on, with and without a length', async () => {
    for (const bytes of [MAX_FILE_BYTES + 1, 2 * MAX_FILE_BYTES]) {
      for (const length of [true, false]) {
        const { status, body } = await send(service, bytes, { length });
        assert.deepEqual([status, body.error.code], [413, 'payload_too_large'], `${bytes} ${length}`);
      }
    }
  });

  await context.test('are read to their end', async () => {
    for (const job of jobs.slice(0, 2)) {
      await eventually('the end of the job', async () => {
        const { body, text } = await service.request('GET', `/v1/documents/${job}`);
        assert.ok(['queued', 'running', 'succeeded'].includes(body.status), text);
        if (body.status !== 'succeeded') {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          return false;
        }
        const spans = body.result.claims.map((claim: { original_span: string }) => claim.original_span);
        assert.deepEqual(spans, [SENTENCE]);
        return true;
      });
    }
  });
}
