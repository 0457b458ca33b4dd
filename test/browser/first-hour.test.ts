/** What somebody does in the first hour: verify a text and a PDF, put it right, review, make a key, invite a colleague, print. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { createSignInLinkOperations } from '#apps/control/sign-in-link.ts';
import { assertFlawless, picture, type Watched } from '#test/support/chromium.ts';
import { fixture } from '#test/support/documents.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import type { TestService } from '#test/support/service/open.ts';
import { PASSWORD } from '#test/support/workbench.ts';

const MINUTE_MS = 60_000;
/** A short text's report. */
const MOST_SHEETS = 2;
/** The beginning of the example article, which its documents speak of. */
const WORDS = 138;
const EXAMPLES = join(import.meta.dirname, '../../examples');

let opened: InChromium;
let service: TestService;
let owner: Watched;
before(async () => {
  opened = await openInChromium({ realEngine: true });
  ({ service } = opened);
  owner = await opened.visit();
});
after(() => opened?.close());

it('the link signs in, the example shows what is wrong, and its correction is applied', async () => {
  const { page } = owner;
  await page.goto((await createSignInLinkOperations(service.service).signInLink({})).url.replace(/^.*(?=\/app)/, ''));
  await page.getByRole('button', { name: 'Sign in as the owner' }).click();
  await page.getByRole('button', { name: 'Verify the example' }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
  await page.locator('.claims a.contradicted').first().click();
  await page.getByRole('link', { name: 'Apply it' }).click();
  await page.locator('#corrected').waitFor();
  await assertFlawless(owner);
});

it('a PDF is sent and leads to its result', async () => {
  const { page } = owner;
  service.advance(MINUTE_MS);
  await page.goto('/app/verify');
  const buffer = fixture('two-columns.pdf');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'columns.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Verify the document' }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText('Page 1', { exact: true }).first().waitFor();
  await assertFlawless(owner);
});

it('a pasted text is verified, and its report fits on two sheets', async (context) => {
  const { page } = owner;
  service.advance(MINUTE_MS);
  await createOperations(service.service, () => {}).addLibrary({ folder: join(EXAMPLES, 'library'), prune: false });
  const article = await readFile(join(EXAMPLES, 'article.md'), 'utf8');
  await page.goto('/app/verify');
  await page.getByLabel('Text', { exact: true }).fill(beginning(article, WORDS));
  await page.getByLabel('Profile').first().selectOption('internal_enterprise');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Report, to print' }).click();
  await page.waitForURL('**/report');
  for (const format of ['A4', 'Letter']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    context.diagnostic(`the report of ${WORDS} words has ${sheets} sheets of ${format}`);
    assert.ok(sheets > 0 && sheets <= MOST_SHEETS, `${sheets} sheets of ${format}`);
  }
  assert.deepEqual(owner.faults, []);
});

/** So many words of a text, up to the end of the paragraph or sentence in which they end. */
function beginning(text: string, words: number): string {
  const end = [...text.matchAll(/\S+/g)][words - 1]!;
  return text.slice(0, text.indexOf('.', end.index) + 1);
}

it('a claim is sent to the queue, accepted there by a key, and shows what was decided', async () => {
  const { page } = owner;
  service.advance(MINUTE_MS);
  await page.goto('/app/verifications');
  await page.locator('.rows a').first().click();
  await page.locator('.claims a').first().click();
  await page.getByText('Review it', { exact: true }).click();
  await page.getByText('Ask for evidence', { exact: true }).click();
  const form = page.locator('form', { has: page.locator('input[value="request_evidence"]') });
  await form.getByLabel('Note').fill('Who says so?');
  await picture(page, 'first-hour-review');
  await assertFlawless(owner);
  await form.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('Who says so?').first().waitFor();
  const claim = page.url();
  await page.getByRole('link', { name: 'Reviews', exact: true }).first().click();
  await page.locator('[data-item]').first().waitFor();
  await picture(page, 'workbench-queue', false);
  await page.keyboard.press('a');
  await page.locator('[data-item][data-sent]').first().waitFor({ state: 'attached' });
  service.advance(MINUTE_MS);
  await page.goto(claim);
  await page.getByText('A person decided:').waitFor();
  await assertFlawless(owner);
});

it('a key is made, and its secret shown once', async () => {
  const { page } = owner;
  service.advance(MINUTE_MS);
  await page.goto('/app/keys');
  const form = page.locator('details', { hasText: 'Make a key' }).first();
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
  await page.getByLabel('Name').fill('Newsroom');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const secret = await page.locator('input[readonly]').first().inputValue();
  assert.ok(secret.length > 20);
  await assertFlawless(owner);
  await page.goto('/app/keys');
  assert.ok(!(await page.content()).includes(secret));
});

it('an invited colleague joins in another browser, and sees what a reviewer may', async () => {
  const { page } = owner;
  service.advance(MINUTE_MS);
  await page.goto('/app/members');
  await page.getByText('Invite somebody').click();
  await page.getByLabel('E-mail address').fill('colleague@example.org');
  await page.getByLabel('Role').selectOption('reviewer');
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = new URL(await page.getByLabel('Link').inputValue());
  const colleague = await opened.visit();
  await colleague.page.goto(link.pathname + link.search);
  for (const field of await colleague.page.locator('input[type="password"]').all()) await field.fill(PASSWORD);
  await colleague.page.locator('main form button').first().click();
  await colleague.page.waitForURL('**/app');
  assert.equal(await colleague.page.getByRole('link', { name: 'Verify', exact: true }).count(), 0);
  await colleague.page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await assertFlawless(colleague);
  await colleague.context.close();
});
