/**
 * Attacks at the edges of a service, and what others notice of them: claims, small documents, log-ins and /healthz,
 * compared with the same run before an attacker came.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Deployment, FreshDeployment } from '#test/support/deployment/deployment.ts';
import { joinAs, openBrowser, PASSWORD } from '#test/support/workbench.ts';
import { makeKeys } from '../load.ts';
import { missing } from '../rest.ts';
import { besideBusyCores } from './busy-cores.ts';
import { complaints, every, inWords } from './compared.ts';
import { type Customer, makeCustomer } from './customers.ts';
import { EDGE_ATTACKS, type EdgeTarget } from './edge-attacks.ts';
import { moveIn, type Neighbour, type Seen } from './neighbour.ts';
import { verifySmallDocument } from './small-document.ts';

const QUIET_MS = 8_000;
const ATTACK_MS = 12_000;
const KEYS = 12;
const ORGANIZATIONS = 20;

const KINDS = ['posts', 'documents', 'known', 'strange'] as const;
const DOCUMENT_EVERY_MS = 2_000;
const LOG_IN_EVERY_MS = 3_000;
const EMAIL = 'ada@example.org';
/** Of a network that no attacker has; another one each time, as an address has ten log-ins in a quarter of an hour. */
const addressOf = (n: number) => `203.0.113.${n % 256}`;

interface Watched extends Pick<Neighbour, 'watch'> {
  /** A key of its own, so that claims and documents don't take each other's slots. */
  documentKey: string;
}

interface Noticed extends Seen {
  documents: number[];
  /** Log-ins in a browser that has signed in before; in a new one. */
  known: number[];
  strange: number[];
}

/** Environment of a deployment in which callers say themselves from which address they call. */
export const BEHIND_A_PROXY = { EVIDENCE_TRUSTED_PROXIES: '127.0.0.1' };

/** All attacks on one deployment, one after the other. */
export async function attackEdges(
  context: TestContext,
  { deployment: service, remove }: FreshDeployment,
): Promise<void> {
  try {
    const processes = service.pids();
    const neighbour = await moveIn(service);
    const [documentKey = ''] = await makeKeys(service, 1, neighbour.key);
    const neighbourhood = { ...neighbour, documentKey };
    const logIn = await member(service, neighbour);
    // The first of everything in a new process is slow.
    await notice(service, neighbourhood, logIn, 2_000);
    const quiet = await notice(service, neighbourhood, logIn, QUIET_MS);
    context.diagnostic(`${service.shape}: without an attack: ${inWords(KINDS, quiet)}`);
    const busy =
      service.shape === 'embedded'
        ? quiet
        : await besideBusyCores(() => notice(service, neighbourhood, logIn, QUIET_MS));
    if (busy !== quiet) context.diagnostic(`${service.shape}: beside busy cores: ${inWords(KINDS, busy)}`);
    const all: string[] = [];
    for (const attack of Object.keys(EDGE_ATTACKS) as (keyof typeof EDGE_ATTACKS)[]) {
      const target = await armed(service, neighbour, attack);
      const thread = new Worker(new URL('./edge-attacker.ts', import.meta.url), { workerData: { attack, target } });
      const failed = new Promise<never>((_, reject) => thread.once('error', reject));
      const attacked = await Promise.race([notice(service, neighbourhood, logIn, ATTACK_MS), failed]).finally(() =>
        thread.terminate(),
      );
      context.diagnostic(`${service.shape}: ${attack}: ${inWords(KINDS, attacked)}`);
      assert.deepEqual(service.pids(), processes, `every process lives: ${attack}`);
      // As in computing.ts: what an attacker computes makes the dozen programs of a distributed post wait for cores.
      const before = attack.includes('long texts') ? busy : quiet;
      all.push(...complaints(KINDS, before, attacked).map((each) => `${attack}: ${each}`));
    }
    assert.deepEqual(all, [], 'what others notice');
    assert.deepEqual(await missing(service, neighbour.orders), [], 'lost');
  } finally {
    await service.kill(service.processes);
    await remove();
  }
}

/** Makes somebody a member of the neighbour's organization; returns how that person signs in. */
async function member(service: Deployment, neighbour: Customer): Promise<(isKnown: boolean) => Promise<number>> {
  const tenant = { organization_id: neighbour.organization, key: neighbour.key };
  const caller = callerOf(service);
  const known = await joinAs(caller, tenant, { email: EMAIL, role: 'viewer' });
  let logIns = 0;
  return async (isKnown) => {
    const browser = openBrowser(caller);
    if (isKnown) browser.device = known.device;
    const began = performance.now();
    const body = { organization_id: neighbour.organization, email: EMAIL, password: PASSWORD };
    for (;;) {
      const { status, text } = await browser.signIn('password', body, { 'x-forwarded-for': addressOf(logIns++) });
      if (status === 201) return performance.now() - began;
      // A stranger may be told to come again; the time counts.
      assert.ok(status === 503 && !isKnown, text);
    }
  };
}

/** A deployment as the helpers of the workbench call it. */
function callerOf(service: Deployment): Parameters<typeof openBrowser>[0] {
  return {
    async call(method, path, { body, key = service.key, headers = {} } = {}) {
      const route = path.startsWith('//') ? path.slice(1) : `/v1${path}`;
      const answer = await service.request(method, route, { body, key, headers });
      const cookies = answer.headers.getSetCookie().join(',');
      return {
        status: answer.status,
        headers: { ...Object.fromEntries(answer.headers), ...(cookies !== '' && { 'set-cookie': cookies }) },
        body: answer.body,
        text: answer.text,
      };
    },
  };
}

async function armed(service: Deployment, neighbour: Customer, attack: string): Promise<EdgeTarget> {
  const account = { organization_id: neighbour.organization, email: EMAIL };
  const attacker = await makeCustomer(service, 'attacker');
  if (!attack.includes('organizations')) {
    // Without the scope, the costly bodies would be refused before they are read.
    const keys = await makeKeys(service, KEYS, attacker.key, ['keys:write']);
    return { url: service.url, account, keys };
  }
  const tenant = { organization_id: attacker.organization, key: attacker.key };
  const viewer = await joinAs(callerOf(service), tenant, { email: 'eve@example.org', role: 'viewer' });
  const keys: string[] = [];
  while (keys.length < ORGANIZATIONS) {
    const made = await viewer.call('POST', '/organizations', { body: { name: `Eve's ${keys.length}` } });
    assert.equal(made.status, 201, made.text);
    keys.push(made.body.api_key.secret);
  }
  return { url: service.url, account, keys };
}

async function notice(
  service: Deployment,
  { watch, documentKey }: Watched,
  logIn: (isKnown: boolean) => Promise<number>,
  milliseconds: number,
): Promise<Noticed> {
  const documents: number[] = [];
  const [known, strange]: [number[], number[]] = [[], []];
  const [seen] = await Promise.all([
    watch(milliseconds),
    every(milliseconds, DOCUMENT_EVERY_MS, async () => documents.push(await verifySmallDocument(service, documentKey))),
    every(milliseconds, LOG_IN_EVERY_MS, async (n) => {
      const isKnown = n % 2 === 0;
      (isKnown ? known : strange).push(await logIn(isKnown));
    }),
  ]);
  return { ...seen, documents, known, strange };
}
