/**
 * The contract of the language model port. An adapter runs it against a server that speaks its provider's format, with
 * `languageModelContract(name, setup)`.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import type { Timers } from '#contracts/ports/clock.ts';
import type { LanguageModel, LanguageModelRequest, ModelFailure } from '#contracts/ports/language-model.ts';
import { createModelClient, type ModelClientOptions } from '#platform/models/client.ts';
import type { Wire } from '#platform/models/wire.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { type Format, type Lacking, USAGE } from '#test/doubles/models/format.ts';
import { type ModelServer, openModelServer, type Trouble } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

export interface ModelUnderTest {
  wire: Wire;
  format: Format;
  /** Whether the provider gives the probabilities of tokens. */
  hasFirstToken: boolean;
  /** The highest temperature that it takes. */
  maxTemperature: number;
  /** What its older or smaller models don't take, and the form that is asked for then. */
  lacking: readonly (readonly [lacking: readonly Lacking[], form: 'schema' | 'tool' | 'json' | 'none'])[];
}

const CREDENTIAL = 'key-that-nobody-may-see';
const SECRET_TEXT = 'Halvorsen owns the ferry line.';
const FORM = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: {
      label: { type: 'string', enum: ['yes', 'no'], description: 'What holds.' },
      quotes: { type: 'array', items: { type: 'string' } },
    },
  },
} as const;
const USED = { input_tokens: USAGE.input, output_tokens: USAGE.output };

function request(changes: Partial<LanguageModelRequest> = {}): LanguageModelRequest {
  return {
    model: 'small-1',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: SECRET_TEXT },
    ],
    answer: FORM,
    limits: { max_output_tokens: 300 },
    first_token: false,
    ...changes,
  };
}

const GOOD = { text: '{"label":"yes","quotes":["a"]}' };

