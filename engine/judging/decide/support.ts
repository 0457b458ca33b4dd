/** Decides whether a statement supports a claim: a path must meet every item of the claim and skip nothing but harmless spans. */
import type { Item } from '#engine/syntax/items.ts';
import { arcsBetween } from '../align/arcs.ts';
import { countUnmatched } from '../align/lacks.ts';
import { namedParts } from '../align/named-parts.ts';
import { findAlignment, type Span } from '../align/path.ts';
import type { Referents } from '../align/reference.ts';
import type { Order } from '../align/reorderings.ts';
import type { Statement } from '../read/sentence.ts';
import { tellsEvent } from './happenings.ts';
import { harmlessSpans } from './harmless.ts';
import { isSubordinator } from './words.ts';

/**
 * Codes of the rules by which a statement supports the claim in one of its orders. Null if no statement does. With `isDenied`,
 * the claim is one without its negation, so support means a contradiction of the original.
 */
export function supportIn(
  orders: readonly Order[],
  statements: readonly Statement[],
  referents: Referents,
  isDenied = false,
): string[] | null {
  const { without } = referents;
  const isOff = (ground: string | null) => ground !== null && without.has(ground);
  const [asItStands] = orders;
  for (const statement of statements) {
    if (isOff(statement.readBy)) continue;
    const { names, values } = countUnmatched(asItStands!.items, statement.items, referents);
    if (names + values > 0) continue;
    for (const order of orders) {
      if (isOff(order.ground)) continue;
      const said = articleOfPredicate(order.items);
      if (said === 'the' && articleOfPredicate(statement.items) === 'a') continue;
      // "Won a cup" doesn't contradict "never won the cup".
      if (isDenied && hasOtherArticle(order.items, statement.items)) continue;
      const agent = order.isAgentless === true ? agentOf(statement) : [];
      if (order.isAgentless === true && agent.length === 0) continue;
      const harmless = () =>
        [...harmlessSpans(statement), ...agent].filter(({ ground }) => ground !== 'kind_of_definite' || said === 'a');
      const arcs = () =>
        arcsBetween(order.items, statement.items, referents).filter(
          ({ ground }) => ground !== 'less_precise_date' || tellsEvent(order.items),
        );
      const named = () => namedParts(order.items, statement.items, referents);
      const path = findAlignment(
        { claim: order.items, items: statement.items, harmless, named, arcs, differences: [], without },
        0,
      );
      if (path !== null) return [statement.readBy, order.ground, ...path.grounds].filter((ground) => ground !== null);
    }
  }
  return null;
}

function hasOtherArticle(claim: readonly Item[], items: readonly Item[]): boolean {
  return claim.some(({ article, isName, lower }) => {
    const others = article === 'the' && !isName ? items.filter((item) => item.lower === lower) : [];
    return others.length > 0 && others.every((item) => item.article === 'a');
  });
}

/** The article behind "is". It matters, because whoever is a director need not be the director. */
function articleOfPredicate(items: readonly Item[]): Item['article'] {
  const at = items.findIndex(({ key, tense }) => key === 'be' && tense !== null);
  return at < 0 ? null : (items[at + 1]?.article ?? null);
}

/**
 * The statement's subject, which may be skipped if the claim is a passive without an agent: "we", "they", "you" or "I", also
 * behind a condition.
 */
function agentOf({ items, groups }: Statement): Span[] {
  const start = isSubordinator(items[0]?.lower ?? '') ? items.findIndex(({ text }) => text === ',') + 1 : 0;
  // The verb may be tagged as a past form: "If it rains, we put off …".
  const verb = groups.find(
    (group) => group.start >= start && (group.isTensed || (start > 0 && group.tense === 'past')),
  );
  if (verb === undefined || verb.start === start || verb.isNegated || verb.isPassive) return [];
  const agent = items.slice(start, verb.start);
  // Other subjects can't be skipped: "The Comfort rate includes breakfast" says nothing about other rates.
  const isOwn = agent.length === 1 && /^(?:we|they|you|i)$/.test(agent[0]!.lower);
  return isOwn ? [{ start, end: verb.start, ground: 'voice' }] : [];
}
