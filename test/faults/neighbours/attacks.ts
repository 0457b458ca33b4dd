/**
 * What one customer, or a stranger without a key, does to a service as hard as it may. Each goes on until its thread is
 * ended. They run in a thread of their own, so that their work is not counted as the service's.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What an attack is given. */
export interface Target {
  url: string;
  /** The attacker's keys; none for a stranger. */
  keys: string[];
  /** A verification of the attacker's with a very long result, and the idempotency key and body that made it. */
  long?: { id: string; idempotencyKey: string; content: string };
  /** The attacker's source sets of costly pages. */
  sourceSets?: string[];
}

type Attack = (target: Target) => Promise<unknown>;

/** Text of 100,000 characters whose every few are a claim. */
export const TINY_SENTENCES = 'Al ran. '.repeat(12_500);

const ORDINARY_TEXT = Array.from(
  { length: 1_000 },
  (_, n) => `In ${1800 + (n % 200)} the town of Velmar had ${n} inhabitants, and its bridge was ${n} metres long.`,
)
  .join(' ')
  .slice(0, 100_000);

/** Refusals come faster than anything else; a client that asks again at once would measure itself. */
const PAUSE_MS = 10;
const MEBIBYTE = 1024 * 1024;
const LARGEST_BODY = 32 * MEBIBYTE;

export const CUSTOMER_ATTACKS = {
  'abandons reads of a long result': (target) =>
    together(24, target, (key) => abandoned(target, `/v1/verifications/${target.long!.id}`, key)),

  'exports a long result and does not read it': (target) =>
    together(24, target, (key, n) =>
      unread(target, `/v1/verifications/${target.long!.id}/export?format=${n % 2 ? 'json' : 'html'}`, key),
    ),

  'has a long result replayed': (target) =>
    together(30, target, (_key, n) => {
      const { content, idempotencyKey } = target.long!;
      // Under the key that made it; the others of its kind have the same text verified.
      return post(target, '/v1/verifications', { content }, target.keys[n % 2]!, idempotencyKey);
    }),

  'announces large bodies and sends nothing': (target) =>
    together(60, target, (key) =>
      held(target, `${head('/v1/batches', key)}Content-Length: ${LARGEST_BODY - 1}\r\n\r\n`, ''),
    ),

  'sends large bodies that are invalid': (target) =>
    together(3, target, (key, n) => post(target, '/v1/batches', INVALID[n % INVALID.length]!(), key)),

  'has pages read that are costly': (target) =>
    together(16, target, (key, n) =>
      post(
        target,
        '/v1/verifications',
        { content: `Velmar has ${n} turbines.`, source_set_id: target.sourceSets![n % target.sourceSets!.length] },
        key,
      ),
    ),

  'names what is not there, under new idempotency keys': (target) =>
    together(8, target, (key) =>
      post(target, '/v1/verifications', { content: 'x', source_set_id: 'src_unknown' }, key, randomUUID()),
    ),

  'has long texts verified': (target) =>
    together(32, target, (key) => post(target, '/v1/verifications', { content: ORDINARY_TEXT }, key)),

  'has batches of long texts verified': (target) =>
    together(16, target, (key) =>
      post(target, '/v1/batches', { items: Array(20).fill({ content: TINY_SENTENCES }) }, key),
    ),
} satisfies Record<string, Attack>;

export const STRANGER_ATTACKS = {
  'sends heads a byte at a time': (target) => together(300, target, () => held(target, 'GET /healthz HT', 'a')),

  'sends bodies a byte at a time': (target) =>
    together(300, target, () =>
      held(target, `${head('/v1/verifications', 'none')}Content-Length: ${LARGEST_BODY}\r\n\r\n{`, ' '),
    ),

  'asks for tunnels and stays': (target) =>
    together(300, target, () => held(target, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 'a')),

  'speaks anything but HTTP': (target) =>
    together(100, target, (_key, n) => held(target, NOT_HTTP[n % NOT_HTTP.length]!, Buffer.alloc(1_000, n))),

  'sends requests and reads no answers': (target) =>
    together(50, target, () => unread(target, '/v1/openapi.json', 'none', 100)),

  'connects ten thousand times': async (target) => {
    for (let n = 0; n < 10_000; n++) {
      const socket = open(target);
      socket.on('connect', () => (n % 2 ? socket.destroy() : socket.end('GET /healthz HTTP/1.1\r\n\r\n')));
      if (n % 10 === 0) await delay(1);
    }
  },
} satisfies Record<string, Attack>;

/** A hello of TLS, one of HTTP/2, one of SSH, and zeros. */
const NOT_HTTP = [
  Buffer.from('16030100a5010000a10303', 'hex'),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'SSH-2.0-OpenSSH_9.9\r\n',
  Buffer.alloc(100),
];

const INVALID: (() => Buffer)[] = [
  () => filled('{"items":[', '{},'),
  () => filled('', '['),
  () => filled('{"items":', '{"a":'),
  () => filled('{"items":["', '\\u0041\\ud800'),
  () => filled('{"items":[{"content":"', 'a'),
  () => filled('{"items":[', '1e999,'),
];

function filled(start: string, filling: string): Buffer {
  const body = Buffer.alloc(LARGEST_BODY - 100, filling);
  body.write(start);
  return body;
}

/** `count` at a time, one after the other, for ever. */
function together(
  count: number,
  { keys }: Target,
  work: (key: string, n: number) => Promise<unknown>,
): Promise<unknown> {
  let n = 0;
  const forEver = async () => {
    for (;;) {
      const number = n++;
      await work(keys[number % keys.length] ?? '', number).catch(() => {});
      await delay(PAUSE_MS);
    }
  };
  return Promise.all(Array.from({ length: count }, forEver));
}

async function post(
  { url }: Target,
  path: string,
  body: unknown,
  key: string,
  idempotencyKey?: string,
): Promise<number> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  });
  for await (const _ of answer.body ?? []) {
    // Read to its end, and thrown away.
  }
  return answer.status;
}

/** Asks, and is gone before the answer. */
async function abandoned(target: Target, path: string, key: string): Promise<void> {
  const socket = open(target);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await delay(150);
  socket.destroy();
}

/** Asks, `times` in one go, and reads nothing for some seconds. */
async function unread(target: Target, path: string, key: string, times = 1): Promise<void> {
  const socket = open(target);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(times));
  await Promise.race([delay(5_000), closed(socket)]);
  socket.destroy();
}

/** Sends `first`, then `drip` every second, for as long as it is let. */
async function held(target: Target, first: string | Buffer, drip: string | Buffer): Promise<void> {
  const socket = open(target);
  socket.resume();
  socket.write(first);
  const dripping = setInterval(() => socket.write(drip), 1_000);
  await closed(socket);
  clearInterval(dripping);
}

function open({ url }: Target): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function head(path: string, key: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
}
