/** The service's own metrics besides HTTP: pipeline stages, lag, and the process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PipelineMetrics } from '#pipeline/stages/stage.ts';

export interface ServiceMetrics {
  registry: Registry;
  pipeline: PipelineMetrics;
  /** Records work outside the event loop: an engine call or a library search. */
  workDone(work: string, milliseconds: number): void;
  /** Registers a gauge that is read on every scrape; NaN where that takes longer than a few seconds. */
  gauge(name: string, help: string, labels: Record<string, string>, read: () => number | Promise<number>): void;
}

/** The default of 10 would wake an idle process a hundred times a second. */
const LAG_INTERVAL_MS = 50;

/** A scrape of Prometheus' ends after ten seconds, and stores that are away answer later than that. */
const READ_WITHIN_MS = 3_000;

async function inTime(read: () => number | Promise<number>): Promise<number> {
  const late = Promise.withResolvers<number>();
  const timer = setTimeout(() => late.resolve(Number.NaN), READ_WITHIN_MS);
  try {
    return await Promise.race([read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function createMetrics(): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  const registers = [registry];
  const durations = new Histogram({
    name: 'pipeline_stage_duration_seconds',
    help: 'Time that a pipeline stage took for one delivery.',
    labelNames: ['stage'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const retries = new Counter({
    name: 'pipeline_stage_retries_total',
    help: 'Deliveries that failed and were tried again.',
    labelNames: ['stage', 'error'],
    registers,
  });
  const deadLetters = new Counter({
    name: 'pipeline_stage_dead_letters_total',
    help: 'Deliveries that were given up on.',
    labelNames: ['stage', 'error'],
    registers,
  });
  const work = new Histogram({
    name: 'work_duration_seconds',
    help: 'Time that an engine thread worked on a call, and that a library search took.',
    labelNames: ['work'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const questions = new Counter({
    name: 'model_questions_total',
    help: 'Questions to language models, by what came of them.',
    labelNames: ['outcome'],
    registers,
  });
  const questionTimes = new Histogram({
    name: 'model_question_duration_seconds',
    help: 'Time from a question to a language model until its outcome, the wait for a turn and further tries included.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 45, 90],
    registers,
  });
  const tokens = new Counter({
    name: 'model_tokens_total',
    help: 'Tokens of language models, as their servers count them.',
    labelNames: ['direction'],
    registers,
  });
  const webhooks = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of an attempt to deliver a webhook message, by what came of it.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const gauges = new Map<
    string,
    { gauge: Gauge; reads: { labels: Record<string, string>; read: () => number | Promise<number> }[] }
  >();

  return {
    registry,
    pipeline: {
      stageHandled: (stage, milliseconds) => durations.observe({ stage }, milliseconds / 1000),
      stageRetried: (stage, error) => retries.inc({ stage, error }),
      stageDeadLettered: (stage, error) => deadLetters.inc({ stage, error }),
      modelConsulted(outcome, milliseconds, usage) {
        questions.inc({ outcome });
        if (milliseconds !== null) questionTimes.observe(milliseconds / 1000);
        if (usage === null) return;
        tokens.inc({ direction: 'input' }, usage.input_tokens);
        tokens.inc({ direction: 'output' }, usage.output_tokens);
      },
      webhookAttempted: (outcome, milliseconds) => webhooks.observe({ outcome }, milliseconds / 1000),
    },
    workDone: (name, milliseconds) => work.observe({ work: name }, milliseconds / 1000),
    gauge(name, help, labels, read) {
      const known = gauges.get(name);
      if (known !== undefined) {
        known.reads.push({ labels, read });
        return;
      }
      const reads = [{ labels, read }];
      const gauge = new Gauge({
        name,
        help,
        labelNames: Object.keys(labels),
        registers,
        async collect() {
          const values = await Promise.all(reads.map(({ read }) => inTime(read)));
          for (const [index, { labels }] of reads.entries()) this.set(labels, values[index]!);
        },
      });
      gauges.set(name, { gauge, reads });
    },
  };
}
