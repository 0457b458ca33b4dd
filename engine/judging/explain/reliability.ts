/**
 * Estimates how reliable a ruling is. A ruling counts under the riskiest kind of rule that it used (its template). Its
 * reliability is the lower bound of the share of rulings under that template that were right.
 */
import { wordSet } from '#engine/text/word-lists.ts';
import { RULES } from './rules.ts';

export type Side = 'supports' | 'contradicts';

/** The riskiest first. A ruling to which several apply counts as the first. */
export const TEMPLATES = {
  supports: ['table', 'statement', 'referent', 'reordered', 'left_over', 'verbatim'],
  contradicts: ['table', 'other_name', 'other_date', 'other_figure', 'negation'],
} as const;
export type Template = (typeof TEMPLATES)[Side][number];

const REORDERED = wordSet('fronted_adverbial voice genitive inversion year_modifier');
const REFERENTS = wordSet('short_name pronoun definite_description document_subject definite_article kind_label');
const LEFT_OVER: ReadonlySet<string> = new Set(
  RULES.flatMap(({ ground, kind }) => (kind === 'left over' && ground !== 'discourse_word' ? [ground] : [])),
);

const TESTS: Readonly<Record<Template, (ground: string) => boolean>> = {
  table: (ground) => ground.startsWith('table_'),
  statement: (ground) => ground.endsWith('_statement') || ground === 'life_dates',
  referent: (ground) => REFERENTS.has(ground),
  reordered: (ground) => REORDERED.has(ground),
  left_over: (ground) => LEFT_OVER.has(ground),
  verbatim: () => true,
  other_name: (ground) => ground === 'other_name' || ground === 'other_nation',
  other_date: (ground) => ground === 'other_date',
  other_figure: (ground) => ground === 'other_figure',
  negation: () => true,
};

/** The template under which a ruling of that side with these grounds counts. */
export function templateOf(side: Side, grounds: readonly string[]): Template {
  const found = TEMPLATES[side].find((template) => grounds.some(TESTS[template]));
  return found ?? (side === 'supports' ? 'verbatim' : 'negation');
}

interface Count {
  right: number;
  of: number;
}

/**
 * Counts of rulings on labelled claims: from passages of several sentences and from FEVER, as counted by `npm run eval`
 * (docs/judge-evaluation.md).
 */
const COUNTED: Readonly<Record<Side, Readonly<Partial<Record<Template, Count>>>>> = {
  supports: {
    table: { right: 2, of: 2 },
    statement: { right: 183, of: 183 },
    referent: { right: 96, of: 97 },
    reordered: { right: 18, of: 18 },
    left_over: { right: 248, of: 249 },
    verbatim: { right: 47, of: 47 },
  },
  contradicts: {
    table: { right: 2, of: 2 },
    other_name: { right: 12, of: 12 },
    other_date: { right: 104, of: 104 },
    other_figure: { right: 2, of: 2 },
    negation: { right: 62, of: 63 },
  },
};

/** A template with fewer rulings gets the lowest bound on its side, because its own share would mean little. */
const LEAST_RULINGS = 20;
/** Standard normal quantile for a one-sided bound at 95 %. */
const Z = 1.645;

/**
 * Lower bound of a share at 95 %, by the score interval of E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", Journal of the American Statistical Association 22 (1927), 209-212.
 */
export function lowerBound({ right, of }: Count): number {
  if (of === 0) return 0;
  const share = right / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return (share + (Z * Z) / (2 * of) - spread) / (1 + (Z * Z) / of);
}

const isCounted = ({ of }: Count) => of >= LEAST_RULINGS;

function boundsOf(side: Side): ReadonlyMap<Template, number> {
  const counts = TEMPLATES[side].map((template) => [template, COUNTED[side][template]!] as const);
  const lowest = Math.min(...counts.flatMap(([, count]) => (isCounted(count) ? [lowerBound(count)] : [])));
  return new Map(counts.map(([template, count]) => [template, isCounted(count) ? lowerBound(count) : lowest]));
}

const BOUNDS: Readonly<Record<Side, ReadonlyMap<Template, number>>> = {
  supports: boundsOf('supports'),
  contradicts: boundsOf('contradicts'),
};

/** Reliability 0..1 of a ruling of that side with these grounds. */
export function reliabilityOf(side: Side, grounds: readonly string[]): number {
  return BOUNDS[side].get(templateOf(side, grounds))!;
}
