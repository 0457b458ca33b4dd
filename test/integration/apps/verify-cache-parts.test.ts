/** What a check with a cache takes as a part of a text where a language model takes it apart, or sources outside are asked. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { openWikiServer, type WikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import { type CheckOptions, checkFile, openReader } from '#test/support/gate/check-file.ts';
import { edited, FIRM, PLACES, paragraphs, reworded, says, THINGS, works } from '#test/support/gate/works.ts';
import { numbersFor, type RandomNumbers, randomNumbers } from '#test/support/random-numbers.ts';
import type { TestService, TestServiceOptions } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROUNDS = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: string;
let file: string;
let model: ModelServer;
let wiki: WikiServer;
let facts: WikiServer;
let settings: { model: NonNullable<TestServiceOptions['model']> };
let read: TestService;
let searched: TestService;

before(async () => {
  folder = await temporaryFolder();
  library = join(folder.path, 'library');
  file = join(folder.path, 'text.md');
  await mkdir(library);
  const numbers = randomNumbers(1);
  for (const thing of THINGS) await writeFile(join(library, `${thing}.md`), paragraphs(numbers, [thing]).join('\n\n'));
  model = await openModelServer({ format: chatCompletions('ollama'), says });
  wiki = await openWikiServer([{ title: 'Velmar', text: 'Velmar is a town. The lighthouse at Velmar has 240 steps.' }]);
  facts = await openWikiServer([]);
  const reader = { url: model.url, name: 'reader', key: 'key', kind: 'general', isExternal: false } as const;
  settings = { model: { ...reader, prices: NO_PRICES } };
  read = await open(settings);
  searched = await open({
    publicSources: true,
    sourceUrls: { wikipedia: wiki.url, wikidata: facts.url },
    allowHosts: [wiki, facts].map(({ url }) => new URL(url).host),
  });
});
after(async () => {
  await read.close();
  await searched.close();
  await model.close();
  await wiki.close();
  await facts.close();
  await folder.remove();
});

const open = (settings: TestServiceOptions) => openReader(library, settings);
const check = (service: TestService, cache: string | null, options: CheckOptions = {}) =>
  checkFile(service, file, cache, options);

test('a new document is seen by a claim whose subject only the model names', async () => {
  const operations = createOperations(read.service, () => {});
  const others = join(folder.path, 'firms');
  const arrived = join(folder.path, 'arrived-later');
  await Promise.all([mkdir(others), mkdir(arrived)]);
  const firms = THINGS.flatMap((thing) => PLACES.map((place) => `${place} ${thing} company`));
  await Promise.all(
    firms.map((firm, n) => writeFile(join(others, `${n}.md`), `The operator ${firm} was founded in 1999 by ${firm}.`)),
  );
  await writeFile(join(others, 'firm.md'), `${FIRM} was founded in 1999.`);
  await operations.addLibrary({ folder: others, prune: false });
  await writeFile(join(arrived, 'new.md'), `${FIRM} was founded in 2003.`);
  const far = 'What is good is not always new, some say. '.repeat(9);
  for (const [n, last] of ['The family business', 'The group', `${far}The line`].entries()) {
    const cache = join(folder.path, `firm${n}.json`);
    await writeFile(file, `# ${FIRM}\n\n${last} was founded in 1999.`);
    const first = await check(read, cache);
    assert.equal(first.outcome.counts?.supported, 1, last);
    await operations.addLibrary({ folder: arrived, prune: false });
    const again = await check(read, cache);
    assert.deepEqual(again.outcome.counts, (await check(read, null)).outcome.counts, last);
    const { data } = await operations.listLibrary({ after: '', limit: 200 });
    const paths = data.map(({ path }) => path).filter((path) => path.endsWith('new.md'));
    assert.equal(paths.length, 1);
    await operations.removeFromLibrary({ paths });
  }
  const { data } = await operations.listLibrary({ after: '', limit: 200 });
  await operations.removeFromLibrary({ paths: data.map(({ path }) => path).filter((path) => path.includes('firms')) });
});

/** The folder of documents with one removed, or with one that says what a paragraph of the text does, or has other numbers. */
async function documentsEdited(changing: string, text: string, numbers: RandomNumbers): Promise<void> {
  const all = text.split('\n\n').filter((paragraph) => /^The .* It is \d+ [a-z]+ [a-z]+\.$/.test(paragraph));
  const paragraph = all[numbers(all.length)]!;
  const said = numbers(2) === 0 ? paragraph : reworded(paragraph);
  const document = join(changing, `${numbers(3)}.md`);
  if (numbers(4) === 0) await rm(document, { force: true });
  else await writeFile(document, numbers(2) === 0 ? said : said.replaceAll(/\d+/g, () => String(1800 + numbers(150))));
}

