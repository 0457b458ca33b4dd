/**
 * The World Bank's indicators, after "About the Indicators API Documentation" and "API Basic Call Structures" of version 2
 * (datahelpdesk.worldbank.org, as they stood in September 2026). Errors come with status 200. A value becomes a row of what
 * the answer says: "Population, total, France, 2022: 68065015".
 */
import { z } from 'zod';
import { candidateOf, Line, MaybeText, paragraphs, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { SourceFormatError, SourceRefusal, type SourceWire, type WebCandidate } from './wire.ts';
import { termsIn } from './worldbank-terms.ts';

/** Years shown around those that a text names; and, if it names none, the number of latest years. */
const YEARS_AROUND = 1;
const YEARS_BACK = 10;
/** All years of three indicators of four countries. */
const MOST_ROWS = 500;
/** Id of "World Development Indicators"; required for requests with more than one indicator. */
const DATABASE = '2';

const Refused = z.tuple([z.object({ message: z.array(z.unknown()) })]).rest(z.unknown());
/** Rows are null where there are none. */
const Answer = z.tuple([z.object({ total: z.number(), lastupdated: MaybeText }), z.array(z.unknown()).nullable()]);

const Row = z.object({
  indicator: z.object({ id: z.string().regex(/^[A-Z0-9.]{4,40}$/), value: Line }),
  country: z.object({ id: z.string().regex(/^[A-Z0-9]{2}$/), value: Line }),
  date: z.string().regex(/^\d{4}$/),
  value: z.number().nullable(),
});

export const worldbank: SourceWire = {
  id: 'worldbank',
  base_url: 'https://api.worldbank.org/v2',
  rate: { interval_ms: 200, concurrent: 2 },
  search({ text }, { now }) {
    const terms = termsIn(text);
    if (terms === null) return null;
    const thisYear = now.getUTCFullYear();
    const [first, last] =
      terms.years === null
        ? [thisYear - YEARS_BACK, thisYear]
        : [terms.years[0] - YEARS_AROUND, Math.min(terms.years[1] + YEARS_AROUND, thisYear)];
    return {
      method: 'GET',
      path: `/country/${terms.countries.join(';')}/indicator/${terms.indicators.join(';')}`,
      query: {
        format: 'json',
        source: DATABASE,
        date: `${first}:${last}`,
        per_page: String(MOST_ROWS),
      },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    if (Refused.safeParse(answer).success) throw new SourceRefusal('unavailable', null);
    const read = Answer.safeParse(answer);
    if (!read.success) throw new SourceFormatError(Array.isArray(answer) ? '[1]' : 'the answer');
    const [{ lastupdated }, rows] = read.data;
    const byKey = Map.groupBy(
      readRows(Row, rows ?? [], '[1]', MOST_ROWS),
      ({ indicator, country }) => `${indicator.id}/${country.id}`,
    );
    return [...byKey]
      .map(([key, series]) => candidateFor(key, series, dateOfText(lastupdated)))
      .filter(({ snippet }) => snippet !== null)
      .slice(0, limit);
  },
  text: { kind: 'snippet' },
  check: { query: 'population of France in 2020', expect: 'Population, total' },
};

function candidateFor(key: string, series: readonly z.infer<typeof Row>[], updated: string | null): WebCandidate {
  const { indicator, country } = series[0]!;
  return candidateOf({
    key,
    url: `https://data.worldbank.org/indicator/${indicator.id}?locations=${country.id}`,
    title: `${indicator.value}: ${country.value}`,
    publisher: 'World Bank',
    publication_date: updated,
    // What its terms say of its data sets unless one of them says otherwise.
    licence: 'CC-BY-4.0',
    source_class: 'official_statistics',
    snippet: paragraphs(
      series.flatMap(({ date, value }) =>
        value === null ? [] : [`${indicator.value}, ${country.value}, ${date}: ${value}`],
      ),
    ),
  });
}
