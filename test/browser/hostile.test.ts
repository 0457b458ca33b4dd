/** Every text of the hostile corpus, as a text, title, source, note and name of a file, in every view: all of them are shown, and none does anything. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Watched } from '#test/support/chromium.ts';
import { HOSTILE_CORPUS, inGroups } from '#test/support/hostile-corpus.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { type Filled, openFilled, PAGES } from '#test/support/workbench-filled.ts';

/** Of a group's texts, which share a verification. There is room for twenty groups. */
const TOGETHER = 13;
/** Looks count as calls, of which a minute has sixty: each one is later by the service's clock. */
const BETWEEN_LOOKS_MS = 1_500;

let filled: Filled;
let watched: Watched;
let page: Page;
before(async () => {
  filled = await openFilled(inGroups(HOSTILE_CORPUS, TOGETHER));
  watched = await filled.signedIn();
  ({ page } = watched);
});
after(() => filled?.close());

/** What no page of ours has: elements, handlers and addresses that only a text can have made. */
const STRANGERS = `(() => {
  const ours = 'link[href^="/app/assets/"], script[src^="/app/assets/"], svg.chart, .bars svg, form[action^="/app"], form[method="dialog"], meta[http-equiv="Content-Security-Policy"]';
  const strange = 'script, link, svg, form, meta[http-equiv], img, iframe, object, embed, base, math, video, audio, source, template, plaintext, xmp, [formaction]';
  const isHandler = ({ name }) => name.startsWith('on');
  return [
    ...[...document.querySelectorAll(strange)].filter((each) => !each.matches(ours) && each.closest('noscript') === null),
    ...[...document.querySelectorAll('*')].filter((each) => [...each.attributes].some(isHandler)),
    ...[...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol)),
  ].map(({ outerHTML }) => outerHTML.slice(0, 200));
})()`;

/** What pages say, by the beginning of their paths. */
const said = new Map<string, string>();

/** Fails unless a page is there with nothing on it but what we put there. */
async function look(path: string, kind = path): Promise<void> {
  filled.service.advance(BETWEEN_LOOKS_MS);
  const answer = await page.goto(path);
  assert.equal(answer?.status(), 200, path);
  await assertHarmless();
  said.set(kind, `${said.get(kind) ?? ''} ${await page.evaluate('document.body.textContent')}`);
}

async function assertHarmless(): Promise<void> {
  assert.deepEqual(await page.evaluate(STRANGERS), [], page.url());
  assert.deepEqual(watched.faults, [], page.url());
}

/** The page and those that follow it. Returns how many. */
async function lookThrough(path: string, kind: string): Promise<number> {
  await look(`/app${path}`, kind);
  for (let pages = 1; ; pages++) {
    const next = page.locator('a[rel="next"]').first();
    if ((await next.count()) === 0) return pages;
    await look((await next.getAttribute('href'))!, kind);
  }
}

it('no view executes any of them, or has markup of theirs', async (context) => {
  const begun = performance.now();
  let views = 0;
  for (const path of PAGES) views += await lookThrough(path, path);
  for (const path of filled.single) {
    views += await lookThrough(path, path.replaceAll(/[a-z]{3}_\w+/g, ':id'));
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  context.diagnostic(`${HOSTILE_CORPUS.length} hostile texts in ${views} views, in ${seconds} s`);
});

it('no claim of theirs does anything where it is opened', async () => {
  for (const path of filled.single.filter((each) => /^\/verifications\/\w+$/.test(each))) {
    await look(`/app${path}`);
    const numbers: string[] = await page.evaluate(
      `[...new Set([...document.querySelectorAll('.text a[data-claim]')].map(({ dataset }) => dataset.claim))]`,
    );
    assert.ok(numbers.length > 0, path);
    // Details of claims count apart from other calls.
    filled.service.advance(60_000);
    for (const number of numbers) {
      await page.evaluate(`document.querySelector('.text a[data-claim="${number}"]').click()`);
      await page.waitForURL(`**?claim=${number}`);
      await assertHarmless();
    }
  }
});

/** As a page says it: controls are replaced, how much white space there is doesn't show, and names of files have another slash. */
const shown = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd')
    .replaceAll('∕', '/')
    .replaceAll(/\s+/g, ' ')
    .trim();

for (const [what, kind] of [
  ['text', '/verifications/:id'],
  ['note', '/reviews'],
  ['name of a key', '/keys'],
  ['name of a policy', '/policies'],
  ['purpose of a source set, and label of a page', '/sources'],
  ['name of a file', '/library?words=harbour'],
  ['title and words of a page that was read', '/sources/:id/resources/:id'],
] as const) {
  it(`each of them is shown whole as the ${what}`, () => {
    const all = shown(said.get(kind)!);
    assert.deepEqual(
      HOSTILE_CORPUS.filter((text) => !all.includes(shown(text))),
      [],
    );
  });
}

it('a note that arrives while the queue is open does nothing either', async () => {
  const post = async (path: string, body: unknown) => {
    filled.service.advance(60_000);
    return (await succeeded(filled.service.call('POST', path, { body }))).body;
  };
  const { result } = await post('/verifications', { content: 'The ferry carries 9 cars.', mode: 'fast' });
  await look('/app/reviews');
  const explanation = HOSTILE_CORPUS.join('\n').toWellFormed().slice(0, 4_000);
  const review = { claim_id: result.claims[0].id, action: 'request_evidence', explanation };
  await post(`/verifications/${result.id}/reviews`, review);
  const note = page.locator('blockquote', { hasText: HOSTILE_CORPUS[0]! }).filter({ hasText: HOSTILE_CORPUS[1]! });
  await note.filter({ hasText: HOSTILE_CORPUS[20]! }).waitFor();
  await assertHarmless();
});

it('an address that holds any of them does nothing', async () => {
  for (const texts of inGroups(HOSTILE_CORPUS, TOGETHER)) {
    const held = encodeURIComponent(texts.join(' ').toWellFormed());
    for (const path of [
      `/app/library?words=${held.slice(0, 400).replace(/%\w?$/, '')}`,
      `/app/policies/preview?verification_id=${held}&coverage_threshold=${held}`,
      `/app/reviews?filter=${held}&assignee=${held}`,
      `/app/login?email=${held}&organization_id=${held}&next=${held}`,
      `/app/invitation?token=${held}`,
      `/app/enter?token=${held}`,
      `/app/sources?after=${held}`,
      `/app/${held}`,
    ]) {
      filled.service.advance(BETWEEN_LOOKS_MS);
      await page.goto(path);
      await assertHarmless();
    }
  }
});

/** Whether Markdown has marks in it, of which a text shows what they mean; marked-text.test.ts says what is left of them. */
const hasMarks = (text: string) => /[`\\&]|\]\(|\*\*|__|^> |<javascript:/.test(text);

it('pasted into the form, all of them together are a text like others', async () => {
  filled.service.advance(60_000);
  await page.goto('/app/verify');
  const text = HOSTILE_CORPUS.map((each) => `${each} opened in 2019.`)
    .join('\n\n')
    .toWellFormed();
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByLabel('Profile').first().selectOption('internal_enterprise');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
  await assertHarmless();
  // Its inner text has a space between blocks.
  const pasted = shown(await page.evaluate("document.querySelector('.text').innerText"));
  assert.deepEqual(
    HOSTILE_CORPUS.filter((each) => !hasMarks(each) && !pasted.includes(shown(each))),
    [],
  );
});
