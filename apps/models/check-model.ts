/** `evidence model check`: loads a model, calibrates it and stores the calibration beside it. */
import { createEngine } from '#engine/in-thread.ts';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import { openLocalModel } from '#platform/entailment/local-model.ts';
import { modelFilesIn } from '#platform/entailment/model-files.ts';
import type { Report } from '../control/progress.ts';
import { calibrate } from './calibrate.ts';
import { type Calibration, writeCalibration } from './calibration.ts';
import { articlesIn, readCalibrationArticle } from './calibration-data.ts';

export interface CheckOptions {
  /** The model's folder. */
  folder: string;
  /** The folder of the runtime's package. */
  runtime: string;
  /** Folders of articles. */
  data: readonly string[];
  report: Report;
}

/** Throws ModelError, CalibrationDataError, ModelUnreadyError, and errors of the file system. */
export async function checkModel({ folder, runtime, data, report }: CheckOptions): Promise<Calibration> {
  const folders = data.flatMap(articlesIn);
  const engine = createEngine();
  const articles = [];
  for (const [done, each] of folders.entries()) {
    report({ label: 'reading articles', done, total: folders.length });
    articles.push(await readCalibrationArticle(each, engine));
  }
  const files = await modelFilesIn(folder);
  const model = openLocalModel({ model: folder, runtime, files });
  try {
    await model.ready();
    const measured = await calibrate({ articles, engine, model, report });
    const calibration: Calibration = { format: 3, version: ENTAILMENT_VERSION, files, ...measured };
    writeCalibration(folder, calibration);
    return calibration;
  } finally {
    await model.close();
  }
}

/** The result of the check, for people. */
export function calibrationWords({ figures, is_of_use, table }: Calibration): string[] {
  const { articles, claims, open, could_settle, settled, pairs, milliseconds_per_pair } = figures;
  const side = ({ settled: said, right }: { settled: number; right: number }) =>
    said === 0 ? 'none' : `${said}, ${right} of them rightly (precision ${(right / said).toFixed(2)})`;
  const from = ([first]: readonly { from: number }[]) =>
    first === undefined ? 'never' : `from probability ${first.from}`;
  return [
    `${articles} articles, ${claims} claims; tier 1 leaves ${open} open, of which the documents settle ${could_settle}`,
    `supported: ${side(settled.supports)}`,
    `contradicted: ${side(settled.contradicts)}`,
    `supports counts ${from(table.supports)}, contradicts ${from(table.contradicts)}`,
    `${pairs} pairs of claim and passage, ${milliseconds_per_pair} ms each`,
    is_of_use
      ? 'the model settles enough claims rightly: it is used'
      : 'the model settles too few claims rightly: it counts as none, and is not used',
  ];
}
