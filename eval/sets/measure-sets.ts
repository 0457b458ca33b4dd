/** Measures every set in a folder. */

import type { StationModel } from '#apps/measuring/station.ts';
import { passageFilesIn, readSet, setsIn } from '../data/pairs.ts';
import { CHECKWORTHY_FILES, readCheckworthy, readDecomposition, textSetsIn } from '../data/texts.ts';
import { measureDecompositionByModel } from './decomposition-by-model.ts';
import { measureCheckworthiness, measureDecomposition } from './extraction.ts';
import { openJudgeThreads } from './judge-threads.ts';
import { measureJudging } from './judging.ts';
import type { SetFigures } from './set-figures.ts';

export interface SetsOptions {
  /** Names of the sets to measure. Default: all in the folder, except single passage files, which must be named. */
  only?: readonly string[] | undefined;
  /** Divides the texts with listed facts into claims. Default: the rules do. */
  model?: StationModel | null;
  onProgress?: (set: string) => void;
}

/** Throws DataError if a file is malformed, and EvaluationError if the service can't verify a text. */
export async function measureSets(folder: string, options: SetsOptions = {}): Promise<SetFigures[]> {
  const { only, model = null, onProgress = () => {} } = options;
  const isWanted = (set: string) => only === undefined || only.includes(set);
  const figures: SetFigures[] = [];
  for (const file of textSetsIn(folder).filter(isWanted)) {
    onProgress(file);
    if (CHECKWORTHY_FILES.includes(file)) figures.push(measureCheckworthiness(file, readCheckworthy(folder, file)));
    else {
      const rows = readDecomposition(folder, file);
      figures.push(
        model === null ? measureDecomposition(file, rows) : await measureDecompositionByModel(file, rows, model),
      );
    }
  }
  const threads = openJudgeThreads();
  try {
    const named = passageFilesIn(folder).filter((file) => only?.includes(file));
    for (const set of [...setsIn(folder).filter(isWanted), ...named]) {
      onProgress(set);
      figures.push(await measureJudging(set, readSet(folder, set), threads));
    }
  } finally {
    await threads.close();
  }
  return figures;
}
