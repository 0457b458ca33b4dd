/** The engine in the calling thread: what runs inside the worker threads, in tests and in evaluations. */
import { type Engine, EngineError } from './engine.ts';
import { extract } from './extraction/extract.ts';
import { judgeItem } from './judge-item.ts';
import { warmUpLexicon } from './language/lexicon.ts';
import { warmUp } from './language/nlp.ts';
import { splitPassages } from './retrieval/passages.ts';
import { planQueries } from './retrieval/plan-queries.ts';
import { rankPassages } from './retrieval/rank.ts';
import { readableText } from './retrieval/readable.ts';
import { summarise } from './summary/summarise.ts';

/** Every call works synchronously and then resolves; what it throws becomes an EngineError without text. */
export function createEngine(): Engine {
  return {
    extract: guarded('extract', extract),
    planQueries: guarded('planQueries', (claims, mode) => claims.map((claim) => planQueries(claim, mode))),
    rank: guarded('rank', (claims, candidates) => claims.map((claim, i) => rankPassages(claim, candidates[i]!))),
    judge: guarded('judge', (items, policy, now) => items.map((item) => judgeItem(item, policy, now))),
    summarise: guarded('summarise', summarise),
    readable: guarded('readable', readableText),
    splitPassages: guarded('splitPassages', splitPassages),
  };
}

/** Loads the language model and the lexicon now instead of at the first text. */
export function warmUpEngine(): void {
  warmUp();
  warmUpLexicon();
}

/** Messages of the runtime and of parsers quote what they stumbled over; class and place of the error do not. */
function guarded<Name extends keyof Engine>(
  name: Name,
  work: (...args: Parameters<Engine[Name]>) => Awaited<ReturnType<Engine[Name]>>,
): Engine[Name] {
  const call = async (...args: Parameters<Engine[Name]>) => {
    try {
      return work(...args);
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
