/**
 * Converts a zod error to the `detail` list of a 422, in the words of FastAPI and Pydantic v2. The list stays small
 * whatever was sent: only the first errors, and of each input no more than a budget allows.
 */
import { z } from 'zod';
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { isSecret } from '#contracts/http/fields.ts';
import { createEcho, type Echo, REDACTED, shorten } from './echo.ts';

export type LocationRoot = 'body' | 'query' | 'path' | 'header';

/** Further errors are not listed. */
export const MAX_DETAILS = 100;

type Ctx = Record<string, unknown>;

/** The closed vocabulary: error type to message. */
const MESSAGES: Record<string, (ctx: Ctx) => string> = {
  missing: () => 'Field required',
  extra_forbidden: () => 'Extra inputs are not permitted',
  string_type: () => 'Input should be a valid string',
  string_too_short: (ctx) => `String should have at least ${counted(ctx.min_length, 'character')}`,
  string_too_long: (ctx) => `String should have at most ${counted(ctx.max_length, 'character')}`,
  string_pattern_mismatch: (ctx) => `String should match pattern '${ctx.pattern}'`,
  string_unicode: () => 'Input should be a valid string, unable to parse raw data as a unicode string',
  int_type: () => 'Input should be a valid integer',
  int_parsing: () => 'Input should be a valid integer, unable to parse string as an integer',
  int_from_float: () => 'Input should be a valid integer, got a number with a fractional part',
  float_type: () => 'Input should be a valid number',
  float_parsing: () => 'Input should be a valid number, unable to parse string as a number',
  finite_number: () => 'Input should be a finite number',
  greater_than_equal: (ctx) => `Input should be greater than or equal to ${ctx.ge}`,
  less_than_equal: (ctx) => `Input should be less than or equal to ${ctx.le}`,
  bool_type: () => 'Input should be a valid boolean',
  bool_parsing: () => 'Input should be a valid boolean, unable to interpret input',
  enum: (ctx) => `Input should be ${ctx.expected}`,
  literal_error: (ctx) => `Input should be ${ctx.expected}`,
  list_type: () => 'Input should be a valid list',
  too_short: (ctx) =>
    `List should have at least ${counted(ctx.min_length, 'item')} after validation, not ${ctx.actual_length}`,
  too_long: (ctx) =>
    `List should have at most ${counted(ctx.max_length, 'item')} after validation, not ${ctx.actual_length}`,
  dict_type: () => 'Input should be a valid dictionary',
  model_attributes_type: () => 'Input should be a valid dictionary or object to extract fields from',
  url_parsing: (ctx) => `Input should be a valid URL, ${ctx.error}`,
  url_scheme: (ctx) => `URL scheme should be ${ctx.expected_schemes}`,
  url_too_long: (ctx) => `URL should have at most ${counted(ctx.max_length, 'character')}`,
  datetime_type: () => 'Input should be a valid datetime',
  datetime_parsing: (ctx) => `Input should be a valid datetime, ${ctx.error}`,
  datetime_from_date_parsing: (ctx) => `Input should be a valid datetime or date, ${ctx.error}`,
  json_invalid: () => 'JSON decode error',
};

export type Validated<Output> = { success: true; value: Output } | { success: false; detail: ValidationDetail[] };

/** Parses `input` with a schema made of fields.ts. A missing input (undefined or null) is one error at the root. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  root: LocationRoot,
  input: unknown,
): Validated<z.output<Schema>> {
  if (input === undefined || input === null) return { success: false, detail: [detailOf('missing', [root], null)] };
  const result = schema.safeParse(input);
  if (result.success) return { success: true, value: result.data };
  return { success: false, detail: details(result.error.issues, schema, root, input) };
}

/** The same for a body: returns its value, throws validation_error. */
export function parsedBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = validate(schema, 'body', body);
  if (!result.success) throw new ApiError('validation_error', { detail: result.detail });
  return result.value;
}

/** Returns a single error of our own, e.g. for what only the domain can check: `value_error` with its explanation. */
export function valueError(loc: (string | number)[], explanation: string, input: unknown): ValidationDetail {
  return detailOf('value_error', loc, createEcho()(input), { error: explanation });
}

/**
 * Puts what was sent into the details of a handler's refusal. A handler has parsed input only, and names the field; null
 * stands where it does not know.
 */
export function withInputs(
  detail: readonly ValidationDetail[],
  schema: z.ZodType | undefined,
  body: unknown,
): ValidationDetail[] {
  const echo = createEcho();
  return detail.map((each) => {
    const [root, ...path] = each.loc;
    if (schema === undefined || root !== 'body' || each.input !== null) return each;
    return { ...each, input: inputAt(schema, body, path, each.type, root, echo) ?? null };
  });
}