export function languageModelContract(
  name: string,
  { wire, format, hasFirstToken, maxTemperature, lacking }: ModelUnderTest,
): void {
  describe(`language model: ${name}`, () => {
    let server: ModelServer;
    const closing: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    async function open(changes: Partial<ModelClientOptions> = {}, missing: readonly Lacking[] = []) {
      const opened = await openModelServer({ format, credential: CREDENTIAL, lacking: missing, says: () => GOOD });
      const dispatcher = await openDirectDispatcher();
      server = opened;
      closing.push(
        () => opened.close(),
        () => dispatcher.destroy(),
      );
      return createModelClient({
        wire,
        baseUrl: `${server.url}/`,
        credential: CREDENTIAL,
        dispatcher: async () => dispatcher,
        timers: IMPATIENT,
        ...changes,
      });
    }

    const ask = (model: LanguageModel, changes: Partial<LanguageModelRequest> = {}, signal = never()) =>
      model.ask(request(changes), { organization_id: 'org_1', signal });

    async function failureAfter(
      trouble: Trouble[],
      changes: Partial<ModelClientOptions> = {},
    ): Promise<ModelFailure | null> {
      const model = await open(changes);
      server.trouble(...trouble);
      const outcome = await ask(model);
      const shown = `${inspect(outcome)} ${JSON.stringify(outcome)}`;
      assert.ok(!shown.includes(CREDENTIAL) && !shown.includes('Halvorsen'));
      return outcome.ok ? null : outcome.failure;
    }

    test('an answer in the requested form includes the tokens used', async () => {
      const outcome = await ask(await open());
      assert.deepEqual(outcome, { ok: true, answer: JSON.parse(GOOD.text), usage: USED, first_token: null });
      const [{ understood, headers }] = server.requests as [ModelServer['requests'][number]];
      assert.equal(understood?.form, 'schema');
      assert.equal(understood.maxTokens, 300);
      assert.match(understood.prompt, /Be brief[\s\S]*Halvorsen/);
      assert.match(headers['content-type'] ?? '', /json/);
    });

    test('a plain-text answer is returned unchanged', async () => {
      const model = await open();
      server.says = () => ({ text: 'Yes' });
      const outcome = await ask(model, { answer: null });
      assert.deepEqual(outcome, { ok: true, answer: 'Yes', usage: USED, first_token: null });
    });

    test('the first token has its alternatives if the provider returns them', async () => {
      const model = await open();
      const firstToken = [['No', -2.3], ['Yes', -0.1]] as const; // biome-ignore format: pairs
      server.says = () => ({ text: 'Yes', firstToken });
      const outcome = await ask(model, { answer: null, first_token: true });
      const expected = [
        { token: 'Yes', logprob: -0.1 },
        { token: 'No', logprob: -2.3 },
      ];
      assert.deepEqual(outcome.ok && outcome.first_token, hasFirstToken ? expected : null);
    });

    test('the temperature is sent, as far as the provider supports it', async () => {
      const model = await open();
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Who?' },
        { role: 'assistant', content: 'Halvorsen.' },
        { role: 'user', content: 'Since when?' },
      ] as const;
      for (const temperature of [0.4, 2]) await ask(model, { messages, answer: null, temperature });
      await ask(model, { messages, answer: null });
      const understood = server.requests.map((each) => each.understood!);
      assert.deepEqual(
        understood.map((each) => each.temperature),
        [0.4, maxTemperature, 0],
      );
      assert.deepEqual(understood[0]!.speakers, ['user', 'assistant', 'user']);
      assert.match(understood[0]!.prompt, /Be brief[\s\S]*Who[\s\S]*Halvorsen[\s\S]*when/);
    });

    test('thoughts that a server puts before its text are removed', async () => {
      const model = await open();
      server.says = () => ({ text: '<think>Who was it?\n\nAh.</think>\n\nHalvorsen. <think>' });
      const outcome = await ask(model, { answer: null });
      assert.deepEqual(outcome.ok && outcome.answer, 'Halvorsen. <think>');
      server.says = () => ({ text: '<think>Who was it? I would have to' });
      const unfinished = await ask(model, { answer: null, cut_off: 'keep' });
      assert.deepEqual(unfinished.ok || unfinished.failure, { kind: 'invalid_answer', reason: 'empty' });
    });

    test('a text that the limit cut off is kept if the request asks for it', async () => {
      const model = await open();
      server.says = () => ({ ends: 'cut_off' });
      const kept = await ask(model, { answer: null, cut_off: 'keep' });
      assert.deepEqual(kept, { ok: true, answer: '{"half": ', usage: USED, first_token: null, is_cut_off: true });
      const dropped = await ask(model, { answer: null });
      assert.deepEqual(dropped.ok || dropped.failure, { kind: 'over_limit', limit: 'output_tokens' });
    });

    for (const [missing, form] of lacking) {
      test(`a server without ${missing.join(', ')} gets simpler requests from then on`, async () => {
        const model = await open({}, missing);
        for (let i = 0; i < 2; i++) {
          const outcome = await ask(model, { first_token: true });
          assert.deepEqual(outcome.ok && outcome.answer, JSON.parse(GOOD.text));
        }
        const understood = server.requests.map((each) => each.understood);
        assert.equal(understood.at(-1)?.form, form);
        assert.deepEqual(
          understood.slice(-2).map((each) => each !== null),
          [true, true],
        );
        if (form === 'json' || form === 'none') assert.match(understood.at(-1)!.prompt, /JSON Schema[\s\S]*"label"/);
      });
    }

    test('an answer that is not JSON is invalid, whatever the server promised', async () => {
      const model = await open();
      if (lacking.some(([, form]) => form === 'tool')) server.says = () => ({ text: 'Surely.' });
      for (const text of ['Surely.', '{"label":', `${'['.repeat(60)}${']'.repeat(60)}`, '{"a":1} {"b":2}']) {
        server.says = () => ({ text });
        const outcome = await ask(model);
        assert.deepEqual(outcome, { ok: false, failure: { kind: 'invalid_answer', reason: 'not_json' }, usage: USED });
      }
    });

    test('a refusal, a truncated answer and an empty one are distinguished', async () => {
      const model = await open();
      const kinds: unknown[] = [];
      for (const said of [{ ends: 'refused' }, { ends: 'cut_off' }, { text: '  ' }] as const) {
        server.says = () => said;
        const outcome = await ask(model);
        kinds.push(outcome.ok || outcome.failure);
        assert.deepEqual(outcome.usage, USED);
      }
      const cut = { kind: 'over_limit', limit: 'output_tokens' };
      assert.deepEqual(kinds, [{ kind: 'refused' }, cut, { kind: 'invalid_answer', reason: 'empty' }]);
    });

    test('a wrong credential is unauthorised, without another try', async () => {
      assert.deepEqual(await failureAfter([], { credential: 'wrong' }), { kind: 'unauthorised' });
      assert.equal(server.requests.length, 1);
      const { headers } = server.requests[0]!;
      assert.ok(Object.values(headers).some((value) => value?.includes('wrong')));
    });

    test('a model that the server does not have is unknown', async () => {
      const outcome = await ask(await open(), { model: 'absent' });
      assert.deepEqual(outcome.ok || outcome.failure, { kind: 'unknown_model' });
    });

    test('server errors are retried, up to three tries', async () => {
      assert.equal(await failureAfter([{ status: 500 }, { status: 503 }]), null);
      assert.equal(server.requests.length, 3);
      const failure = await failureAfter([{ status: 529 }, { status: 500 }, { status: 502 }, { status: 500 }]);
      assert.deepEqual(failure, { kind: 'unavailable', reason: 'server_error' });
      assert.equal(server.requests.length, 3);
    });

    test('a broken connection is retried', async () => {
      assert.equal(await failureAfter(['hangs_up', 'truncated']), null);
      assert.equal(server.requests.length, 3);
    });

    test('a stalled server times out', async () => {
      for (const stall of ['stall', 'stalls_in_body'] as const) {
        const failure = await failureAfter([stall, stall, stall], { timeoutMs: 60 });
        assert.deepEqual(failure, { kind: 'unavailable', reason: 'timeout' });
      }
    });

    test('a question may have a time limit of its own', async () => {
      const model = await open({ timeoutMs: 60_000, deadlineMs: 60_000 });
      server.trouble('stall', 'stall', 'stall');
      const signal = never();
      const outcome = await model.ask(request(), { organization_id: 'org_1', signal, within_ms: 60 });
      assert.deepEqual(outcome.ok || outcome.failure, { kind: 'unavailable', reason: 'timeout' });
    });

    test('broken JSON, an unknown form, a redirect and a huge body are failures', async () => {
      const unexpected = { kind: 'invalid_answer', reason: 'unexpected_form' };
      assert.deepEqual(await failureAfter(['broken_json']), unexpected);
      assert.deepEqual(await failureAfter(['strange_form']), unexpected);
      assert.deepEqual(await failureAfter(['redirect']), { kind: 'rejected', status: 307 });
      assert.deepEqual(await failureAfter(['huge']), { kind: 'over_limit', limit: 'response_size' });
      assert.equal(server.requests.length, 1);
    });

    test('all callers wait for a Retry-After', async () => {
      const clock = new ManualClock();
      const waits: number[] = [];
      const after = (delay: number, callback: () => void) => {
        waits.push(delay);
        return clock.after(delay, callback);
      };
      const model = await open({ clock, timers: { after } });
      server.trouble({ status: 429, headers: { 'retry-after': '20' } });
      const first = ask(model);
      await eventually('a pause', () => waits.length === 1);
      const second = ask(model);
      await eventually('a pause', () => waits.length === 2);
      assert.deepEqual(waits, [20_000, 20_000]);
      clock.advance(19_000);
      assert.equal(clock.waiting, 2);
      assert.equal(server.requests.length, 1);
      clock.advance(1_500);
      assert.ok((await first).ok && (await second).ok);
    });

    test('a limit that lasts longer than anybody waits is reported at once', async () => {
      const failure = await failureAfter([{ status: 429, headers: { 'retry-after': '900' } }]);
      assert.deepEqual(failure, { kind: 'rate_limited', retry_after_ms: 900_000 });
      assert.equal(server.requests.length, 1);
    });

    test('a used-up quota is not retried', async () => {
      assert.deepEqual(await failureAfter([{ status: 402 }]), { kind: 'over_limit', limit: 'quota' });
      assert.equal(server.requests.length, 1);
    });

    test('an abort rejects with its reason', async () => {
      const model = await open();
      server.trouble('stall');
      const controller = new AbortController();
      const asking = ask(model, {}, controller.signal);
      await eventually('the server is asked', () => server.requests.length === 1);
      controller.abort(new Error('enough'));
      await assert.rejects(asking, /enough/);
    });

    test('after five consecutive failures nothing is sent until a trial succeeds', async () => {
      const clock = new ManualClock();
      const model = await open({ clock });
      server.trouble(...Array.from({ length: 5 }, () => ({ status: 500 })));
      await ask(model);
      const outcomes = [await ask(model), await ask(model)];
      const open_ = { ok: false, failure: { kind: 'unavailable', reason: 'circuit_open' }, usage: null, unasked: true };
      assert.deepEqual(outcomes, [open_, open_]);
      assert.equal(server.requests.length, 5);
      clock.advance(31_000);
      assert.ok((await ask(model)).ok);
      assert.ok((await ask(model)).ok);
    });

    test('an open circuit still reports a refused key as refused', async () => {
      const model = await open();
      server.trouble(...Array.from({ length: 5 }, () => ({ status: 401 })));
      for (let tries = 0; tries < 5; tries++) await ask(model);
      const unasked = { ok: false, failure: { kind: 'unauthorised' }, usage: null, unasked: true };
      assert.deepEqual(await ask(model), unasked);
      assert.equal(server.requests.length, 5);
    });

    test('an unknown model does not affect others', async () => {
      const model = await open();
      server.trouble(...Array.from({ length: 5 }, () => ({ status: 404 })));
      for (let tries = 0; tries < 5; tries++) await ask(model, { model: 'gone-1' });
      const outcomes = [await ask(model, { model: 'gone-1' }), await ask(model)];
      assert.deepEqual(
        outcomes.map((each) => each.ok || each.failure),
        [{ kind: 'unknown_model' }, true],
      );
      assert.equal(server.requests.length, 6);
    });
  });
}

/** Pauses end at once. */
const IMPATIENT: Timers = {
  after(_delay, callback) {
    const soon = setImmediate(callback);
    return () => clearImmediate(soon);
  },
};

function never(): AbortSignal {
  return new AbortController().signal;
}
