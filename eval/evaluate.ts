/** A whole run: articles and sets of some folders. */

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
  /** What the service gets of an article. Default: its text. */
  sent?: Sent | undefined;
  /** Articles at a time. Default: one per core. */
  jobs?: number | undefined;
  /** Behind the judge. Default: none. */
  model?: StationModel | null;
  /** Names of the sets to measure; default: all. */
  sets?: readonly string[] | undefined;
  onProgress?: (progress: { label: string; done: number; total: number }) => void;
}

/**
 * Throws DataError where a folder holds nothing to measure or something malformed, and EvaluationError where the
 * service can't verify a text.
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

/** Single files of passages are part of the set of all of them, and wanted only by name. */
function isWanted(set: string, only: readonly string[] | undefined): boolean {
  return only === undefined ? !/^p\d+$/.test(set) : only.includes(set);
}

/** Throws DataError where a set is asked for that no folder holds. */
function requireSets(wanted: readonly string[], folders: readonly string[]): void {
  const there = folders.flatMap((folder) => [...setsIn(folder), ...passageFilesIn(folder), ...textSetsIn(folder)]);
  for (const set of wanted) {
    if (!there.includes(set))
      throw new DataError(folders.join(', '), `no set is called ${set}; there are ${there.join(', ')}`);
  }
}

/** Throws DataError where the folder has neither articles nor sets. */
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
