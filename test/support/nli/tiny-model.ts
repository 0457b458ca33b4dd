/**
 * NLI models of a few kilobytes that the runtime accepts: an ONNX graph that adds up one row of numbers per token, and
 * a tokenizer of one of the three families. A word in `says` counts for its label, all others for none.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, message, number } from './protobuf.ts';

export type Family = 'wordpiece' | 'unigram' | 'bytelevel';

export interface TinyModel {
  family: Family;
  /** Names of the labels, in the order of the output. */
  labels: readonly string[];
  /** Rows of numbers, by word: one per label. */
  says: Readonly<Record<string, readonly number[]>>;
  /** The graph's inputs beside input_ids and attention_mask. */
  hasTypes?: boolean;
  /** Number types of the inputs. */
  integers?: 'int64' | 'int32';
  config?: Record<string, unknown>;
  /** Replaces the graph. */
  graph?: Buffer;
}

const WORDS = [
  ...['the', 'bridge', 'fell', 'in', '1879', 'it', 'stood', 'never', 'opened', 'yes', 'no', 'maybe', '.', ','],
  ...['a', 'of', 'and', 'was', 'is', 'not'],
];
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Writes the model into `folder`, which is created. */
export function writeTinyModel(folder: string, model: TinyModel): void {
  const { vocabulary, tokenizer } = tokenizerOf(model.family);
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  write('config.json', {
    id2label: Object.fromEntries(model.labels.map((label, at) => [at, label])),
    max_position_embeddings: 64,
    ...model.config,
  });
  write('tokenizer.json', tokenizer);
  write('tokenizer_config.json', { model_max_length: 1e30, tokenizer_class: 'PreTrainedTokenizerFast' });
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), model.graph ?? summingGraph(model, vocabulary));
}

/** The vocabulary row of a word, in whatever form the family stores it. */
function rowFor(token: string, says: TinyModel['says'], labels: number): readonly number[] {
  const word = token.replace(/^[▁Ġ]/, '').toLowerCase();
  return says[word] ?? new Array<number>(labels).fill(0);
}

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;

/** logits = Σ over tokens of table[id] · mask. */
export function summingGraph({ says, labels, hasTypes = false, integers = 'int64' }: TinyModel, vocabulary: string[]) {
  const table = Float32Array.from(vocabulary.flatMap((token) => [...rowFor(token, says, labels.length)]));
  const input = (name: string) => valueInfo(11, name, integers === 'int64' ? INT64 : INT32, ['batch', 'length']);
  const types = hasTypes
    ? [
        node('Cast', ['token_type_ids'], ['types'], [attribute('to', FLOAT)]),
        node('Unsqueeze', ['types', 'axis_2'], ['types_3']),
        node('Mul', ['types_3', 'nothing'], ['types_0']),
        node('Add', ['masked', 'types_0'], ['counted']),
      ]
    : [node('Identity', ['masked'], ['counted'])];
  return modelOf(
    node('Gather', ['table', 'input_ids'], ['rows'], [attribute('axis', 0)]),
    node('Cast', ['attention_mask'], ['mask'], [attribute('to', FLOAT)]),
    node('Unsqueeze', ['mask', 'axis_2'], ['mask_3']),
    node('Mul', ['rows', 'mask_3'], ['masked']),
    ...types,
    node('ReduceSum', ['counted', 'axis_1'], ['logits'], [attribute('keepdims', 0)]),
    tensor('table', FLOAT, [vocabulary.length, labels.length], Buffer.from(table.buffer)),
    tensor('axis_1', INT64, [1], Buffer.from(BigInt64Array.of(1n).buffer)),
    tensor('axis_2', INT64, [1], Buffer.from(BigInt64Array.of(2n).buffer)),
    tensor('nothing', FLOAT, [1], Buffer.from(Float32Array.of(0).buffer)),
    input('input_ids'),
    input('attention_mask'),
    ...(hasTypes ? [input('token_type_ids')] : []),
    valueInfo(12, 'logits', FLOAT, ['batch', labels.length]),
  );
}

