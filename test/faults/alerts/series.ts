/** What processes tell at /metrics in a fault, given to promtool as if a minute lay between two looks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const RULES = join(import.meta.dirname, '../../../monitoring/alerts.yml');
/** Names of metrics, among other words, that the rules ask for. */
const ASKED = new Set(readFileSync(RULES, 'utf8').match(/[a-z]\w+_\w+/g));
/** It tells of the machine that tests share, and not of a fault, unless one expects it. */
const OF_THE_MACHINE = 'EvidenceEventLoopBusy';
/** A scrape of Prometheus' ends after ten seconds unless it is configured otherwise. */
const SCRAPE_WITHIN_MS = 10_000;

/** Options of a test that needs promtool: skipped with the reason if it is not installed. */
export function unlessPromtoolIsMissing(): { skip: string | false } {
  const missing = spawnSync('promtool', ['--version']).error !== undefined;
  return { skip: missing && 'promtool is not on this machine (Debian: prometheus)' };
}

export class Series {
  readonly #values = new Map<string, string[]>();
  #minutes = 0;

  /** Looks at each process, by the name of its instance. One that does not answer is down in this minute. */
  async look(urls: Record<string, string>): Promise<void> {
    const told = await Promise.all(
      Object.entries(urls).map(async ([instance, url]) => [instance, await metricsAt(url)] as const),
    );
    for (const [instance, text] of told) this.#add(instance, text === null ? 'up 0' : `up 1\n${text}`);
    this.#minutes++;
    for (const values of this.#values.values()) if (values.length < this.#minutes) values.push('stale');
  }

  /** In Prometheus' text format. */
  #add(instance: string, text: string): void {
    for (const [, name, labels = '', value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      if (!ASKED.has(name!.replace(/_(?:bucket|sum|count)$/, '')) && !ASKED.has(name!) && name !== 'up') continue;
      const all = [labels, 'job="evidence"', `instance="${instance}"`].filter((each) => each !== '');
      const series = `${name}{${all.join(',')}}`;
      const values = this.#values.get(series) ?? Array(this.#minutes).fill('_');
      this.#values.set(series, [...values, value!]);
    }
  }

  /** Fails unless these alerts have fired, and no others. */
  async assertFired(...alerts: readonly string[]): Promise<void> {
    const { path, remove } = await temporaryFolder();
    try {
      const file = join(path, 'alerts.test.yml');
      await writeFile(file, JSON.stringify(this.#testOf(alerts)));
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    } finally {
      await remove();
    }
  }

  #testOf(alerts: readonly string[]): object {
    const others = alerts.includes(OF_THE_MACHINE) ? '' : `,alertname!="${OF_THE_MACHINE}"`;
    return {
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [...this.#values].map(([series, values]) => ({ series, values: values.join(' ') })),
          promql_expr_test: [
            {
              expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"${others}}[${this.#minutes}m]))`,
              eval_time: `${this.#minutes - 1}m`,
              exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
            },
          ],
        },
      ],
    };
  }
}

async function metricsAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_WITHIN_MS) });
    return response.status === 200 ? await response.text() : null;
  } catch {
    return null;
  }
}
