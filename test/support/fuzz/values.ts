/** Values generated from a JSON Schema: valid ones, ones that are invalid in one place, and hostile ones. */
import fc from '#test/support/property.ts';
import { type Description, resolve, type Schema } from './description.ts';

/** Generates values of a named field or parameter whose meaning is not in its schema; null: none known. */
export type Hint = (name: string) => fc.Arbitrary<unknown> | null;

/** The frequency of each kind of value. */
export interface Weights {
  allowed: number;
  near: number;
  hostile: number;
}

export interface ValueSettings {
  description: Description;
  hint: Hint;
  weights: Weights;
}

/** Limits of texts, lists and numbers, except when a bound itself is tested. */
const ORDINARY_LENGTH = 60;
const ORDINARY_ITEMS = 3;
const ORDINARY_NUMBER = 1_000;
/** Longest bound that is tested; longer ones take too long to send so often. */
const LONGEST_BOUND = 5_000;
const DEEPEST = 8;

/** Values that often break programs: wrong encodings, reserved names, extreme numbers, depth, length. */
export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: ORDINARY_LENGTH }),
  fc.constantFrom<unknown>(
    '\ud800',
    '\u0000',
    '\u202e\u200b\ufeff',
    '__proto__',
    'constructor',
    'toString',
    '../../../../etc/passwd',
    '%00',
    "' OR '1'='1",
    '{"$ne":null}',
    '$where',
    '1'.repeat(LONGEST_BOUND),
    '',
    ' ',
    null,
    true,
    -0,
    1e308,
    -1,
    0.1,
    2 ** 53,
    '5',
    [],
    {},
    [[[[[[[[[[[]]]]]]]]]]],
    { $gt: '' },
    JSON.parse('{"__proto__":{"admin":true}}'),
    { toString: 1, valueOf: 2 },
  ),
);

/** Values near a schema, in the proportions of the settings. */
export function valuesOf(schema: Schema, settings: ValueSettings, name = '', depth = 0): fc.Arbitrary<unknown> {
  const { weights, hint } = settings;
  const hinted = hint(name);
  const allowed = hinted ?? allowedBy(schema, settings, depth);
  return fc.oneof(
    { weight: weights.allowed, arbitrary: allowed },
    { weight: weights.near, arbitrary: near(resolve(schema, settings.description), allowed) },
    { weight: weights.hostile, arbitrary: HOSTILE },
  );
}

function allowedBy(reference: Schema, settings: ValueSettings, depth: number): fc.Arbitrary<unknown> {
  const schema = resolve(reference, settings.description);
  if (depth > DEEPEST) return fc.constant(null);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((each) => valuesOf(each, settings, '', depth + 1)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => allowedBy({ ...schema, type }, settings, depth)));
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const min = schema.minItems ?? 0;
      const item = valuesOf(schema.items ?? {}, settings, '', depth + 1);
      return fc.array(item, {
        minLength: min,
        maxLength: Math.max(min, Math.min(schema.maxItems ?? ORDINARY_ITEMS, ORDINARY_ITEMS)),
      });
    }
    case 'object':
      return objectsOf(schema, settings, depth);
    case 'string':
      return stringsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf(schema: Schema, settings: ValueSettings, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valuesOf(field, settings, name, depth + 1)] as const,
  );
  const required = schema.required ?? [];
  const complete = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
  const extended = fc
    .tuple(complete, fc.constantFrom('extra', '__proto__', 'constructor', 'id', 'organization_id'), HOSTILE)
    .map(([fields, name, value]) => Object.fromEntries([...Object.entries(fields), [name, value]]));
  const lacking = fc
    .tuple(complete, fc.nat())
    .map(([fields, n]) =>
      Object.fromEntries(
        Object.entries(fields).filter(([name]) => required.length === 0 || name !== required[n % required.length]),
      ),
    );
  return fc.oneof(
    { weight: settings.weights.allowed, arbitrary: complete },
    { weight: settings.weights.near, arbitrary: fc.oneof(extended, lacking) },
  );
}

/** Ordinary numbers, and the bounds themselves. */
function numbersOf({ type, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const min = minimum ?? -ORDINARY_NUMBER;
  const max = Math.max(min, Math.min(maximum ?? ORDINARY_NUMBER, min + ORDINARY_NUMBER));
  const ordinary = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return bounds.length === 0
    ? ordinary
    : fc.oneof({ weight: 4, arbitrary: ordinary }, { weight: 1, arbitrary: fc.constantFrom(...bounds) });
}

function stringsOf({ minLength = 0, maxLength, pattern, format }: Schema): fc.Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: ORDINARY_LENGTH });
  if (format === 'date-time') {
    const from = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
    return fc.date(from).map((date) => date.toISOString());
  }
  if (format === 'uri') return URLS;
  const most = Math.max(minLength, Math.min(maxLength ?? ORDINARY_LENGTH, ORDINARY_LENGTH));
  const ordinary = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: most }),
    fc
      .constantFrom('Iron is a metal. Gold is not.', 'Oslo is the capital of Norway, they say.')
      .filter((text) => text.length >= minLength && text.length <= (maxLength ?? text.length)),
  );
  const bounds = [minLength, maxLength].filter((bound) => bound !== undefined && bound <= LONGEST_BOUND) as number[];
  const atBounds = fc.constantFrom(...bounds).map((length) => 'a'.repeat(length));
  return fc.oneof({ weight: 6, arbitrary: ordinary }, { weight: 1, arbitrary: atBounds });
}

/** None of these leads out of this machine: names that never resolve, and addresses that the guard refuses. */
const URLS = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('https://sources.invalid/page', 'https://a.b.invalid/x?y=z#f') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://sources.invalid/page',
      'https://203.0.113.9/page',
      'https://127.0.0.1/page',
      'https://[::1]/page',
      'https://2130706433/page',
      'https://user:word@sources.invalid/page',
      'https://sources.invalid:8443/page',
      'file:///etc/passwd',
      'https://',
    ),
  },
);

/** A value just outside the schema: beyond a bound, of another type, in another case. */
function near({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema, allowed: fc.Arbitrary<unknown>) {
  const beyond: unknown[] = [];
  if (minimum !== undefined) beyond.push(minimum - 1, String(minimum));
  if (maximum !== undefined) beyond.push(maximum + 1, maximum + 0.5);
  if (minLength !== undefined && minLength > 0) beyond.push('a'.repeat(minLength - 1));
  if (maxLength !== undefined && maxLength <= LONGEST_BOUND) beyond.push('\u{1f512}'.repeat(maxLength + 1));
  if (minItems !== undefined && minItems > 0) beyond.push(Array(minItems - 1).fill(null));
  if (maxItems !== undefined) beyond.push(Array(maxItems + 1).fill(null));
  const otherType = allowed.map((value) => {
    if (typeof value === 'string') return value === value.toUpperCase() ? [value] : value.toUpperCase();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return Array.isArray(value) ? value[0] : [value];
  });
  return beyond.length === 0 ? otherType : fc.oneof(otherType, fc.constantFrom(...beyond));
}

/** A generated value as text, for places that only hold text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
