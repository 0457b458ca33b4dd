/** The forms of pages as somebody without script meets them: found by following links, and sent by their buttons. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** A file as Playwright takes it. */
interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** How a form is sent, and what it does. */
export interface Sent {
  /** What is filled in, by the fields' names. The rest stays as it is. */
  fill?: Readonly<Record<string, string | ChosenFile>>;
  /** The page to send it from. Default: the first on which it was found. */
  from?: string;
  /** What the page that it leads to says then, sooner or later, as views follow the log. Default: that there is one such form less. */
  shows?: string | RegExp;
  /** The page that says so. Default: the one that it leads to. */
  on?: string;
}

/** Names of the forms of a page: its title, what is unfolded, and the button. Empty for what only scripts show. */
const NAMES = `[...document.forms].map((form) => {
  if (form.closest('[hidden], dialog:not([open])') !== null) return '';
  const said = (each) => (each?.firstChild?.textContent ?? '').trim();
  const page = form.closest('header') === null ? document.title.split(/[:·]/)[0].trim() : 'Every page';
  return [page, said(form.closest('details')?.querySelector('summary')), said(form.querySelector('button'))].filter((part) => part !== '').join(' › ');
})`;

/** Views follow the log, and what is verified takes a while. */
const MOST_MS = 30_000;

export interface FormsOptions {
  /** Called before each page. */
  beforeEach: () => void;
  /** Whether links are followed. Default: true. */
  follow?: boolean;
  /** Whether there may be none of these pages any more. Default: false. */
  mayBeGone?: boolean;
}

/**
 * Every form of these pages, and of those that their links lead to, with the path of the first page that has it. Pages whose
 * addresses differ in ids and numbers alone are one, except those given.
 */
export async function formsOf(
  page: Page,
  paths: readonly string[],
  { beforeEach, follow = true, mayBeGone = false }: FormsOptions,
): Promise<Map<string, string>> {
  const forms = new Map<string, string>();
  const seen = new Set(paths.map(kindOf));
  const todo = [...paths];
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    beforeEach();
    const status = (await page.goto(path))?.status() ?? 0;
    if (mayBeGone && status === 404) continue;
    assert.ok(status === 200 || status === 410, `${path}: ${status}`);
    for (const name of (await page.evaluate(NAMES)) as string[])
      if (name !== '' && !forms.has(name)) forms.set(name, path);
    if (!follow) continue;
    const links: string[] = await page.evaluate('[...document.links].map(({ href }) => href)');
    for (const link of links) {
      const { pathname, search, origin } = new URL(link);
      const isPage = origin === new URL(page.url()).origin && /^\/app(?:\/|$)/.test(pathname);
      if (!isPage || seen.has(kindOf(pathname + search))) continue;
      seen.add(kindOf(pathname + search));
      todo.push(pathname + search);
    }
  }
  return forms;
}

function kindOf(path: string): string {
  return path.replaceAll(/[a-z]{3}_[\w-]+/g, ':id').replaceAll(/(?<==)[\w%.-]*\d[\w%.-]*/g, ':n');
}

/** Fills in the form of this name, which is on a page at `path`, and presses its button. Fails unless it does what it is to. */
export async function send(
  page: Page,
  name: string,
  path: string,
  { fill = {}, from, shows, on }: Sent,
  beforeEach: () => void,
): Promise<void> {
  beforeEach();
  await page.goto(from ?? path);
  const names: string[] = await page.evaluate(NAMES);
  assert.ok(names.includes(name), `${name} on ${page.url()}, which has ${names.join(', ')}`);
  const form = page.locator('form').nth(names.indexOf(name));
  const folds = form.locator('xpath=ancestor::details[not(@open)]/summary | .//details[not(@open)]/summary');
  while ((await folds.count()) > 0) await folds.first().click();
  for (const [field, value] of Object.entries(fill)) await fillIn(form.locator(`[name="${field}"]`), value);
  const answered = page.waitForEvent('response', {
    predicate: (each) => each.request().isNavigationRequest() && (each.status() < 300 || each.status() > 399),
  });
  await form.locator('button').first().click();
  const answer = await answered;
  assert.equal(answer.status(), 200, `${name}: ${await page.locator('main').textContent()}`);
  assert.equal(await page.locator('[role="alert"]').count(), 0, `${name}: ${await page.locator('main').textContent()}`);
  if (on !== undefined) await page.goto(on);
  const isDone = async () =>
    shows === undefined
      ? count(await page.evaluate(NAMES), name) < count(names, name)
      : (await page.getByText(shows).count()) > 0;
  if (await isDone()) return;
  await eventually(
    `${name} shows ${shows} on ${page.url()}`,
    async () => {
      beforeEach();
      await page.goto(page.url());
      return isDone();
    },
    MOST_MS,
  );
}

function count(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}

async function fillIn(field: Locator, value: string | ChosenFile): Promise<void> {
  if (typeof value !== 'string') return field.setInputFiles(value);
  const kind = await field.evaluate((each) => (each.localName === 'select' ? 'select' : each.getAttribute('type')));
  if (kind === 'select') await field.selectOption(value);
  else if (kind === 'checkbox') await field.setChecked(value === 'on');
  else await field.fill(value);
}
