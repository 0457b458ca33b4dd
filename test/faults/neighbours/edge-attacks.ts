/**
 * What reaches the edges of a service: refusals that are costly to write, wrong log-ins from many addresses, and
 * organizations that somebody makes who was only invited. Each goes on until its thread is ended.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface EdgeTarget {
  url: string;
  /** The attacker's keys. */
  keys: string[];
  /** The account whose password is guessed. */
  account: { organization_id: string; email: string };
}

const PAUSE_MS = 10;
/** Of each that guesses: faster ones would only be refused for it. */
const GUESS_PAUSE_MS = 1_000;
/** A text of 6,000 characters, in which every fifth begins a URL; 100 of them, as many as a list may have, are 586 KiB. */
const COSTLY = 'http:'.repeat(1_200);
const COSTLY_TEXTS = 100;
const LONG_TEXT = Array.from(
  { length: 800 },
  (_, n) => `In ${1800 + (n % 200)} the bridge of Velmar was ${n} metres long.`,
)
  .join(' ')
  .slice(0, 30_000);

export const EDGE_ATTACKS = {
  'has texts refused that are costly to repeat': ({ url, keys }) =>
    together(24, (n) =>
      post(
        url,
        '/v1/api-keys',
        { name: 'x', scopes: Array(COSTLY_TEXTS).fill(COSTLY) },
        bearer(keys[n % keys.length]!),
      ),
    ),

  'guesses passwords from hundreds of addresses': ({ url, account }) =>
    together(
      200,
      (n) =>
        post(
          url,
          '/session/password',
          { ...(n % 5 === 0 ? account : { ...account, email: `somebody${n}@example.org` }), password: `a guess: ${n}` },
          {
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': ADDRESSES[n % ADDRESSES.length]!,
          },
        ),
      GUESS_PAUSE_MS,
    ),

  'makes organizations and has long texts verified in each': ({ url, keys }) =>
    together(32, (n) => post(url, '/v1/verifications', { content: LONG_TEXT }, bearer(keys[n % keys.length]!))),
} satisfies Record<string, (target: EdgeTarget) => Promise<unknown>>;

/** 200 addresses of one provider, and the 256 networks of a /56. */
const ADDRESSES = [
  ...Array.from({ length: 200 }, (_, n) => `198.51.100.${n + 1}`),
  ...Array.from({ length: 256 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`),
];

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** `count` at a time, one after the other, for ever. */
function together(count: number, work: (n: number) => Promise<unknown>, pauseMs = PAUSE_MS): Promise<unknown> {
  let n = 0;
  const forEver = async () => {
    for (;;) {
      await work(n++).catch(() => {});
      await delay(pauseMs);
    }
  };
  return Promise.all(Array.from({ length: count }, forEver));
}

async function post(url: string, path: string, body: unknown, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  for await (const _ of answer.body ?? []) {
    // Read to its end, and thrown away.
  }
}
