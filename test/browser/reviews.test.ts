/** The review queue by keys, in a browser. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReviewItem } from '#contracts/http/review.ts';
import { picture, seriousFindings, type Watched } from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import type { TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const CLAIMS = 50;
const MOST_STROKES = 120;
/** Until a page shows what a colleague has decided. */
const WITHIN_MS = 2_000;

let opened: InChromium;
let service: TestService;
let watched: Watched;
before(async () => {
  opened = await openInChromium();
  ({ service } = opened);
  watched = await opened.signedIn();
});
after(() => opened?.close());

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

it('what others decide, and what comes to the queue, appears by one stream', async (context) => {
  const { page, faults } = watched;
  service.advance(61_000);
  const streams = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.add(new URL(request.url()).pathname);
  });
  await page.goto('/app/reviews');
  const before = await page.locator('[data-item]:not([data-done])').count();
  await fill(before + 2, 2);
  await page
    .locator('[data-item]:not([data-done])')
    .nth(before + 1)
    .waitFor();
  const [first, second] = (await succeeded(service.call('GET', '/reviews'))).body.data;
  const card = page.locator(`[data-item="${first.claim_id}"]`);
  await decide(first, 'accept');
  const begun = performance.now();
  await card.and(page.locator('[data-done]')).waitFor({ timeout: WITHIN_MS });
  context.diagnostic(`a colleague's decision is shown after ${Math.round(performance.now() - begun)} ms`);
  await decide(first, 'reopen');
  await card.and(page.locator(':not([data-done])')).waitFor({ timeout: WITHIN_MS });
  // What somebody is writing stays, and is told that the claim was decided.
  const other = page.locator(`[data-item="${second.claim_id}"]`);
  await other.locator('details[data-key="o"] summary').click();
  await other.locator('details[open] textarea').fill('It has a note of its own.');
  await decide(second, 'accept');
  await other.getByText('Somebody else has decided this claim.').waitFor({ timeout: WITHIN_MS });
  assert.equal(await other.locator('details[open] textarea').inputValue(), 'It has a note of its own.');
  await decide(second, 'reopen');
  assert.deepEqual([...streams], ['/app/reviews/queue']);
  assert.deepEqual(faults, []);
});

it('a claim that newer ones push off the page stays open there until it is decided', async () => {
  const { page, faults } = watched;
  const before = await open();
  await fill(before + 25, 25);
  await page.goto('/app/reviews');
  const ids = await page.locator('[data-item]').evaluateAll((cards) => cards.map(({ dataset }) => dataset.item));
  assert.equal(ids.length, 25);
  await fill(before + 26, 1);
  await page.locator('[data-item]').nth(25).waitFor();
  const last = page.locator(`[data-item="${ids.at(-1)}"]`);
  assert.equal(await last.and(page.locator('[data-done]')).count(), 0);
  assert.equal(await page.locator('[data-note]').count(), 0);
  const { data } = (await succeeded(service.call('GET', '/reviews'))).body;
  const item = data.find(({ claim_id }: ReviewItem) => claim_id === ids.at(-1));
  await decide(item, 'accept');
  await last.and(page.locator('[data-done]')).waitFor({ timeout: WITHIN_MS });
  await last.getByText('Somebody else has decided this claim.').waitFor();
  await decide(item, 'reopen');
  await last.and(page.locator(':not([data-done])')).waitFor({ timeout: WITHIN_MS });
  assert.deepEqual(faults, []);
});

it('a page that was not seen catches up, also when the queue is as it was at first', async () => {
  const { page, faults } = watched;
  const before = await open();
  await page.goto('/app/reviews');
  const shown = await page.locator('[data-item]').count();
  await fill(before + 1, 1);
  await page.locator('[data-item]').nth(shown).waitFor();
  await showPage(page, false);
  const [newest] = (await succeeded(service.call('GET', '/reviews'))).body.data;
  await decide(newest, 'accept');
  await eventually('it is decided', async () => (await open()) === before);
  await showPage(page, true);
  await page.locator(`[data-item="${newest.claim_id}"][data-done]`).waitFor({ timeout: WITHIN_MS });
  assert.deepEqual(faults, []);
});

/** As if its tab was changed. */
async function showPage(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${!isSeen} });
    document.dispatchEvent(new Event('visibilitychange'))`);
}

/** By a colleague, who uses the API. */
async function decide(item: { verification_id: string; claim_id: string }, action: string): Promise<void> {
  const body = { claim_id: item.claim_id, action, explanation: 'By a colleague.' };
  await succeeded(service.call('POST', `/verifications/${item.verification_id}/reviews`, { body }));
}

it('keys sleep while somebody types, n takes a note, and ? shows them', async () => {
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
  await press(page, 'n');
  await page.locator('details[open] textarea').fill('It stands in the timetable.');
  await page.locator('details[open] button').click();
  // It leads to the queue again, where nothing is open.
  await page.locator('details[open]').waitFor({ state: 'detached' });
  // Keys are heard once its script has run.
  await page.waitForLoadState('load');
  const { data } = (await succeeded(service.call('GET', '/reviews?status_filter=resolved'))).body;
  assert.equal(data.filter((item: ReviewItem) => item.explanation === 'It stands in the timetable.').length, 1);
  await press(page, '?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await picture(page, 'keys');
  assert.deepEqual(faults, []);
});
