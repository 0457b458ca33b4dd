/** Latency of a POST of 27 claims about one subject, with an encyclopaedia that takes 300 ms for each response. */
import { join } from 'node:path';
import { openWikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import { startService } from '#test/support/service.ts';
import { type BenchResult, percentile, times } from './result.ts';
import { verify } from './support/client.ts';
import type { BenchOptions } from './support/options.ts';

const CLAIMS = 27;
const ANSWER_MS = 300;
/** Largest ratio of the latency to the time of one answer. */
const MAX_ANSWERS = 8;

/** Each round asks about another town, so that no round finds cached answers. */
const TOWNS = ['Halvik', 'Sandvik', 'Tornes', 'Eldhavn', 'Borgund', 'Selje'];
/** Kinds of things that are counted in each town. */
const THINGS = ['bridges', 'chapels', 'mills', 'schools', 'inns', 'wells', 'squares', 'boats', 'barns'];
const MADE = ['counted', 'repaired', 'painted'];

/** A sentence about one thing in a town. In the article, every second sentence has a different number. */
function sentence(town: string, n: number, isArticle: boolean): string {
  const thing = THINGS[n % THINGS.length]!;
  const made = MADE[Math.floor(n / THINGS.length)]!;
  const figure = 12 + 7 * n + (isArticle && n % 2 === 1 ? 3 : 0);
  return `In ${1950 + n} the council of ${town} ${made} ${figure} ${thing}.`;
}

const sentences = (town: string, isArticle: boolean) =>
  Array.from({ length: CLAIMS }, (_, n) => sentence(town, n, isArticle)).join(' ');

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const [first, ...towns] = quick ? TOWNS.slice(0, 2) : TOWNS;
  const wiki = await openWikiServer(
    TOWNS.map((town) => ({ title: town, text: `${town} is a town on the coast.\n${sentences(town, true)}` })),
    { takes: ANSWER_MS },
  );
  const service = await startService(join(folder, 'data'), {
    EVIDENCE_PUBLIC_SOURCES: 'on',
    EVIDENCE_PROVIDER_URLS: JSON.stringify({ wikipedia: wiki.url, wikidata: wiki.url }),
    EVIDENCE_ALLOW_HOSTS: new URL(wiki.url).host,
  });
  try {
    await verify(service, sentence(first!, 0, false));
    const latencies: number[] = [];
    const searches: number[] = [];
    const documents: number[] = [];
    const claims: number[] = [];
    for (const town of towns) {
      const before = { searches: wiki.searches().length, reads: wiki.reads().length };
      const response = await verify(service, sentences(town, false));
      latencies.push(response.milliseconds);
      claims.push(response.claims);
      searches.push(wiki.searches().length - before.searches);
      documents.push(wiki.reads().length - before.reads);
    }
    const longest = percentile(latencies, 1);
    return {
      name: `POST of ${CLAIMS} claims about one subject, searched for outside, with ${ANSWER_MS} ms for each answer`,
      figures: [
        { label: 'claims, fewest', value: Math.min(...claims), unit: '', limit: { at_least: CLAIMS } },
        { label: 'searches, most', value: Math.max(...searches), unit: '', limit: { at_most: 20 } },
        { label: 'documents read, most', value: Math.max(...documents), unit: '', limit: { at_most: 15 } },
        { label: 'p50', value: percentile(latencies, 0.5) / 1_000, unit: 's' },
        {
          label: 'longest',
          value: longest / 1_000,
          unit: 's',
          ratio: times(longest, 'one answer', ANSWER_MS, MAX_ANSWERS),
        },
      ],
    };
  } finally {
    await service.stop();
    await wiki.close();
  }
}
