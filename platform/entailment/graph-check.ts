/**
 * Checks an ONNX file (protocol buffers) for what must not reach the runtime: weights in other files, which could be
 * any file of this machine, and operators that the runtime would load from libraries. Skips values, so that a gigabyte
 * takes milliseconds.
 */
import { ModelError } from './model-error.ts';

/** The fields to follow, by message type, with the type of the message that they contain. */
const MESSAGES = {
  model: { 7: 'graph', 25: 'function' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparseTensor' },
  function: { 7: 'node', 11: 'attribute' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparseTensor', 23: 'sparseTensor' },
  sparseTensor: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
} as const;
type MessageName = keyof typeof MESSAGES;

const EXTERNAL_DATA = 13;
const DATA_LOCATION = 14;
const DIMENSIONS = 1;
const DEEPEST = 24;
/** As many values as a vocabulary of a million words with 8,192 values each. */
const MOST_VALUES = 2 ** 33;
const MOST_KEY = 2 ** 32 - 1;

/** Throws ModelError if the file is not an ONNX graph, or refers to other files. */
export function checkGraph(bytes: Uint8Array): void {
  const reader = new Reader(bytes);
  try {
    const graphs = walk(reader, 0, bytes.length, 'model', 0);
    if (graphs === 0) throw new RangeError('no graph');
  } catch (error) {
    if (error instanceof RangeError)
      throw new ModelError('the graph is broken: it is no ONNX file, or only a part of one');
    throw error;
  }
}

/** Returns how many messages of interest it visited. */
function walk(reader: Reader, start: number, end: number, name: MessageName, depth: number): number {
  if (depth > DEEPEST) throw new ModelError('the graph is nested too deeply');
  const inner = MESSAGES[name] as Readonly<Record<number, MessageName>>;
  let found = 0;
  let values = 1;
  for (let at = start; at < end; ) {
    const { field, wire, from, to } = reader.field(at, end);
    at = to;
    if (name === 'tensor') {
      if (field === EXTERNAL_DATA || (field === DATA_LOCATION && reader.varint(from).value !== 0)) {
        throw new ModelError('the graph keeps its weights in other files: export it as one file');
      }
      if (field === DIMENSIONS) values *= reader.dimensions(wire, from, to);
      if (!(values <= MOST_VALUES)) throw new ModelError('the graph has a tensor of absurd size');
    }
    const message = inner[field];
    if (message === undefined || wire !== LENGTH_DELIMITED) continue;
    found++;
    walk(reader, from, to, message, depth + 1);
  }
  return found;
}

const LENGTH_DELIMITED = 2;

/** Reads the wire format of protocol buffers. Throws RangeError if it ends early. */
class Reader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  varint(at: number): { value: number; next: number } {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      const byte = this.#bytes[at + i];
      if (byte === undefined) throw new RangeError('truncated');
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return { value, next: at + i + 1 };
    }
    throw new RangeError('a number without an end');
  }

  /** The field at `at`: its content is [from, to). */
  field(at: number, end: number): { field: number; wire: number; from: number; to: number } {
    const key = this.varint(at);
    const wire = key.value % 8;
    const field = Math.floor(key.value / 8);
    const range = this.#content(wire, key.next);
    // Other parsers use the lower 32 bits of a longer key, and would see another field.
    if (field === 0 || key.value > MOST_KEY || range.to > end) throw new RangeError('a field beyond its message');
    return { field, wire, ...range };
  }

  #content(wire: number, from: number): { from: number; to: number } {
    if (wire === 0) return { from, to: this.varint(from).next };
    if (wire === 1) return { from, to: from + 8 };
    if (wire === 5) return { from, to: from + 4 };
    if (wire !== LENGTH_DELIMITED) throw new RangeError('an unknown form of field');
    const { value, next } = this.varint(from);
    return { from: next, to: next + value };
  }

  /** The product of dimensions, which are in separate fields or packed into one. */
  dimensions(wire: number, from: number, to: number): number {
    let product = 1;
    for (let at = from; at < to; ) {
      const { value, next } = this.varint(at);
      product *= value;
      at = next;
      if (wire === 0) break;
    }
    return product;
  }
}