/** A graph with these parts, as a file. */
export function modelOf(...parts: readonly Buffer[]): Buffer {
  const OPSET = 13;
  return Buffer.concat([number(1, 8), message(7, bytes(2, 'tiny'), ...parts), message(8, number(2, OPSET))]);
}

export function node(
  type: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: readonly Buffer[] = [],
): Buffer {
  return message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, type),
    ...attributes,
  );
}

function attribute(name: string, value: number): Buffer {
  const OF_INT = 2;
  return message(5, bytes(1, name), number(3, value), number(20, OF_INT));
}

export function tensor(name: string, type: number, dims: readonly number[], raw: Buffer): Buffer {
  return message(5, ...dims.map((dim) => number(1, dim)), number(2, type), bytes(8, name), bytes(9, raw));
}

/** Weights in another file, which the graph names. */
export function externalTensor(name: string, dims: readonly number[], location: string): Buffer {
  const entry = message(13, bytes(1, 'location'), bytes(2, location));
  return message(5, ...dims.map((dim) => number(1, dim)), number(2, FLOAT), bytes(8, name), entry, number(14, 1));
}

export function valueInfo(field: number, name: string, type: number, dims: readonly (string | number)[]): Buffer {
  const shape = message(2, ...dims.map((dim) => message(1, typeof dim === 'number' ? number(1, dim) : bytes(2, dim))));
  return message(field, bytes(1, name), message(2, message(1, number(1, type), shape)));
}

/** The tokenizer.json of a family, with a small vocabulary in this order. */
export function tokenizerOf(family: Family): { vocabulary: string[]; tokenizer: object } {
  const marks = { wordpiece: '', unigram: '▁', bytelevel: 'Ġ' };
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const pieces = family === 'wordpiece' ? letters.flatMap((letter) => [letter, `##${letter}`]) : letters;
  const words = WORDS.map((word) => marks[family] + word);
  const extra = family === 'unigram' ? ['▁'] : family === 'bytelevel' ? ['Ġ', '.', ','] : [];
  const steps = family === 'bytelevel' ? mergesOf(words).map((pair) => pair.join('')) : [];
  const vocabulary = [...new Set([...SPECIAL, ...extra, ...pieces, ...steps, ...words])];
  const special = SPECIAL.map((content, id) => ({
    ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
  }));
  const sequence = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const mark = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
  const post_processor = {
    type: 'TemplateProcessing',
    single: [mark('[CLS]', 0), sequence('A', 0), mark('[SEP]', 0)],
    pair: [mark('[CLS]', 0), sequence('A', 0), mark('[SEP]', 0), sequence('B', 1), mark('[SEP]', 1)],
    special_tokens: Object.fromEntries(
      ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [SPECIAL.indexOf(token)], tokens: [token] }]),
    ),
  };
  const common = { version: '1.0', truncation: null, padding: null, added_tokens: special, post_processor };
  return { vocabulary, tokenizer: { ...common, ...partsOf(family, vocabulary, words) } };
}

function partsOf(family: Family, vocabulary: readonly string[], words: readonly string[]): object {
  const ids = Object.fromEntries(vocabulary.map((token, id) => [token, id]));
  if (family === 'wordpiece') {
    return {
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab: ids },
    };
  }
  const lowercase = { type: 'Lowercase' };
  if (family === 'unigram') {
    return {
      normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, lowercase] },
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
      decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' },
      model: {
        type: 'Unigram',
        unk_id: 1,
        byte_fallback: false,
        vocab: vocabulary.map((token) => [token, words.includes(token) ? -1 : -10]),
      },
    };
  }
  return {
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFC' }, lowercase] },
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', unk_token: '[UNK]', vocab: ids, merges: mergesOf(words) },
  };
}

/** Merges that build each word from its letters, left to right. */
function mergesOf(words: readonly string[]): [string, string][] {
  return words.flatMap((word) =>
    [...word].slice(1).map((letter, at): [string, string] => [[...word].slice(0, at + 1).join(''), letter]),
  );
}
