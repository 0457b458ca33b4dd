/** The reference of the API at /reference, in a browser. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium, openWatched, picture, type Watched } from '#test/support/chromium.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
let browser: Browser;
let watched: Watched;
before(async () => {
  [service, browser] = await Promise.all([openTestService(), openChromium()]);
  const baseURL = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  watched = await openWatched(browser, { baseURL });
});
after(async () => {
  await watched?.context.close();
  await browser?.close();
  await service?.close();
});

it('every operation is shown, and nothing asks another host or breaks the policy', async () => {
  const { page, faults } = watched;
  const answer = await page.goto('/reference');
  assert.match(
    answer!.headers()['content-security-policy']!,
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  await page.getByRole('heading', { name: /^Evidence verification/ }).waitFor();
  assert.equal(await page.locator('.opblock').count(), 45);
  await page.locator('#operations-Verification-createVerification .opblock-summary-control').click();
  await page.getByText('Idempotency-Key').first().waitFor();
  await picture(page, 'reference');
  assert.deepEqual(faults, []);
});
