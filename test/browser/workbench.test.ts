/** The pages of the workbench in a browser: with and without script, on a phone, by keyboard. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSignInLinkOperations } from '#apps/control/sign-in-link.ts';
import { assertFlawless, picture, type Watched, type Window } from '#test/support/chromium.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import type { TestService } from '#test/support/service/open.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';

const MINUTE_MS = 60_000;
const MOST_LOOKS = 30;

let opened: InChromium;
let service: TestService;
before(async () => {
  opened = await openInChromium({ realEngine: true });
  ({ service } = opened);
});
after(() => opened?.close());
// Each test has its own minute, so none meets the limit of calls that others have used up.
beforeEach(() => service.advance(2 * MINUTE_MS));

/** By the link that the command line prints. */
async function signedIn(window: Window = {}): Promise<Watched> {
  skipSignInLimits(service);
  const watched = await opened.visit(window);
  const { url } = await createSignInLinkOperations(service.service).signInLink({});
  const { pathname, search } = new URL(url);
  await watched.page.goto(pathname + search);
  await watched.page.getByRole('button', { name: 'Sign in as the owner' }).click();
  await watched.page.waitForURL('**/app');
  return watched;
}

/** Waits for the result of what was begun. */
async function result({ page, script }: Watched): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Result', exact: true });
  // A context of Playwright's without script does not read <noscript>, whose refresh does this in a browser.
  for (let tries = 0; !script && tries < MOST_LOOKS && !(await heading.isVisible()); tries++) {
    assert.match(await page.content(), /<noscript>.*http-equiv="refresh"/s);
    await page.waitForTimeout(1_000);
    await page.reload();
  }
  await heading.waitFor();
}

describe('signing in', () => {
  it('shows pages without serious findings to strangers', async () => {
    const watched = await opened.visit();
    for (const path of ['/', '/app/login', '/app/invitation', '/app/enter?token=x', '/app/nowhere']) {
      await watched.page.goto(path);
      await picture(watched.page, `stranger-${path.replaceAll(/\W+/g, '-')}`);
      await assertFlawless(watched);
    }
    await watched.context.close();
  });

  it('works by the keyboard alone, and logs out', async () => {
    skipSignInLimits(service);
    const watched = await opened.visit();
    const { page } = watched;
    await page.goto('/app/login');
    await page.getByText('With an API key').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(service.key);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
    await page.getByRole('button', { name: 'Log out' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('You have logged out.').waitFor();
    await watched.context.close();
  });
});

for (const [how, options] of [
  ['with script', {}],
  ['without script', { script: false }],
  ['on a phone', { width: 360 }],
] as const) {
  describe(`a verification ${how}`, () => {
    let watched: Watched;
    before(async () => {
      watched = await signedIn(options);
    });
    after(() => watched.context.close());

    it('shows what is wrong in the example, and why', async () => {
      const { page } = watched;
      // Others have verified it before: the button stands on the first page of a new organization only.
      const isFirst = await page.getByRole('button', { name: 'Verify the example' }).isVisible();
      await picture(page, `home-${how}`);
      await assertFlawless(watched);
      if (isFirst) await page.getByRole('button', { name: 'Verify the example' }).click();
      else await page.locator('.rows a').last().click();
      await result(watched);
      await picture(page, `result-${how}`);
      await assertFlawless(watched);
      await page.locator('.claims a.contradicted').first().click();
      await page.getByRole('heading', { name: 'Suggested correction' }).waitFor();
      await picture(page, `claim-${how}`);
      // The picture of the README.
      if (how === 'with script') await picture(page, 'workbench', false);
      await assertFlawless(watched);
      await page.getByRole('link', { name: 'Apply it' }).click();
      assert.match(await page.locator('#corrected').inputValue(), /18 turbines|Velmar/);
      await picture(page, `corrected-${how}`);
      await assertFlawless(watched);
    });

    it('can be read by verdict, and as a history', async () => {
      const { page } = watched;
      await page.goto('/app/verifications');
      await page.locator('.rows a').last().click();
      await page.getByRole('link', { name: /Supported \d/ }).click();
      assert.equal(await page.locator('.claims a:not(.supported)').count(), 0);
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('link', { name: 'Claim extracted' }).first().click();
      await page.getByRole('heading', { name: /As of event \d/ }).waitFor();
      await picture(page, `history-${how}`);
      await assertFlawless(watched);
    });
  });
}

it('the sections of a phone are in a menu, which needs no script', async () => {
  for (const script of [true, false]) {
    const watched = await signedIn({ width: 390, script });
    const { page } = watched;
    const sources = page.getByRole('link', { name: 'Sources', exact: true });
    assert.equal(await sources.isVisible(), false);
    await page.getByText('Menu', { exact: true }).click();
    await picture(page, `menu-${script}`);
    await assertFlawless(watched);
    await sources.click();
    await page.waitForURL('**/app/sources');
    await watched.context.close();
  }
  const wide = await signedIn();
  assert.equal(await wide.page.getByRole('link', { name: 'Sources', exact: true }).count(), 1);
  assert.equal(await wide.page.getByText('Menu', { exact: true }).isVisible(), false);
  await wide.context.close();
});

it('progress is shown, and a verification can be cancelled', async () => {
  const watched = await signedIn();
  const { page } = watched;
  const sentences = Array.from(
    { length: 400 },
    (_, index) => `The station ${index} opened on ${(index % 27) + 1} June 2019.`,
  );
  await page.goto('/app/verify');
  await assertFlawless(watched);
  await picture(page, 'verify');
  await page.getByLabel('Text', { exact: true }).fill(sentences.join(' '));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: 'Verifying' }).waitFor();
  await picture(page, 'progress');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
  await assertFlawless(watched);
  await watched.context.close();
});
