/** Runs articles through some services in this process, which share the engine's threads. */
import { availableParallelism } from 'node:os';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { Article } from '../data/article.ts';
import { type ArticleRun, runArticle, type Sent } from './article-run.ts';
import { openStation, type Station, type StationModel } from './station.ts';

export interface RunOptions {
  /** What the service gets. Default: the text. */
  sent?: Sent;
  /** Articles at a time. Default: one per core. */
  jobs?: number;
  /** Behind the judge. Default: none. */
  model?: StationModel | null;
  onProgress?: (done: number, total: number) => void;
}

export interface ArticlesRun {
  /** In the order of the articles. */
  articles: ArticleRun[];
  /** From the first article's start to the last one's end. */
  milliseconds: number;
  /** Of all threads of this process, in that time. */
  processor_milliseconds: number;
}

/** Throws EvaluationError where the service refuses a text, and what opening a service throws. */
export async function runArticles(articles: readonly Article[], options: RunOptions = {}): Promise<ArticlesRun> {
  const { sent = 'text', jobs = availableParallelism(), model = null, onProgress = () => {} } = options;
  const engine = createEnginePool({ threads: availableParallelism() });
  const stations: Station[] = [];
  try {
    const count = Math.max(1, Math.min(jobs, articles.length));
    await Promise.all([
      engine.warmUp(),
      ...Array.from({ length: count }, async () => stations.push(await openStation(engine, model))),
    ]);
    const runs: ArticleRun[] = [];
    const started = performance.now();
    const processor = process.cpuUsage();
    let next = 0;
    let done = 0;
    const work = async (station: Station) => {
      for (let i = next++; i < articles.length; i = next++) {
        runs[i] = await runArticle(articles[i]!, sent, station, engine);
        onProgress(++done, articles.length);
      }
    };
    await Promise.all(stations.map(work));
    const used = process.cpuUsage(processor);
    return {
      articles: runs,
      milliseconds: performance.now() - started,
      processor_milliseconds: (used.user + used.system) / 1_000,
    };
  } finally {
    await Promise.all(stations.map((station) => station.close()));
    await engine.close();
  }
}
