/**
 * What the alert rules say of real faults: the service's own /metrics, before a fault, during it and after a kill, are given to
 * promtool as if a minute lay between two looks. Each fault fires its alerts and no others.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { freePort } from '../../scripts/free-port.ts';

const RULES = join(import.meta.dirname, '../../monitoring/alerts.yml');
const MINUTES = { healthy: 12, withoutModel: 20, killed: 10 };
/** It tells of the machine that the test shares, and not of a fault. */
const OF_THE_MACHINE = 'EvidenceEventLoopBusy';
/** The library has nothing on it, so a model would be asked. */
const CONTENT = 'The visitor centre of the Velmar Tidal Power Station was opened by a minister.';
const LIBRARY = join(import.meta.dirname, '../../examples/library');
/** Names of metrics, among other words, that the rules ask for. */
const SCRAPED = new Set(readFileSync(RULES, 'utf8').match(/[a-z]\w+_\w+/g));

test('a model that is away and a kill fire their alerts and no others', async (context) => {
  if (spawnSync('promtool', ['--version']).error !== undefined) {
    return context.skip('promtool is not on this machine (Debian: prometheus)');
  }
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const series = new Series();
  const data = join(path, 'data');
  const healthy = await startService(data, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  await look(series, healthy, MINUTES.healthy).finally(() => healthy.stop());
  const away = await startService(data, {
    EVIDENCE_LIBRARY_DIR: LIBRARY,
    EVIDENCE_MODEL: 'away:8b',
    EVIDENCE_MODEL_URL: `http://127.0.0.1:${await freePort()}/v1`,
  });
  await look(series, away, MINUTES.withoutModel).finally(() => away.kill());
  for (let minute = 0; minute < MINUTES.killed; minute++) series.add('up 0');

  const file = join(path, 'alerts.test.yml');
  const { healthy: first, withoutModel: second, killed: third } = MINUTES;
  const expected = [
    { minute: first - 1, alerts: [] },
    { minute: first + second - 1, alerts: ['EvidenceModelAway'] },
    { minute: first + second + third - 1, alerts: ['EvidenceLagAbsent', 'EvidenceProcessDown'] },
  ];
  await writeFile(file, JSON.stringify(testOf(series, expected)));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

/** Looks at the metrics after each of so many verifications. */
async function look(series: Series, service: ServiceProcess, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    const answer = await service.request('POST', '/v1/verifications', { body: { content: `${CONTENT} ${minute}` } });
    assert.equal(answer.status, 201, answer.text);
    const { text } = await service.request('GET', '/metrics', { key: null });
    series.add(`up 1\n${text}`);
  }
}

/** The values of each series, a minute apart; a series that is not told in a minute is stale then. */
class Series {
  readonly #values = new Map<string, string[]>();
  #minutes = 0;

  /** In Prometheus' text format. */
  add(text: string): void {
    for (const [, name, labels = '', value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      if (!SCRAPED.has(name!.replace(/_(?:bucket|sum|count)$/, '')) && !SCRAPED.has(name!) && name !== 'up') continue;
      const series = `${name}{${[labels, 'job="evidence"', 'instance="a"'].filter((each) => each !== '').join(',')}}`;
      const values = this.#values.get(series) ?? Array(this.#minutes).fill('_');
      this.#values.set(series, [...values, value!]);
    }
    this.#minutes++;
    for (const values of this.#values.values()) if (values.length < this.#minutes) values.push('stale');
  }

  input(): { series: string; values: string }[] {
    return [...this.#values].map(([series, values]) => ({ series, values: values.join(' ') }));
  }
}

function testOf(series: Series, expected: readonly { minute: number; alerts: readonly string[] }[]): object {
  return {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series.input(),
        promql_expr_test: expected.map(({ minute, alerts }) => ({
          expr: `group by (alertname) (ALERTS{alertstate="firing",alertname!="${OF_THE_MACHINE}"})`,
          eval_time: `${minute}m`,
          exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
        })),
      },
    ],
  };
}
