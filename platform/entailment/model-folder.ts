/** Reads the small files of a model's folder. They are untrusted, whoever made them. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { ModelError } from './model-error.ts';

/**
 * Possible paths of the graph in the folder; the first existing one is used. Quantised weights need a quarter of the
 * space.
 */
export const GRAPHS: readonly string[] = [
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  // As sentence-transformers exports them: for one kind of processor each.
  ...(process.arch === 'arm64' ? ['onnx/model_qint8_arm64.onnx'] : []),
  ...(process.arch === 'x64' ? ['onnx/model_quint8_avx2.onnx'] : []),
  'onnx/model.onnx',
  'model.onnx',
];
/** In bytes. */
export const LARGEST_GRAPH = 4_000_000_000;
const LARGEST_JSON = 100_000_000;
/** Passages have three sentences. A longer input would only cost memory, which grows with its square. */
const LONGEST_INPUT = 512;
const SHORTEST_INPUT = 16;
const MOST_LABELS = 10;

const Config = z.object({
  id2label: z.record(z.string(), z.string().max(100)),
  max_position_embeddings: z.number().optional(),
});
const TokenizerConfig = z.object({ model_max_length: z.number().optional() }).loose();

/** Indexes of the labels in the model's output. */
export interface Labels {
  count: number;
  entailment: number;
  /** null if the model only distinguishes entailment from everything else. */
  contradiction: number | null;
}

export interface ModelFolder {
  path: string;
  graph: string;
  labels: Labels;
  /** Tokens of a pair, including special ones. */
  longest: number;
  /** Contents of tokenizer.json and tokenizer_config.json. */
  tokenizer: { model: object; config: object };
}

/** Throws ModelError with a message for the operator. */
export function readModelFolder(path: string): ModelFolder {
  const config = parsed(Config, path, 'config.json');
  const tokenizerConfig = parsed(TokenizerConfig, path, 'tokenizer_config.json');
  const longest = lengthOf([config.max_position_embeddings, tokenizerConfig.model_max_length]);
  return {
    path,
    graph: graphIn(path),
    labels: labelsOf(config.id2label),
    longest,
    tokenizer: { model: parsed(z.looseObject({}), path, 'tokenizer.json'), config: tokenizerConfig },
  };
}

/** The graph's file, which must be in the folder itself. */
export function graphIn(folder: string): string {
  try {
    const graph = GRAPHS.map((name) => join(folder, name)).find((file) => lstatSync(file, { throwIfNoEntry: false }));
    if (graph === undefined) throw new ModelError(`it has no graph (${GRAPHS[0]})`);
    requireInside(folder, graph);
    if (statSync(graph).size > LARGEST_GRAPH) throw new ModelError('its graph is too large');
    return graph;
  } catch (error) {
    throw asModelError(error, 'its graph');
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, folder: string, name: string): z.infer<Schema> {
  const file = join(folder, name);
  let text: string;
  try {
    requireInside(folder, file);
    if (statSync(file).size > LARGEST_JSON) throw new ModelError(`its ${name} is too large`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw asModelError(error, `its ${name}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ModelError(`its ${name} is not what such a file holds`);
  }
}

function asModelError(error: unknown, file: string): ModelError {
  if (error instanceof ModelError) return error;
  return new ModelError(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
}

function requireInside(folder: string, file: string): void {
  if (!realpathSync(file).startsWith(realpathSync(folder) + sep)) {
    throw new ModelError('a file of it is a link that leads out of the folder');
  }
}

/** Tokenizers express "no limit" as a number of thirty digits. */
function lengthOf(limits: readonly (number | undefined)[]): number {
  const longest = Math.min(LONGEST_INPUT, ...limits.filter((limit) => limit !== undefined));
  if (!(longest >= SHORTEST_INPUT)) throw new ModelError('its config.json allows too short texts');
  return Math.floor(longest);
}

/** Throws ModelError unless the labels are those of an NLI model, in any order and case. */
export function labelsOf(id2label: Readonly<Record<string, string>>): Labels {
  const count = Object.keys(id2label).length;
  const names = Array.from({ length: Math.min(count, MOST_LABELS) }, (_, at) => kindOf(id2label[String(at)] ?? ''));
  const entailment = names.indexOf('entailment');
  const contradiction = names.indexOf('contradiction');
  const isUnique = new Set(names).size === names.length;
  const isThree = count === 3 && contradiction >= 0 && names.includes('other');
  const isTwo = count === 2 && (contradiction >= 0 || names.includes('other'));
  if (entailment < 0 || !isUnique || !(isThree || isTwo)) {
    throw new ModelError("its config.json doesn't name the labels of an NLI model (id2label)");
  }
  // With two labels, the second one means "doesn't follow", whatever its name.
  return { count, entailment, contradiction: isThree ? contradiction : null };
}

function kindOf(label: string): 'entailment' | 'contradiction' | 'other' | 'unknown' {
  const plain = label.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (/^(?:entailment|entails|entailed|entail)$/.test(plain)) return 'entailment';
  if (/^(?:contradiction|contradicts|contradictory|contradict)$/.test(plain)) return 'contradiction';
  return /^(?:neutral|(?:not|non|no)entail(?:ment|ed)?)$/.test(plain) ? 'other' : 'unknown';
}
