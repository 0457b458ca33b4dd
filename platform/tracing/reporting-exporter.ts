/** Says that spans got lost, and how many: at most once a minute, however often it happens. */
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '#contracts/ports/clock.ts';

const QUIET_MS = 60_000;

export interface Loss {
  /** Since the last report. */
  spans_lost: number;
  err: unknown;
}

/** Exports through `exporter`, and tells `report` what it could not hand over. */
export function reportingExporter(exporter: SpanExporter, clock: Clock, report: (loss: Loss) => void): SpanExporter {
  let lost = 0;
  let reported = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0 is success; the enumeration stands in a package of the SDK's own.
        if (result.code !== 0) {
          lost += spans.length;
          if (clock.now() - reported >= QUIET_MS) {
            reported = clock.now();
            report({ spans_lost: lost, err: result.error });
            lost = 0;
          }
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
