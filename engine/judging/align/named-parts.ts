/** Parts of a claim that only name what the document is about. */
import type { Item } from '#engine/syntax/items.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { isCalled, type Subject } from '../read/subject.ts';
import type { Span } from './path.ts';
import { nameRuns, opensAnother, type Referents } from './reference.ts';

/** Words that tell another thing of the document's kind. */
const OTHERS = /^(?:another|other|elsewhere|rival|competitor)$/;

/** The words among which is what a sentence is about: those before its verb. */
function subjectOf(sentence: readonly Item[]): readonly Item[] {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  return sentence.slice(0, Math.max(verb, 0));
}

/** "Rival museums charge nothing.": a sentence about another thing of the document's kind, in a text about "the Tarn Museum". */
function isOfAnother(sentence: readonly Item[], { names }: Subject): boolean {
  const subject = subjectOf(sentence);
  // "Prices apply from May." below "Larder: prices": of those that the title has in the plural as well.
  const isTopic = ({ lower }: Item, at: number) =>
    at === 0 && names.has(lower) && singular(lower) !== lower && !subject.some((item) => isForeign(item, names));
  return subject.some((item, at) => {
    const one = item.pos === 'PROPN' ? singular(item.lower) : item.key;
    if (OTHERS.test(singular(item.lower))) return true;
    if (item.kind !== 'word' || isTopic(item, at) || !(names.has(one) || names.has(item.key))) return false;
    return opensAnother(sentence, at, item.key, [item.lower]);
  });
}

function isForeign({ isName, lower }: Item, names: ReadonlySet<string>): boolean {
  return isName && !names.has(lower);
}

/** Whether the text before has come to speak of another than what the document is about. */
function speaksOfAnother({ document, before, earlier }: Referents): boolean {
  if (earlier.some((sentence) => isOfAnother(sentence, document))) return true;
  // Where it stays open what the sentence before is about, none may name another.
  const spoken = before === null ? earlier.flat() : before;
  return spoken.some((item) => isForeign(item, document.names));
}

const PLACING = new Set('at in on near from'.split(' '));

/**
 * How a sentence's subject names something beside the document's subject. `placed`: in what says where, or whose several things are ("the
 * *inn at Nesvik*"), which the claim has as well. `itself`: otherwise, or the one of the document's kind that the place tells from it ("the
 * museum in Orr", "members of Tarrow Carshare"); the sentence then belongs to that.
 */
function otherNameIn(
  claim: readonly Item[],
  items: readonly Item[],
  { names, words }: Subject,
): 'none' | 'placed' | 'itself' {
  const subject = subjectOf(items);
  let placedUntil = -1;
  for (const { start, end } of nameRuns(subject)) {
    const run = subject.slice(start, end);
    if (!run.some((item) => isForeign(item, names))) continue;
    // Capitalised at the sentence's beginning alone, what the claim writes small is no name.
    if (start === 0 && end === 1 && claim.some(({ text }) => text === run[0]!.lower)) continue;
    const head = subject[start - 2];
    const link = subject[start - 1]?.lower ?? '';
    const isLinked = PLACING.has(link) || (link === 'of' && head !== undefined && singular(head.lower) !== head.lower);
    const isPlaced =
      (link === 'and' && placedUntil === start - 1) || (isLinked && head !== undefined && !words.has(head.key));
    const isInClaim = run.every(({ lower }) => claim.some((item) => item.lower === lower) && !words.has(lower));
    if (!isPlaced || !isInClaim) return 'itself';
    placedUntil = end;
  }
  return placedUntil < 0 ? 'none' : 'placed';
}

/** What leads to an owner or a place. Not "to", "by" or "from": whom it was sold to is another statement. */
const NAMING = new Set('of at in on'.split(' '));

/** Words of a name. Of a row of numbers, each run would be compared with each line otherwise. */
const LONGEST_NAME = 12;

/** Parts of a claim that only name the document's subject: "a *Rolla* booking", "in *the Tarn Museum*", "*Ostrava's* sales". */
export function namedParts(claim: readonly Item[], items: readonly Item[], referents: Referents): Span[] {
  const spans: Span[] = [];
  const { document } = referents;
  const other = otherNameIn(claim, items, document);
  if (other === 'itself' || speaksOfAnother(referents)) return [];
  const isNaming = (item: Item | undefined) =>
    item !== undefined &&
    (document.names.has(item.lower) || (item.kind === 'quantity' && document.names.has(item.text)));
  for (let start = 0; start < claim.length; start++) {
    // Of a name all parts or none: "Drake" alone doesn't name the bell.
    if (!isNaming(claim[start]) || claim[start - 1]?.isName === true) continue;
    const longest = Math.min(claim.length, start + LONGEST_NAME);
    for (let end = start + 1; end <= longest && isPart(claim[end - 1], isNaming); end++) {
      if (!isNaming(claim[end - 1]) || claim[end]?.isName === true) continue;
      const run = claim.slice(start, end);
      if (!run.some(({ isName, text }) => isName || /^\p{Lu}/u.test(text))) continue;
      if (
        !isCalled(
          document,
          run.map(({ lower }) => lower),
        )
      )
        continue;
      const next = claim[end];
      const isPossessive = next?.lower === "'s" || next?.lower === '’s' || next?.lower === "'";
      if (isPossessive) spans.push({ start, end: end + 1, ground: 'document_subject' });
      else if (next !== undefined && (/^(?:NOUN|ADJ|PROPN|NUM)$/.test(next.pos) || next.tense === 'gerund'))
        spans.push({ start, end, ground: 'document_subject' });
      if (!isPossessive && start > 0 && NAMING.has(claim[start - 1]!.lower))
        spans.push({ start: start - 1, end, ground: 'document_subject' });
    }
  }
  // Of what is elsewhere itself, the name only says whose it is: "the *Skarva* inn at Nesvik".
  const isInFront = ({ start }: Span) => start === 0 && !NAMING.has(claim[0]!.lower);
  return other === 'placed' ? spans.filter(isInFront) : spans;
}

function isPart(item: Item | undefined, isNaming: (item: Item | undefined) => boolean): boolean {
  return isNaming(item) || item?.lower === 'and' || item?.lower === 'of';
}
