/**
 * Extracts the statements that a sentence makes in addition to its main one: those of relative clauses, appositions, participles
 * and other modifiers, and life dates. Each is written out as a list of items, so that a claim can be compared with it as with a
 * sentence.
 */

import type { Item } from '#engine/syntax/items.ts';
import { type Statement, statementOf } from './sentence.ts';
import { frontedParticiples, inserted, relatives } from './statements/clauses.ts';
import { modifiers, releases, yearsOfWorks } from './statements/complements.ts';
import { lifeDates } from './statements/life-dates.ts';
import { appositives, described, renamed } from './statements/names.ts';

// Cached, because a sentence is compared with many claims.
const kept = new WeakMap<readonly Item[], readonly Statement[]>();

/** The sentence itself first, then its additional statements. */
export function statementsOf(items: readonly Item[]): readonly Statement[] {
  let statements = kept.get(items);
  if (statements === undefined) {
    statements = findStatements(items);
    kept.set(items, statements);
  }
  return statements;
}

function findStatements(items: readonly Item[]): Statement[] {
  const whole = statementOf(items);
  const others = renamed(whole);
  return [
    whole,
    ...others,
    ...others.flatMap(modifiers),
    ...others.flatMap(lifeDates),
    ...relatives(whole),
    ...frontedParticiples(whole),
    ...appositives(whole),
    ...modifiers(whole),
    ...releases(whole),
    ...described(whole),
    ...inserted(whole),
    ...yearsOfWorks(whole),
    ...lifeDates(whole),
  ];
}
