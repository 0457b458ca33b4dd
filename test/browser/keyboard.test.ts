/** Every page of the workbench by the keyboard alone, and in the dark. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFlawless, signInWithKey, type Watched } from '#test/support/chromium.ts';
import { pressOn, tabTo, walk } from '#test/support/keyboard.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';
import { type Filled, openFilled, PAGES } from '#test/support/workbench-filled.ts';

const MINUTE_MS = 60_000;
/** A report is a page of its own, for paper. */
const STRANGERS = ['/login', '/invitation', '/enter?token=x', '/nowhere'];

let filled: Filled;
let watched: Watched;
let page: Page;
before(async () => {
  filled = await openFilled([['A harbour']]);
  watched = await filled.visit();
  ({ page } = watched);
});
after(() => filled?.close());
// Each test has its own minute, so none meets the limit of calls that others have used up.
beforeEach(() => filled.service.advance(2 * MINUTE_MS));

it('everything on the pages of who is not signed in is reached, seen and left by Tab', async () => {
  for (const path of STRANGERS) {
    await page.goto(`/app${path}`);
    await walk(page);
  }
});

it('everything on every page is reached, seen and left by Tab and Shift+Tab', async (context) => {
  skipSignInLimits(filled.service);
  await signInWithKey(page, filled.service.key);
  const paths = [...PAGES, ...filled.single];
  let stops = 0;
  const begun = performance.now();
  for (const [n, path] of paths.entries()) {
    // Each minute has room for sixty calls.
    if (n % 25 === 24) filled.service.advance(MINUTE_MS);
    await page.goto(`/app${path}`);
    stops += await walk(page);
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  context.diagnostic(`by keyboard: ${paths.length} pages with ${stops} stops, there and back, in ${seconds} s`);
});

it('a claim is opened and left again, and the focus goes with it', async () => {
  await page.goto(`/app${filled.single.find((path) => /^\/verifications\/\w+$/.test(path))}`);
  await pressOn(page, page.locator('.claims a').first());
  await page.getByRole('link', { name: '‹ All claims' }).waitFor();
  assert.equal(await page.evaluate("document.activeElement.matches('[data-panel]')"), true);
  await pressOn(page, page.getByRole('link', { name: '‹ All claims' }));
  await page.locator('.claims a').first().waitFor();
  assert.equal(await page.evaluate("document.activeElement.matches('[data-panel]')"), true);
});

it('the list of keys holds the focus until it is closed, and gives it back', async () => {
  await page.goto('/app/reviews');
  const help = page.getByRole('button', { name: /^Keys/ });
  await pressOn(page, help, 'Space');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await pressOn(page, dialog.getByRole('button', { name: 'Close' }));
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await help.evaluate((each) => each === each.ownerDocument.activeElement), true);
});

it('a choice is made by the arrows', async () => {
  await page.goto('/app/verify');
  const effort = page.getByLabel('Effort').first();
  await tabTo(page, effort);
  const before = await effort.inputValue();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await effort.inputValue(), before);
});

it('every page in the dark is without serious findings', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [n, path] of [...PAGES, ...filled.single].entries()) {
    // Each minute has room for sixty calls.
    if (n % 25 === 24) filled.service.advance(MINUTE_MS);
    await page.goto(`/app${path}`);
    await assertFlawless(watched);
  }
});
