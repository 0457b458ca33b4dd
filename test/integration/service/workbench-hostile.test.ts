/** The workbench against who has a session and means harm: bodies, live parts, ids of others. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

/** Signed in with a key of their own, so that tests do not use up each other's limits. */
async function signedIn(): Promise<Pages> {
  const { secret } = await service.issue({ role: 'owner' });
  const pages = openPages(service);
  assert.equal((await pages.post('/app/login', { api_key: secret })).status, 303);
  return pages;
}

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('a form', () => {
  it('with very many fields takes no longer than one as long', async () => {
    const pages = await signedIn();
    const characters = 600_000;
    const send = (body: string) =>
      service.call('POST', '//app/reviews', {
        key: null,
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie: pages.cookie,
        },
      });
    const one = await processorTime(() => send(`a=${'b'.repeat(characters)}`));
    const many = await processorTime(() => send('a&'.repeat(characters / 2)));
    assert.ok(many < 10 * one, `${many} and ${one} µs`);
  });
});
