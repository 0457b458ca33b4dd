/** The way of a reviewer through the workbench, by the keyboard alone, in each shape of the service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertFlawless, signInWithKey, type Watched } from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import { distributedGround } from '#test/support/ground/distributed.ts';
import { embeddedGround } from '#test/support/ground/embedded.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import { pressOn, tabTo } from '#test/support/keyboard.ts';
import { kafkaServer, reportKafka, SHARED_KAFKA } from '#test/support/servers/kafka.ts';
import type { TestService } from '#test/support/service/open.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';
import { fill, openSite, PAGES, type Site } from '#test/support/workbench-filled.ts';

const MINUTE_MS = 60_000;
const STAGES = ['Finding claims', 'Looking for evidence', 'Judging claims', 'Summing up'];
const TEXT =
  'The ferry to Sandvik carries 40 cars. It was built in 1998. The crossing takes an hour. Its crew is of nine.';
/** Of the pages that are looked at. */
const TEXTS = [['A harbour']];

const kafka = await kafkaServer();
after(async () => {
  if ('brokers' in kafka && kafka.kind === 'own') await kafka.stop();
});
if ('brokers' in kafka) process.env[SHARED_KAFKA] = kafka.brokers.join(',');

const SHAPES: [shape: string, open: () => Promise<Ground>, skip: string | false][] = [
  ['embedded', embeddedGround, false],
  ['distributed', distributedGround, 'reason' in kafka && `no Kafka: ${kafka.reason}`],
];

for (const [shape, openGround, skip] of SHAPES) {
  describe(`in the ${shape} shape, by keyboard`, { skip }, () => {
    let ground: Ground;
    let site: Site;
    let opened: InChromium;
    let service: TestService;
    let here: Watched;
    let there: Watched;
    before(async () => {
      [ground, site] = await Promise.all([openGround(), openSite(TEXTS)]);
      opened = await openInChromium({ ground, allowHosts: [site.host] });
      ({ service } = opened);
      here = await opened.visit();
      there = await opened.visit();
    });
    after(async () => {
      await opened?.close();
      site?.close();
      await ground?.remove();
    });

    it('one signs in with a key', async () => {
      skipSignInLimits(service);
      const { page } = here;
      await page.goto('/app/login');
      await pressOn(page, page.getByText('With an API key'));
      await tabTo(page, page.getByLabel('API key'));
      await page.keyboard.type(service.key);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/app');
      await signInWithKey(there.page, service.key);
    });

    it('a text is verified, each stage shown as it happens', async () => {
      const { page } = here;
      const release = service.engine.hold();
      await pressOn(page, page.getByRole('link', { name: 'Verify', exact: true }));
      await tabTo(page, page.getByLabel('Text', { exact: true }));
      await page.keyboard.type(TEXT);
      await pressOn(page, page.getByRole('button', { name: 'Verify', exact: true }));
      await page.getByRole('heading', { name: 'Verifying' }).waitFor();
      assert.deepEqual(await page.locator('[data-stage] > span:nth-child(2)').allTextContents(), STAGES);
      await page.locator('[data-stage="extract"][data-state="now"]').waitFor();
      await assertFlawless(here);
      release();
      await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
      await assertFlawless(here);
    });

    it('a claim is opened, and sent to the queue with a note', async () => {
      const { page } = here;
      await pressOn(page, page.locator('.claims a').first());
      await pressOn(page, page.getByText('Review it', { exact: true }));
      await pressOn(page, page.getByText('Ask for evidence', { exact: true }), 'Space');
      const form = page.locator('form', { has: page.locator('input[value="request_evidence"]') });
      await tabTo(page, form.getByLabel('Note'));
      await page.keyboard.type('Who says so?');
      await pressOn(page, form.getByRole('button', { name: 'Ask', exact: true }));
      await page.getByText('Who says so?').first().waitFor();
      await assertFlawless(here);
    });

    it('it is accepted by one key, and the page of a colleague shows that', async (context) => {
      service.advance(MINUTE_MS);
      await there.page.goto('/app/reviews');
      await there.page.locator('[data-item]').waitFor();
      const { page } = here;
      await pressOn(page, page.getByRole('navigation').getByRole('link', { name: 'Reviews', exact: true }));
      await page.locator('[data-item]').waitFor();
      await page.keyboard.press('a');
      await page.locator('[data-item][data-sent]').waitFor({ state: 'attached' });
      const begun = performance.now();
      await there.page.locator('[data-item][data-done]').waitFor();
      context.diagnostic(`${shape}: a colleague saw the decision after ${Math.round(performance.now() - begun)} ms`);
      await assertFlawless(there);
    });

    it('the history shows what happened, and how far it was', async () => {
      const { page } = here;
      service.advance(MINUTE_MS);
      await pressOn(page, page.getByRole('link', { name: 'Verifications', exact: true }));
      await pressOn(page, page.locator('.rows a').first());
      await pressOn(page, page.getByRole('link', { name: 'History', exact: true }));
      await pressOn(page, page.getByRole('link', { name: 'Claim extracted' }).first());
      await page.getByRole('heading', { name: /As of event \d/ }).waitFor();
      await page.getByText('Review recorded').first().waitFor();
      await assertFlawless(here);
    });

    // Those of the embedded shape are looked at by pages.test.ts, in several ways.
    if (shape === 'distributed') {
      it('every page loads without an error, and is without serious findings', async (context) => {
        const { page } = here;
        const single = await fill(service, site, TEXTS);
        const begun = performance.now();
        for (const path of [...PAGES, ...single]) {
          // Views follow the log.
          await eventually(`${path} is there`, async () => {
            service.advance(MINUTE_MS / 30);
            return (await page.goto(`/app${path}`))?.status() === 200;
          });
          await assertFlawless(here);
        }
        const seconds = Math.round((performance.now() - begun) / 1_000);
        context.diagnostic(`${shape}: ${PAGES.length + single.length} pages looked at in ${seconds} s`);
      });
    }

    it('logging out everywhere ends the session in the other browser', async (context) => {
      const { page } = here;
      service.advance(MINUTE_MS);
      await pressOn(page, page.getByRole('link', { name: 'Settings', exact: true }));
      await pressOn(page, page.getByRole('link', { name: 'Members', exact: true }).first());
      await pressOn(page, page.getByRole('button', { name: /everywhere/ }).first(), 'Space');
      // The script that watches sessions may go there too, and cut the form's own way short.
      await eventually('the log-in', () => page.url().includes('/app/login'));
      const begun = performance.now();
      await there.page.waitForURL('**/app/login**', { waitUntil: 'commit' });
      context.diagnostic(`${shape}: the other browser was out after ${Math.round(performance.now() - begun)} ms`);
      assert.deepEqual([here.faults, there.faults], [[], []]);
      if (shape === 'distributed') reportKafka(context, kafka);
    });
  });
}
