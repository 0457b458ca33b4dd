/** The statements of an entry of Wikidata as sentences. Nothing is left out that limits what a statement says. */
import { z } from 'zod';

const Snak = z.object({
  snaktype: z.string(),
  property: z.string(),
  datavalue: z.object({ type: z.string(), value: z.unknown() }).optional(),
});
const Statement = z.object({
  mainsnak: Snak,
  rank: z.enum(['preferred', 'normal', 'deprecated']),
  qualifiers: z.record(z.string(), z.array(Snak)).optional(),
});

/** By property. */
export const Statements = z.record(z.string(), z.array(Statement));
export type Statements = z.infer<typeof Statements>;
type Snak = z.infer<typeof Snak>;
type Statement = z.infer<typeof Statement>;

const READABLE = new Set(['wikibase-entityid', 'time', 'quantity', 'monolingualtext']);
const MAX_STATEMENTS = 150;
const MAX_VALUE_LENGTH = 300;

/** Statements that say something to a reader: no identifiers of other databases, no files. */
function* statementsIn(all: Statements): Generator<Statement> {
  let count = 0;
  for (const statement of Object.values(all).flat()) {
    if (statement.rank === 'deprecated' || !isReadable(statement.mainsnak)) continue;
    if (++count > MAX_STATEMENTS) return;
    yield statement;
  }
}

function isReadable({ snaktype, datavalue }: Snak): boolean {
  return snaktype === 'value' && datavalue !== undefined && READABLE.has(datavalue.type);
}

function snaksOf({ mainsnak, qualifiers = {} }: Statement): Snak[] {
  return [mainsnak, ...Object.values(qualifiers).flat().filter(isReadable)];
}

const EntityId = z.object({ id: z.string().regex(/^[QP]\d{1,10}$/) });
const Quantity = z.object({ amount: z.string().regex(/^[+-]?\d{1,40}(?:\.\d{1,40})?$/), unit: z.string() });
const Time = z.object({ time: z.string().regex(/^[+-]\d{4,12}-\d{2}-\d{2}T/), precision: z.int() });
const Text = z.object({ text: z.string() });

/** Ids whose names the sentences need, properties first. */
export function idsIn(statements: Statements): string[] {
  const snaks = [...statementsIn(statements)].flatMap(snaksOf);
  const values = snaks.flatMap(({ datavalue }) => {
    const { type, value } = datavalue!;
    if (type === 'wikibase-entityid') return EntityId.safeParse(value).data?.id ?? [];
    return type === 'quantity' ? (unitId(Quantity.safeParse(value).data?.unit) ?? []) : [];
  });
  return [...new Set([...snaks.map(({ property }) => property), ...values])];
}

/** One sentence for each statement whose property and value have names. */
export function sentencesOf(subject: string, statements: Statements, names: ReadonlyMap<string, string>): string[] {
  return [...statementsIn(statements)].flatMap((statement) => {
    const property = names.get(statement.mainsnak.property);
    const value = valueText(statement.mainsnak, names);
    const limits = Object.values(statement.qualifiers ?? {})
      .flat()
      .map((snak) => limitOf(snak, names));
    // Without one of its qualifiers, the sentence would claim more than the statement.
    if (property === undefined || value === null || limits.includes(null)) return [];
    const within = limits.length === 0 ? '' : ` (${limits.join('; ')})`;
    if (property === 'instance of') return [`${subject} is an instance of ${value}${within}.`];
    return [`The ${property} of ${subject} is ${value}${within}.`];
  });
}

function limitOf(snak: Snak, names: ReadonlyMap<string, string>): string | null {
  const name = names.get(snak.property);
  const value = isReadable(snak) ? valueText(snak, names) : null;
  return name === undefined || value === null ? null : `${name}: ${value}`;
}

function valueText({ datavalue }: Snak, names: ReadonlyMap<string, string>): string | null {
  const { type, value } = datavalue!;
  switch (type) {
    case 'wikibase-entityid':
      return names.get(EntityId.safeParse(value).data?.id ?? '') ?? null;
    case 'quantity':
      return quantityText(value, names);
    case 'time':
      return timeText(value);
    default: {
      const text = Text.safeParse(value).data?.text.replace(/\s+/g, ' ').trim();
      return text ? text.slice(0, MAX_VALUE_LENGTH) : null;
    }
  }
}

function quantityText(value: unknown, names: ReadonlyMap<string, string>): string | null {
  const quantity = Quantity.safeParse(value);
  if (!quantity.success) return null;
  const { amount, unit } = quantity.data;
  const number = amount.replace(/^\+/, '');
  if (unit === '1') return number;
  const name = names.get(unitId(unit) ?? '');
  return name === undefined ? null : `${number} ${name}`;
}

/** The entry that a unit's address names. */
function unitId(unit: string | undefined): string | null {
  return /\/entity\/(Q\d{1,10})$/.exec(unit ?? '')?.[1] ?? null;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** Precisions of times, by Wikibase's data model. */
const YEAR = 9;
const MONTH = 10;
const DAY = 11;

function timeText(value: unknown): string | null {
  const time = Time.safeParse(value);
  if (!time.success) return null;
  const [, sign, year, month, day] = /^([+-])0{0,20}(\d{1,20})-(\d{2})-(\d{2})T/.exec(time.data.time) ?? [];
  const { precision } = time.data;
  if (precision < YEAR || precision > DAY || year === undefined) return null;
  const inYear = sign === '-' ? `${year} BC` : year;
  const named = MONTHS[Number(month) - 1];
  if (precision === YEAR || named === undefined) return inYear;
  return precision === MONTH ? `${named} ${inYear}` : `${Number(day)} ${named} ${inYear}`;
}
