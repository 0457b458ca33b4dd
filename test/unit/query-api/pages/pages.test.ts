/** Pages of every list, over views and streams as the service fills them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { WEBHOOK } from '#domain/webhook/decider.ts';
import { WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { claimsPage } from '#query-api/pages/claims.ts';
import { numberCursor } from '#query-api/pages/cursor.ts';
import { historyPage, progressAfter } from '#query-api/pages/history.ts';
import { apiKeysPage, documentJobsPage, verificationsPage } from '#query-api/pages/lists.ts';
import type { Page, PageOptions } from '#query-api/pages/page.ts';
import { type ReviewsOrder, reviewsPage } from '#query-api/pages/reviews.ts';
import { deliveriesPage, listWebhooks } from '#query-api/pages/webhooks.ts';
import { submittedData } from '#test/support/pipeline/document-job.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { createHistory } from '#test/support/verification-history.ts';

const AT = '2026-03-01T10:00:00.000Z';
const EVENTS = 100_000;

const refusedAs = (code: ErrorCode) => (error: unknown) => error instanceof ApiError && error.code === code;

/** All entries, by pages of `limit`. */
async function all<Entry>(limit: number, page: (options: PageOptions) => Promise<Page<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { data, next }: Page<Entry> = await page({ limit, after });
    assert.ok(data.length <= limit);
    entries.push(...data);
    after = next;
  }
  return entries;
}

async function withVerifications() {
  const service = await createQueryService();
  for (let n = 0; n < 7; n++) {
    const history = createHistory({
      id: `ver_${n}`,
      organization_id: n === 3 ? 'org_2' : 'org_1',
      claims: [{ materiality: 'high', verdict: 'contradicted', text: `Claim of ${n}.` }],
    });
    history.request();
    if (n === 5) history.fail();
    else history.run();
    await service.put(history);
  }
  return service;
}

test('verifications are listed by pages, of every status or of one', async () => {
  const { dependencies } = await withVerifications();
  const listed = await all(2, (options) => verificationsPage(dependencies, 'org_1', options));
  assert.deepEqual(
    listed.map(({ verification_id }) => verification_id),
    ['ver_6', 'ver_5', 'ver_4', 'ver_2', 'ver_1', 'ver_0'],
  );
  const failed = await verificationsPage(dependencies, 'org_1', { limit: 10, status: 'failed' });
  assert.deepEqual([failed.data.map(({ verification_id }) => verification_id), failed.next], [['ver_5'], null]);
});

test('review items are opened page by page, and left out once their key is gone', async () => {
  const service = await withVerifications();
  const page = (options: PageOptions) => reviewsPage(service.dependencies, 'org_1', { ...options, filter: 'open' });
  const items = await all(2, page);
  assert.deepEqual(
    items.map(({ claim_text }) => claim_text),
    [6, 4, 2, 1, 0].map((n) => `Claim of ${n}.`),
  );
  service.shred('ver_4');
  const left = await all(2, page);
  assert.deepEqual(
    left.map(({ verification_id }) => verification_id),
    ['ver_6', 'ver_2', 'ver_1', 'ver_0'],
  );
});

test('review items are those of an assignee, or with a due date, the earliest first', async () => {
  const service = await createQueryService();
  const dues = ['2026-04-03T00:00:00.000Z', null, '2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z'];
  for (const [n, due] of dues.entries()) {
    const claims = [{ materiality: 'high', verdict: 'contradicted', text: `Claim of ${n}.` }] as const;
    const history = createHistory({ id: `ver_${n}`, claims: [...claims] }).run();
    history.review(0, 'assign', { assignee: n < 3 ? 'usr_ada' : 'usr_bo', ...(due !== null && { due }) });
    await service.put(history);
  }
  const listed = async (order: Omit<ReviewsOrder, 'filter'>) =>
    (
      await all(1, (options) =>
        reviewsPage(service.dependencies, 'org_1', { ...options, ...order, filter: 'assigned' }),
      )
    ).map(({ verification_id }) => verification_id);
  assert.deepEqual(await listed({ due: true }), ['ver_2', 'ver_3', 'ver_0']);
  assert.deepEqual(await listed({ due: true, assignee: 'usr_ada' }), ['ver_2', 'ver_0']);
  assert.deepEqual(await listed({ assignee: 'usr_ada' }), ['ver_2', 'ver_1', 'ver_0']);
  assert.deepEqual(await listed({ assignee: 'usr_eve' }), []);
});

