/** A verification is one trace, from its request to its last append; without an endpoint nothing is traced. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openOtlpReceiver, type ReceivedSpan } from '#test/support/otlp-receiver.ts';
import { openTestService } from '#test/support/service/open.ts';
import { formsOfText } from '#test/support/service/traces.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** OTLP's STATUS_CODE_ERROR. */
const FAILED = 2;
const CLIENT_SPAN = '00f067aa0ba902b7';
const STAGES = ['extract', 'retrieve', 'judge', 'conclude', 'settle'];
const ATTRIBUTES = [
  'evidence.attempt',
  'evidence.correlation_id',
  'evidence.event_id',
  'evidence.event_type',
  'evidence.event_types',
  'evidence.events',
  'evidence.organization_id',
  'evidence.outcome',
  'evidence.request_id',
  'evidence.stage',
  'evidence.stream',
  'evidence.verification_id',
  'http.request.method',
  'http.response.status_code',
  'http.route',
];
const CONTENT = 'The Zyxomma bridge is old. The Zyxomma tower is tall.';
const QUESTION = 'Is the Zyxomma bridge old?';

/** CommonJS packages that were loaded, by import as well as by require. */
function loadedPackages(): string[] {
  const { cache } = createRequire(import.meta.url);
  const names = Object.keys(cache).map((file) => /node_modules[\\/](@opentelemetry[\\/][^\\/]+)/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

// First, as what one test loads stays loaded for the next.
test('without an endpoint the SDK is not loaded, but events carry the trace', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const headers = { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` };
  const answer = await service.call('POST', '/verifications', { body: { content: CONTENT }, headers });
  assert.equal(answer.status, 201);
  const events = await service.service.stores.events.readStream(`verification-${answer.body.result.id}`);
  for (const { metadata, type } of events) assert.equal(metadata.traceparent.split('-')[1], TRACE, type);
  // prom-client brings the interface package, which does nothing by itself.
  assert.deepEqual(
    loadedPackages().filter((name) => !/[\\/]api$/.test(name)),
    [],
  );
});

test('one trace covers request, stages and appends, without any customer text', async (context) => {
  const receiver = await openOtlpReceiver();
  context.after(() => receiver.close());
  const service = await openTestService({ tracing: { url: receiver.url, serviceName: 'a-name' } });
  let open = true;
  const close = async () => {
    if (open) await service.close();
    open = false;
  };
  context.after(close);

  const answer = await service.call('POST', '/verifications', {
    body: { content: CONTENT, question: QUESTION },
    headers: { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` },
  });
  assert.equal(answer.status, 201);
  const stream = `verification-${answer.body.result.id}`;
  await eventually('the last stage is done', () =>
    service.logs.some((line) => line.includes('"stage":"settle"') && line.includes('stage handled')),
  );
  const events = await service.service.stores.events.readStream(stream);
  // Draining hands on what has ended.
  await close();

  const spans = receiver.spans();
  const own = spans.filter((span) => span.traceId === TRACE);
  const [request, ...others] = own.filter((span) => span.name === 'POST /v1/verifications');
  assert.equal(others.length, 0);
  assert.equal(request?.parentSpanId, CLIENT_SPAN);
  assert.equal(attribute(request, 'http.response.status_code'), 201);
  assert.deepEqual(receiver.serviceNames(), ['a-name']);

  const spanOfEvent = (id: unknown) => events.find((event) => event.id === id)?.metadata.traceparent.split('-')[2];
  const byId = new Map(own.map((span) => [span.spanId, span]));
  for (const stage of STAGES) {
    const [handled, ...more] = own.filter((span) => span.name === stage);
    assert.ok(handled !== undefined && more.length === 0, stage);
    assert.equal(handled.parentSpanId, spanOfEvent(attribute(handled, 'evidence.event_id')), `the trigger of ${stage}`);
  }
  assert.equal(own.find((span) => span.name === 'extract')?.parentSpanId, request.spanId);

  const appends = own.filter((span) => span.name === 'append' && attribute(span, 'evidence.stream') === stream);
  assert.equal(
    appends.reduce((sum, span) => sum + Number(attribute(span, 'evidence.events')), 0),
    events.length,
    'every event of the stream was appended in a span',
  );
  for (const { id, type, metadata } of events) {
    const [, trace, span] = metadata.traceparent.split('-');
    assert.equal(trace, TRACE);
    const { actor } = metadata;
    const maker = actor.type === 'system' ? actor.id.slice('pipeline/'.length) : 'POST /v1/verifications';
    assert.equal(byId.get(span!)?.name, maker, `${type} ${id} was made in the span of its maker`);
    assert.ok(
      appends.some((append) => append.parentSpanId === span),
      `${type} was appended under it`,
    );
  }

  // Events hold their texts sealed, where no search for a word finds them: so nothing but these is told of anything.
  const told = new Set(spans.flatMap((span) => span.attributes.map(({ key }) => key)));
  assert.deepEqual([...told].sort(), ATTRIBUTES);

  const exported = Buffer.concat(receiver.bodies);
  assert.ok(exported.includes(TRACE));
  for (const text of [CONTENT, QUESTION, 'Zyxomma', service.key]) {
    for (const [form, bytes] of Object.entries(formsOfText(text))) assert.ok(!exported.includes(bytes), form);
  }
  assert.ok(loadedPackages().some((name) => name.endsWith('sdk-trace-base')));
});

test('a failed attempt is a failed span, and the last one records the dead letter', async (context) => {
  const receiver = await openOtlpReceiver();
  context.after(() => receiver.close());
  const service = await openTestService({ tracing: { url: receiver.url, serviceName: 'a-name' } });
  service.engine.failWith = 'engine_error';
  const headers = { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` };
  const answer = await service
    .call('POST', '/verifications', { body: { content: CONTENT }, headers })
    .finally(() => service.close());
  assert.equal(answer.status, 500);

  const spans = receiver.spans();
  const attempts = spans.filter((span) => span.name === 'extract');
  assert.deepEqual(
    attempts.map((span) => [Number(attribute(span, 'evidence.attempt')), attribute(span, 'error.type'), span.status]),
    [1, 2].map((attempt) => [attempt, 'EngineError', { code: FAILED }]),
  );
  const isDeadLetter = (span: ReceivedSpan) =>
    JSON.stringify(attribute(span, 'evidence.event_types') ?? '').includes('StageDeadLettered');
  assert.equal(spans.find(isDeadLetter)?.parentSpanId, attempts[1]?.spanId);
  const request = spans.find((span) => span.name === 'POST /v1/verifications');
  assert.deepEqual([attribute(request, 'http.response.status_code'), request?.status.code], [500, FAILED]);
});

test('a refusing receiver has no effect but a log line about lost spans', async (context) => {
  const receiver = await openOtlpReceiver(400);
  context.after(() => receiver.close());
  const service = await openTestService({ tracing: { url: receiver.url, serviceName: 'a-name' } });
  let answer: Awaited<ReturnType<typeof service.call>>;
  try {
    answer = await service.call('POST', '/verifications', { body: { content: CONTENT } });
  } finally {
    await service.close();
  }
  assert.equal(answer.status, 201);
  const lines = service.logs.filter((line) => line.includes('spans could not be exported'));
  assert.equal(lines.length, 1);
  assert.ok((JSON.parse(lines[0]!) as { spans_lost: number }).spans_lost > 0);
});

function attribute(span: ReceivedSpan | undefined, key: string): unknown {
  const value = span?.attributes.find((each) => each.key === key)?.value;
  return value && Object.values(value)[0];
}
