/**
 * Measures the service on texts with gold verdicts: `npm run eval -- --data DIR`. Prints the figures and writes them to
 * figures.json and report.html. Exits with 2 if the options or the data can't be used, and with 1 if a run fails.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { processContext } from '../apps/cli/context.ts';
import { compareRuns } from './compare.ts';
import { DataError } from './data/data-error.ts';
import { evaluate } from './evaluate.ts';
import { OptionsError, readOptions, USAGE } from './options.ts';
import { readRecordedRun } from './record.ts';
import { changesAsText, comparisonAsText, mistakesAsText } from './report/claims-text.ts';
import { renderReport } from './report/page.ts';
import { runAsText } from './report/run-text.ts';
import { evaluatedModel } from './run/model.ts';

const OWN_ARTICLES = join(import.meta.dirname, 'articles');

const context = processContext();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  await run(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  context.note(error instanceof Error ? error.message : String(error));
  if (error instanceof OptionsError) context.note(`\n${USAGE}`);
  process.exit(error instanceof OptionsError || error instanceof DataError ? 2 : 1);
}

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args, OWN_ARTICLES);
  const recorded = options.compare === undefined ? null : readRecordedRun(options.compare);
  const { jobs, sets } = options;
  const sent = options.given ? 'claims' : 'text';
  const model =
    options.model === undefined ? null : evaluatedModel(options.model, process.env.EVIDENCE_MODEL_KEY ?? '');
  const record = await evaluate(options.data, { sent, jobs, sets, model, onProgress: context.progress.report });
  context.progress.clear();
  const comparison = recorded && compareRuns(recorded, record);

  context.out(runAsText(record));
  if (comparison !== null) context.out(`\n${comparisonAsText(comparison)}`);
  if (options.claims) context.out(`\n${comparison ? changesAsText(comparison.claims) : mistakesAsText(record.rows)}`);

  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'figures.json'), `${JSON.stringify(record, null, 1)}\n`);
  await writeFile(join(options.out, 'report.html'), renderReport(record, comparison));
  context.note(`written  ${resolve(options.out, 'figures.json')}\n         ${resolve(options.out, 'report.html')}`);
}
