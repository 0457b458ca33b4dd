/** A browser's pages by the keyboard alone. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 400;

/** Presses Tab until the element has the focus. Fails if that never happens. */
export async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await element.evaluate((each) => each === each.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${element} can't be reached by ${key} on ${page.url()}`);
}

/** Goes to the element by Tab and presses a key on it. */
export async function pressOn(page: Page, element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** What can be operated and is displayed, in the order of the page. Runs in the page. */
const OPERABLE = `[...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]')]
  .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }))`;
const NAME = '(each) => each.outerHTML.slice(0, 160)';

/** Begins before everything, and notes in the page where the focus goes: a round trip for each stop would take minutes. */
const NOTE_STOPS = `(() => {
  const { body } = document;
  body.tabIndex = -1;
  body.focus();
  body.removeAttribute('tabindex');
  // Where a report glides, the next stop would come first.
  document.documentElement.style.scrollBehavior = 'auto';
  scrollTo(0, 0);
  const bar = document.querySelector('header.bar');
  globalThis.stops = [];
  addEventListener('focusin', ({ target }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    // A browser's own is seen on any ground.
    stops.push({ target, wrong: outlineStyle !== 'auto' && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) ? ' has no outline' : '' });
  });
  // It has been scrolled to by now.
  addEventListener('focusout', ({ target }) => {
    const { top, bottom, left, right } = target.getBoundingClientRect();
    // What lies above the bar, or is in it, is not covered by it.
    const isAbove = bar === null || bar.contains(target) || getComputedStyle(target).position === 'absolute';
    const covered = isAbove ? 0 : bar.getBoundingClientRect().bottom;
    const isSeen = bottom > covered && top < innerHeight && right > 0 && left < innerWidth;
    const stop = stops.at(-1);
    if (stop?.target === target && !isSeen && !target.matches('.skip')) stop.wrong += ' is out of sight';
  });
})()`;

interface Way {
  /** Index of each stop among all that can be operated; without what is none of them, such as a stretch that scrolls. */
  at: number[];
  /** What is wrong with how the focus is shown. */
  wrong: string[];
}

const TAKE_STOPS = `(() => {
  const all = ${OPERABLE};
  const taken = stops.splice(0);
  return {
    at: taken.map(({ target }) => all.indexOf(target)).filter((at) => at >= 0),
    wrong: taken.filter(({ wrong }) => wrong !== '').map(({ target, wrong }) => (${NAME})(target) + wrong),
  };
})()`;

/**
 * Opens each fold of the page by Enter or Space, then goes through the page by Tab, and back by Shift+Tab. Fails unless
 * everything that can be operated is reached both ways, in its order, with a focus that is seen, and nothing holds it.
 * Returns how many stops the page has.
 */
export async function walk(page: Page): Promise<number> {
  await openFolds(page);
  const all: string[] = await page.evaluate(`${OPERABLE}.map(${NAME})`);
  const namesOf = (stops: readonly number[]) => stops.map((at) => all[at]);
  await page.evaluate(NOTE_STOPS);
  const there = await goThrough(page, false, (last = -1) => all.length - 1 - last);
  assert.deepEqual(namesOf(there), all, `by Tab on ${page.url()}`);
  const back = await goThrough(page, true, (last = all.length - 1) => last);
  assert.deepEqual(namesOf(back), all.toReversed().slice(1), `by Shift+Tab on ${page.url()}`);
  // Last, as a browser goes on at the beginning, whenever it gets round to it.
  await page.evaluate(`${OPERABLE}.at(-1).focus()`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(`document.activeElement === ${OPERABLE}.at(-1)`), false, `the end of ${page.url()}`);
  return all.length;
}

/**
 * Presses Tab, or Shift+Tab, so many times as `left` says for the last stop, until none are left or they lead no further. All at once,
 * and never past the end: from there a browser goes on at the beginning, whenever it gets round to it.
 */
async function goThrough(page: Page, isBack: boolean, left: (last?: number) => number): Promise<number[]> {
  const reached: number[] = [];
  for (let presses = left(); presses > 0; presses = left(reached.at(-1))) {
    const before = reached.at(-1);
    if (isBack) await page.keyboard.down('Shift');
    await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')));
    if (isBack) await page.keyboard.up('Shift');
    const { at, wrong }: Way = await page.evaluate(TAKE_STOPS);
    assert.deepEqual(wrong, [], `${isBack ? 'Shift+Tab' : 'Tab'} on ${page.url()}`);
    reached.push(...at);
    if (reached.at(-1) === before) break;
  }
  return reached;
}

/** Each closed fold that is displayed, by a key on it: a fold may hold others. */
async function openFolds(page: Page): Promise<void> {
  const folds = page.locator('details:not([open]) > summary:visible');
  for (let opened = 0; (await folds.count()) > 0; opened++) {
    const fold = (await folds.first().elementHandle())!;
    const key = opened % 2 === 0 ? 'Enter' : 'Space';
    await fold.focus();
    await page.keyboard.press(key);
    const isOpen = await fold.evaluate((each) => each.closest('details')?.open);
    assert.equal(isOpen, true, `${key} opens a fold of ${page.url()}`);
  }
}
