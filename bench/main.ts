/**
 * Runs the benchmarks and prints their figures with their limits, most of which are ratios to reference figures from the same
 * run.
 *
 *   node bench/main.ts [--only NAME …] [--quick] [--json FILE] [--stored N]
 *
 * Exits with 1 if a figure exceeds its limit; with --quick only if a benchmark throws, because the times of a smoke run on a busy
 * machine mean nothing.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchResult, failures, toText } from './result.ts';
import type { BenchOptions } from './support/options.ts';

const BENCHES: Record<string, () => Promise<{ run(options: BenchOptions): Promise<BenchResult> }>> = {
  post: () => import('./post.ts'),
  model: () => import('./model.ts'),
  'long-text': () => import('./long-text.ts'),
  pages: () => import('./pages.ts'),
  startup: () => import('./startup.ts'),
  appends: () => import('./appends.ts'),
  rebuild: () => import('./rebuild.ts'),
  scale: () => import('./scale.ts'),
  'scale-distributed': () => import('./scale-distributed.ts'),
  outside: () => import('./outside.ts'),
  cost: () => import('./cost.ts'),
  distributed: () => import('./distributed.ts'),
};

/** Twice the number of verifications that `scale` uses for comparison. */
const FEWEST_STORED = 2_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    stored: { type: 'string' },
  },
});
const names = values.only ?? Object.keys(BENCHES);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const stored = values.stored === undefined ? undefined : Number(values.stored);
if (stored !== undefined && !(Number.isInteger(stored) && stored >= FEWEST_STORED)) {
  console.error(`--stored takes a number from ${FEWEST_STORED} on`);
  process.exit(2);
}

const machine = {
  date: new Date().toISOString(),
  node: process.version,
  kernel: release(),
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memory_gb: Math.round(totalmem() / 2 ** 30),
  quick: values.quick,
};
console.log(
  Object.entries(machine)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', '),
);

const results: (BenchResult & { benchmark: string; load_before: number; kept: boolean })[] = [];
for (const name of names) {
  const folder = await mkdtemp(join(tmpdir(), `evidence-bench-${name}-`));
  try {
    const load = loadavg()[0]!;
    const { run } = await BENCHES[name]!();
    const result = await run({ quick: values.quick, folder, stored });
    const kept = failures(result).length === 0;
    results.push({ benchmark: name, ...result, load_before: load, kept });
    console.log(
      `\n${toText(result)}\n  load when it began ${load.toFixed(2)}; ${kept ? 'limits kept' : 'LIMIT MISSED'}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
if (!values.quick && results.some(({ kept }) => !kept)) process.exitCode = 1;
