/**
 * Writes monitoring/dashboard.json, a dashboard for Grafana: a panel for each figure of docs/observability.md that one looks
 * at. `npm run dashboard` after a change here; `npm test` compares.
 */
import { writeFileSync } from 'node:fs';

interface Panel {
  title: string;
  /** Each line's query, and how it is called. */
  lines: [query: string, legend: string][];
  unit?: string;
}

const quantile = (metric: string, by: string) =>
  `histogram_quantile(0.95, sum by (${[by, 'le'].filter(Boolean).join(', ')}) (rate(${metric}_bucket[5m])))`;

const ROWS: Record<string, Panel[]> = {
  'Service levels': [
    { title: 'Requests without a 5xx', unit: 'percentunit', lines: [['evidence:availability:ratio5m', 'share']] },
    { title: 'Verifications, 95 % within', unit: 's', lines: [['evidence:verification_seconds:p95', 'seconds']] },
    { title: 'Views are behind by', unit: 's', lines: [['evidence:view_lag_seconds:max', 'seconds']] },
  ],
  Requests: [
    {
      title: 'Requests a second',
      unit: 'reqps',
      lines: [['sum by (status) (rate(http_request_duration_seconds_count[5m]))', '{{status}}']],
    },
    { title: '95 % within', unit: 's', lines: [[quantile('http_request_duration_seconds', 'route'), '{{route}}']] },
    {
      title: 'Connections',
      lines: [
        ['http_connections', '{{instance}}'],
        ['sum by (reason) (rate(http_connections_cut_off_total[5m]))', 'cut off: {{reason}}'],
      ],
    },
  ],
  Pipeline: [
    {
      title: 'Lag',
      unit: 's',
      lines: [['max by (kind, subscription) (subscription_lag_seconds)', '{{kind}} {{subscription}}']],
    },
    {
      title: 'Waiting',
      lines: [
        ['sum by (stage) (pipeline_stage_pending)', '{{stage}}'],
        ['max by (topic) (pipeline_topic_backlog_messages)', 'topic {{topic}}'],
      ],
    },
    {
      title: '95 % of deliveries within',
      unit: 's',
      lines: [[quantile('pipeline_stage_duration_seconds', 'stage'), '{{stage}}']],
    },
    {
      title: 'Tried again and given up, a minute',
      lines: [
        ['60 * sum by (stage, error) (rate(pipeline_stage_retries_total[5m]))', 'again: {{stage}} {{error}}'],
        ['60 * sum by (stage, error) (rate(pipeline_stage_dead_letters_total[5m]))', 'given up: {{stage}} {{error}}'],
      ],
    },
    {
      title: 'Engine and library, 95 % within',
      unit: 's',
      lines: [[quantile('work_duration_seconds', 'work'), '{{work}}']],
    },
    {
      title: 'Webhook attempts a minute',
      lines: [['60 * sum by (outcome) (rate(webhook_attempt_duration_seconds_count[5m]))', '{{outcome}}']],
    },
  ],
  'Language model': [
    {
      title: 'Questions a minute',
      lines: [['60 * sum by (outcome) (rate(model_questions_total[5m]))', '{{outcome}}']],
    },
    {
      title: 'Answered, 95 % within',
      unit: 's',
      lines: [[quantile('model_question_duration_seconds', ''), 'seconds']],
    },
    { title: 'Tokens a minute', lines: [['60 * sum by (direction) (rate(model_tokens_total[5m]))', '{{direction}}']] },
    {
      title: 'Not asked',
      lines: [
        ['max(model_circuit_open)', 'by anybody'],
        ['max(model_circuits_open_organizations)', 'by organizations'],
      ],
    },
  ],
  Processes: [
    { title: 'Resident memory', unit: 'bytes', lines: [['process_resident_memory_bytes', '{{instance}}']] },
    { title: 'Processor', unit: 'percentunit', lines: [['rate(process_cpu_seconds_total[5m])', '{{instance}}']] },
    { title: 'Event loop, 99 %', unit: 's', lines: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
  ],
};

const [WIDTH, HEIGHT, PER_ROW] = [8, 8, 3];

/** The dashboard as Grafana imports it; the source of data is chosen there. */
export function dashboard() {
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(ROWS)) {
    panels.push({ type: 'row', title, gridPos: { x: 0, y: y++, w: 24, h: 1 }, panels: [] });
    for (const [at, { title, lines, unit = 'short' }] of row.entries()) {
      panels.push({
        type: 'timeseries',
        title,
        datasource: { type: 'prometheus', uid: `\${source}` },
        gridPos: { x: (at % PER_ROW) * WIDTH, y: y + Math.floor(at / PER_ROW) * HEIGHT, w: WIDTH, h: HEIGHT },
        fieldConfig: { defaults: { unit }, overrides: [] },
        targets: lines.map(([expr, legendFormat], n) => ({ refId: String.fromCharCode(65 + n), expr, legendFormat })),
      });
    }
    y += Math.ceil(row.length / PER_ROW) * HEIGHT;
  }
  return {
    title: 'Evidence verification',
    uid: 'evidence-verification',
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: [{ type: 'datasource', name: 'source', query: 'prometheus' }] },
    panels: panels.map((panel, id) => ({ id: id + 1, ...panel })),
  };
}

export const DASHBOARD_FILE = 'monitoring/dashboard.json';

if (import.meta.main) writeFileSync(DASHBOARD_FILE, `${JSON.stringify(dashboard(), null, 2)}\n`);
