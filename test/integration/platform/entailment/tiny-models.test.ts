/** The native runtime with small models: every family of tokenizers, every order of labels, and hostile folders. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { openLocalModel } from '#platform/entailment/local-model.ts';
import { modelFilesIn } from '#platform/entailment/model-files.ts';
import { runtimeForTests } from '#test/support/nli/runtime.ts';
import {
  externalTensor,
  modelOf,
  node,
  type TinyModel,
  tensor,
  valueInfo,
  writeTinyModel,
} from '#test/support/nli/tiny-model.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const runtime = await runtimeForTests();
const skip = typeof runtime === 'string' && runtime;

const MODEL: TinyModel = {
  family: 'wordpiece',
  labels: ['entailment', 'neutral', 'contradiction'],
  says: { yes: [4, 0, 0], never: [0, 0, 4], maybe: [0, 4, 0] },
};

async function folderWith(t: TestContext, model: Partial<TinyModel> = {}): Promise<string> {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const path = join(folder.path, 'model');
  writeTinyModel(path, { ...MODEL, ...model });
  return path;
}

async function readWith(t: TestContext, folder: string, pairs: readonly TextPair[]) {
  if (typeof runtime === 'string') throw new Error(runtime);
  const model = openLocalModel({ model: folder, runtime: runtime.folder, threads: 1 });
  t.after(() => model.close());
  await model.ready();
  const outcome = await model.read(pairs, { organization_id: 'org_1', signal: new AbortController().signal });
  assert.ok(outcome.ok);
  return outcome.scores;
}

const YES = { premise: 'Yes, the bridge fell in 1879.', hypothesis: 'The bridge fell.' };
const NEVER = { premise: 'It never opened.', hypothesis: 'The bridge opened in 1879, and it stood.' };

for (const family of ['wordpiece', 'unigram', 'bytelevel'] as const) {
  test(`a model with a ${family} tokenizer reads words in texts of any length`, { skip }, async (t) => {
    const folder = await folderWith(t, { family, hasTypes: family === 'wordpiece' });
    const long = { premise: `Yes. ${'The bridge stood in 1879. '.repeat(2_000)}`, hypothesis: 'It stood.' };
    const endless = { premise: 'Yes.', hypothesis: 'the bridge '.repeat(5_000) };
    const [yes, never, ofLong, ofEndless] = await readWith(t, folder, [YES, NEVER, long, endless]);
    assert.ok(yes!.entailment > 0.9 && yes!.contradiction! < 0.1);
    assert.ok(never!.contradiction! > 0.9 && never!.entailment < 0.1);
    assert.ok(ofLong!.entailment > 0.9, 'the beginning of a long premise is read');
    assert.ok(ofEndless!.entailment > 0.9, 'a long hypothesis leaves room for the premise');
  });
}

test('labels are found by their names, in any order and case', { skip }, async (t) => {
  const labels = ['Contradiction', 'ENTAILMENT', 'Neutral'];
  const folder = await folderWith(t, { labels, says: { yes: [0, 4, 0], never: [4, 0, 0] }, integers: 'int32' });
  const [yes, never] = await readWith(t, folder, [YES, NEVER]);
  assert.ok(yes!.entailment > 0.9);
  assert.ok(never!.contradiction! > 0.9);
});

test('a model with two labels reports no contradiction', { skip }, async (t) => {
  const folder = await folderWith(t, { labels: ['not_entailment', 'entailment'], says: { yes: [0, 4] } });
  const [yes, never] = await readWith(t, folder, [YES, NEVER]);
  assert.ok(yes!.entailment > 0.9);
  assert.deepEqual([never!.contradiction, never!.entailment], [null, 0.5]);
});

const LOGITS = valueInfo(12, 'logits', 1, ['batch', 3]);
const IDS = valueInfo(11, 'input_ids', 7, ['batch', 'length']);
const MASK = valueInfo(11, 'attention_mask', 7, ['batch', 'length']);
const shape = (...dims: bigint[]) => tensor('shape', 7, [dims.length], Buffer.from(BigInt64Array.from(dims).buffer));

const HOSTILE: [name: string, change: Partial<TinyModel> | ((folder: string) => void), message: RegExp][] = [
  ['weights in a file elsewhere', { graph: modelOf(externalTensor('w', [4], '/etc/passwd')) }, /in other files/],
  ['an empty graph', { graph: Buffer.alloc(0) }, /graph is broken/],
  ['a graph of noise', { graph: Buffer.alloc(5_000, 0xa7) }, /graph is broken/],
  ['a tensor of absurd size', { graph: modelOf(tensor('w', 1, [2 ** 40, 2 ** 10], Buffer.alloc(4))) }, /absurd size/],
  [
    'a tensor larger than its data',
    { graph: modelOf(tensor('w', 1, [2 ** 30], Buffer.alloc(4)), node('Identity', ['w'], ['logits']), IDS, LOGITS) },
    /can't be loaded/,
  ],
  [
    'an operator nobody knows',
    { graph: modelOf(node('Exfiltrate', ['input_ids'], ['logits']), IDS, LOGITS) },
    /can't be loaded/,
  ],
  [
    'a result that fills all memory',
    {
      graph: modelOf(
        node('ConstantOfShape', ['shape'], ['huge']),
        node('Exp', ['huge'], ['logits']),
        shape(1_000_000n, 1_000_000n, 100n),
        ...[IDS, MASK, LOGITS],
      ),
    },
    /can't be loaded|fails on the first pair|process ended/,
  ],
  [
    'inputs that no text has',
    { graph: modelOf(node('Identity', ['pixels'], ['logits']), valueInfo(11, 'pixels', 1, ['batch', 3]), LOGITS) },
    /other inputs/,
  ],
  [
    'an answer of another shape',
    {
      graph: modelOf(...[node('Cast', ['input_ids'], ['logits'], []), IDS, LOGITS]),
    },
    /can't be loaded|one number per label/,
  ],
  [
    'labels of another task',
    { config: { id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } } },
    /labels of an NLI/,
  ],
  ['a label twice', { config: { id2label: { 0: 'entailment', 1: 'entailment' } } }, /labels of an NLI/],
  ['no length', { config: { max_position_embeddings: -5 } }, /too short texts/],
  ['no configuration', (folder) => rmSync(join(folder, 'config.json')), /config\.json can't be read \(ENOENT\)/],
  ['a configuration of noise', (folder) => writeFileSync(join(folder, 'config.json'), '{'), /config\.json is not/],
  [
    'a tokenizer of a family that nobody knows',
    (folder) => writeFileSync(join(folder, 'tokenizer.json'), '{"model":{"type":"Telepathy"}}'),
    /tokenizer\.json can't be used/,
  ],
  ['no graph', (folder) => rmSync(join(folder, 'onnx'), { recursive: true }), /has no graph/],
  [
    'a link that leads out of it',
    (folder) => {
      const outside = join(folder, '..', 'outside');
      mkdirSync(outside);
      renameSync(join(folder, 'onnx/model_quantized.onnx'), join(outside, 'graph'));
      symlinkSync(join(outside, 'graph'), join(folder, 'onnx/model_quantized.onnx'));
    },
    /leads out of the folder|graph can't be read \(ERR_ACCESS_DENIED\)/,
  ],
];

for (const [name, change, message] of HOSTILE) {
  test(`a folder with ${name} is refused with a reason`, { skip }, async (t) => {
    if (typeof runtime === 'string') return;
    const folder = await folderWith(t, typeof change === 'function' ? {} : change);
    if (typeof change === 'function') change(folder);
    const model = openLocalModel({ model: folder, runtime: runtime.folder, threads: 1, openWithinMs: 60_000 });
    t.after(() => model.close());
    await assert.rejects(model.ready(), (error: Error) => {
      assert.equal(error.name, 'ModelError');
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a broken runtime is named', { skip }, async (t) => {
  const folder = await folderWith(t);
  const model = openLocalModel({ model: folder, runtime: join(folder, 'onnxruntime-node'), threads: 1 });
  t.after(() => model.close());
  await assert.rejects(model.ready(), { message: /onnxruntime-node can't be loaded \(\w+\)/ });
});

test('a model with other files than those calibrated is refused', { skip }, async (t) => {
  if (typeof runtime === 'string') return;
  const folder = await folderWith(t);
  const files = await modelFilesIn(folder);
  const open = () => {
    const model = openLocalModel({ model: folder, runtime: runtime.folder, threads: 1, files });
    t.after(() => model.close());
    return model.ready();
  };
  await open();
  for (const { path } of files) {
    const content = readFileSync(join(folder, path));
    // White space behind JSON changes nothing but the hash; a graph may end in a field that nobody knows.
    writeFileSync(
      join(folder, path),
      Buffer.concat([content, Buffer.from(path.endsWith('.json') ? '\n' : '\xf8\x3f\x01', 'latin1')]),
    );
    await assert.rejects(open(), { name: 'ModelError', message: /not those that were checked/ }, path);
    writeFileSync(join(folder, path), content);
  }
  await open();
});
