/** Work that costs a service as much as its limits allow, for as few bytes as possible. Each goes on until its thread is ended. */
import { setTimeout as delay } from 'node:timers/promises';
import { costlyPage, pdfOf } from '#test/support/pdf.ts';

/** What such an attack is given. */
export interface ComputingTarget {
  url: string;
  /** The attacker's keys. */
  keys: string[];
  /** Source sets of pages that are costly to decode. */
  sourceSets: string[];
}

/** A key has eight calls at a time. */
const CALLS_PER_KEY = 8;
const PAUSE_MS = 10;

const COSTLY_TEXTS = [
  `The account${' '.repeat(4_000)}was closed.`,
  // As long as a text of the threads that all share.
  'The town of Velmar, which was founded in 1821 by Ada Noll, and its bridge, have 24 towers, or 25. '
    .repeat(100)
    .slice(0, 9_900),
  `The ${'old '.repeat(900)}bridge has 24 towers.`,
];

export const COMPUTING_ATTACKS = {
  'has costly texts verified': ({ url, keys }: ComputingTarget) =>
    together(keys, (key, n) => post(url, key, { content: COSTLY_TEXTS[n % COSTLY_TEXTS.length] })),

  'has pages decoded that are costly': ({ url, keys, sourceSets }: ComputingTarget) =>
    together(keys, (key, n) =>
      post(url, key, {
        content: `Velmar has ${n} turbines.`,
        source_set_id: sourceSets[n % sourceSets.length],
      }),
    ),

  'has documents read that are costly': ({ url, keys }: ComputingTarget) => {
    const file = new Blob([new Uint8Array(pdfOf([costlyPage()]))], { type: 'application/pdf' });
    return together(keys, async (key) => {
      const body = new FormData();
      body.append('file', file, 'costly.pdf');
      const headers = { authorization: `Bearer ${key}` };
      await (await fetch(`${url}/v1/documents`, { method: 'POST', headers, body })).arrayBuffer();
    });
  },
};

/** As many calls at a time as the keys have, for ever. */
function together(keys: readonly string[], work: (key: string, n: number) => Promise<unknown>): Promise<unknown> {
  const forEver = async (first: number) => {
    for (let n = first; ; n += keys.length * CALLS_PER_KEY) {
      await work(keys[n % keys.length]!, n).catch(() => {});
      await delay(PAUSE_MS);
    }
  };
  return Promise.all(Array.from({ length: keys.length * CALLS_PER_KEY }, (_, n) => forEver(n)));
}

async function post(url: string, key: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/v1/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
}
