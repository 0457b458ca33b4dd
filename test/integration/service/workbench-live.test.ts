/** What pages are told while they are open: progress, the queue, the end of the session; how many streams there may be, and until when. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { readEvents } from '#test/support/event-stream.ts';
import { eventually } from '#test/support/eventually.ts';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { useCasesOf } from '#test/support/service/use-cases.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openPages, type Pages, signedIn } from '#test/support/workbench-pages.ts';

/** Ends a test that waits for a state which never comes. */
const DEADLINE_MS = 120_000;

let service: TestService;
let origin: string;
before(async () => {
  service = await openTestService();
  origin = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => service.close());

/** A stream as a browser opens it. */
function listen({ cookie }: Pages, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { headers: { cookie, ...headers } });
}

/** A verification that goes on until `release` is called, and a way to watch it. */
async function atWork(context: TestContext) {
  const release = service.engine.hold();
  context.after(release);
  const { verification_id } = await useCasesOf(service, service).begin();
  const path = `/app/verifications/${verification_id}/progress`;
  return { verification_id, release, watch: (pages: Pages) => listen(pages, path) };
}

/** The first piece of a stream. */
async function begins({ body }: Response): Promise<string> {
  const { value } = await body!.pipeThrough(new TextDecoderStream()).getReader().read();
  return value ?? '';
}

describe('a stream of a page', () => {
  it('counts apart from other calls, and not without end', async () => {
    const pages = await signedIn(service);
    const { body } = await service.call('POST', '/verifications', { body: { content: 'Lead is soft.' } });
    const path = `/app/verifications/${body.result.id}/progress`;
    toNextMinute(service);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await pages.get(path)).status);
    assert.deepEqual([new Set(statuses.slice(0, 60)), statuses[60]], [new Set([200]), 429]);
    assert.equal((await pages.get('/app')).status, 200);
  });

  it('has so many places for one person; further ones are told what is known, and to ask later', async (context) => {
    const { watch, release } = await atWork(context);
    const one = await signedIn(service);
    const open = await Promise.all(Array.from({ length: 10 }, () => watch(one)));
    const last = await watch(one);
    assert.match(await last.text(), /^retry: 15000\n\nid: .+\ndata: \{"stage":"extract"/);
    const other = await watch(await signedIn(service));
    assert.match(await begins(other), /^retry: 500\n/, 'another person');
    release();
    const texts = await Promise.all(open.map((response) => response.text()));
    assert.ok(texts.every((each) => each.includes('"stage":null')));
    assert.match(await begins(await watch(one)), /^retry: 500\n/, 'a place is free again');
  });

  it('ends at once when the process shuts down', async (context) => {
    const own = await openTestService();
    const release = own.engine.hold();
    context.after(release);
    const { verification_id } = await useCasesOf(own, own).begin();
    const at = await own.service.app.listen({ host: '127.0.0.1', port: 0 });
    const pages = openPages(own);
    await pages.post('/app/login', { api_key: own.key });
    const { cookie } = pages;
    const stream = await fetch(`${at}/app/verifications/${verification_id}/progress`, { headers: { cookie } });
    const closed = own.close();
    assert.doesNotMatch(await stream.text(), /"stage":null/);
    release();
    await closed;
  });

  it("ends soon after its session has, and tells of nothing then; nobody else's is opened", async (context) => {
    const { watch, verification_id, release } = await atWork(context);
    const pages = await signedIn(service);
    const streams = await Promise.all([watch(pages), listen(pages, '/app/reviews/queue')]);
    await pages.post('/app/logout', {});
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    for (const text of texts) assert.match(text, /event: ended\ndata: \n\n$/);
    // A browser that connects again just then.
    const late = await listen(pages, '/app/reviews/queue', { accept: 'text/event-stream' });
    assert.deepEqual([late.status, late.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8']);
    assert.equal(await late.text(), 'event: ended\ndata: \n\n');
    release();
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await listen(stranger, `/app/verifications/${verification_id}/progress`)).status, 404);
  });
});

