/** Every page of the workbench in a browser: with and without script, and on a phone; its size, and the end of sessions. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFlawless, picture } from '#test/support/chromium.ts';
import { type Filled, openFilled, PAGES } from '#test/support/workbench-filled.ts';

const MINUTE_MS = 60_000;
/** Long words, which must not make a page wider than its window. */
const TEXTS = ['A harbour', 'Harbour'.repeat(10), '<b>"A harbour\'s name"</b>'];
/** Until other browsers of a person show that it has logged out everywhere. */
const WITHIN_MS = 2_000;
/** Bytes of the first page with all that it loads. */
const MOST_BYTES = 60_000;

let filled: Filled;
before(async () => {
  filled = await openFilled([TEXTS]);
});
after(() => filled?.close());
// Each test has its own minute, so none meets the limit of calls that others have used up.
beforeEach(() => filled.service.advance(2 * MINUTE_MS));

for (const [how, options] of [
  ['with script', {}],
  ['without script', { script: false }],
  // A small phone, or a wide screen at 400 %.
  ['on a narrow screen', { width: 320 }],
] as const) {
  it(`every page ${how} is without serious findings`, async () => {
    const watched = await filled.signedIn(options);
    for (const [n, path] of [...PAGES, ...filled.single].entries()) {
      // Each minute has room for sixty calls.
      if (n % 25 === 24) filled.service.advance(MINUTE_MS);
      const response = await watched.page.goto(`/app${path}`);
      assert.equal(response?.status(), 200, path);
      if (n < PAGES.length) await picture(watched.page, `page${path.replaceAll(/\W+/g, '-')}-${how}`);
      await assertFlawless(watched);
    }
    await watched.context.close();
  });
}

it('the first page with all that it loads stays small', async (context) => {
  const { page, context: own } = await filled.signedIn();
  // As in a browser that was never here: with an empty cache.
  const session = await own.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto('/app', { waitUntil: 'load' });
  const milliseconds = await loadedAfter(page);
  context.diagnostic(`the first page: ${bytes} bytes, ${milliseconds} ms until it had loaded`);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  const result = filled.single.find((path) => /^\/verifications\/\w+$/.test(path))!;
  await page.goto(`/app${result}`);
  const detail = await timeOf(page, `/app${result}/claims/1`);
  context.diagnostic(`the details of a claim: ${detail} ms`);
  await own.close();
});

/** Milliseconds from the request of the page until it had loaded. */
function loadedAfter(page: Page): Promise<number> {
  return page.evaluate(`Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)`);
}

/** Median milliseconds of a call that the page makes. */
async function timeOf(page: Page, path: string): Promise<number> {
  const times: number[] = await page.evaluate(`(async () => {
    const times = [];
    for (let n = 0; n < 9; n++) {
      const begun = performance.now();
      await (await fetch(${JSON.stringify(path)})).text();
      times.push(performance.now() - begun);
    }
    return times;
  })()`);
  return Math.round(times.sort((a, b) => a - b)[4]!);
}

it('logging out everywhere in one browser ends the session in the other', async (context) => {
  const [one, other] = [await filled.signedIn(), await filled.signedIn()];
  await other.page.goto('/app/verifications');
  await one.page.goto('/app/members');
  await one.page
    .getByRole('button', { name: /everywhere/ })
    .first()
    .click();
  await one.page.waitForURL('**/app/login**');
  const begun = Date.now();
  await other.page.waitForURL('**/app/login**');
  const milliseconds = Date.now() - begun;
  context.diagnostic(`the other browser was led to the log-in after ${milliseconds} ms`);
  assert.ok(milliseconds < WITHIN_MS, `${milliseconds} ms`);
  await one.context.close();
  await other.context.close();
});
