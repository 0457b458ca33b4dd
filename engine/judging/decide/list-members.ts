/** Finds members of lists of objects and names that a claim may omit. */

import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { behindSeparator, isName, isOfPhrase } from './predicates.ts';
import { endBeforeFinalMark, isQuantifier, isStative, takesBack } from './words.ts';

/** Verbs whose objects belong together: "mixed sand and lime" says nothing of sand alone. */
const COLLECTIVE = new Set(
  'consist mix share combine total add cost divide link connect join merge compare exchange separate trade swap'.split(
    ' ',
  ),
);

/**
 * A further member of a list of objects, if the statement holds for each by itself: "get 5 GB of storage *and 20,000 requests a
 * month*".
 */
export function objectMembers({ items, groups }: Statement): Range[] {
  const verb = groups.find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.isNegated || items[verb.head]!.pos !== 'VERB' || COLLECTIVE.has(items[verb.head]!.key))
    return [];
  const end = endBeforeFinalMark(items);
  const scope = items.slice(0, end);
  const joints = scope.flatMap(({ lower }, at) => (lower === 'and' && at > verb.end ? [at] : []));
  const [at] = joints;
  if (at === undefined || joints.length > 1) return [];
  if (
    scope.some(
      ({ lower, text }) =>
        takesBack(lower) ||
        text === ';' ||
        /^(?:between|both|together|total|each|every|respectively|or|all|from)$/.test(lower),
    )
  )
    return [];
  const isObject = (i: number) => i < end && isOfPhrase(items[i]);
  let close = at + 1;
  while (
    isObject(close) ||
    (items[close]?.lower === 'of' && isObject(close + 1)) ||
    (items[close]?.article === 'a' && isObject(close))
  )
    close++;
  // The list must begin directly behind the verb and have an object on either side.
  const before = items.slice(verb.end, at);
  const isPlain = before.length > 0 && before.every(({ lower }, i) => isOfPhrase(before[i]) || lower === 'of');
  if (!isPlain || close === at + 1) return [];
  // The object may also end earlier, at a noun before an adjective: "… and 20,000 requests a month free of charge".
  const ends = items.flatMap(({ pos }, i) =>
    i > at && i < close && pos === 'NOUN' && items[i + 1]?.pos === 'ADJ' ? [i + 1] : [],
  );
  return [...ends, close].map((to) => ({ start: at, end: to }));
}

/** Names in a list behind a verb, if the statement holds for each by itself: "stars *Dunst,* Gainsbourg *and Lang*". */
export function listedNames({ items, groups }: Statement): Range[] {
  const verb = groups.find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.isNegated || COLLECTIVE.has(items[verb.head]!.key) || items[verb.head]!.pos !== 'VERB')
    return [];
  if (items.slice(0, verb.end).some(({ lower }) => takesBack(lower))) return [];
  const members: Range[] = [];
  // Accepted: "has appeared in Gulls and Terns". Rejected: "has 40 shops in Orr and Hale" (40 in total), "lies in Orr and Hale"
  // (wholly in neither).
  const subject = items.slice(0, verb.start);
  const isEach = !verb.isPassive && !isStative(items[verb.head]!.key);
  // Rejected: "Forty shops work in Orr and Hale".
  const isCounted = subject.some(({ kind, lower }) => kind === 'quantity' || isQuantifier(lower));
  const isBehind = isEach && !isCounted && /^(?:in|for)$/.test(items[verb.end]?.lower ?? '');
  for (let at = isBehind ? verb.end + 1 : verb.end; isName(items[at]); ) {
    let end = at;
    while (isName(items[end])) end++;
    members.push({ start: at, end });
    const next = behindSeparator(items, end);
    if (next === end) break;
    at = next;
  }
  const close = members.at(-1)?.end;
  if (members.length < 2 || close === undefined) return [];
  return members.flatMap((member, m) => [
    ...members.slice(m + 1).map((later) => ({ start: member.start, end: later.start })),
    ...(member.end < close ? [{ start: member.end, end: close }] : []),
  ]);
}
