/** Clauses at the end that tell why something is so, or what else happened: neither takes back what stands before. */
import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords, has, type Range } from './clauses.ts';
import { isStative, isSubordinator } from './words.ts';

/** The finite verb of a main clause that ends before `end` and stands in no other's scope; null if there is none, or it is denied. */
function mainVerb({ items, groups }: Statement, end: number): VerbGroup | null {
  const finite = groups.filter(({ isTensed, start }) => isTensed && start < end);
  const [verb] = finite;
  if (verb === undefined || finite.some(({ isNegated }) => isNegated) || isSubordinator(items[0]!.lower)) return null;
  return verb;
}

/** In the main clause, what may reach into the clause behind it. */
const REACHES =
  /^(?:not|never|no|nor|neither|either|whether|only|hardly|if|unless|all|every|each|any|always|ever|everyone|everybody|everything)$/;
const NARROWS = /^(?:but|unless|except|if|provided|though|although)$/;

function isReason(items: readonly Item[], at: number): boolean {
  const { lower } = items[at]!;
  return lower === 'because' || lower === 'since' || (lower === 'so' && items[at + 1]?.lower === 'that');
}

/** ", because bones harden only under load": a reason set off by a comma, behind what is affirmed. */
export function reasons(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || at + 1 >= end || !isReason(items, at + 1)) return [];
    const verb = mainVerb(statement, at);
    // "Has grown, since the toll was abolished": from when on.
    if (verb === null || (verb.isPerfect && items[at + 1]!.lower === 'since')) return [];
    if (has(items, { start: 0, end: at }, (lower) => REACHES.test(lower))) return [];
    const range = { start: at, end };
    const inner = items.slice(at + 2, end);
    const isPlain = !inner.some((item) => /^[,;:]$/.test(item.text) || NARROWS.test(item.lower));
    const isClause = groups.some(({ isTensed, start }) => isTensed && start > at + 2);
    return isPlain && isClause ? [range] : [];
  });
}

/** What undoes the event before: "but was acquitted on appeal". */
const UNDOES =
  /^(?:withdraw|retract|reverse|cancel|overturn|annul|revoke|rescind|undo|recant|quash|repeal|acquit|void|return|refund|deny|fail|correct|dismiss|lift|suspend|postpone|drop)$/;

/** "but carried stone until 1979": what happened besides, behind one finished event. */
export function adversatives(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
  return items.flatMap(({ lower }, at) => {
    if (lower !== 'but' || at === 0) return [];
    const main = mainVerb(statement, at);
    if (main === null || main.tense !== 'past' || main.isPerfect || isStative(items[main.head]!.key)) return [];
    const before = { start: 0, end: at };
    if (has(items, before, (word) => REACHES.test(word))) return [];
    const next = groups.find(({ isTensed, start }) => isTensed && start > at);
    const isOther = next?.tense === 'past' && !next.isNegated;
    if (!isOther || items.slice(at + 1, end).some(({ key }) => UNDOES.test(key))) return [];
    const subject = items.slice(at + 1, next.start);
    if (subject.some(({ pos, text }) => pos === 'SCONJ' || pos === 'ADP' || text === ',')) return [];
    if (has(items, { start: at + 1, end }, (word) => NARROWS.test(word) || word === 'not' || word === 'never'))
      return [];
    return [{ start: items[at - 1]!.text === ',' ? at - 1 : at, end }];
  });
}
