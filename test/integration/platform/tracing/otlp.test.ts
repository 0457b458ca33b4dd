/** Spans over OTLP/HTTP, when the receiver does not accept them. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '#common/time.ts';
import { createOtlpTracing } from '#platform/tracing/otlp.ts';
import type { Loss } from '#platform/tracing/reporting-exporter.ts';
import { openOtlpReceiver } from '#test/support/otlp-receiver.ts';

const OPTIONS = { serviceName: 'a-name', version: '1', clock: systemClock, flushWithinMs: 50 };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a receiver that never responds does not delay shutdown, and losses are reported', async (context) => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<{ destroy(): void }>();
  silent.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  // The SDK retries for this long, which would keep the test process alive.
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '200';
  const losses: Loss[] = [];
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1/traces`;
  const tracing = createOtlpTracing({ ...OPTIONS, url, onLost: (loss) => losses.push(loss) });
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
  for (const name of ['one', 'two']) tracing.begin(name, { parent: '', kind: 'server' }).end();
  await tracing.close();
  assert.deepEqual(losses, [{ spans_lost: 2 }]);
});

test('a trace whose caller does not sample it is continued but not exported', async (context) => {
  const receiver = await openOtlpReceiver();
  context.after(() => receiver.close());
  const tracing = createOtlpTracing({
    ...OPTIONS,
    flushWithinMs: 5_000,
    url: receiver.url,
    onLost: () => assert.fail('nothing gets lost'),
  });
  const unrecorded = tracing.begin('unrecorded', { parent: `00-${TRACE}-00f067aa0ba902b7-00`, kind: 'server' });
  assert.match(unrecorded.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  unrecorded.end();
  const recorded = tracing.begin('recorded', { parent: 'malformed', kind: 'server' });
  assert.match(recorded.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  recorded.end();
  await tracing.close();
  assert.deepEqual(
    receiver.spans().map((span) => [span.name, span.parentSpanId]),
    [['recorded', undefined]],
  );
});
