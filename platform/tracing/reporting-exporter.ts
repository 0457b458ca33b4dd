/** Says that spans got lost, and how many: at most once a minute, however often it happens. */
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '#contracts/ports/clock.ts';

const QUIET_MS = 60_000;

export interface Loss {
  /** Since the last report. */
  spans_lost: number;
  /** Why, where that is known. */
  err?: unknown;
}

export interface ReportingExporter extends SpanExporter {
  /** The end: what is still on its way counts as lost, and all that was not yet reported is. */
  giveUp(): void;
}

/** Exports through `exporter`, and tells `report` what it could not hand over. */
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
        // 0 is success; the enumeration stands in a package of the SDK's own.
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