describe('the claims of a result', () => {
  const VERDICTS = ['supported', 'contradicted', 'supported', 'disputed', 'contradicted'] as const;
  const history = () =>
    createHistory({
      id: 'ver_1',
      claims: VERDICTS.map((verdict, n) => ({
        text: `Claim ${n}.`,
        start: n * 10,
        verdict,
        materiality: n < 3 ? 'high' : 'low',
      })),
    }).run();

  for (const place of ['view', 'stream'] as const) {
    test(`come in text order, of every or one verdict and materiality, from the ${place}`, async () => {
      const service = await createQueryService();
      if (place === 'view') await service.put(history());
      else await service.append(history());
      const page = (options: PageOptions) => claimsPage(service.dependencies, 'org_1', 'ver_1', options);
      const claims = await all(2, page);
      assert.deepEqual(
        claims.map(({ verdict }) => verdict),
        VERDICTS,
      );
      const wrong = await all(1, (options) => page({ ...options, ...{ verdict: 'contradicted' } }));
      assert.deepEqual(
        wrong.map(({ id }) => id),
        [claims[1]!.id, claims[4]!.id],
      );
      const high = await all(2, (options) => page({ ...options, ...{ materiality: 'high' } }));
      assert.deepEqual(high, claims.slice(0, 3));
      const both = await all(1, (options) => page({ ...options, ...{ verdict: 'contradicted', materiality: 'low' } }));
      assert.deepEqual(both, [claims[4]]);
      await assert.rejects(claimsPage(service.dependencies, 'org_2', 'ver_1', { limit: 1 }), refusedAs('not_found'));
      await assert.rejects(page({ limit: 1, after: 'x' }), refusedAs('validation_error'));
    });
  }

  test('are those of the whole result', async () => {
    const service = await createQueryService();
    await service.put(history());
    const whole = (await service.get('/verifications/ver_1', service.keyFor('org_1'))).json().result.claims;
    assert.deepEqual(await all(3, (options) => claimsPage(service.dependencies, 'org_1', 'ver_1', options)), whole);
  });

  test('are refused as expired when the text was erased', async () => {
    const service = await createQueryService();
    await service.put(history());
    service.shred('ver_1');
    const page = () => claimsPage(service.dependencies, 'org_1', 'ver_1', { limit: 5 });
    await assert.rejects(page(), refusedAs('verification_expired'));
    const erased = history();
    erased.expire();
    erased.erase();
    await service.put(erased);
    await assert.rejects(page(), refusedAs('verification_expired'));
  });

  test('are not found before the verification has ended', async () => {
    const service = await createQueryService();
    const begun = createHistory({ id: 'ver_1' });
    begun.request();
    begun.extract();
    await service.put(begun);
    await assert.rejects(claimsPage(service.dependencies, 'org_1', 'ver_1', { limit: 5 }), refusedAs('not_found'));
  });
});

