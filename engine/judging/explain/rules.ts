/** Lists every rule of the judge as a record: harmless parts, paraphrases, contradictions and table rows. */
import { HARMLESS } from '../decide/harmless.ts';
import { PARAPHRASES } from './paraphrases.ts';

export interface Rule {
  /** Code of the rule, as used in `grounds`. */
  ground: string;
  /** Name in linguistic terms. */
  name: string;
  kind: 'left over' | 'paraphrase' | 'contradiction' | 'table';
  /** Description for readers. */
  words: string;
  /**
   * A passage and the claim that it supports ("→") or contradicts ("↛"). For harmless parts, a sentence with the part between
   * asterisks.
   */
  example: string;
}

const CONTRADICTIONS: readonly Rule[] = [
  {
    ground: 'denied',
    name: 'denial of what a sentence supports',
    kind: 'contradiction',
    words: 'the claim denies what the passage says',
    example: 'The shop is open on Mondays ↛ The shop is not open on Mondays',
  },
  {
    ground: 'negation',
    name: 'plain negation of the verb',
    kind: 'contradiction',
    words: 'the passage denies what the claim says',
    example: 'Dogs are not allowed on the beach ↛ Dogs are allowed on the beach',
  },
  {
    ground: 'other_figure',
    name: 'another figure of the same quantity',
    kind: 'contradiction',
    words: 'another figure',
    example: 'The station has 18 turbines ↛ The station has 24 turbines',
  },
  {
    ground: 'other_date',
    name: 'another date of what happens once',
    kind: 'contradiction',
    words: 'another date',
    example: 'The bridge opened in 1887 ↛ The bridge opened in 1889',
  },
  {
    ground: 'other_name',
    name: 'another name in a role that one holds',
    kind: 'contradiction',
    words: 'another name',
    example: 'Gulls was directed by Ada Noll ↛ Gulls was directed by Petra Lind',
  },
  {
    ground: 'other_nation',
    name: 'another nationality of a person',
    kind: 'contradiction',
    words: 'another nationality',
    example: 'Ada Noll is a Norwegian painter ↛ Ada Noll is Dutch',
  },
  {
    ground: 'exclusive',
    name: 'another kind of person, or nationality, than the only one',
    kind: 'contradiction',
    words: 'something else than what is said to be all',
    example: 'Ada Noll is a Norwegian poet and novelist ↛ Ada Noll is only a novelist',
  },
];

const ROWS: readonly Rule[] = [
  {
    ground: 'table_row',
    name: 'row of a table with its head',
    kind: 'table',
    words: 'a row of a table',
    example: 'Driver | Races missed\nNoll | 4\nBrandt | 2 → Noll missed 4 races',
  },
  {
    ground: 'table_figure',
    name: 'another value in the cell of a row',
    kind: 'table',
    words: 'another value in a table',
    example: 'Driver | Races missed\nNoll | 4\nBrandt | 2 ↛ Noll missed 6 races',
  },
];

export const RULES: readonly Rule[] = [
  ...HARMLESS.map(({ ground, name, words, example }) => ({ ground, name, kind: 'left over' as const, words, example })),
  ...PARAPHRASES.map((paraphrase) => ({ ...paraphrase, kind: 'paraphrase' as const })),
  ...CONTRADICTIONS,
  ...ROWS,
];
