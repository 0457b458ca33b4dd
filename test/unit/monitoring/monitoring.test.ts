/** Rules, dashboard, docs and runbook speak of the same metrics, and promtool takes the rules. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { DASHBOARD_FILE, dashboard } from '../../../scripts/dashboard.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook_url: string };
}
const { groups } = parse(read('monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));

/** What is recorded under the name; nothing if it is a metric. */
const exprOf = (name: string) => rules.find(({ record }) => record === name)?.expr ?? '';

/** Rows of the table of metrics: the name, and what is suggested to be alerted of. */
const documented = new Map(
  [...read('docs/observability.md').matchAll(/^\| `([a-z_]+)` \| (?:gauge|counter|histogram).* \| ([^|]+) \|$/gm)].map(
    ([, name, suggestion]) => [name!, suggestion!],
  ),
);
/** Of Prometheus itself and of prom-client's defaults, which the docs name below the table. */
const STANDARD = /^(?:up|process_\w+|nodejs_\w+)$/;

function metricsOf(expr: string): string[] {
  const withoutLabels = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '');
  const names = withoutLabels.match(/[a-z][\w:]*(?![\w:(])/g) ?? [];
  return names
    .filter((name) => name === 'up' || /[_:]/.test(name))
    .filter((name) => !['histogram_quantile', 'humanize'].includes(name))
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
}

/** With a store away, stages wait for it rather than fail again and again. */
const WITHOUT_FAULT = ['EvidenceStageRetries'];

describe('monitoring', () => {
  test('every rule and panel asks for metrics that are documented', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...[...read(DASHBOARD_FILE).matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expr]) => expr!),
    ];
    const asked = new Set(expressions.flatMap(metricsOf));
    assert.ok(asked.size > 15, [...asked].join(' '));
    const unknown = [...asked].filter((name) => !documented.has(name) && !STANDARD.test(name) && !recorded.has(name));
    assert.deepEqual(unknown, []);
  });

  test('every metric for which the docs suggest an alert has one', () => {
    const asked = alerts.flatMap(({ expr }) => metricsOf(expr));
    const alerted = new Set(asked.flatMap((name) => [name, ...metricsOf(exprOf(name))]));
    const suggested = [...documented].filter(([, suggestion]) => !/^(?:none|what you are)/.test(suggestion));
    assert.ok(suggested.length > 10);
    assert.deepEqual(
      suggested.map(([name]) => name).filter((name) => !alerted.has(name)),
      [],
    );
  });

  test('every alert leads to its line of the runbook, which names it', () => {
    const runbook = read('docs/runbook.md');
    for (const { alert, labels, annotations } of alerts) {
      const anchor = annotations!.runbook_url.split('docs/runbook.md#')[1]!;
      const line = runbook.split('\n').find((each) => each.includes(`<a id="${anchor}"></a>`));
      assert.ok(line !== undefined, alert!);
      const short = alert!.replace(/^Evidence(?:Connections)?/, '');
      assert.ok(line.includes(short), `${alert}: ${line.slice(0, 100)}`);
      assert.match(labels!.severity, /^(?:page|ticket)$/);
    }
  });

  test('every alert is shown to fire, by made-up series and by a real fault', () => {
    const tested = read('monitoring/alerts.test.yml');
    for (const { alert } of alerts) assert.ok(tested.includes(`alertname: ${alert}\n`), alert!);
    const faults = globSync('test/faults/alerts/*.test.ts', { cwd: ROOT }).map(read).join('\n');
    const fired = [...faults.matchAll(/assertFired\(([^)]*)\)/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []);
    const others = alerts.map(({ alert }) => alert!).filter((alert) => !fired.includes(alert));
    assert.deepEqual(others, WITHOUT_FAULT);
  });

  test('the dashboard is what its script makes', () => {
    assert.deepEqual(JSON.parse(read(DASHBOARD_FILE)), JSON.parse(JSON.stringify(dashboard())));
  });

  test('promtool takes the rules, and each fires when it should', (context) => {
    const run = (...args: string[]) => spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });
    if (run('--version').error !== undefined) {
      context.skip('promtool is not on this machine (Debian: prometheus)');
      return;
    }
    for (const args of [
      ['check', 'rules', 'monitoring/alerts.yml'],
      ['test', 'rules', 'monitoring/alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = run(...args);
      assert.equal(status, 0, stdout + stderr);
    }
  });
});
