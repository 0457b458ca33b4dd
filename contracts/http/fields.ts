/**
 * Building blocks of request schemas. Each is an ordinary zod schema that coerces and refuses like Pydantic v2, and can
 * be exported to JSON Schema. An issue's message is the error type of Pydantic's vocabulary; `params` is its ctx (see
 * validation.ts, which converts issues to the response format).
 */
import { z } from 'zod';
import { codePoints } from '../code-points.ts';
import { Failure, toBoolean, toFloat, toInteger } from './coercion.ts';
import { toDatetime } from './datetime.ts';
import { toUrl } from './url.ts';

interface LengthBounds {
  /** In code points. */
  min?: number;
  max?: number;
}

interface StringOptions extends LengthBounds {
  pattern?: RegExp;
}

interface DescribedBounds extends LengthBounds {
  /**
   * For the published API description only: a pattern that other code checks, with an error of its own. Without flags.
   */
  described?: RegExp;
}

interface NumberBounds {
  ge?: number;
  le?: number;
}

/** A string; lengths count code points. Lone surrogates are refused, as UTF-8 cannot encode them. */
export function str(options: StringOptions = {}) {
  const schema = coerced((value) => checkString(value, options), z.string());
  return schema.meta({
    ...(options.min !== undefined && { minLength: options.min }),
    ...(options.max !== undefined && { maxLength: options.max }),
    ...(options.pattern !== undefined && { pattern: options.pattern.source }),
  });
}

/** An integer. Both bounds are required, as values beyond safe integers are clamped. */
export function int({ ge, le }: { ge: number; le: number }) {
  return coerced(toInteger, z.int().gte(ge, 'greater_than_equal').lte(le, 'less_than_equal'));
}

/** A finite number. */
export function number({ ge, le }: NumberBounds) {
  let schema = z.number();
  if (ge !== undefined) schema = schema.gte(ge, 'greater_than_equal');
  if (le !== undefined) schema = schema.lte(le, 'less_than_equal');
  return coerced(toFloat, schema);
}

export function bool() {
  return coerced(toBoolean, z.boolean());
}

/** One of the values, listed in the field itself. */
export function literal<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: (issue) => (issue.input === undefined ? 'missing' : 'literal_error') });
}

/** One of the values of a named enumeration. */
export function enumeration<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: (issue) => (issue.input === undefined ? 'missing' : 'enum') });
}

/** A list. Its length is checked first, so a wrong length hides errors of its items. */
export function list<Item extends z.ZodType>(item: Item, { min, max }: { min?: number; max: number }) {
  let schema = z.array(item).max(max);
  if (min !== undefined) schema = schema.min(min);
  return coerced((value) => {
    if (!Array.isArray(value)) return new Failure('list_type');
    const length = { actual_length: value.length };
    if (min !== undefined && value.length < min) {
      return new Failure('too_short', { field_type: 'List', min_length: min, ...length });
    }
    if (value.length > max) return new Failure('too_long', { field_type: 'List', max_length: max, ...length });
    return value as unknown[];
  }, schema);
}

/** A date-time; the value is RFC 3339 in UTC. */
export function datetime() {
  return coerced(toDatetime, z.string()).meta({ format: 'date-time' });
}

/** An absolute http or https URL. */
export function url(bounds: LengthBounds) {
  return coerced((value) => {
    const text = checkString(value, bounds);
    return text instanceof Failure ? text : toUrl(text);
  }, z.string()).meta({
    format: 'uri',
    ...(bounds.min !== undefined && { minLength: bounds.min }),
    ...(bounds.max !== undefined && { maxLength: bounds.max }),
  });
}

/** A string that must pass `test`; `explanation` follows "Value error, ". */
export function checked(options: DescribedBounds, test: (value: string) => boolean, explanation: string) {
  return coerced((value) => {
    const text = checkString(value, options);
    if (text instanceof Failure || test(text)) return text;
    return new Failure('value_error', { error: explanation });
  }, z.string()).meta({
    ...(options.min !== undefined && { minLength: options.min }),
    ...(options.max !== undefined && { maxLength: options.max }),
    ...(options.described !== undefined && { pattern: options.described.source }),
  });
}

/** A credential: a string that is never echoed (see `isSecret`) and is write-only in the published API description. */
export function secret({ described, ...bounds }: DescribedBounds) {
  const pattern = described !== undefined && { pattern: described.source };
  const schema = str(bounds).meta({ format: 'password', writeOnly: true, ...pattern });
  SECRETS.add(schema);
  return schema;
}

/**
 * A string, also as a list of parts of text, which are joined by line breaks; other parts are refused. Chat clients send
 * either.
 */
export function text(bounds: LengthBounds) {
  const schema = coerced(
    (value) => {
      const whole = Array.isArray(value) ? joinedParts(value) : value;
      return whole instanceof Failure ? whole : checkString(whole, bounds);
    },
    z.union([
      z.string().meta({ minLength: bounds.min, maxLength: bounds.max }),
      z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).min(1),
    ]),
  );
  return schema as unknown as z.ZodType<string>;
}

function joinedParts(parts: readonly unknown[]): string | Failure {
  const texts = parts.flatMap((part) => {
    const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
    return type === 'text' && typeof text === 'string' ? text : [];
  });
  if (texts.length === parts.length) return texts.join('\n');
  return new Failure('value_error', { error: 'a list of content may hold parts of the type "text" only' });
}

/**
 * `schema` with a default for an absent field, which the published API description shows. In a response record: a field
 * that is optional in the interface but always sent.
 */
export function withDefault<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  // .default() returns `value` itself for an absent field, without parsing it.
  return schema.default(value as never).meta({ default: value });
}

/** A closed object: unknown fields are errors. `id` is its name in the published API description. */
export function model<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  const schema = z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return 'extra_forbidden';
      return issue.input === undefined ? 'missing' : 'model_attributes_type';
    },
  });
  return schema.meta({ id });
}

/** Query parameters: unknown ones are ignored. */
export function query<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape);
}

const SECRETS = new WeakSet<z.ZodType>();

/** Whether a schema, or the one it wraps, was made by `secret`. */
export function isSecret(schema: z.ZodType): boolean {
  if (SECRETS.has(schema)) return true;
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType !== undefined && isSecret(innerType);
}

function checkString(value: unknown, { min, max, pattern }: StringOptions): string | Failure {
  if (typeof value !== 'string') return new Failure('string_type');
  if (!value.isWellFormed()) return new Failure('string_unicode');
  // A string has at most as many code points as UTF-16 units, and at least half as many: count only when needed.
  if (min !== undefined && value.length < min * 2 && codePoints(value) < min) {
    return new Failure('string_too_short', { min_length: min });
  }
  if (max !== undefined && value.length > max && (value.length > max * 2 || codePoints(value) > max)) {
    return new Failure('string_too_long', { max_length: max });
  }
  if (pattern !== undefined && !pattern.test(value)) {
    return new Failure('string_pattern_mismatch', { pattern: pattern.source });
  }
  return value;
}

/** `schema` after a coercion; an absent value is `missing`. */
function coerced<Schema extends z.ZodType>(coerce: (value: unknown) => unknown | Failure, schema: Schema) {
  return z.preprocess((value, payload) => {
    const result = value === undefined ? new Failure('missing') : coerce(value);
    if (!(result instanceof Failure)) return result;
    payload.issues.push({
      code: 'custom',
      message: result.type,
      input: value,
      ...(result.ctx !== undefined && { params: result.ctx }),
    });
    return z.NEVER;
  }, schema);
}
