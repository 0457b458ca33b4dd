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
    const calibration: Calibration = { format: 2, version: ENTAILMENT_VERSION, files, ...measured };
    writeCalibration(folder, calibration);
    return calibration;
  } finally {
    await model.close();
  }
}

/** The result of the check, for people. */
export function calibrationWords({ figures, is_better, combiner }: Calibration): string[] {
  const { articles, claims, open, could_settle, with_model, by_words_alone, pairs, milliseconds_per_pair } = figures;
  const side = ({ settled, right }: { settled: number; right: number }) =>
    settled === 0 ? 'none' : `${settled}, ${right} of them rightly (precision ${(right / settled).toFixed(2)})`;
  const from = (threshold: number | null) =>
    threshold === null ? 'never' : `from probability ${threshold.toFixed(2)}`;
  return [
    `${articles} articles, ${claims} claims; tier 1 leaves ${open} open, of which the documents settle ${could_settle}`,
    `supported, with the model: ${side(with_model.supports)}; by words alone: ${side(by_words_alone.supports)}`,
    `contradicted, with the model: ${side(with_model.contradicts)}; by words alone: ${side(by_words_alone.contradicts)}`,
    `supports counts ${from(combiner.supports_from)}, contradicts ${from(combiner.contradicts_from)}`,
    `${pairs} pairs of claim and window, ${milliseconds_per_pair} ms each`,
    is_better
      ? 'the model settles more than words alone: it is used'
      : 'the model settles no more than words alone: it counts as none, and is not used',
  ];
}
