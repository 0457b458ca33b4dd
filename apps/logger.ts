/**
 * One pino JSON line per event on standard output. Lines carry ids, counts, durations and error classes: never bodies,
 * claims, file contents or secrets. Errors are serialized without their message, which may hold external text.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { isStorageUnwritable } from '#contracts/ports/storage.ts';

export type { Logger };

/** Headers and fields that must not be printed even if a whole object is logged by mistake. */
const REDACTED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'secret',
  'credential',
  'content',
  'question',
  'claim',
  'explanation',
]);
const CENSOR = '[redacted]';
const DEBUG = pino.levels.values.debug!;
/** Depth of the search for these fields; deeper values are not printed at all. */
const DEPTH = 4;

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redacted },
      serializers: { err: errorSummary, error: errorSummary },
      hooks: {
        // Values of placeholders in messages.
        logMethod(args, method, level) {
          if (level > DEBUG && isOfFullStorage(args[0])) return this.debug(...args);
          const [first, ...rest] = args;
          method.apply(this, [first, ...rest.map((value) => printable('', value, 1))] as typeof args);
        },
      },
    },
    destination ?? pino.destination({ sync: false }),
  );
  // Formatters see the fields of a line only, not those bound to a child.
  const { child } = logger;
  logger.child = function (this: Logger, bindings: Record<string, unknown>, options) {
    return child.call(this, redacted(bindings), options);
  } as Logger['child'];
  return logger;
}

/** One line names a storage that takes no writes (`storage-watch.ts`); each of the calls that fail on it would bury that. */
function isOfFullStorage(fields: unknown): boolean {
  const { err, error_code } = (fields ?? {}) as { err?: unknown; error_code?: unknown };
  return isStorageUnwritable(err) || isStorageUnwritable({ code: error_code });
}

/**
 * Redacts fields. pino's own redaction finds nested fields by wildcard paths, for which it copies every line
 * repeatedly: 30 microseconds and tens of kilobytes of garbage per line.
 */
function redacted(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, printable(name, value, 1)]));
}

function printable(name: string, value: unknown, depth: number): unknown {
  if (REDACTED.has(name)) return CENSOR;
  if (typeof value !== 'object' || value === null) return value;
  // Top-level errors are left to the serializers.
  if (value instanceof Error) return depth === 1 && (name === 'err' || name === 'error') ? value : errorSummary(value);
  if (value instanceof Date) return value;
  if (depth === DEPTH) return '[too deep]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return printable(name, value.toJSON(), depth + 1);
  if (Array.isArray(value)) return value.map((item) => printable('', item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, printable(key, inner, depth + 1)]));
}

/** Class, code and stack frames. Without the message, as libraries include their input in it. */
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
