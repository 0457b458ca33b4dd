/** `evidence verify --cache` of one file by a service inside the test's process. */
import assert from 'node:assert/strict';
import { checkAll } from '#apps/cli/gate/check.ts';
import { openMemory } from '#apps/cli/gate/memory.ts';
import { createOperations, type Operations } from '#apps/control/operations.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService, type TestServiceOptions } from '#test/support/service/open.ts';

export const KEY = 'a key of the test';
export const ASKING = { profile: 'general_web', mode: 'thorough', question: '' } as const;

/** A service with the real engine that has read its library. */
export async function openReader(libraryDirectory: string, settings: TestServiceOptions): Promise<TestService> {
  const opened = await openTestService({ realEngine: true, libraryDirectory, ...settings });
  await eventually('the library', async () => (await opened.call('GET', '//readyz', { key: null })).status === 200);
  return opened;
}

export interface CheckOptions {
  now?: number;
  /** What happens while a text is verified. */
  around?: <Outcome>(verify: () => Promise<Outcome>) => Promise<Outcome>;
}

/**
 * `cache`: the file of `--cache`; null: without one. Of that check, `asked`: questions about the text, whoever
 * answers them; `consulted`: claims that others are about, and `questions`: how many these are; `outcome`: what is found, place by place.
 */
export async function checkFile(
  service: TestService,
  file: string,
  cache: string | null,
  { now, around = (verify) => verify() }: CheckOptions = {},
) {
  const ids: string[] = [];
  const noted =
    <Name extends 'verify' | 'verifyWithin'>(name: Name): Operations[Name] =>
    // biome-ignore lint/suspicious/noExplicitAny: both take what they take
    async (input: any) => {
      const outcome = await around(() => operations[name](input));
      if (outcome.status === 201) ids.push((outcome.body as VerifyResponse).result.id);
      return outcome;
    };
  const operations = createOperations(service.service, () => {});
  const noting = { ...operations, verify: noted('verify'), verifyWithin: noted('verifyWithin') };
  const memory = cache === null ? null : await openMemory(cache, noting, ASKING, KEY, now);
  const progress = { report() {}, clear() {} };
  const [checked = assert.fail('nothing was checked')] = await checkAll(
    { operations: noting, verdicts: new Set(VERDICTS), asking: ASKING, memory },
    [file],
    progress,
  );
  await memory?.save();
  const { events } = service.service.stores;
  const logs = await Promise.all(ids.map((id) => events.readStream(`verification-${id}`)));
  const recorded = (type: string) => logs.flat().filter((event) => event.type.startsWith(type));
  const { findings, counts, verified, complete, problem } = checked;
  const places = findings.map(({ start, end, verdict, fingerprint }) => ({ start, end, verdict, fingerprint }));
  return {
    asked: recorded('ExtractionConsulted').length,
    consulted: recorded('ModelConsulted').length,
    questions: recorded('ModelConsulted').filter(({ data }) => data.shared !== true).length,
    verified,
    note: memory?.note ?? null,
    outcome: { counts, complete, problem, places },
  };
}
