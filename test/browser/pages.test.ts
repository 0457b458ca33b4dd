/** Every page of the workbench in a browser, its lists filled with names and texts that mean harm; its size, and the end of sessions. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  assertFlawless,
  openChromium,
  openWatched,
  picture,
  signInWithKey,
  type Watched,
} from '#test/support/chromium.ts';
import type { TestService } from '#test/support/service/open.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';
import { type Filled, openFilled, PAGES } from '#test/support/workbench-filled.ts';

const MINUTE_MS = 60_000;
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "'-alert(3)-' onfocus=alert(4) autofocus",
  '</title></textarea><svg onload=alert(5)>',
] as const;
/** Until other browsers of a person show that it has logged out everywhere. */
const WITHIN_MS = 2_000;
/** Bytes of the first page with all that it loads. */
const MOST_BYTES = 60_000;

let filled: Filled;
let service: TestService;
let browser: Browser;
let baseURL: string;
/** Pages of single things. */
let single: string[];
before(async () => {
  [filled, browser] = await Promise.all([openFilled(HOSTILE), openChromium()]);
  ({ service, baseURL, single } = filled);
});
after(async () => {
  await browser?.close();
  await filled?.close();
});
// Each test has its own minute, so none meets the limit of calls that others have used up.
beforeEach(() => service.advance(2 * MINUTE_MS));

async function signedIn(options: { script?: boolean; width?: number } = {}): Promise<Watched> {
  skipSignInLimits(service);
  const watched = await openWatched(browser, { baseURL, ...options });
  const { page } = watched;
  await signInWithKey(page, service.key);
  return watched;
}

for (const [how, options] of [
  ['with script', {}],
  ['without script', { script: false }],
  ['on a phone', { width: 360 }],
] as const) {
  it(`every page ${how} executes nothing, and is without serious findings`, async () => {
    const watched = await signedIn(options);
    // The markup is the same without script: one of each kind is enough.
    const ofOneText = single.length / HOSTILE.length;
    const seen = [...PAGES, ...(how === 'with script' ? single : single.slice(0, ofOneText))];
    for (const [n, path] of seen.entries()) {
      // Each minute has room for sixty calls.
      if (n % 25 === 24) service.advance(MINUTE_MS);
      const response = await watched.page.goto(`/app${path}`);
      assert.equal(response?.status(), 200, path);
      if (n < PAGES.length) await picture(watched.page, `page${path.replaceAll(/\W+/g, '-')}-${how}`);
      await assertFlawless(watched);
    }
    await watched.context.close();
  });
}

it('hostile names stand in the lists and on the pages that are tried', async () => {
  const watched = await signedIn();
  const { page } = watched;
  const shows = async (path: string, selector = 'body') => {
    await page.goto(`/app${path}`);
    return (await page.locator(selector).allTextContents()).join(' ');
  };
  const members = await shows('/members');
  for (const text of HOSTILE) assert.ok(members.includes(`${text.replaceAll(' ', '')}@example.org`), text);
  for (const [n, text] of HOSTILE.entries()) {
    const ofText = single.slice((n * single.length) / HOSTILE.length);
    const read = await shows(ofText.find((path) => path.includes('/resources/'))!, 'main');
    assert.ok(read.includes(`The harbour has 18 cranes, says ${text}.`), read);
    const report = await shows(ofText.find((path) => path.endsWith('/report'))!);
    assert.ok(report.includes(text), report);
  }
  await watched.context.close();
});

it('the first page with all that it loads stays small', async (context) => {
  const { page, context: own } = await signedIn();
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
  const result = single.find((path) => /^\/verifications\/\w+$/.test(path))!;
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
  const [one, other] = [await signedIn(), await signedIn()];
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