test('with edited texts and documents, a check in part finds what a whole one does', async (context) => {
  const numbers = numbersFor(context);
  const cache = join(folder.path, 'equal.json');
  const changing = join(folder.path, 'changing');
  await mkdir(changing);
  const operations = createOperations(read.service, () => {});
  const compared = async (text: string, round: number) => {
    await writeFile(file, text);
    const inPart = await check(read, cache);
    const whole = await check(read, null);
    assert.deepEqual([inPart.outcome, whole.outcome.problem], [whole.outcome, null], `round ${round}`);
    return { inPart: inPart.verified, whole: whole.verified };
  };
  let text = `# Works\n\n${works(randomNumbers(2)).join('\n\n')}`;
  for (let round = 0; round < ROUNDS; round++) {
    await compared(text, round);
    if (numbers(3) > 0) text = edited(text, numbers);
    await documentsEdited(changing, text, numbers);
    await operations.addLibrary({ folder: changing, prune: true });
  }
  await compared(text, ROUNDS);
  await writeFile(join(changing, 'last.md'), text.split('\n\n').at(-1)!);
  await operations.addLibrary({ folder: changing, prune: true });
  const last = [await compared(text, ROUNDS + 1), await compared(`${text}.`, ROUNDS + 2)];
  assert.ok(
    last.every(({ inPart, whole }) => inPart > 0 && inPart < whole),
    JSON.stringify(last),
  );
  await rm(changing, { recursive: true });
  await mkdir(changing);
  await operations.addLibrary({ folder: changing, prune: true });
});

test('what a library held only while a text was verified is not remembered', async () => {
  const cache = join(folder.path, 'meanwhile.json');
  const arrived = join(folder.path, 'arrived-meanwhile');
  const document = join(arrived, 'founded.md');
  const said = 'Halvorsen Ferries was founded in 1999.';
  await mkdir(arrived);
  await writeFile(file, said);
  const { addLibrary } = createOperations(read.service, () => {});
  const first = await check(read, cache, {
    around: async (verify) => {
      await writeFile(document, said);
      await addLibrary({ folder: arrived, prune: true });
      const outcome = await verify();
      await rm(document);
      await addLibrary({ folder: arrived, prune: true });
      return outcome;
    },
  });
  assert.equal(first.outcome.counts?.supported, 1);
  const again = await check(read, cache);
  assert.deepEqual([again.verified, again.outcome.counts?.unverifiable], [1, 1]);
  assert.equal((await check(read, cache)).verified, 0, 'the library has not changed since');
});

test('in a new data folder, nothing is verified again that has not changed', async () => {
  const cache = join(folder.path, 'new-folder.json');
  const text = paragraphs(randomNumbers(7), THINGS.slice(0, 3)).join(' ');
  await writeFile(file, text);
  const first = await check(read, cache);
  const other = await open(settings);
  try {
    const same = await check(other, cache);
    assert.deepEqual([same.asked, same.verified, same.outcome], [0, 0, first.outcome]);
    const arrived = join(folder.path, 'arrived-elsewhere');
    await mkdir(arrived);
    await writeFile(join(arrived, 'none.md'), 'Dolphins sleep with half of their brain.');
    await createOperations(other.service, () => {}).addLibrary({ folder: arrived, prune: false });
    const again = await check(other, cache);
    assert.deepEqual([again.asked, again.verified, again.outcome], [0, 0, first.outcome], 'a document about others');
  } finally {
    await other.close();
  }
});

test('only the stretch that has changed is asked about and verified again', async () => {
  const cache = join(folder.path, 'stretch.json');
  const text = paragraphs(randomNumbers(3), THINGS.slice(0, 7));
  await writeFile(file, text.join(' '));
  const first = await check(read, cache);
  assert.ok(first.asked >= 3 && first.outcome.complete, `${first.asked} stretches`);
  const same = await check(read, cache);
  assert.deepEqual([same.asked, same.verified, same.outcome], [0, 0, first.outcome]);
  // Far from the next stretch, which is shown what stands before it.
  await writeFile(file, text.with(2, text[2]!.replace(/\d+(?= metres)/, '999')).join(' '));
  const changed = await check(read, cache);
  assert.equal(changed.asked, 1);
  assert.ok(changed.verified > 0 && changed.verified < first.verified / 2, `${changed.verified} of ${first.verified}`);
});

