/** The reference of the API at /reference, in a browser. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { picture } from '#test/support/chromium.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';

let opened: InChromium;
before(async () => {
  opened = await openInChromium();
});
after(() => opened?.close());

it('every operation is shown, and nothing asks another host or breaks the policy', async () => {
  const { page, faults } = await opened.visit();
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
