/**
 * Reads the label of a claim's subject: a kind in brackets behind its name that distinguishes it from others of that name, e.g.
 * "Queen (band)".
 */
import type { Item } from '#engine/syntax/items.ts';
import { predicatesOf } from '../decide/predicates.ts';
import { statementOf } from './sentence.ts';

/** Matches claims with a labelled subject: "Queen (band) was …", "Hush (2016 film) is …". */
const LABELLED = /^(\p{Lu}[^()]{1,60}) \((\d{0,4} ?(?:TV )?\p{Ll}[\p{Ll} -]{1,30})\)( [^()]+)$/u;

export interface Labelled {
  /** The claim without the label. */
  claim: string;
  /** The words of the label, in lower case. */
  kind: readonly string[];
}

/** Splits the label off a claim. Null if the claim has none. */
export function labelled(claim: string): Labelled | null {
  const found = claim.includes(' (') ? LABELLED.exec(claim) : null;
  if (found === null) return null;
  return { claim: `${found[1]}${found[3]}`, kind: found[2]!.toLowerCase().split(/[\s-]/) };
}

/** True if the sentence begins with the claim's subject and says that it is of the kind, e.g. "… is a 2016 horror film". */
export function saysKind(items: readonly Item[], claim: readonly Item[], kind: readonly string[]): boolean {
  const first = items[0]?.text === '"' ? 1 : 0;
  const subject = claim.slice(
    0,
    Math.max(
      claim.findIndex(({ tense }) => tense !== null),
      1,
    ),
  );
  const behind = items[first + subject.length];
  const isSubject = subject.every(({ lower }, at) => items[first + at]?.lower === lower);
  if (!isSubject || behind === undefined || !(/^["(,]$/.test(behind.text) || behind.key === 'be' || behind.isName))
    return false;
  const [predicate] = predicatesOf(statementOf(items));
  if (
    predicate === undefined ||
    items.slice(0, predicate.members[0]!.start - 1).some(({ lower, tense }) => lower === 'and' || tense === 'present')
  )
    return false;
  const { members, end } = predicate;
  const words = items.slice(members[0]!.start, end).flatMap(({ lower, key }) => [lower, key]);
  const isHead = members.some((member) => items[member.end - 1]!.key === kind.at(-1));
  return isHead && kind.every((word) => word === 'tv' || words.includes(word));
}
