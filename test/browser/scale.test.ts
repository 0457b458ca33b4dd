/** A result with 4,000 claims and a queue of 12,000 in a browser: how much they draw. How fast is printed. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFlawless, type Watched } from '#test/support/chromium.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import type { TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const MINUTE_MS = 60_000;
const CLAIMS = 4_000;
const TEXTS = 3;
const MOST_ELEMENTS = 4_000;
const PAGES_OF_THE_QUEUE = 12;

let opened: InChromium;
let service: TestService;
let watched: Watched;
let path: string;
before(async () => {
  opened = await openInChromium({ syncTimeoutMs: 5 * MINUTE_MS });
  ({ service } = opened);
  // Of high materiality and not settled, so that every claim comes to the queue.
  const { extract } = service.engine;
  service.engine.extract = async (input) => {
    const extracted = await extract(input);
    return {
      ...extracted,
      claims: Array.from(extracted.claims, (claim) => ({ ...claim, materiality: 'high' as const })),
    };
  };
  const content = Array.from({ length: CLAIMS }, (_, n) => `Ferry ${n} has 9 cars.`).join(' ');
  for (let n = 0; n < TEXTS; n++) {
    const { body } = await succeeded(service.call('POST', '/verifications', { body: { content, mode: 'fast' } }));
    assert.equal(body.result.claims.length, CLAIMS);
    path = `/app/verifications/${body.result.id}`;
  }
  watched = await opened.signedIn();
});
after(() => opened?.close());

interface Scrolled {
  elements: number;
  steps: number;
  /** Milliseconds of the step in the middle, and of the longest but a twentieth. */
  median: number;
  long: number;
  /** Tasks of the page of more than 50 ms, in milliseconds. */
  tasks: number[];
}

/** Scrolls the element, or the page, to its end by half a window a frame. */
function scroll(page: Page, selector = 'html'): Promise<Scrolled> {
  return page.evaluate(`(async () => {
    const scrolled = document.querySelector(${JSON.stringify(selector)});
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    let before = await frame();
    for (let at = -1; scrolled.scrollTop !== at; ) {
      at = scrolled.scrollTop;
      scrolled.scrollBy(0, innerHeight / 2);
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    observer.disconnect();
    times.sort((a, b) => a - b);
    const timeAt = (share) => Math.round(times[Math.floor(times.length * share)]);
    return { elements: document.querySelectorAll('*').length, steps: times.length, median: timeAt(0.5), long: timeAt(0.95), tasks };
  })()`);
}

/** How long a step takes is printed: it is the machine's. How much there is to draw is the page's. */
function assertLight({ elements }: Scrolled): void {
  assert.ok(elements < MOST_ELEMENTS, `${elements} elements`);
}

const words = ({ elements, steps, median, long, tasks }: Scrolled) =>
  `${elements} elements; ${steps} steps of ${median} ms, 19 of 20 within ${long} ms; ${tasks.length} long tasks`;

it(`a result with ${CLAIMS} claims draws a part of them, and leads to its last claim`, async (context) => {
  const { page } = watched;
  const begun = performance.now();
  await page.goto(path);
  context.diagnostic(`a result with ${CLAIMS} claims: shown after ${Math.round(performance.now() - begun)} ms`);
  const scrolled = await scroll(page);
  context.diagnostic(`a result with ${CLAIMS} claims: ${words(scrolled)}`);
  assertLight(scrolled);
  await assertFlawless(watched);
  for (let part = 2; (await page.getByRole('link', { name: 'Later ›' }).count()) > 0; part++) {
    await page.getByRole('link', { name: 'Later ›' }).first().click();
    await page.getByText(`Part ${part} of`).first().waitFor();
  }
  await page.locator(`.text a[data-claim="${CLAIMS}"]`).click();
  await page.getByRole('heading', { name: `Ferry ${CLAIMS - 1} has` }).waitFor();
  assert.deepEqual(watched.faults, []);
});

it(`a queue of ${TEXTS * CLAIMS} claims comes in pages of 25 different ones`, async (context) => {
  const { page } = watched;
  service.advance(MINUTE_MS);
  const seen = new Set<string>();
  const times: number[] = [];
  for (let n = 0; n < PAGES_OF_THE_QUEUE; n++) {
    const begun = performance.now();
    if (n === 0) await page.goto('/app/reviews');
    else await page.locator('a[rel="next"]').click();
    await page.locator('[data-item]').last().waitFor();
    times.push(Math.round(performance.now() - begun));
    const ids = await page
      .locator('[data-item]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-item')));
    for (const id of ids) seen.add(String(id));
  }
  const scrolled = await scroll(page);
  const last = times.slice(-5);
  context.diagnostic(`a queue of ${TEXTS * CLAIMS}: ${words(scrolled)}; pages after ${times.slice(0, 5)} … ${last} ms`);
  assert.equal(seen.size, PAGES_OF_THE_QUEUE * 25);
  assertLight(scrolled);
  await assertFlawless(watched);
});
