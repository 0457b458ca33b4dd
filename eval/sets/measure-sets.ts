/** Measures every set that a folder holds. */
import { passageFilesIn, readSet, setsIn } from '../data/pairs.ts';
import { CHECKWORTHY_FILES, readCheckworthy, readDecomposition, textSetsIn } from '../data/texts.ts';
import { measureCheckworthiness, measureDecomposition } from './extraction.ts';
import { openJudgeThreads } from './judge-threads.ts';
import { measureJudging } from './judging.ts';
import type { SetFigures } from './set-figures.ts';

export interface SetsOptions {
  /** Names of the sets to measure; default: all that are there. Single files of passages only where they are named. */
  only?: readonly string[] | undefined;
  onProgress?: (set: string) => void;
}

/** Throws DataError where a file is malformed. */
export async function measureSets(folder: string, options: SetsOptions = {}): Promise<SetFigures[]> {
  const { only, onProgress = () => {} } = options;
  const isWanted = (set: string) => only === undefined || only.includes(set);
  const figures: SetFigures[] = [];
  for (const file of textSetsIn(folder).filter(isWanted)) {
    onProgress(file);
    figures.push(
      CHECKWORTHY_FILES.includes(file)
        ? measureCheckworthiness(file, readCheckworthy(folder, file))
        : measureDecomposition(file, readDecomposition(folder, file)),
    );
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
