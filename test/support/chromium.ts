/** Debian's Chromium, driven by playwright-core. Where there is none, the suite fails: a skipped one would show nothing. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** What a test waits for. It measures nothing: what must be fast is measured by the tests that say so. */
const ACTION_WITHIN_MS = 60_000;
/** Name, menu and account on a phone, in two rows at most. */
const TALLEST_BAR = 110;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Throws where no Chromium is installed. */
export function openChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) throw new Error('no Chromium: apt-get install -y --no-install-recommends chromium');
  // Tests run as root in containers, where Chromium has no sandbox.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Whether the page runs scripts. */
  script: boolean;
  /** What must not happen: scripts of texts, refusals of the policy, errors of our own scripts. */
  faults: string[];
}

export interface Window {
  /** Default: true. */
  script?: boolean;
  /** Pixels. Default: 1280. */
  width?: number;
}

/** What a page says of the policy that its browser has refused something, also where nothing is written to the console. */
const TELL_REFUSALS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  console.error('Content Security Policy', violatedDirective, blockedURI, sample))`;
/** A page that is refused, or that there is not, is an answer like others. */
const ANSWER = /^Failed to load resource: the server responded with a status of \d/;

/** A page of its own session, watched for what must not happen. */
export async function openWatched(
  browser: Browser,
  { baseURL, script = true, width = 1280 }: { baseURL: string } & Window,
): Promise<Watched> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: script, viewport: { width, height: 850 } });
  await context.addInitScript(TELL_REFUSALS);
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_WITHIN_MS);
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    const isError = message.type() === 'error' && !ANSWER.test(text);
    if (isError || /Content.Security.Policy|violates/i.test(text)) faults.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL)) faults.push(`request: ${request.url()}`);
  });
  return { context, page, script, faults };
}

/** Signs in at the page of the workbench for it. */
export async function signInWithKey(page: Page, key: string): Promise<void> {
  await page.goto('/app/login');
  await page.getByText('With an API key').click();
  await page.getByLabel('API key').fill(key);
  await page.locator('details').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
}

/**
 * Nothing of a text was executed, axe finds nothing serious, and the page is no wider than its window. Without script nothing can
 * be measured in the page: axe and the width are those of the same page with script.
 */
export async function assertFlawless({ page, faults, script }: Watched): Promise<void> {
  assert.deepEqual(faults, [], page.url());
  if (!script) return;
  assert.deepEqual(await seriousFindings(page), [], page.url());
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.equal(overflow, 0, `${page.url()} is wider than its window`);
  // A value beside a long name is not cut into single letters.
  const narrow = await page
    .locator('dd:visible')
    .evaluateAll((values) => values.filter((value) => value.clientWidth < value.parentElement!.clientWidth / 3).length);
  assert.equal(narrow, 0, `${page.url()} has values that are too narrow`);
  // A report has none.
  const bars = await page
    .locator('header.bar')
    .evaluateAll((headers) => headers.map(({ clientHeight }) => clientHeight));
  for (const bar of bars) assert.ok(bar < TALLEST_BAR, `the bar of ${page.url()} has ${bar} pixels`);
  assert.deepEqual(faults, [], page.url());
}

/** Serious findings of axe, one line each. The policy of the page forbids other scripts, so it runs in a world of its own. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await session.send('Runtime.evaluate', { expression: readFileSync(AXE, 'utf8'), contextId });
  // What is not on the screen yet is measured as well: a browser lays out the claims of a report as they come near.
  await page.evaluate(
    `document.querySelectorAll('.claim').forEach((claim) => (claim.style.contentVisibility = 'visible'))`,
  );
  const expression = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
    JSON.stringify(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | '))))`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value));
}

/** Keeps a picture of the page, or of what its window shows, where EVIDENCE_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.EVIDENCE_SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
