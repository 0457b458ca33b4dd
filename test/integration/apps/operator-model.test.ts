/** The operator's model, as the service opens it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#apps/logger.ts';
import { createMetrics } from '#apps/metrics.ts';
import { timeForQuestions } from '#apps/parts/model-client.ts';
import { openOperatorModel } from '#apps/parts/operator-model.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';

test('a server that hangs opens the circuit and is logged, however short a POST waits', async () => {
  const server = await openModelServer({ format: chatCompletions('ollama') });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => server.close());
  const lines: string[] = [];
  const configuration = {
    modelAccess: { key: '', prices: NO_PRICES },
    allowHosts: [] as string[],
    model: { url: server.url, name: 'small-1', key: '', kind: 'general', isExternal: false, prices: NO_PRICES },
    syncTimeoutMs: 4_000,
  } as const;
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const shown = async (name: string) => (await metrics.registry.getSingleMetricAsString(name)).split(' ').at(-1);
  const circuits = async () => [await shown('model_circuit_open'), await shown('model_circuits_open_organizations')];
  const clock = { now: () => Date.now() };
  const values = { get: async () => null, compareAndSet: async () => true };
  const operatorModel = openOperatorModel({ configuration, values, clock, logger, metrics }, closing);
  const { client: model } = (await operatorModel.current())!;
  const ask = (signal: AbortSignal) =>
    model.ask(
      {
        model: 'small-1',
        messages: [{ role: 'user', content: 'Halvorsen?' }],
        answer: null,
        limits: { max_output_tokens: 10 },
        first_token: false,
      },
      { organization_id: 'org_1', signal },
    );
  // The first question loads the HTTP client.
  assert.ok((await ask(new AbortController().signal)).ok);
  assert.deepEqual(await circuits(), ['0', '0']);
  server.trouble('stall', 'stall', 'stall', 'stall', 'stall');
  const signal = AbortSignal.timeout(timeForQuestions(configuration));
  const timedOut = { ok: false, failure: { kind: 'unavailable', reason: 'timeout' }, usage: null, untold_tries: 1 };
  assert.deepEqual(await Promise.all(Array.from({ length: 5 }, () => ask(signal))), Array(5).fill(timedOut));
  assert.equal(lines.filter((line) => line.includes('the language model did not answer')).length, 5);
  assert.deepEqual(await circuits(), ['0', '1']);
  const after = await ask(signal);
  assert.deepEqual(after.ok || after.failure, { kind: 'unavailable', reason: 'circuit_open' });
  assert.equal(server.requests.length, 6);
  assert.equal(lines.filter((line) => line.includes('the language model did not answer')).length, 5);
});
