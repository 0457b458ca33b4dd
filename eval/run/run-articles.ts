/** Runs articles through several services in this process that share the engine's threads. */
import { availableParallelism } from 'node:os';
import pMap from 'p-map';
import { openStation, type Station, type StationModel } from '#apps/measuring/station.ts';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { Article } from '../data/article.ts';
import { type ArticleRun, runArticle, type Sent } from './article-run.ts';

export interface RunOptions {
  /** What is sent to the service. Default: the text. */
  sent?: Sent;
  /** Number of articles processed at a time. Default: one per core. */
  jobs?: number;
  /** Language model for the service. Default: none. */
  model?: StationModel | null;
  onProgress?: (done: number, total: number) => void;
}

export interface ArticlesRun {
  /** In the order of the articles. */
  articles: ArticleRun[];
  /** From the start of the first article to the end of the last one. */
  milliseconds: number;
  /** Processor time of all threads of this process in that time. */
  processor_milliseconds: number;
}

/** Throws EvaluationError if the service refuses a text, and whatever opening a service throws. */
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
    const free = [...stations];
    const started = performance.now();
    const processor = process.cpuUsage();
    let done = 0;
    const runOne = async (article: Article) => {
      const station = free.pop()!;
      const run = await runArticle(article, sent, station, engine);
      free.push(station);
      onProgress(++done, articles.length);
      return run;
    };
    const runs = await pMap(articles, runOne, { concurrency: count });
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