describe('the events of a verification', () => {
  async function withHistory() {
    const service = await createQueryService();
    const history = createHistory({ id: 'ver_1', claims: Array.from({ length: 60 }, () => ({})) }).run();
    await service.append(history);
    let read = 0;
    const events = {
      async readStream(...args: Parameters<typeof service.events.readStream>) {
        const page = await service.events.readStream(...args);
        read += page.length;
        return page;
      },
    };
    return {
      history,
      service,
      dependencies: { ...service.dependencies, events },
      takeRead() {
        const before = read;
        read = 0;
        return before;
      },
    };
  }

  test('are paged by reading only what is shown', async () => {
    const { history, dependencies, takeRead } = await withHistory();
    const shown = await all(50, async (options) => {
      const page = await historyPage(dependencies, 'org_1', 'ver_1', options);
      const read = takeRead();
      assert.ok(read <= 52, `${read} events were read for a page of 50`);
      return page;
    });
    assert.deepEqual(
      shown.map(({ type }) => type),
      history.events.map(({ type }) => type),
    );
  });

  test('of 100,000 are paged by reading no more, wherever the page is', async () => {
    const { service, dependencies } = await withHistory();
    const recorded = await service.events.readStream(VERIFICATION.stream('ver_1'), {});
    const [first, ...rest] = recorded;
    const eventAt = (revision: number) =>
      revision === 0 ? first! : { ...rest[revision % rest.length]!, revision, id: `event_${revision}` };
    let read = 0;
    const events: typeof dependencies.events = {
      async readStream(_stream, { from, limit = EVENTS } = {}) {
        const start = from ?? 0;
        const length = Math.max(0, Math.min(limit, EVENTS - start));
        read += length;
        return Array.from({ length }, (_, i) => eventAt(start + i));
      },
    };
    for (const from of [0, 50_000, EVENTS - 100]) {
      read = 0;
      const after = from === 0 ? null : numberCursor('history', from - 1);
      const { data, next } = await historyPage({ ...dependencies, events }, 'org_1', 'ver_1', { limit: 100, after });
      assert.deepEqual(
        data.map(({ revision }) => revision),
        Array.from({ length: 100 }, (_, i) => from + i),
      );
      assert.equal(next === null, from + 100 === EVENTS);
      assert.ok(read <= 102, `${read} events were read for a page of 100`);
    }
  });

  test('each have a state of their own', async () => {
    const { dependencies, history } = await withHistory();
    const after = (revision: number) => progressAfter(dependencies, 'org_1', 'ver_1', revision);
    const states = await Promise.all([0, 61, 100, 122, 153, 183].map(after));
    assert.deepEqual(
      states.map(({ status, claims: { searched, judged } }) => [status, searched, judged]),
      [
        ['requested', 0, 0],
        ['extracted', 0, 0],
        ['extracted', 39, 0],
        ['retrieved', 60, 0],
        ['retrieved', 60, 31],
        ['judged', 60, 60],
      ],
    );
    const last = history.events.length - 1;
    await assert.rejects(after(last + 1), refusedAs('not_found'));
  });

  test('let other work run, however many are asked for at once', async () => {
    const { dependencies } = await withHistory();
    let [turns, isDone] = [0, false];
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 20 }, () => progressAfter(dependencies, 'org_1', 'ver_1', 183)));
    isDone = true;
    assert.ok(turns > 5, `${turns} turns`);
  });

  test('of another organization are not found', async () => {
    const { dependencies } = await withHistory();
    for (const id of ['ver_1', 'ver_none']) {
      await assert.rejects(historyPage(dependencies, 'org_2', id, { limit: 5 }), refusedAs('not_found'));
      await assert.rejects(progressAfter(dependencies, 'org_2', id, 0), refusedAs('not_found'));
    }
  });
});

