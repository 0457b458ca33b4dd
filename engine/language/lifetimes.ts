/** Tells the years of a life from those of an office. */

const SHORTEST_LIFE_YEARS = 18;
const LONGEST_LIFE_YEARS = 115;

/** False for most terms of office, and where a year is unknown. */
export const isLifetime = (birthYear: number, deathYear: number) =>
  deathYear - birthYear >= SHORTEST_LIFE_YEARS && deathYear - birthYear <= LONGEST_LIFE_YEARS;

/** Offices that people hold from one year to another. */
export const OFFICES: ReadonlySet<string> = new Set(
  (
    'mayor mayoress minister premier president director king queen emperor empress tsar sultan emir shah pharaoh prince princess duke ' +
    'duchess chairman chairwoman chairperson chair chancellor governor senator congressman congresswoman deputy councillor councilor ' +
    'councilman councilwoman alderman ambassador consul envoy secretary treasurer commissioner speaker leader head chief ceo cfo coo ' +
    'cto pope cardinal archbishop bishop abbot abbess prior dean rector provost principal headmaster headmistress professor judge ' +
    'justice sheriff marshal attorney prosecutor ombudsman administrator manager captain coach commander superintendent curator ' +
    'editor conductor member representative officer official monarch ruler sovereign regent viceroy lord pres gov sen rep'
  ).split(' '),
);
