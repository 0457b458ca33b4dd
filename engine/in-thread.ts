/** The engine in the calling thread: what runs inside the worker threads, in tests and in evaluations. */
import { type Engine, EngineError, type ReadableInput } from './engine.ts';
import { extract } from './extraction/extract.ts';
import { judgeItem } from './judge-item.ts';
import { warmUpLexicon } from './language/lexicon.ts';
import { warmUp } from './language/nlp.ts';
import { splitPassages } from './retrieval/passages.ts';
import { planQueries } from './retrieval/plan-queries.ts';
import { rankPassages } from './retrieval/rank.ts';
import { readPlain } from './retrieval/readable-plain.ts';
import { summarise } from './summary/summarise.ts';
import type { ReadableDocument } from './types.ts';

/**
 * Every call works synchronously and then resolves; the first page waits for what reads it. What a call throws becomes an
 * EngineError without text.
 */
export function createEngine(): Engine {
  return {
    extract: guarded('extract', extract),
    planQueries: guarded('planQueries', (claims, mode) => claims.map((claim) => planQueries(claim, mode))),
    rank: guarded('rank', (claims, candidates) => claims.map((claim, i) => rankPassages(claim, candidates[i]!))),
    judge: guarded('judge', (items, policy, now) => items.map((item) => judgeItem(item, policy, now))),
    summarise: guarded('summarise', summarise),
    readable: guarded('readable', readable),
    splitPassages: guarded('splitPassages', splitPassages),
  };
}

/** Loads the language model and the lexicon now instead of at the first text. */
export function warmUpEngine(): void {
  warmUp();
  warmUpLexicon();
}

/** What reads pages takes 20 MB, and is of no use to whoever has plain documents only. */
async function readable(input: ReadableInput): Promise<ReadableDocument> {
  if (input.mediaType === 'text/plain') return readPlain(input.body, input.url);
  const { readableText } = await import('./retrieval/readable.ts');
  return readableText(input);
}

/** Messages of the runtime and of parsers quote what they stumbled over; class and place of the error do not. */
function guarded<Name extends keyof Engine>(
  name: Name,
  work: (...args: Parameters<Engine[Name]>) => Awaited<ReturnType<Engine[Name]>> | ReturnType<Engine[Name]>,
): Engine[Name] {
  const call = async (...args: Parameters<Engine[Name]>) => {
    try {
      return await work(...args);
    } catch (error) {
      throw new EngineError('engine_error', `${name} failed: ${describe(error)}`);
    }
  };
  return call as Engine[Name];
}

const OWN_FRAME = /\/(engine\/[\w./-]+\.ts:\d+:\d+)\)?$/m;

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const [, place = 'an unknown place'] = OWN_FRAME.exec(error.stack ?? '') ?? [];
  return `${error.name} at ${place}`;
}
