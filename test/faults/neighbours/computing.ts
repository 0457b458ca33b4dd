/** Attacks that have costly work done, and what others notice of them, compared with the same run before they began. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Deployment, FreshDeployment } from '#test/support/deployment/deployment.ts';
import { makeKeys } from '../load.ts';
import { missing } from '../rest.ts';
import { besideBusyCores } from './busy-cores.ts';
import { complaints, every, inWords } from './compared.ts';
import { COMPUTING_ATTACKS, type ComputingTarget } from './computing-attacks.ts';
import { makeCustomer, makeSourceSet } from './customers.ts';
import { moveIn, type Neighbour, type Seen } from './neighbour.ts';
import { type PageServer, servePages } from './pages.ts';
import { verifySmallDocument } from './small-document.ts';

const QUIET_MS = 8_000;
const ATTACK_MS = 8_000;
const KEYS = 6;
const SETS = 6;
const PAGES_PER_SET = 6;
const DOCUMENT_EVERY_MS = 2_000;

const KINDS = ['posts', 'documents'] as const;

interface Noticed extends Seen {
  documents: number[];
}

/** A service of its own for each attack: what one has left to do would be counted against the next. */
type Deploy = (environment: Record<string, string>) => Promise<FreshDeployment>;

/** All attacks, one after the other. */
export async function attackByComputing(context: TestContext, deploy: Deploy): Promise<void> {
  const pages = await servePages();
  context.after(() => pages.close());
  const all: string[] = [];
  for (const attack of Object.keys(COMPUTING_ATTACKS)) {
    const { deployment, remove } = await deploy({ EVIDENCE_ALLOW_HOSTS: pages.host });
    try {
      all.push(...(await underAttack(context, deployment, pages, attack)).map((each) => `${attack}: ${each}`));
    } finally {
      // Not in order: an attack may have left more to do than anybody waits for.
      await deployment.kill(deployment.processes);
      await remove();
    }
  }
  assert.deepEqual(all, [], 'what others notice');
}

/** What others notice more than they may. */
async function underAttack(
  context: TestContext,
  service: Deployment,
  pages: PageServer,
  attack: string,
): Promise<string[]> {
  const processes = service.pids();
  const neighbour = await moveIn(service);
  // Of its own, so that claims and documents don't take each other's slots.
  const [documentKey = ''] = await makeKeys(service, 1, neighbour.key);
  // The first of everything in a new process is slow.
  await notice(service, neighbour, documentKey, 1_000);
  // An attacker that computes keeps the cores of this machine busy. In the distributed shape a post goes through a dozen
  // programs that wait for them; what counts is the waiting in queues of ours, so without an attacker they wait, too.
  const alone = () => notice(service, neighbour, documentKey, QUIET_MS);
  const quiet = await (service.shape === 'embedded' ? alone() : besideBusyCores(alone));
  const target = await armed(service, pages, attack);
  const thread = new Worker(new URL('./computing-attacker.ts', import.meta.url), { workerData: { attack, target } });
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  const attacked = await Promise.race([notice(service, neighbour, documentKey, ATTACK_MS), failed]).finally(() =>
    thread.terminate(),
  );
  context.diagnostic(
    `${service.shape}: ${attack}: ${inWords(KINDS, attacked)}; without an attack: ${inWords(KINDS, quiet)}`,
  );
  assert.deepEqual(service.pids(), processes, `every process lives: ${attack}`);
  assert.deepEqual(await missing(service, neighbour.orders), [], `lost: ${attack}`);
  return complaints(KINDS, quiet, attacked);
}

/** An organization of its own for each attack. */
async function armed(service: Deployment, pages: PageServer, attack: string): Promise<ComputingTarget> {
  const attacker = await makeCustomer(service, attack);
  const keys = await makeKeys(service, KEYS, attacker.key);
  const sourceSets: string[] = [];
  for (let set = 0; set < SETS && attack.includes('pages'); set++) {
    const urls = Array.from({ length: PAGES_PER_SET }, (_, n) => pages.url('charset', set * PAGES_PER_SET + n));
    sourceSets.push(await makeSourceSet(service, attacker, urls));
  }
  return { url: service.url, keys, sourceSets };
}

async function notice(
  service: Deployment,
  { watch }: Neighbour,
  documentKey: string,
  milliseconds: number,
): Promise<Noticed> {
  const documents: number[] = [];
  const [seen] = await Promise.all([
    watch(milliseconds),
    every(milliseconds, DOCUMENT_EVERY_MS, async () => documents.push(await verifySmallDocument(service, documentKey))),
  ]);
  return { ...seen, documents };
}
