/** The World Bank's Indicators API v2: values by countries and indicators, as JSON, in pages. Lists of both are lacking. */
import { type Answered, type Database, numberIn, unknownIn } from '../database.ts';

export interface IndicatorValues {
  indicator: { id: string; name: string };
  /** ISO 3166-1 codes of two letters; aggregates have three-letter codes to ask by. */
  country: { id: string; askedAs?: string; iso3: string; name: string };
  values: Readonly<Record<number, number | null>>;
}

const PARAMETERS = ['format', 'source', 'date', 'page', 'per_page'];

/** With status 200. */
function error(id: string, key: string, value: string): Answered {
  return { status: 200, body: [{ message: [{ id, key, value }] }] };
}

const INVALID = error('120', 'Invalid value', 'The provided parameter value is not valid');

export function worldbankDatabase(series: readonly IndicatorValues[]): Database {
  const countries = new Set(series.map(({ country }) => country.askedAs ?? country.id));
  const indicators = new Set(series.map(({ indicator }) => indicator.id));
  return {
    answer({ path, query }) {
      const [, country, indicator] = /^\/country\/([^/]+)\/indicator\/([^/]+)$/.exec(decodeURIComponent(path)) ?? [];
      if (country === undefined || indicator === undefined) {
        return { status: 404, type: 'text/html', body: '<html><title>Request Error</title></html>' };
      }
      if (query.get('format') !== 'json') return { status: 200, type: 'text/xml', body: '<wb:data/>' };
      const [unknown] = unknownIn(query, PARAMETERS);
      const limit = numberIn(query, 'per_page', 50, 1, 32_500);
      const page = numberIn(query, 'page', 1, 1, 1_000);
      const [, first, last = first] = /^(\d{4})(?::(\d{4}))?$/.exec(query.get('date') ?? '1960:2030') ?? [];
      if (unknown !== undefined || limit === null || page === null || first === undefined || first > last!)
        return INVALID;
      const wanted = { countries: country.split(';'), indicators: indicator.split(';') };
      if (wanted.indicators.length > 1 && query.get('source') === null) {
        return error('111', 'Missing parameter', 'A source is required for more than one indicator');
      }
      const isKnown =
        wanted.countries.every((each) => countries.has(each)) &&
        wanted.indicators.every((each) => indicators.has(each));
      if (!isKnown) return INVALID;
      const rows = series
        .filter(
          ({ indicator: { id }, country: { id: two, askedAs } }) =>
            wanted.indicators.includes(id) && wanted.countries.includes(askedAs ?? two),
        )
        .flatMap((one) =>
          Object.entries(one.values)
            .filter(([year]) => year >= first && year <= last!)
            .toSorted(([a], [b]) => Number(b) - Number(a))
            .map(([date, value]) => ({
              indicator: { id: one.indicator.id, value: one.indicator.name },
              country: { id: one.country.id, value: one.country.name },
              countryiso3code: one.country.iso3,
              date,
              value,
              unit: '',
              obs_status: '',
              decimal: 0,
            })),
        );
      const head = {
        page: rows.length === 0 ? 0 : page,
        pages: Math.ceil(rows.length / limit),
        per_page: limit,
        total: rows.length,
        sourceid: '2',
        lastupdated: '2026-10-13',
      };
      return { status: 200, body: [head, rows.length === 0 ? null : rows.slice((page - 1) * limit, page * limit)] };
    },
    rateLimited: () => ({ status: 429, body: 'Too Many Requests' }),
  };
}
