/** A result of a text in Markdown, in a browser: headings, lists and tables are seen as such, at any width. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertFlawless, picture } from '#test/support/chromium.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';
import { succeeded } from '#test/support/succeeded.ts';

const CLAIM = 'The ferry to **Morlach** carries `forty` cars.';
const TEXT = `# The harbour of Velmar

The harbour was opened in 1932. ${CLAIM}

- The quay is 240 metres long.
- It was paid for by [Oldford](javascript:alert(1)).

| Year | Cranes | Ferries | Passengers in the year | Tons of freight in the year | Director of the harbour |
|---|---|---|---|---|---|
| 1932 | 4 | 2 | 120000 | 34000 | Adalbert Unterschweighauser |
| 1950 | 9 | 3 | 340000 | 81000 | Wilhelmina Unterschweighauser |

> The director called it *the best of all*.

\`\`\`
cranes = 9
\`\`\`
`;

let opened: InChromium;
let path: string;
before(async () => {
  opened = await openInChromium({ realEngine: true });
  const body = { content: TEXT, mode: 'fast' };
  path = `/app/verifications/${(await succeeded(opened.service.call('POST', '/verifications', { body }))).body.result.id}`;
});
after(() => opened?.close());

for (const [name, width] of [
  ['wide', 1_280],
  ['narrow', 320],
] as const) {
  it(`Markdown is shown as it was meant in a ${name} window`, async () => {
    const watched = await opened.signedIn({ width });
    const { page } = watched;
    await page.goto(path);
    const text = page.locator('.text');
    assert.equal(await text.getByRole('heading').textContent(), 'The harbour of Velmar');
    assert.equal(await text.getByRole('listitem').count(), 2);
    assert.equal(await text.getByRole('row').count(), 3);
    assert.doesNotMatch((await text.textContent())!, /[#*`|]|javascript/);
    const claim = text.getByRole('link', { name: 'The ferry to Morlach carries forty cars.', exact: true });
    assert.equal(await claim.locator('strong').textContent(), 'Morlach');
    assert.ok(await page.locator('.claims a', { hasText: 'The ferry to Morlach carries forty cars.' }).isVisible());
    await assertFlawless(watched);
    await picture(page, `markdown-${name}`);
    await claim.click();
    await page.waitForURL('**?claim=*');
    assert.equal(await text.locator('a[aria-current] strong').textContent(), 'Morlach');
  });
}
