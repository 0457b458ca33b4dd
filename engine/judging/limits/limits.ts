/** What keeps a passage that has all of a claim from supporting it: it states the claim only of less, or only as another's words. */
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { joinsOtherwise } from './clause-order.ts';
import { comparesOtherwise, isOnlyDifference } from './comparison-sides.ts';
import { isConditional, takesOut } from './condition.ts';
import { isOfAnotherEvent, isOfRival } from './crossed-values.ts';
import { exchangesSides, exchangesVerbs, isOtherDirection, isOutside } from './direction.ts';
import { mixesMembers } from './elliptic-members.ts';
import { isOfDifferentMembers } from './gapping.ts';
import { isAllOfSome, isOfCertainCases, isRuledWithin } from './habits.ts';
import { isOfAnotherHead } from './heads.ts';
import { hasOtherVerb } from './light-verbs.ts';
import { isOfGroup, isOneOfSeveral } from './membership.ts';
import { isOfOtherForce } from './obligation.ts';
import { isFoundInAnother, isOfTwoNames } from './one-for-two.ts';
import { isWithOtherVerb } from './other-verb.ts';
import { isOfAnotherOwner } from './owners.ts';
import { hasBeenUntil, isEnded, isOfFormerTime, isOfThePast } from './past.ts';
import { isOfAnotherReferent } from './referents.ts';
import { isOnlyReported } from './reported.ts';
import { exchangesRoles, isByAnother } from './roles.ts';
import { isOnOtherSide, isOtherBound } from './rule-bounds.ts';
import { countsPart, isEverybodyOf, isOfSome, isOfThoseThatAre, isRankedWithin } from './scope.ts';
import { isUnfulfilled } from './unfulfilled.ts';

/** Ground → whether it holds. */
const LIMITS: readonly (readonly [ground: string, holds: (alignment: Alignment, reading: Reading) => boolean])[] = [
  ['reported', isOnlyReported],
  ['modality', isUnfulfilled],
  ['obligation', isOfOtherForce],
  ['condition', isConditional],
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
  ['crossed', exchangesVerbs],
  ['crossed', isFoundInAnother],
  ['crossed', isOfTwoNames],
  ['crossed', isOfDifferentMembers],
  ['crossed', mixesMembers],
  ['crossed', isWithOtherVerb],
  ['roles', exchangesRoles],
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