test('document jobs are listed with their status, as expired from their expiry on', async () => {
  const service = await createQueryService();
  for (let n = 0; n < 3; n++) {
    const data = submittedData({
      job_id: `job_${n}`,
      verification_id: `ver_${n}`,
      organization_id: 'org_1',
      submitted_at: `2026-03-01T10:0${n}:00.000Z`,
      expires_at: n === 0 ? '2026-03-01T11:00:00.000Z' : '2026-04-01T11:00:00.000Z',
    });
    await service.execute(DOCUMENT_JOB, `job_${n}`, { type: 'SubmitDocument', data });
  }
  const started = { type: 'StartProcessing', attempt: 1, started_at: AT } as const;
  await service.execute(DOCUMENT_JOB, 'job_1', started);
  await service.project();
  const page = (options: PageOptions) => documentJobsPage(service.dependencies, 'org_1', options);
  const jobs = await all(2, page);
  assert.deepEqual(
    jobs.map(({ status }) => [status.job_id, status.status]),
    [
      ['job_2', 'queued'],
      ['job_1', 'running'],
      ['job_0', 'expired'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(jobs), /s1\.upload_key/);
  const running = await documentJobsPage(service.dependencies, 'org_1', { limit: 9, status: 'running' });
  assert.deepEqual(
    running.data.map(({ verification_id }) => verification_id),
    ['ver_1'],
  );
  assert.deepEqual((await documentJobsPage(service.dependencies, 'org_2', { limit: 9 })).data, []);
});

test('API keys are listed without their secrets, revoked ones too', async () => {
  const service = await createQueryService();
  for (let n = 0; n < 3; n++) {
    const key_id = `key_${n}`;
    const data = {
      ...({
        key_id,
        organization_id: 'org_1',
        user_id: 'usr_1',
        role: 'owner',
        name: `Key ${n}`,
        prefix: 'ev',
      } as const),
      ...({ secret_hash: `hash ${n}`, environment: 'development', quota_per_hour: 1 } as const),
      ...{ monthly_cost_limit_cents: null, allowed_ips: [], scopes: [], created_at: `2026-03-01T10:0${n}:00.000Z` },
    };
    await service.execute(API_KEY, key_id, { type: 'IssueKey', data });
  }
  await service.execute(API_KEY, 'key_1', { type: 'RevokeKey', revoked_at: AT });
  await service.project();
  const keys = await all(2, (options) => apiKeysPage(service.dependencies, 'org_1', options));
  assert.deepEqual(
    keys.map(({ name, state }) => [name, state]),
    [
      ['Key 2', 'active'],
      ['Key 1', 'revoked'],
      ['Key 0', 'active'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(keys), /hash/);
  const revoked = await apiKeysPage(service.dependencies, 'org_1', { limit: 9, state: 'revoked' });
  assert.deepEqual(
    revoked.data.map(({ key_id }) => key_id),
    ['key_1'],
  );
});

describe('webhooks', () => {
  async function withWebhooks() {
    const service = await createQueryService();
    const create = async (webhook_id: string, organization_id: string) => {
      const credential = { key_id: `${webhook_id}.1`, sealed: 's' };
      const data = { webhook_id, organization_id, host: 'a.example', events: [], credential, created_at: AT };
      await service.execute(WEBHOOK, webhook_id, { type: 'CreateWebhook', data });
    };
    for (const id of ['whk_1', 'whk_2', 'whk_3']) await create(id, 'org_1');
    await create('whk_4', 'org_2');
    await service.execute(WEBHOOK, 'whk_2', { type: 'DeleteWebhook', deleted_at: AT });
    const disable = { type: 'DisableWebhook', reason: 'gone', disabled_at: AT } as const;
    await service.execute(WEBHOOK, 'whk_3', disable);
    for (let n = 0; n < 5; n++) {
      const message_id = `msg_${n}`;
      const requested_at = `2026-03-01T10:0${n}:00.000Z`;
      const owner =
        n === 4 ? { webhook_id: 'whk_4', organization_id: 'org_2' } : { webhook_id: 'whk_1', organization_id: 'org_1' };
      const data = { message_id, ...owner, host: 'a.example', payload: { type: 'webhook.test' }, requested_at };
      await service.execute(WEBHOOK_DELIVERY, message_id, { type: 'RequestDelivery', data });
    }
    await service.project();
    const ids: Record<string, string[]> = { org_1: ['whk_1', 'whk_2', 'whk_3'], org_2: ['whk_4'] };
    return { ...service.dependencies, webhookIdsOf: async (id: string) => ids[id]! };
  }

  test('are listed unless deleted, with why nothing is sent any more', async () => {
    const listed = await listWebhooks(await withWebhooks(), 'org_1');
    assert.deepEqual(
      listed.map(({ webhook_id, state }) => [webhook_id, state]),
      [
        ['whk_3', 'gone'],
        ['whk_1', 'in_force'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(listed), /credential|sealed/);
  });

  test('have pages of deliveries, but deleted and foreign ones none', async () => {
    const dependencies = await withWebhooks();
    const sent = await all(2, (options) => deliveriesPage(dependencies, 'org_1', 'whk_1', options));
    assert.deepEqual(
      sent.map(({ message_id }) => message_id),
      ['msg_3', 'msg_2', 'msg_1', 'msg_0'],
    );
    for (const id of ['whk_2', 'whk_4', 'whk_none']) {
      await assert.rejects(deliveriesPage(dependencies, 'org_1', id, { limit: 5 }), refusedAs('not_found'));
    }
  });
});
