/** Three and more predicates of one subject: "was drained in 1847, ploughed until 1969 and flooded in 2003". */
import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords, has, opensWithTime, type Range } from './clauses.ts';
import { isQuantifier, isSubordinator } from './words.ts';

/** What the first predicate may have that holds for the others as well. */
const REACHES = /^(?:not|never|no|nor|neither|either|whether|only|hardly|both|may|might|could|would|to)$/;
/** What may hold for all of them, wherever it stands. */
const NARROWS = /^(?:but|unless|except|if|provided|though|although|whenever)$/;

/** Behind their participles an object may stand as well: "the poet, awarded the prize", "the owner, called Noll". */
const WITH_TWO_OBJECTS =
  /^(?:call|name|title|entitle|dub|style|nickname|term|deem|consider|elect|appoint|crown|declare|make|award|give|grant|offer|pay|promise|lend|sell|send|show|teach|tell|ask|deny|refuse|allow|allot|assign|charge|owe|hand|serve|bring|leave|cost)$/;

/** "Laid down a limit", "picked up Mo": behind other participles no object stands. */
function hasObject(items: readonly Item[], verb: number): boolean {
  if (WITH_TWO_OBJECTS.test(items[verb]!.key)) return false;
  const at = /^(?:down|up|out|off|over|in|on|away|back)$/.test(items[verb + 1]?.lower ?? '') ? verb + 2 : verb + 1;
  const next = items[at];
  return next !== undefined && (next.article !== null || /^(?:PRON|NOUN|PROPN)$/.test(next.pos));
}

/** The joint before each further predicate that may follow the first verb: a comma, the last one "and". */
function jointsOf({ items, groups }: Statement, first: VerbGroup, end: number): Range[] {
  const starts = new Map(groups.map((group) => [group.start, group]));
  const joints: Range[] = [];
  for (let at = first.end; at < end - 1; at++) {
    const isAnd = items[at]!.lower === 'and';
    if (items[at]!.text !== ',' && !isAnd) continue;
    if (items[at]!.text === ',' && items[at + 1]!.lower === 'and') continue;
    const joint = { start: isAnd && items[at - 1]!.text === ',' ? at - 1 : at, end: at + 1 };
    const next = starts.get(joint.end);
    if (next === undefined || !isOfList(items, first, next, isAnd)) continue;
    joints.push(joint);
    if (isAnd) return joints.length > 1 ? joints : [];
  }
  return [];
}

function isOfList(items: readonly Item[], first: VerbGroup, next: VerbGroup, isLast: boolean): boolean {
  const verb = items[next.start]!;
  // They share their "was".
  if (first.isPassive) return !next.isPassive && (verb.tense === 'past' || verb.tense === 'participle');
  if (next.isNegated || next.isPassive || next.isPerfect || verb.tense !== items[first.start]!.tense) return false;
  return isLast ? next.isTensed || verb.tense === 'past' : verb.tense !== 'past' || hasObject(items, next.head);
}

/** Each predicate by itself: the others, with the joints between them. */
export function predicateLists(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
  const first = groups.find(({ isTensed }) => isTensed);
  if (first === undefined || first.isNegated || first.isPerfect || first.tense === 'modal') return [];
  if (REPORTING_LEMMAS.has(items[first.head]!.key) || has(items, { start: 0, end: first.start }, isQuantifier))
    return [];
  const joints = jointsOf(statement, first, end);
  const [joint] = joints;
  if (joint === undefined || has(items, { start: 0, end }, (lower) => NARROWS.test(lower))) return [];
  const before = { start: 0, end: joint.start };
  if (has(items, before, (lower) => REACHES.test(lower) || isSubordinator(lower))) return [];
  const from = first.isPassive ? first.head : first.start;
  const isTimed = opensWithTime(items);
  return joints.flatMap(({ start, end: behind }, at) => {
    const next = joints[at + 1];
    return [
      ...(isTimed ? [] : [{ start: from, end: behind }]),
      { start, end },
      ...(next === undefined ? [] : [{ start, end: next.start }]),
    ];
  });
}
