/**
 * Lax coercion of JSON values like Pydantic v2's, determined by running pydantic 2.13. Each function returns the value,
 * or a Failure with an error type of Pydantic's vocabulary.
 */

export class Failure {
  readonly type: string;
  readonly ctx: Record<string, unknown> | undefined;
  constructor(type: string, ctx?: Record<string, unknown>) {
    this.type = type;
    this.ctx = ctx;
  }
}

/** Digits may be grouped by single underscores. Matches in linear time, as `_`, `.` and digits do not overlap. */
const INTEGER = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** In decimals, single underscores are dropped anywhere inside. */
const BAD_GROUPING = /^_|__|_$/;
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i;

const TRUE_WORDS = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const FALSE_WORDS = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

/**
 * Accepts "5", "5.0", " 5 ", 5.0 and true. Values beyond safe integers are clamped, as every integer field has bounds.
 */
export function toInteger(value: unknown): number | Failure {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return new Failure('finite_number');
    return Number.isInteger(value) ? clamp(value) : new Failure('int_from_float');
  }
  if (typeof value !== 'string') return new Failure('int_type');
  const text = value.trim();
  return INTEGER.test(text) ? clamp(Number(text.replaceAll('_', ''))) : new Failure('int_parsing');
}

/** Accepts numbers, decimal strings and booleans; refuses infinities and NaN. */
export function toFloat(value: unknown): number | Failure {
  if (typeof value === 'boolean') return Number(value);
  let number: number;
  if (typeof value === 'number') number = value;
  else if (typeof value !== 'string') return new Failure('float_type');
  else {
    const text = value.trim();
    if (NOT_FINITE.test(text)) return new Failure('finite_number');
    const digits = text.replaceAll('_', '');
    if (BAD_GROUPING.test(text) || !DECIMAL.test(digits)) return new Failure('float_parsing');
    number = Number(digits);
  }
  return Number.isFinite(number) ? number : new Failure('finite_number');
}

/** Accepts 0, 1 and the usual words in any case, untrimmed. */
export function toBoolean(value: unknown): boolean | Failure {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (value === 0 || value === 1) return value === 1;
    return new Failure(Number.isInteger(value) ? 'bool_parsing' : 'bool_type');
  }
  if (typeof value !== 'string') return new Failure('bool_type');
  const word = value.length <= 5 ? value.toLowerCase() : '';
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : new Failure('bool_parsing');
}

function clamp(value: number): number {
  // `+ 0` turns -0 into 0.
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) + 0;
}
