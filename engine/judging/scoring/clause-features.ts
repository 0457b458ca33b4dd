/** How the clauses of the passage hold the claim: in one or in several, and whom they speak of. */
import { within } from '../alignment/share.ts';
import type { Comparison } from '../comparison.ts';
import { isNameOrNoun } from '../text/analysed-text.ts';

export const CLAUSE_FEATURES = ['best_clause_share', 'clauses_needed', 'subject_share', 'other_subject'] as const;

/** The claim's terms that each clause has, as places in `material`; terms outside all clauses are one each. */
function termsByClause({ alignment, material }: Comparison): Set<number>[] {
  const clauses = new Map<string, Set<number>>();
  for (const at of material) {
    for (const { term } of alignment.matches[at]!) {
      const { sentence, frame } = alignment.evidence.terms[term]!;
      const key = `${sentence} ${frame}`;
      const own = clauses.get(key);
      if (own === undefined) clauses.set(key, new Set([at]));
      else own.add(at);
    }
  }
  return [...clauses.values()];
}

/** How many clauses are needed for all the terms that the passage has, taking the fullest first. */
function clausesNeeded(clauses: readonly ReadonlySet<number>[]): number {
  const open = new Set(clauses.flatMap((own) => [...own]));
  let needed = 0;
  while (open.size > 0) {
    const count = (own: ReadonlySet<number>) => [...own].filter((at) => open.has(at)).length;
    const fullest = clauses.reduce((best, own) => (count(own) > count(best) ? own : best));
    for (const at of fullest) open.delete(at);
    needed++;
  }
  return needed;
}

/** Nouns and names of the subject of the passage's clause, as indices into its terms. */
export function subjectOfClause({ alignment: { evidence }, reading: { evidenceFrame: frame } }: Comparison): number[] {
  if (frame === null) return [];
  return evidence.terms.flatMap((term, at) =>
    term.sentence === frame.sentence && within(term, frame.subjectStart, frame.subjectEnd) && isNameOrNoun(term)
      ? [at]
      : [],
  );
}

/** In the order of `CLAUSE_FEATURES`. */
export function clauseFeatures(comparison: Comparison): number[] {
  const { alignment, material, reading } = comparison;
  const clauses = termsByClause(comparison);
  const most = Math.max(0, ...clauses.map(({ size }) => size));
  const subject = new Set(subjectOfClause(comparison));
  const own = reading.subjectTerms;
  const named = own.filter((at) => alignment.matches[at]!.some(({ term }) => subject.has(term)));
  return [
    most / Math.max(1, material.length),
    clausesNeeded(clauses),
    own.length === 0 ? 1 : named.length / own.length,
    [...subject].filter((at) => !alignment.used.has(at)).length,
  ];
}