describe('the stream of the queue', () => {
  /** Claims that wait for a decision. */
  async function waiting(content: string): Promise<{ verification_id: string; ids: string[] }> {
    const { body } = await succeeded(service.call('POST', '/verifications', { body: { content } }));
    const { id: verification_id, claims } = body.result;
    const ids = claims.map(({ id }: { id: string }) => id);
    for (const id of ids) await review(verification_id, id, 'request_evidence');
    return { verification_id, ids };
  }

  const review = (verification_id: string, claim_id: string, action: string) =>
    succeeded(
      service.call('POST', `/verifications/${verification_id}/reviews`, {
        body: { claim_id, action, explanation: 'By a colleague.' },
      }),
    );

  interface QueueState {
    html: string;
    gone: Record<string, string>;
  }

  /** The states of a page that opens the stream which stands on it. */
  async function opened(pages: Pages) {
    const page = (await pages.get('/app/reviews')).text;
    const [, path] = /data-live="(\/app\/reviews\/queue[^"]*)"/.exec(page)!;
    const eventsOf = async (headers: Record<string, string> = {}) =>
      readEvents((await listen(pages, path!, headers)).body as unknown as AsyncIterable<Uint8Array>);
    let events = await eventsOf();
    let last: string | undefined;
    /** The next state that is as wanted. A stream that has ended meanwhile is opened again, as a browser does. */
    async function shown(isWanted: (state: QueueState) => boolean): Promise<QueueState> {
      const begun = performance.now();
      while (performance.now() - begun < DEADLINE_MS) {
        const { value, done } = await events.next();
        if (done) events = await eventsOf(last === undefined ? {} : { 'last-event-id': last });
        else {
          last = value.id;
          const state: QueueState = JSON.parse(value.data);
          if (isWanted(state)) return state;
        }
      }
      throw new Error('the state did not come');
    }
    return { page, path: path!, shown };
  }

  it('shows what a colleague has decided, and what was reopened', async () => {
    const { verification_id, ids } = await waiting('Tin melts early. Lead is soft.');
    const pages = await signedIn(service);
    await eventually('both are listed', async () => {
      service.advance(1_500);
      const { text } = await pages.get('/app/reviews');
      return ids.every((id) => text.includes(id));
    });
    const { shown } = await opened(pages);
    for (const [action, isShown] of [
      ['accept', false],
      ['reopen', true],
    ] as const) {
      await review(verification_id, ids[0]!, action);
      const { html } = await shown((state) => state.html.includes(`data-item="${ids[0]}"`) === isShown);
      assert.ok(html.includes(`data-item="${ids[1]}"`));
    }
  });

  it('tells of a claim that newer ones pushed off the page when it is decided', async () => {
    const { verification_id, ids } = await waiting('Zinc resists rust.');
    const old = ids[0]!;
    service.advance(61_000);
    const { ids: newer } = await waiting(Array.from({ length: 24 }, (_, n) => `Quay ${n} is dry.`).join(' '));
    assert.equal(newer.length, 24);
    service.advance(61_000);
    const pages = await signedIn(service);
    await eventually('all are listed', async () => {
      service.advance(1_500);
      const { text } = await pages.get('/app/reviews');
      return [old, ...newer].every((id) => text.includes(id));
    });
    const { shown, path } = await opened(pages);
    await waiting('Gold is dense.');
    const pushed = await shown(({ html }) => !html.includes(old));
    assert.deepEqual(pushed.gone, { [old]: 'open' });
    await review(verification_id, old, 'accept');
    const decided = await shown(({ gone }) => gone[old] !== 'open');
    assert.equal(decided.gone[old], 'resolved');
    // The page as it was at first, say in a tab that was not seen meanwhile.
    const again = readEvents((await listen(pages, path)).body as unknown as AsyncIterable<Uint8Array>);
    assert.deepEqual(JSON.parse((await again.next()).value!.data).gone, decided.gone);
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    const foreign = readEvents((await listen(stranger, path)).body as unknown as AsyncIterable<Uint8Array>);
    assert.deepEqual(JSON.parse((await foreign.next()).value!.data).gone, {}, "another organization's claims");
  });

  it('does not repeat what a page has, also when a browser connects again', async () => {
    await waiting('Copper conducts.');
    const pages = await signedIn(service);
    const { path } = await opened(pages);
    const [, version] = /seen=([\w.-]+)$/.exec(path)!;
    const streams = await Promise.all([
      listen(pages, path),
      listen(pages, '/app/reviews/queue', { 'last-event-id': version! }),
      listen(pages, '/app/reviews/queue'),
    ]);
    await pages.post('/app/logout', {});
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    assert.deepEqual(
      texts.map((text) => text.includes('data-item')),
      [false, false, true],
    );
  });
});
