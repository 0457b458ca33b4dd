/** Verifications that are begun, watched and cancelled by code, in a process that is killed with SIGKILL. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationProgress } from '#query-api/progress.ts';
import { endWithThisProcess } from '#test/support/children.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import { openTestService } from '#test/support/service/open.ts';
import { useCasesOf } from '#test/support/service/use-cases.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const SENTENCES = 120;
const CONTENT = Array.from({ length: SENTENCES }, (_, n) => `Hull ${n} lost ${n} planks in 1854.`).join(' ');
const PROGRAM = resolve(import.meta.dirname, '../../support/service/begin-until-killed.ts');

/** Runs the program on a new folder until it prints an id, kills it, and opens the service again. */
async function killed(context: TestContext, mode?: string) {
  const { path, remove } = await temporaryFolder();
  const folder = join(path, 'data');
  const child = spawn(process.execPath, [PROGRAM, folder, CONTENT, ...(mode === undefined ? [] : [mode])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThisProcess(child);
  const gone = once(child, 'exit');
  const [id] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.kill('SIGKILL');
  await gone;
  const service = await openTestService({ realEngine: true, ground: groundIn(folder, async () => {}) });
  context.after(async () => {
    await service.close();
    await remove();
  });
  return { service, own: useCasesOf(service, service), id };
}

for (const mode of [undefined, 'retrieve', 'judge']) {
  const moment = mode === undefined ? 'after its beginning' : `in ${mode}`;
  test(`killed ${moment}, it goes on to its end, with its sources`, async (context) => {
    const { service, own, id } = await killed(context, mode);
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
  });
}

test('killed after a cancellation, it stays cancelled and nothing follows', async (context) => {
  const { service, own, id } = await killed(context, 'cancel');
  const { verification_id: later } = await own.begin({ content: 'Iron is a metal.' });
  for await (const _ of own.watch(later));
  assert.equal((await own.progress(id)).status, 'cancelled');
  assert.equal(await own.cancel(id), 'cancelled');
  const types = (await service.service.stores.events.readStream(VERIFICATION.stream(id))).map(({ type }) => type);
  assert.equal(types.at(-1), 'VerificationCancelled.v1');
});
