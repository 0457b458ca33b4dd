/** Reports lost spans, at most once a minute. */
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '#contracts/ports/clock.ts';

const QUIET_MS = 60_000;

export interface Loss {
  /** Spans lost since the last report. */
  spans_lost: number;
  /** The reason, if known. */
  err?: unknown;
}

export interface ReportingExporter extends SpanExporter {
  /** Counts spans that are still being exported as lost, and reports all unreported losses. */
  giveUp(): void;
}

/** Exports through `exporter`, and reports failed exports to `report`. */
export function reportingExporter(
  exporter: SpanExporter,
  clock: Clock,
  report: (loss: Loss) => void,
): ReportingExporter {
  let lost = 0;
  let underWay = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      underWay += spans.length;
      exporter.export(spans, (result) => {
        underWay -= spans.length;
        // 0 is success; the SDK's enumeration is in a separate package.
        if (result.code !== 0) lost += spans.length;
        if (result.code !== 0 && clock.now() >= quietUntil) {
          quietUntil = clock.now() + QUIET_MS;
          report({ spans_lost: lost, err: result.error });
          lost = 0;
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
    giveUp() {
      if (lost + underWay > 0) report({ spans_lost: lost + underWay });
      quietUntil = Number.POSITIVE_INFINITY;
    },
  };
}
