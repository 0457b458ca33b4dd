/** What is shown for a claim that the library does not settle, as JSON and as a page. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { readParts } from '#common/found-parts.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const NEAR = 'The Halvorsen ferry <img src=x onerror="alert(1)"> crosses the fjord at Torvik.';
const FAR = 'Hikers at Torvik should bring warm clothes.';
const TEXT = 'The Halvorsen ferry crosses the fjord at Torvik 14 times a day.';

test('an undecided claim shows its nearest passage and parts, in JSON and HTML', async (t) => {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const library = join(folder.path, 'library');
  await mkdir(library);
  await writeFile(join(library, 'ferry.txt'), `Timetable of the coast.\n\n${NEAR}\n`);
  await writeFile(join(library, 'hiking.txt'), `Walking in the north.\n\n${FAR}\n`);
  const service = await openTestService({ realEngine: true, libraryDirectory: library });
  t.after(() => service.close());
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);

  const { status, body, text } = await service.call('POST', '/verifications', { body: { content: TEXT } });
  assert.equal(status, 201, text);
  const [claim] = body.result.claims;
  assert.equal(claim.verdict, 'unverifiable');
  assert.match(claim.policy_reason, /^context_only: /);
  const [nearest] = claim.contextual_evidence;
  assert.ok(nearest.passage.includes(NEAR), nearest.passage);
  const { parts } = readParts(nearest.relationship_explanation)!;
  assert.ok(
    parts.has.some((part) => part.text === 'Halvorsen'),
    nearest.relationship_explanation,
  );
  assert.ok(parts.lacks.includes('14'), nearest.relationship_explanation);

  const page = await service.call('GET', `/verifications/${body.result.id}/export?format=html`);
  const { document } = parseHTML(page.text);
  assert.equal(document.querySelectorAll('img').length, 0);
  const group = document.querySelector('.claim > .evidence.contextual')!;
  assert.match(group.querySelector('.source')?.textContent ?? '', /^Nearest /);
  assert.ok(group.querySelector('blockquote')?.textContent?.includes(NEAR));
  const shown = (kind: string) => [...group.querySelectorAll(`.${kind} .part`)].map((part) => part.textContent);
  assert.deepEqual(shown('lacks'), parts.lacks);
  assert.equal(shown('has').length, parts.has.length);
});