/** The body is not JSON: `error` and offset (in code points) as the parser reports them. */
export function jsonInvalid(offset: number, error: string): ValidationDetail {
  return detailOf('json_invalid', ['body', offset], {}, { error });
}

/** Returns one entry for an error type of the vocabulary. */
export function detailOf(type: string, loc: (string | number)[], input: unknown, ctx?: Ctx): ValidationDetail {
  if (type === 'value_error') {
    return { type, loc, msg: `Value error, ${ctx?.error}`, input, ctx: { error: {} } };
  }
  const message = MESSAGES[type];
  if (message === undefined) throw new Error(`no such validation error type: ${type}`);
  return { type, loc, msg: message(ctx ?? {}), input, ...(ctx !== undefined && { ctx }) };
}

function details(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  root: LocationRoot,
  input: unknown,
): ValidationDetail[] {
  const found: ValidationDetail[] = [];
  const echo = createEcho();
  for (const issue of issues) {
    for (const { path, type, ctx } of errorsOf(issue)) {
      if (found.length === MAX_DETAILS) return found;
      const loc = [root, ...path.map((step) => (typeof step === 'number' ? step : shorten(step)))];
      found.push(detailOf(type, loc, inputAt(schema, input, path, type, root, echo), ctx));
    }
  }
  return found;
}

interface FoundError {
  path: (string | number)[];
  type: string;
  ctx?: Ctx;
}

/** One zod issue is one error, except that all unknown fields come in one issue. */
function errorsOf(issue: z.core.$ZodIssue): FoundError[] {
  const path = issue.path as (string | number)[];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_DETAILS).map((key) => ({ path: [...path, key], type: issue.message }));
  }
  const ctx = issue.message === 'missing' ? undefined : contextOf(issue);
  return [{ path, type: issue.message, ...(ctx !== undefined && { ctx }) }];
}

function contextOf(issue: z.core.$ZodIssue): Ctx | undefined {
  switch (issue.code) {
    case 'too_small':
      return { ge: issue.minimum };
    case 'too_big':
      return { le: issue.maximum };
    case 'invalid_value':
      return { expected: alternatives(issue.values.map((value) => `'${String(value)}'`)) };
    case 'custom':
      return issue.params as Ctx | undefined;
    default:
      return undefined;
  }
}

/** Returns the input at `path`, or its parent for a missing field. Query parameters have no parent to show. */
function inputAt(
  schema: z.ZodType,
  input: unknown,
  path: (string | number)[],
  type: string,
  root: LocationRoot,
  echo: Echo,
): unknown {
  if (type === 'missing' && root !== 'body') return null;
  if (touchesSecret(schema, path, type)) return REDACTED;
  let value = input;
  for (const step of type === 'missing' ? path.slice(0, -1) : path) {
    value = (value as Record<string | number, unknown>)[step];
  }
  return echo(value);
}

/**
 * Returns whether the input to show is a credential, or an object that may contain one. An unknown field beside a
 * credential counts, as it may be the credential under a mistyped name.
 */
function touchesSecret(schema: z.ZodType, path: (string | number)[], type: string): boolean {
  let node: z.ZodType | undefined = schema;
  for (const [depth, step] of path.entries()) {
    node = unwrap(node);
    if (node instanceof z.ZodArray) node = node.element as z.ZodType;
    else if (node instanceof z.ZodObject) {
      const last = depth === path.length - 1;
      if (last && (type === 'missing' || type === 'extra_forbidden') && holdsSecret(node)) return true;
      node = Object.hasOwn(node.shape, step) ? (node.shape as Record<string, z.ZodType>)[step] : undefined;
    }
    if (node === undefined) return false;
  }
  return isSecret(node) || holdsSecret(unwrap(node));
}

function holdsSecret(schema: z.ZodType): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  return Object.values(schema.shape as Record<string, z.ZodType>).some((field) => isSecret(field));
}

/** Returns the schema inside defaults, nullables and coercions. */
function unwrap(schema: z.ZodType): z.ZodType {
  const def = schema.def as { innerType?: z.ZodType; type: string; out?: z.ZodType };
  if (def.innerType !== undefined) return unwrap(def.innerType);
  return def.type === 'pipe' && def.out !== undefined ? unwrap(def.out) : schema;
}

/** "'a', 'b' or 'c'". */
function alternatives(values: string[]): string {
  if (values.length <= 1) return values.join('');
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
