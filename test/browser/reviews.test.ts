/** The review queue by keys, in a browser. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  openChromium,
  openWatched,
  picture,
  seriousFindings,
  signInWithKey,
  type Watched,
} from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';

const CLAIMS = 50;
const MOST_STROKES = 120;

let service: TestService;
let browser: Browser;
let watched: Watched;
before(async () => {
  [service, browser] = await Promise.all([openTestService(), openChromium()]);
  const baseURL = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  skipSignInLimits(service);
  watched = await openWatched(browser, { baseURL });
  const { page } = watched;
  await signInWithKey(page, service.key);
});
after(async () => {
  await watched?.context.close();
  await browser?.close();
  await service?.close();
});

/** Puts so many claims into the queue, until the API lists so many open ones. */
async function fill(listed: number, claims = listed): Promise<void> {
  const content = Array.from({ length: claims }, (_, n) => `The ferry ${n} carries ${n + 2} cars.`).join(' ');
  const { body } = await succeeded(service.call('POST', '/verifications', { body: { content } }));
  for (const [n, { id }] of body.result.claims.entries()) {
    // Each minute has room for so many calls of a key.
    if (n % 40 === 39) service.advance(61_000);
    const review = { claim_id: id, action: 'request_evidence', explanation: 'Who says so?' };
    await succeeded(service.call('POST', `/verifications/${body.result.id}/reviews`, { body: review }));
  }
  await eventually('all are listed', async () => (await open()) === listed);
}

async function open(): Promise<number> {
  service.advance(61_000);
  return (await succeeded(service.call('GET', '/reviews'))).body.data.length;
}

const press = (page: Page, key: string) => page.keyboard.press(key);

it('fifty claims are accepted by fewer than 120 keys, and the last one is taken back', async () => {
  const { page, faults } = watched;
  await fill(CLAIMS);
  let strokes = 0;
  for (let left = CLAIMS; left > 0; ) {
    service.advance(61_000);
    await page.goto('/app/reviews');
    const shown = await page.locator('[data-item]').count();
    if (left === CLAIMS) await picture(page, 'reviews');
    assert.deepEqual(await seriousFindings(page), []);
    for (let n = 0; n < shown; n++) {
      await press(page, 'a');
      strokes++;
      await page.locator('[data-item][data-sent]').nth(n).waitFor({ state: 'attached' });
    }
    left -= shown;
  }
  assert.ok(strokes < MOST_STROKES, `${strokes} strokes`);
  assert.equal(await open(), 0);
  await press(page, 'u');
  await eventually('one is open again', async () => (await open()) === 1);
  assert.deepEqual(faults, []);
});

it('what others decide, and what comes to the queue, appears without a reload', async () => {
  const { page, faults } = watched;
  service.advance(61_000);
  await page.goto('/app/reviews');
  const before = await page.locator('[data-item]:not([data-done])').count();
  await fill(before + 2, 2);
  await page
    .locator('[data-item]:not([data-done])')
    .nth(before + 1)
    .waitFor({ timeout: 15_000 });
  const [item] = (await succeeded(service.call('GET', '/reviews'))).body.data;
  const review = { claim_id: item.claim_id, action: 'accept', explanation: 'Right.' };
  await succeeded(service.call('POST', `/verifications/${item.verification_id}/reviews`, { body: review }));
  await page.locator(`[data-item="${item.claim_id}"][data-done]`).waitFor({ timeout: 15_000 });
  assert.deepEqual(faults, []);
});

it('keys sleep while somebody types, and ? shows them', async () => {
  const { page, faults } = watched;
  service.advance(61_000);
  await page.goto('/app/reviews');
  await press(page, 'o');
  await page.locator('details[open] textarea').fill('');
  await page.locator('details[open] textarea').focus();
  await page.keyboard.type('a quay');
  await press(page, 'Enter');
  assert.equal(await page.locator('details[open] textarea').inputValue(), 'a quay\n');
  assert.equal(await page.locator('[data-done]').count(), 0);
  await press(page, 'Escape');
  assert.equal(await page.locator('details[open]').count(), 0);
  await press(page, '?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await picture(page, 'keys');
  assert.deepEqual(faults, []);
});
