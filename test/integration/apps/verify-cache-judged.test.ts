/** Where a language model takes a text apart: which of the claims that it lists again are judged again. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { openMemory } from '#apps/cli/gate/memory.ts';
import { createOperations } from '#apps/control/operations.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { claimsIn } from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { ASKING, checkFile, KEY, openReader } from '#test/support/gate/check-file.ts';
import { paragraphs, reworded, says, THINGS, works } from '#test/support/gate/works.ts';
import { randomNumbers } from '#test/support/random-numbers.ts';
import type { TestService } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** One stretch, of which the first claim is supported by a document in words that only the model understands. */
const TEXT = works(randomNumbers(11)).slice(0, 30);
const LAST = TEXT.length - 1;
const textOf = (paragraphs: readonly string[]) => `# Works\n\n${paragraphs.join(' ')}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: string;
let file: string;
let cache: string;
let model: ModelServer;
let service: TestService;
let answer = says;
let first: Awaited<ReturnType<typeof checkFile>>;

before(async () => {
  folder = await temporaryFolder();
  library = join(folder.path, 'library');
  file = join(folder.path, 'text.md');
  cache = join(folder.path, 'cache.json');
  await mkdir(library);
  const numbers = randomNumbers(1);
  for (const thing of THINGS) await writeFile(join(library, `${thing}.md`), paragraphs(numbers, [thing]).join('\n\n'));
  await writeFile(join(library, 'chronicle.md'), reworded(TEXT[0]!));
  model = await openModelServer({ format: chatCompletions('ollama'), says: (asked) => answer(asked) });
});
after(async () => {
  await model.close();
  await folder.remove();
});
beforeEach(async () => {
  await rm(cache, { force: true });
  answer = says;
  service = await open();
  await writeFile(file, textOf(TEXT));
  first = await checkFile(service, file, cache);
  assert.deepEqual([first.asked, first.outcome.counts!.supported, first.outcome.problem], [1, 1, null]);
  assert.ok(first.verified >= TEXT.length * 2);
  assert.ok(first.consulted > TEXT.length && first.questions < first.consulted, `${first.consulted} claims`);
});

const open = (isExternal = false) =>
  openReader(library, {
    model: { url: model.url, name: 'reader', key: 'key', kind: 'general', isExternal, prices: NO_PRICES },
  });

/** Checks the file in a new data folder, where no model's answer is cached, and compares that with a whole check there. */
async function checkElsewhere(documents: Record<string, string> = {}) {
  await service.close();
  service = await open();
  const folderOfDocuments = join(folder.path, 'arrived');
  await mkdir(folderOfDocuments, { recursive: true });
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folderOfDocuments, name), text);
  const operations = createOperations(service.service, () => {});
  await operations.addLibrary({ folder: folderOfDocuments, prune: true });
  const asked = model.requests.length;
  const inPart = await checkFile(service, file, cache);
  const toModel = model.requests.length - asked;
  const whole = await checkFile(service, file, null);
  assert.deepEqual(inPart.outcome, whole.outcome);
  const again = await checkFile(service, file, cache);
  assert.deepEqual([again.asked, again.consulted, again.verified, again.outcome], [0, 0, 0, whole.outcome]);
  await rm(folderOfDocuments, { recursive: true });
  await service.close();
  return { ...inPart, toModel, whole };
}

test('a claim that is listed again as it was is not judged again', async () => {
  await writeFile(file, textOf(TEXT.with(LAST, TEXT[LAST]!.replace(/\d+/, '1777'))));
  const changed = await checkElsewhere();
  assert.deepEqual([changed.asked, changed.outcome.counts!.supported], [1, 1]);
  assert.equal(changed.toModel, changed.asked + changed.questions, 'nothing else was asked');
  assert.ok(
    changed.verified > 0 && changed.verified < first.verified / 4 && changed.consulted < first.consulted / 4,
    `${changed.verified} of ${first.verified} verified, ${changed.consulted} of ${first.consulted} consulted`,
  );
});

test('a claim before which something has changed is judged again', async () => {
  await writeFile(file, textOf(TEXT.with(0, TEXT[0]!.replace(/\d+/, '1777'))));
  const changed = await checkElsewhere();
  assert.equal(changed.outcome.counts!.supported, 0);
  // What stands around the first third of the text has changed.
  assert.ok(changed.verified > TEXT.length / 2 && changed.verified < first.verified, `${changed.verified}`);
});

test('a claim that is laid beside another passage is judged again', async () => {
  await writeFile(file, textOf(TEXT.with(LAST, TEXT[LAST]!.replace(/\d+/, '1777'))));
  const said = TEXT[0]!.replace(/\d{4}\..*/, '1777.');
  const changed = await checkElsewhere({ 'later.md': said });
  assert.equal(changed.outcome.counts!.supported, 0);
  assert.ok(changed.verified < first.verified, `${changed.verified}`);
});

test('what moves to another stretch keeps its verdicts', async () => {
  const long = [...TEXT, ...works(randomNumbers(12)).slice(30, 90)];
  await writeFile(file, textOf(long));
  await checkFile(service, file, cache);
  await writeFile(file, textOf(long.toSpliced(8, 0, 'All of this was measured in 1990.', 'It took long.')));
  const moved = await checkElsewhere();
  assert.ok(moved.asked > 1, `${moved.asked} stretches`);
  assert.ok(moved.consulted < moved.whole.consulted / 2, `${moved.consulted} of ${moved.whole.consulted}`);
});

test('a file of another name is verified as if nothing were known of its claims', async () => {
  const other = join(folder.path, 'other.md');
  await writeFile(other, textOf(TEXT.with(LAST, 'The lighthouse of Velmar is old.')));
  const checked = await checkFile(service, other, cache);
  assert.equal(checked.verified, first.verified - 1);
  await service.close();
});

const CHANGED = textOf(TEXT.with(LAST, TEXT[LAST]!.replace(/\d+/, '1777')));
const DAY_MS = 86_400_000;

/** Verifies what the memory has open of the changed text. */
async function verifyOpen(operations: ReturnType<typeof createOperations>, now = Date.now()) {
  const memory = await openMemory(cache, operations, ASKING, KEY, now);
  const recalled = await memory.recall(CHANGED, file);
  const { open: within, known_inputs } = recalled;
  assert.ok(within !== 'all' && known_inputs.length > TEXT.length, `${known_inputs.length} inputs`);
  const body = { content: CHANGED, ...ASKING };
  const outcome = await operations.verifyWithin({ body, within: [...within], known_inputs: [...known_inputs] });
  return { memory, recalled, result: (outcome.body as VerifyResponse).result };
}

/** As if a model had been asked about all of its claims. */
function withoutMarks(result: VerificationResult): VerificationResult {
  return { ...result, claims: result.claims.map((claim) => ({ ...claim, limitations: [] })) };
}

test('a model that is shown placeholders now is asked about every claim', async () => {
  await writeFile(file, CHANGED);
  await service.close();
  service = await open(true);
  const changed = await checkFile(service, file, cache);
  assert.equal(changed.note, 'the engine, its model or the policy is another');
  assert.equal(changed.consulted, first.consulted);
  await service.close();
});

test('a claim is asked about again of which the answer was of no use', async () => {
  const isMeant = (prompt: string) => claimsIn(prompt).some((claim) => TEXT[0]!.startsWith(claim));
  answer = (asked) => (isMeant(asked.prompt) ? { text: 'Yes and no.' } : says(asked));
  await rm(cache);
  await service.close();
  service = await open();
  const unusable = await checkFile(service, file, cache);
  assert.deepEqual([unusable.outcome.counts!.supported, unusable.outcome.problem], [0, null]);
  answer = says;
  const again = await checkElsewhere();
  assert.equal(again.outcome.counts!.supported, 1);
  assert.ok(again.consulted > 0 && again.consulted < first.consulted / 2, `${again.consulted} claims`);
});

test('verdicts that are taken over keep the day on which they were found', async () => {
  const operations = createOperations(service.service, () => {});
  const later = Date.now() + 5 * DAY_MS;
  const { memory, recalled, result } = await verifyOpen(operations, later);
  const learned = await recalled.learn(result);
  assert.ok(learned!.remembered > TEXT.length);
  const { known, open } = await memory.recall(CHANGED, file);
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual([open, known.filter(({ reason }) => !reason.includes(`as found on ${today}`))], [[], []]);
  await service.close();
});

test('a text is verified again if the verdicts of claims left out cannot be told', async () => {
  const erased = { ...createOperations(service.service, () => {}), judgedClaims: async () => ({ claims: null }) };
  const { memory, recalled, result } = await verifyOpen(erased);
  assert.equal(await recalled.learn(result), null);
  assert.deepEqual((await memory.recall(CHANGED, file)).known_inputs, [], 'nothing more is left out');
  assert.equal((await recalled.learn(withoutMarks(result)))!.remembered, 0);
  await service.close();
});

test('nothing is remembered of a verification by another model than the memory has', async () => {
  const { memory, recalled, result } = await verifyOpen(createOperations(service.service, () => {}));
  const other = { ...result, engine: { ...result.engine, judge_configuration: 'another' } };
  assert.equal(await recalled.learn(other), null);
  assert.notEqual(await recalled.afresh().learn(withoutMarks(other)), null);
  assert.notDeepEqual((await memory.recall(CHANGED, file)).open, []);
  await service.close();
});
