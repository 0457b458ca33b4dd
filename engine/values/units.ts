/** Units of measure with their dimension and their size in the dimension's base unit. */
import { wordSet } from '#engine/text/word-lists.ts';

export interface Unit {
  /** Units of one dimension can be converted into one another. */
  dimension: string;
  /** value in base units = value × factor + offset */
  factor: number;
  offset: number;
}

type Row = readonly [dimension: string, factor: number, names: string, offset?: number];

// Factors: SI, and the international yard and pound agreement of 1959; US customary gallon and short ton.
const ROWS: readonly Row[] = [
  ['length', 1e-9, 'nm nanometer nanometre'],
  ['length', 1e-6, 'µm μm micrometer micrometre micron'],
  ['length', 0.001, 'mm millimeter millimetre'],
  ['length', 0.01, 'cm centimeter centimetre'],
  ['length', 1, 'm meter metre'],
  ['length', 1000, 'km kilometer kilometre'],
  ['length', 0.0254, 'inch inches in.'],
  ['length', 0.3048, 'ft foot feet'],
  ['length', 0.9144, 'yd yard'],
  ['length', 1609.344, 'mi mile'],
  ['length', 1852, 'nmi nautical_mile'],
  ['length', 149597870700, 'au astronomical_unit'],
  ['length', 9.4607304725808e15, 'ly light-year lightyear light_year'],
  ['mass', 1e-9, 'µg μg mcg microgram'],
  ['mass', 1e-6, 'mg milligram'],
  ['mass', 0.001, 'g gram gramme'],
  ['mass', 1, 'kg kilogram kilogramme kilo'],
  ['mass', 1000, 't tonne metric_ton'],
  ['mass', 907.18474, 'ton short_ton'],
  ['mass', 0.45359237, 'lb lbs pound_weight'],
  ['mass', 0.028349523125, 'oz ounce'],
  ['mass', 6.35029318, 'stone'],
  ['time', 0.001, 'ms millisecond'],
  ['time', 1, 's sec second'],
  ['time', 60, 'min minute'],
  ['time', 3600, 'h hr hour'],
  ['time', 86400, 'd day'],
  ['time', 604800, 'week'],
  ['time', 1209600, 'fortnight'],
  ['time', 2629746, 'month'],
  ['time', 31556952, 'yr year'],
  ['time', 315569520, 'decade'],
  ['time', 3155695200, 'century centuries'],
  ['area', 1, 'm² m2 sqm square_meter square_metre'],
  ['area', 1e6, 'km² km2 square_kilometer square_kilometre'],
  ['area', 10000, 'ha hectare'],
  ['area', 4046.8564224, 'acre'],
  ['area', 2589988.110336, 'square_mile'],
  ['area', 0.09290304, 'square_foot square_feet'],
  ['volume', 0.001, 'ml mL milliliter millilitre'],
  ['volume', 1, 'l L liter litre'],
  ['volume', 1000, 'm³ m3 cubic_meter cubic_metre'],
  ['volume', 3.785411784, 'gal gallon'],
  ['volume', 158.987294928, 'barrel'],
  ['speed', 1 / 3.6, 'km/h kph kmh kilometers_per_hour kilometres_per_hour'],
  ['speed', 0.44704, 'mph miles_per_hour'],
  ['speed', 1, 'm/s'],
  ['speed', 1852 / 3600, 'knot'],
  ['temperature', 1, '°c ℃ celsius degrees_celsius centigrade'],
  ['temperature', 5 / 9, '°f ℉ fahrenheit degrees_fahrenheit', -160 / 9],
  ['temperature', 1, 'kelvin', -273.15],
  ['energy', 1, 'j joule'],
  ['energy', 1000, 'kj kilojoule'],
  ['energy', 4184, 'kcal kilocalorie'],
  ['energy', 3.6e6, 'kwh kilowatt-hour'],
  ['energy', 3.6e9, 'mwh'],
  ['energy', 3.6e12, 'gwh'],
  ['energy', 3.6e15, 'twh'],
  ['power', 1, 'w watt'],
  ['power', 1000, 'kw kilowatt'],
  ['power', 1e6, 'mw megawatt'],
  ['power', 1e9, 'gw gigawatt'],
  ['power', 745.69987158227, 'hp horsepower'],
  ['frequency', 1, 'hz hertz'],
  ['frequency', 1e3, 'khz kilohertz'],
  ['frequency', 1e6, 'mhz megahertz'],
  ['frequency', 1e9, 'ghz gigahertz'],
  ['data', 1, 'b byte'],
  ['data', 1e3, 'kb kilobyte'],
  ['data', 1e6, 'mb megabyte'],
  ['data', 1e9, 'gb gigabyte'],
  ['data', 1e12, 'tb terabyte'],
  ['pressure', 1, 'pa pascal'],
  ['pressure', 1000, 'kpa kilopascal'],
  ['pressure', 1e5, 'bar'],
  ['pressure', 101325, 'atm'],
  ['currency:USD', 1, '$ us$ usd dollar'],
  ['currency:USD', 0.01, 'cent ¢'],
  ['currency:EUR', 1, '€ eur euro'],
  ['currency:GBP', 1, '£ gbp pound sterling'],
  ['currency:GBP', 0.01, 'p pence penny'],
  ['currency:JPY', 1, '¥ jpy yen'],
  ['currency:INR', 1, '₹ inr rupee rs'],
  ['currency:CNY', 1, 'cny rmb yuan renminbi'],
  ['currency:CHF', 1, 'chf franc'],
  ['currency:PLN', 1, 'pln zł zloty'],
  ['currency:CAD', 1, 'c$ cad'],
  ['currency:AUD', 1, 'a$ aud'],
  ['currency:KRW', 1, '₩ krw won'],
  ['currency:RUB', 1, '₽ rub ruble rouble'],
  ['share', 1, '% percent per_cent pct percentage'],
];

const UNITS = new Map<string, Unit>();
for (const [dimension, factor, names, offset] of ROWS) {
  for (const name of names.split(' ')) UNITS.set(name, { dimension, factor, offset: offset ?? 0 });
}

/** Short symbols that are also letters or words. They count as units only right after a number. */
const AMBIGUOUS = wordSet('m s h d g t l b j w au pa in. won stone mi p');

/** The unit called `name` (singular or plural, symbol or word), or null. Case is ignored. */
export function unitOf(name: string): Unit | null {
  const key = name.toLowerCase();
  return UNITS.get(key) ?? (key.endsWith('s') ? UNITS.get(key.slice(0, -1)) : undefined) ?? null;
}

/** True for unit symbols with other meanings, which must follow a number directly. Case is ignored. */
export function isAmbiguousUnit(name: string): boolean {
  return AMBIGUOUS.has(name.toLowerCase());
}

/** Converts `value` from `unit` to the dimension's base unit. */
export function toBase(value: number, unit: Unit): number {
  return value * unit.factor + unit.offset;
}