test('a changed document has only the stretches verified again that it bears on', async () => {
  const cache = join(folder.path, 'source.json');
  const text = paragraphs(randomNumbers(4), THINGS.slice(0, 5)).join(' ');
  await writeFile(file, `${text} Halvorsen Ferries was founded in 1999.`);
  const first = await check(read, cache);
  const arrived = join(folder.path, 'arrived');
  const operations = createOperations(read.service, () => {});
  const document = join(arrived, 'founded.md');
  await mkdir(arrived);
  const then = async (said: string | null) => {
    if (said === null) await rm(document);
    else await writeFile(document, said);
    await operations.addLibrary({ folder: arrived, prune: true });
    const { asked, outcome } = await check(read, cache);
    assert.deepEqual(outcome, (await check(read, null)).outcome);
    return [asked, outcome.places.at(-1)!.verdict];
  };
  assert.deepEqual([first.asked, first.outcome.places.at(-1)!.verdict], [2, 'unverifiable']);
  assert.deepEqual(await then('Halvorsen Ferries was founded in 1999.'), [1, 'supported']);
  assert.deepEqual(
    await then('Halvorsen Ferries was founded in 2003.'),
    [1, 'unverifiable'],
    'which it does not support',
  );
  assert.deepEqual(await then('Halvorsen Ferries was founded in 1999.'), [1, 'supported']);
  assert.deepEqual(await then(null), [1, 'unverifiable']);
});

test('a document in a new language has texts asked about anew, for search words in it', async () => {
  const cache = join(folder.path, 'language.json');
  await writeFile(file, paragraphs(randomNumbers(8), ['bridge']).join(' '));
  const first = await check(read, cache);
  const arrived = join(folder.path, 'arrived-in-german');
  await mkdir(arrived);
  const said = 'Die Brücke wurde von der Gemeinde gebaut und gehört ihr noch heute. Sie ist nicht sehr lang.';
  await writeFile(join(arrived, 'deutsch.md'), said);
  await createOperations(read.service, () => {}).addLibrary({ folder: arrived, prune: false });
  assert.deepEqual([first.asked, (await check(read, cache)).asked, (await check(read, cache)).asked], [1, 1, 0]);
});

test('what the model was away for is asked about again', async () => {
  const cache = join(folder.path, 'away.json');
  await writeFile(file, paragraphs(randomNumbers(5), ['tower', 'garden']).slice(0, 12).join('\n\n'));
  model.trouble(...Array.from({ length: 400 }, () => ({ status: 503 })));
  const away = await check(read, cache);
  model.trouble();
  assert.notEqual(away.outcome.problem, null);
  assert.ok((await check(read, cache)).verified > 0);
});

test('a file without text is what remembers stretches too', async () => {
  const cache = join(folder.path, 'words.json');
  await writeFile(file, paragraphs(randomNumbers(6), ['bridge']).join('\n\n'));
  await check(read, cache);
  assert.doesNotMatch(await readFile(cache, 'utf8'), /bridge|Oldford|metres|paid|127\.0\.0\.1/i);
});

test('a file of an older layout is read as empty, and it is said', async () => {
  const cache = join(folder.path, 'older.json');
  await writeFile(cache, `{"evidence_cache":4,"mac":"${'0'.repeat(64)}"}\n{}\n`);
  await writeFile(file, 'The mill of Tarnow is old.');
  const { note, verified } = await check(read, cache);
  assert.deepEqual(
    [note, verified],
    ['an older release of evidence has written it, in another layout; it is written anew', 1],
  );
  assert.deepEqual((await check(read, cache)).note, null);
});

test('with public sources on, a changed sentence is verified again, and no other', async () => {
  const cache = join(folder.path, 'public.json');
  const about = (steps: number) =>
    `The mill of Tarnow is old. The lighthouse at Velmar has ${steps} steps. The quay of Morlach is new.`;
  await writeFile(file, about(240));
  const first = await check(searched, cache);
  assert.equal(first.verified, 3);
  assert.ok(wiki.requests.length > 0);
  await writeFile(file, about(250));
  assert.equal((await check(searched, cache)).verified, 1);
  assert.equal((await check(searched, cache)).verified, 0);
  assert.equal((await check(searched, cache, { now: Date.now() + 8 * DAY_MS })).verified, 3, 'a week later');
  const alone = await open({ connectedSearch: false });
  try {
    assert.equal((await check(alone, cache)).verified, 3, 'without public sources');
  } finally {
    await alone.close();
  }
});
