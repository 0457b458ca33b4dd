/** Verifications that are begun, watched and cancelled by code, in a process that is killed with SIGKILL; in either shape. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationProgress } from '#query-api/progress.ts';
import { endWithThisProcess } from '#test/support/children.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { openTestService, type TestService } from './open.ts';
import { type UseCases, useCasesOf } from './use-cases.ts';

export interface KilledGround {
  /** By which the killed process finds the storage. */
  environment: Record<string, string>;
  ground: Ground;
}

/** When the process is killed: right after the beginning or the cancellation, or once that stage is at work. */
export type KilledAt = 'begin' | 'retrieve' | 'judge' | 'cancel';

const SENTENCES = 120;
const CONTENT = Array.from({ length: SENTENCES }, (_, n) => `Hull ${n} lost ${n} planks in 1854.`).join(' ');
const PROGRAM = resolve(import.meta.dirname, 'begin-until-killed.ts');

interface Afterwards {
  /** Another service on the same storage. */
  service: TestService;
  own: UseCases;
  id: string;
}

/** Runs the program until it prints an id, kills it, and opens the service again; the ground goes with the test. */
async function killed(context: TestContext, { environment, ground }: KilledGround, at: KilledAt): Promise<Afterwards> {
  const closing = new AsyncDisposableStack();
  context.after(() => closing.disposeAsync());
  closing.defer(ground.remove);
  const child = spawn(process.execPath, [PROGRAM, CONTENT, ...(at === 'begin' ? [] : [at])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  endWithThisProcess(child);
  const gone = once(child, 'exit');
  const [id] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.kill('SIGKILL');
  await gone;
  const service = await openTestService({ realEngine: true, ground });
  closing.defer(service.close);
  return { service, own: useCasesOf(service, service), id };
}

/** Tests for each moment. `newGround` gives an empty storage, or null where the shape can't be tested. */
export function testKilled(
  moments: readonly KilledAt[],
  newGround: (context: TestContext) => Promise<KilledGround | null>,
): void {
  for (const at of moments) {
    const name =
      at === 'cancel'
        ? 'killed after a cancellation, it stays cancelled and nothing follows'
        : `killed ${at === 'begin' ? 'after its beginning' : `in ${at}`}, it goes on to its end, with its sources`;
    test(name, async (context) => {
      const ground = await newGround(context);
      if (ground === null) return;
      const afterwards = await killed(context, ground, at);
      await (at === 'cancel' ? staysCancelled(afterwards) : goesOn(afterwards));
    });
  }
}

async function goesOn({ service, own, id }: Afterwards): Promise<void> {
  const seen: VerificationProgress[] = [];
  for await (const progress of own.watch(id)) seen.push(progress);
  const last = seen.at(-1)!;
  const { extracted, searched, judged } = last.claims;
  assert.deepEqual([last.status, extracted, searched, judged], ['completed', SENTENCES, SENTENCES, SENTENCES]);
  const judgedSoFar = seen.map(({ claims }) => claims.judged);
  assert.deepEqual(
    judgedSoFar,
    judgedSoFar.toSorted((a, b) => a - b),
  );
  const { body } = await service.call('GET', `/verifications/${id}`);
  const providers = body.result.claims.flatMap((claim: { supporting_evidence: { retrieval_provider: string }[] }) =>
    claim.supporting_evidence.map(({ retrieval_provider }) => retrieval_provider),
  );
  assert.ok(providers.length > 0);
  assert.deepEqual([...new Set(providers)], ['given']);
}

async function staysCancelled({ service, own, id }: Afterwards): Promise<void> {
  const { verification_id: later } = await own.begin({ content: 'Iron is a metal.' });
  for await (const _ of own.watch(later));
  assert.equal((await own.progress(id)).status, 'cancelled');
  assert.equal(await own.cancel(id), 'cancelled');
  const types = (await service.service.stores.events.readStream(VERIFICATION.stream(id))).map(({ type }) => type);
  assert.equal(types.at(-1), 'VerificationCancelled.v1');
}
