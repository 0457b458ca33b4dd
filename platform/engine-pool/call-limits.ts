/** How much processor time a call of the engine may take, by its kind and size. */
import type { EngineCall } from './worker-calls.ts';

/** Thirty times what the smallest calls take, and enough for modules that the first call of its kind loads. */
const BASE_MS = 2_000;
/**
 * Milliseconds per character (UTF-16) of the arguments: six times what extraction takes, and fifty times what the others
 * do, on a processor of 2023.
 */
const PER_CHARACTER_MS = { extract: 0.1, deidentify: 0.1, others: 0.02 } as const;
/** The largest pages, of five million bytes, take two seconds; some character sets take one more to decode. */
const PER_PAGE_CHARACTER_MS = 0.001;

const PER_CHARACTER = new Map<EngineCall['method'], number>([
  ['extract', PER_CHARACTER_MS.extract],
  ['extractionQuestions', PER_CHARACTER_MS.extract],
  ['secondQuestions', PER_CHARACTER_MS.extract],
  ['stretches', PER_CHARACTER_MS.extract],
  ['deidentify', PER_CHARACTER_MS.deidentify],
  ['readable', PER_PAGE_CHARACTER_MS],
  ['splitPassages', PER_PAGE_CHARACTER_MS],
]);

/** In milliseconds, never more than `most`. */
export function processorLimit({ method, args }: EngineCall, most: number): number {
  return Math.min(most, BASE_MS + sizeOf(args) * (PER_CHARACTER.get(method) ?? PER_CHARACTER_MS.others));
}

/** Characters of JSON, or of the texts and bytes in arguments that cross as they are. */
function sizeOf(args: unknown): number {
  if (typeof args === 'string' || args instanceof Uint8Array) return args.length;
  if (typeof args !== 'object' || args === null) return 0;
  return Object.values(args).reduce((sum: number, part) => sum + sizeOf(part), 0);
}
