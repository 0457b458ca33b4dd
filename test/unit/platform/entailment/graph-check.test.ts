/** ONNX files before the runtime sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkGraph } from '#platform/entailment/graph-check.ts';
import { bytes, message, number } from '#test/support/nli/protobuf.ts';
import { externalTensor, modelOf, summingGraph, tensor, tokenizerOf } from '#test/support/nli/tiny-model.ts';
import fc from '#test/support/property.ts';

const GRAPH = summingGraph(
  { family: 'wordpiece', labels: ['entailment', 'other'], says: {} },
  tokenizerOf('wordpiece').vocabulary,
);
const EXTERNAL = { message: /weights in other files/ };

/** The tensor in an attribute of a node, or in a graph below one. */
const inAttribute = (field: number, content: Buffer) =>
  message(1, message(5, bytes(1, 'value'), message(field, content)));
const asTensor = (whole: Buffer) => whole.subarray(2);

test('a whole graph passes', () => {
  checkGraph(GRAPH);
});

test('weights in other files are found wherever a tensor may stand', () => {
  const outside = externalTensor('w', [2], '../secret');
  assert.throws(() => checkGraph(modelOf(outside)), EXTERNAL);
  assert.throws(() => checkGraph(modelOf(inAttribute(5, asTensor(outside)))), EXTERNAL);
  assert.throws(() => checkGraph(modelOf(inAttribute(6, inAttribute(5, asTensor(outside))))), EXTERNAL);
  assert.throws(() => checkGraph(modelOf(message(15, message(1, asTensor(outside))))), EXTERNAL);
});

test('dimensions that are packed into one field are read as well', () => {
  const packed = message(
    5,
    bytes(1, Buffer.concat([number(1, 2 ** 30), number(1, 2 ** 30)].map((each) => each.subarray(1)))),
  );
  assert.throws(() => checkGraph(modelOf(packed)), { message: /absurd size/ });
  checkGraph(modelOf(tensor('w', 1, [128_000, 1_024], Buffer.alloc(0))));
});

test('a key that other parsers would truncate is refused', () => {
  const key = Buffer.from([0xea, 0x80, 0x80, 0x80, 0x10]);
  const hidden = Buffer.concat([key, Buffer.from([1, 0x78])]);
  assert.throws(() => checkGraph(modelOf(message(5, hidden))), { message: /the graph is broken/ });
});

test('nesting without an end is refused', () => {
  let inner = bytes(2, 'innermost');
  for (let depth = 0; depth < 50; depth++) inner = inAttribute(6, inner);
  assert.throws(() => checkGraph(modelOf(inner)), { message: /nested too deeply/ });
});

test('any bytes and truncation fail with a reason', () => {
  const refusedOrFine = (content: Uint8Array) => {
    try {
      checkGraph(content);
    } catch (error) {
      assert.equal((error as Error).name, 'ModelError');
    }
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), refusedOrFine));
  fc.assert(fc.property(fc.nat(GRAPH.length), (end) => refusedOrFine(GRAPH.subarray(0, end))));
  fc.assert(
    fc.property(fc.nat(GRAPH.length - 1), fc.nat(255), (at, value) => {
      const changed = Buffer.from(GRAPH);
      changed[at] = value;
      refusedOrFine(changed);
    }),
  );
});
