/** Runs an NLI model with the native runtime in the calling process, which a broken model may end. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PairScores, TextPair } from '#contracts/ports/entailment-model.ts';
import { batchesByLength, type EncodedPair, openTokenizer } from './encode.ts';
import { checkGraph } from './graph-check.ts';
import { ModelError } from './model-error.ts';
import { type ModelFile, requireFiles } from './model-files.ts';
import { type Labels, readModelFolder } from './model-folder.ts';

export interface RunnerOptions {
  /** The model's folder. */
  model: string;
  /** The folder of the runtime's package. */
  runtime: string;
  /** Threads that compute. */
  threads: number;
  /** The files that were calibrated; a model with others is refused. null: any, for calibrating it. */
  files: readonly ModelFile[] | null;
}

export interface Runner {
  read(pairs: readonly TextPair[]): Promise<PairScores[]>;
}

/** Tokens including padding. Larger batches are no faster on a processor, and take more memory. */
const MOST_TOKENS_TOGETHER = 2_048;
const MOST_PAIRS_TOGETHER = 16;

/** The part of the runtime that is used here. Its types are missing, because it is not installed with the service. */
interface RuntimeTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}
interface RuntimeSession {
  readonly inputNames: readonly string[];
  readonly inputMetadata: readonly { type?: string }[];
  readonly outputNames: readonly string[];
  run(inputs: Record<string, RuntimeTensor>): Promise<Record<string, RuntimeTensor | undefined>>;
}
interface Runtime {
  InferenceSession: { create(graph: Uint8Array, options: object): Promise<RuntimeSession> };
  Tensor: new (type: string, data: BigInt64Array | Int32Array, dims: readonly number[]) => RuntimeTensor;
}

/** Inputs that the graph may require, and their value for one token. */
const INPUTS: Readonly<Record<string, (pair: EncodedPair, at: number) => number>> = {
  input_ids: ({ ids }, at) => ids[at]!,
  attention_mask: () => 1,
  token_type_ids: ({ types }, at) => types[at]!,
};

/** Loads the model and reads one pair with it. Throws ModelError. */
export async function openRunner({ model, runtime, threads, files }: RunnerOptions): Promise<Runner> {
  if (files !== null) requireFiles(model, files);
  const folder = readModelFolder(model);
  const encode = openTokenizer(folder);
  const graph = readFileSync(folder.graph);
  checkGraph(graph);
  const { InferenceSession, Tensor } = loadRuntime(runtime);
  const session = await openSession(InferenceSession, graph, threads);

  async function readTogether(pairs: readonly EncodedPair[]): Promise<PairScores[]> {
    const length = Math.max(...pairs.map(({ ids }) => ids.length));
    const dims = [pairs.length, length];
    const inputs = session.inputNames.map((name, i) => {
      const valueAt = INPUTS[name]!;
      const values = pairs.flatMap((pair) =>
        Array.from({ length }, (_, at) => (at < pair.ids.length ? valueAt(pair, at) : 0)),
      );
      const isShort = session.inputMetadata[i]?.type === 'int32';
      const data = isShort ? Int32Array.from(values) : BigInt64Array.from(values, BigInt);
      return [name, new Tensor(isShort ? 'int32' : 'int64', data, dims)] as const;
    });
    const outputs = await session.run(Object.fromEntries(inputs));
    return scoresOf(outputs[session.outputNames[0]!], pairs.length, folder.labels);
  }

  const runner: Runner = {
    async read(pairs) {
      const encoded = pairs.map(encode);
      const scores = new Array<PairScores>(pairs.length);
      const lengths = encoded.map(({ ids }) => ids.length);
      for (const batch of batchesByLength(lengths, MOST_TOKENS_TOGETHER, MOST_PAIRS_TOGETHER)) {
        const read = await readTogether(batch.map((at) => encoded[at]!));
        for (const [i, at] of batch.entries()) scores[at] = read[i]!;
      }
      return scores;
    },
  };
  try {
    await runner.read([{ premise: 'The bridge fell in 1879.', hypothesis: 'The bridge fell.' }]);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError('its graph fails on the first pair of sentences');
  }
  return runner;
}

function loadRuntime(folder: string): Runtime {
  try {
    return createRequire(join(folder, 'package.json'))('.') as Runtime;
  } catch (error) {
    throw new ModelError(`onnxruntime-node can't be loaded (${(error as { code?: string }).code ?? 'no code'})`);
  }
}

async function openSession(
  sessions: Runtime['InferenceSession'],
  graph: Uint8Array,
  threads: number,
): Promise<RuntimeSession> {
  let session: RuntimeSession;
  try {
    session = await sessions.create(graph, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      logSeverityLevel: 4,
      // Otherwise, threads that wait for work would keep a core busy.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  } catch {
    // The message may quote what the file's author wrote.
    throw new ModelError("its graph can't be loaded: it is broken, or made for a newer runtime");
  }
  const unknown = session.inputNames.find((name) => !Object.hasOwn(INPUTS, name));
  if (unknown !== undefined || !session.inputNames.includes('input_ids')) {
    throw new ModelError('its graph needs other inputs than those of a cross-encoder');
  }
  return session;
}

function scoresOf(output: RuntimeTensor | undefined, pairs: number, labels: Labels): PairScores[] {
  const isExpected = output?.type === 'float32' && output.dims.length === 2 && output.dims[0] === pairs;
  if (!isExpected || output.dims[1] !== labels.count) {
    throw new ModelError("its graph doesn't answer with one number per label of config.json");
  }
  return Array.from({ length: pairs }, (_, at) => {
    const logits = Array.from({ length: labels.count }, (_, label) => output.data[at * labels.count + label]!);
    if (!logits.every(Number.isFinite)) throw new ModelError('its graph answers with no numbers');
    const top = Math.max(...logits);
    const exponents = logits.map((logit) => Math.exp(logit - top));
    const sum = exponents.reduce((a, b) => a + b, 0);
    return {
      entailment: exponents[labels.entailment]! / sum,
      contradiction: labels.contradiction === null ? null : exponents[labels.contradiction]! / sum,
    };
  });
}
