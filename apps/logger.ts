/**
 * One pino JSON line per event on standard output. Lines carry ids, counts, durations and error classes: never bodies,
 * claims, file contents or secrets. Errors are serialised without their message where it may hold what came from
 * outside.
 */
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Headers and fields that must not be printed even if somebody logs a whole object by mistake. */
const REDACTED = ['authorization', 'cookie', 'secret', 'credential', 'content', 'question', 'claim', 'explanation'];

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      serializers: { err: errorSummary, error: errorSummary },
    },
    destination ?? pino.destination({ sync: false }),
  );
}

/** Class, code and the frames of our own files. The message stays out: libraries put input into theirs. */
export function errorSummary(error: unknown): { class: string; code?: string; stack?: string[] } {
  if (!(error instanceof Error)) return { class: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return {
    class: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(frames === undefined ? {} : { stack: frames }),
  };
}
