/** Encodes pairs of texts as a model's inputs: tokens, cut to its limit, in batches of about equal length. */
import { Tokenizer } from '@huggingface/tokenizers';
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { ModelError } from './model-error.ts';
import type { ModelFolder } from './model-folder.ts';

export interface EncodedPair {
  ids: readonly number[];
  /** 0 for the premise, 1 for the hypothesis, for models that have these types. */
  types: readonly number[];
}

/** Limit of a hypothesis in characters; claims are shorter. */
const LONGEST_HYPOTHESIS = 1_000;
const LONGEST_PREMISE = 6_000;
/** Share of the model's tokens that the hypothesis may take; the rest is for the premise. */
const SHARE_OF_HYPOTHESIS = 0.5;

export type Encode = (pair: TextPair) => EncodedPair;

/** Throws ModelError if the tokenizer can't be built, or can't encode a plain sentence. */
export function openTokenizer({ tokenizer: { model, config }, longest }: ModelFolder): Encode {
  try {
    const tokenizer = new Tokenizer(model, config);
    const encode = (premise: string, hypothesis: string): EncodedPair => {
      const { ids, token_type_ids } = tokenizer.encode(premise, { text_pair: hypothesis, return_token_type_ids: true });
      return { ids, types: token_type_ids };
    };
    const encodeFitting: Encode = ({ premise, hypothesis }) => {
      const short = cut(hypothesis, LONGEST_HYPOTHESIS, longest * SHARE_OF_HYPOTHESIS, (text) => encode('', text));
      return cut(premise, LONGEST_PREMISE, longest, (text) => encode(text, short.text)).encoded;
    };
    requireUsable(encodeFitting({ premise: 'The bridge fell in 1879.', hypothesis: 'It fell.' }));
    return encodeFitting;
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError("its tokenizer.json can't be used");
  }
}

function requireUsable({ ids, types }: EncodedPair): void {
  const areNumbers = ids.every((id) => Number.isSafeInteger(id) && id >= 0);
  if (ids.length < 4 || types.length !== ids.length || !areNumbers) {
    throw new ModelError("its tokenizer.json doesn't encode text");
  }
}

/** Shortens `text` until its encoding has at most `tokens`, or until it is empty. */
function cut(text: string, characters: number, tokens: number, encode: (text: string) => EncodedPair) {
  let left = text.slice(0, characters).toWellFormed();
  for (;;) {
    const encoded = encode(left);
    const excess = encoded.ids.length - tokens;
    if (excess <= 0 || left === '') return { text: left, encoded };
    const share = Math.min(0.9, Math.max(0.1, 1 - excess / encoded.ids.length));
    left = left.slice(0, Math.floor(left.length * share)).toWellFormed();
  }
}

/** Indexes of pairs that are read together, shortest first, because padding costs as much as text. */
export function batchesByLength(lengths: readonly number[], mostTokens: number, mostPairs: number): number[][] {
  const batches: number[][] = [];
  const order = lengths.map((_, at) => at).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  for (const at of order) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === mostPairs || (batch.length + 1) * lengths[at]! > mostTokens) {
      batches.push([at]);
    } else {
      batch.push(at);
    }
  }
  return batches;
}
