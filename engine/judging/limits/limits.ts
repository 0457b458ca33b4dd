/**
 * What keeps a passage that has all of a claim from supporting it. `force/`: whether it states it at all, or only as another's words,
 * a duty or a condition; `parties/`: of whom and what; `clauses/`: with which other parts of the sentence; `extent/`: of how much
 * and when.
 */
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { joinsOtherwise } from './clauses/clause-order.ts';
import { isOfAnotherEvent, isOfRival, isOtherEnd } from './clauses/crossed-values.ts';
import { mixesMembers } from './clauses/elliptic-members.ts';
import { isOfDifferentMembers } from './clauses/gapping.ts';
import { isModifierOfAnother, isSubjectOfLaterClause } from './clauses/joined-words.ts';
import { hasOtherVerb } from './clauses/light-verbs.ts';
import { isFoundInAnother, isOfTwoNames } from './clauses/one-for-two.ts';
import { exchangesVerbs, isWithOtherVerb } from './clauses/other-verb.ts';
import { comparesOtherwise, isOnlyDifference } from './extent/comparison-sides.ts';
import { isAllOfSome, isOfCertainCases, isRuledWithin } from './extent/habits.ts';
import { hasBeenUntil, isEnded, isOfFormerTime, isOfThePast } from './extent/past.ts';
import { isOnOtherSide, isOtherBound } from './extent/rule-bounds.ts';
import { countsPart, isEverybodyOf, isOfSome, isOfThoseThatAre, isRankedWithin } from './extent/scope.ts';
import { isConditional, isOtherwise, takesOut } from './force/condition.ts';
import { isOfOtherForce } from './force/obligation.ts';
import { isOnlyReported } from './force/reported.ts';
import { isUnfulfilled } from './force/unfulfilled.ts';
import { isOtherDirection, isOutside } from './parties/direction.ts';
import { isOfGroup, isOneOfSeveral } from './parties/membership.ts';
import { isOfAnotherHead } from './parties/other-heads.ts';
import { isOfAnotherOwner } from './parties/owners.ts';
import { isOfAnotherReferent } from './parties/referents.ts';
import { exchangesReceiver, exchangesRoles, exchangesSides, isByAnother } from './parties/roles.ts';

/** Ground → whether it holds. */
const LIMITS: readonly (readonly [ground: string, holds: (alignment: Alignment, reading: Reading) => boolean])[] = [
  ['reported', isOnlyReported],
  ['modality', isUnfulfilled],
  ['obligation', isOfOtherForce],
  ['condition', isConditional],
  ['condition', isOtherwise],
  ['exception', takesOut],
  ['clause_order', joinsOtherwise],
  ['comparison', comparesOtherwise],
  ['difference', isOnlyDifference],
  ['ranked', isRankedWithin],
  ['part', countsPart],
  ['some', isOfSome],
  ['some', isOfThoseThatAre],
  ['some', isEverybodyOf],
  ['some', isOfCertainCases],
  ['some', isAllOfSome],
  ['some', isRuledWithin],
  ['crossed', isOfRival],
  ['crossed', isOfAnotherEvent],
  ['crossed', isOtherEnd],
  ['crossed', exchangesVerbs],
  ['crossed', isFoundInAnother],
  ['crossed', isOfTwoNames],
  ['crossed', isOfDifferentMembers],
  ['crossed', mixesMembers],
  ['crossed', isSubjectOfLaterClause],
  ['crossed', isModifierOfAnother],
  ['crossed', isWithOtherVerb],
  ['roles', exchangesRoles],
  ['roles', exchangesReceiver],
  ['roles', isByAnother],
  ['crossed', exchangesSides],
  ['direction', isOtherDirection],
  ['direction', isOutside],
  ['bound', isOtherBound],
  ['bound', isOnOtherSide],
  ['owner', isOfAnotherOwner],
  ['head', isOfAnotherHead],
  ['group', isOfGroup],
  ['group', isOneOfSeveral],
  ['referent', isOfAnotherReferent],
  ['past', isEnded],
  ['past', isOfThePast],
  ['past', isOfFormerTime],
  ['past', hasBeenUntil],
  ['predicate', hasOtherVerb],
];

/** The grounds by which the passage's statement is less than the claim's. */
export function limitsOf(alignment: Alignment, reading: Reading): string[] {
  return [...new Set(LIMITS.flatMap(([ground, holds]) => (holds(alignment, reading) ? [ground] : [])))];
}
