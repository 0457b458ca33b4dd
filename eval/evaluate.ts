/** Runs a whole evaluation: the articles and sets of some folders. */

import type { StationModel } from '#apps/measuring/station.ts';
import { VERSION } from '#apps/version.ts';
import { findArticles, readArticle } from './data/article.ts';
import { DataError } from './data/data-error.ts';
import { passageFilesIn, readSet, setsIn } from './data/pairs.ts';
import { textSetsIn } from './data/texts.ts';
import { measureDerived } from './derived/measure.ts';
import { articleFigures } from './metrics/article-figures.ts';
import { workFigures } from './metrics/work.ts';
import { FORMAT, type RunRecord } from './record.ts';
import { casesOfArticle, casesOfPairs, type RuleCase } from './rules/cases.ts';
import { priceRules } from './rules/rules.ts';
import type { Sent } from './run/article-run.ts';
import { type ArticlesRun, runArticles } from './run/run-articles.ts';
import { measureSets } from './sets/measure-sets.ts';
import type { SetFigures } from './sets/set-figures.ts';

export interface EvaluateOptions {
  /** What is sent to the service of each article. Default: its text. */
  sent?: Sent | undefined;
  /** Number of articles processed at a time. Default: one per core. */
  jobs?: number | undefined;
  /** Language model for the service. Default: none. */
  model?: StationModel | null;
  /** Names of the sets to measure. Default: all. */
  sets?: readonly string[] | undefined;
  onProgress?: (progress: { label: string; done: number; total: number }) => void;
}

/**
 * Throws DataError if a folder contains nothing to measure or something malformed, and EvaluationError if the service can't
 * verify a text.
 */
export async function evaluate(folders: readonly string[], options: EvaluateOptions = {}): Promise<RunRecord> {
  const { sent = 'text', jobs, model = null, onProgress = () => {} } = options;
  const contents = folders.map((folder) => ({ folder, articles: articlesIn(folder) }));
  requireSets(options.sets ?? [], folders);
  const articles = contents.flatMap((content) => content.articles).map(readArticle);
  const run =
    articles.length === 0
      ? null
      : await runArticles(articles, {
          sent,
          model,
          ...(jobs !== undefined && { jobs }),
          onProgress: (done, total) => onProgress({ label: 'articles', done, total }),
        });
  const cases: RuleCase[] = [];
  for (const article of articles) cases.push(...(await casesOfArticle(article)));
  const sets: SetFigures[] = articles.length === 0 ? [] : await measureDerived(articles);
  for (const { folder } of contents.filter((content) => content.articles.length === 0)) {
    const onSet = (set: string) => onProgress({ label: set, done: 0, total: 1 });
    sets.push(...(await measureSets(folder, { only: options.sets, model, onProgress: onSet })));
    for (const set of [...setsIn(folder), ...passageFilesIn(folder)].filter((each) => isWanted(each, options.sets)))
      cases.push(...casesOfPairs(set, readSet(folder, set)));
  }
  const rules = priceRules(cases, (done) => onProgress({ label: 'rules', done, total: cases.length }));
  const made_at = new Date().toISOString();
  return { format: FORMAT, made_at, service_version: VERSION, sent, ...articlePart(run), sets, rules };
}

/** Single passage files are part of the set of all passages, so they are measured only if they are named. */
function isWanted(set: string, only: readonly string[] | undefined): boolean {
  return only === undefined ? !/^p\d+$/.test(set) : only.includes(set);
}

/** Throws DataError if no folder contains a requested set. */
function requireSets(wanted: readonly string[], folders: readonly string[]): void {
  const there = folders.flatMap((folder) => [...setsIn(folder), ...passageFilesIn(folder), ...textSetsIn(folder)]);
  for (const set of wanted) {
    if (!there.includes(set))
      throw new DataError(folders.join(', '), `no set is called ${set}; there are ${there.join(', ')}`);
  }
}

/** Throws DataError if the folder contains neither articles nor sets. */
function articlesIn(folder: string): string[] {
  const articles = findArticles(folder);
  if (articles.length === 0 && setsIn(folder).length === 0 && textSetsIn(folder).length === 0) {
    throw new DataError(folder, 'holds neither articles nor a set that is known');
  }
  return articles;
}

function articlePart(run: ArticlesRun | null): Pick<RunRecord, 'engine' | 'made' | 'figures' | 'work' | 'rows'> {
  if (run === null) return { engine: null, made: { claims: 0, stray: 0 }, figures: null, work: null, rows: [] };
  const rows = run.articles.flatMap((article) => article.rows);
  const made = {
    claims: run.articles.reduce((sum, { claims }) => sum + claims, 0),
    stray: run.articles.reduce((sum, { stray }) => sum + stray, 0),
  };
  const engine = { ...run.articles[0]!.engine };
  return { engine, made, figures: articleFigures(rows, made), work: workFigures(run), rows };
}
