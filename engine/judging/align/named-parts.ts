/** Finds parts of a claim that only name the document's subject, so that a sentence of the document may omit them. */
import type { Item } from '#engine/syntax/items.ts';
import { namesPlace } from '#engine/text/names.ts';
import { isNamedBy, type Subject } from '../read/subject.ts';
import { isOfAnother, namesAnother, speaksOfAnother } from './other-subjects.ts';
import type { Arc, Span } from './path.ts';
import { introducesOther, isDescription, isNounLike, lowerWords, nameRuns, type Referents } from './reference.ts';

/** Prepositions before an owner or a place. Not "to", "by" or "from": "sold to Rolla" says more than "sold". */
const NAMING = new Set('of at in on'.split(' '));

/** Maximum number of words in a name. Without it, every part of a long row of numbers would be compared with every line. */
const LONGEST_NAME = 12;

/**
 * The parts of a claim that only name the document's subject: "a *Rolla* booking", "in *the Tarn Museum*", "*Ostrava's* sales".
 */
export function namedParts(claim: readonly Item[], items: readonly Item[], referents: Referents): Span[] {
  const spans: Span[] = [];
  const { document } = referents;
  const isNaming = (item: Item | undefined) =>
    item !== undefined &&
    (document.names.has(item.lower) || (item.kind === 'quantity' && document.names.has(item.text)));
  if (!claim.some(isNaming) || namesAnother(claim, items, document)) return [];
  const isContinued = speaksOfAnother(referents);
  for (let start = 0; start < claim.length; start++) {
    // Use the whole name: "Drake" alone doesn't name the Drake bell.
    if (!isNaming(claim[start]) || isNameBefore(claim, start, items)) continue;
    const longest = Math.min(claim.length, start + LONGEST_NAME);
    for (let end = start + 1; end <= longest && isPart(claim[end - 1], isNaming); end++) {
      if (!isNaming(claim[end - 1]) || claim[end]?.isName === true) continue;
      const run = claim.slice(start, end);
      if (!run.some(({ isName, text }) => isName || /^\p{Lu}/u.test(text))) continue;
      if (
        !isNamedBy(
          document,
          run.map(({ lower }) => lower),
        )
      )
        continue;
      const next = claim[end];
      if (isContinued && !continuesFirst(next, items, referents)) continue;
      const isPossessive = next?.lower === "'s" || next?.lower === '’s' || next?.lower === "'";
      if (isPossessive) spans.push({ start, end: end + 1, ground: 'document_subject' });
      else if (
        next !== undefined &&
        (/^(?:NOUN|ADJ|PROPN|NUM)$/.test(next.pos) || next.tense === 'gerund') &&
        !mayBeAnother(claim, { start, end }, items, referents)
      )
        spans.push({ start, end, ground: 'document_subject' });
      if (!isPossessive && start > 0 && NAMING.has(claim[start - 1]!.lower))
        spans.push({ start: start - 1, end, ground: 'document_subject' });
    }
  }
  return spans;
}

/**
 * True if the claim's word before `start` is part of a name. Exception: "new" in "New Larder accounts", if the sentence uses it
 * as a common word.
 */
function isNameBefore(claim: readonly Item[], start: number, items: readonly Item[]): boolean {
  const before = claim[start - 1];
  if (before?.isName !== true) return false;
  const isWord = start === 1 && items.some(({ lower, isName }) => lower === before.lower && !isName);
  return !isWord || namesPlace(`${before.lower} ${claim[start]!.lower}`);
}

/**
 * Whether the sentence continues about what the passage began with, although another was mentioned in between: "The court had
 * three members. Noll spoke. The court …".
 */
function continuesFirst(noun: Item | undefined, items: readonly Item[], { document, earlier }: Referents): boolean {
  const [first] = earlier;
  if (noun?.pos !== 'NOUN' || first === undefined || namesAnother([], first, document) || isOfAnother(first, document))
    return false;
  // The noun must be a word for the document's subject. Rejected: "The police were called".
  if (!document.words.has(noun.lower)) return false;
  const isIt = (item: Item | undefined) => item?.article === 'the' && item.lower === noun.lower && !item.isName;
  const isSame = ({ key }: Item) => key === noun.key;
  return isIt(first[0]) && isIt(items[0]) && earlier.every((each) => each.filter(isSame).every((item) => isIt(item)));
}

/**
 * Whether the sentence may mean another thing by the noun behind the name. For "the Brightwater lamp" in the claim, that is so if
 * the sentence has "a lamp"; or if it has "the lamp" and the text before introduces "an older lamp", or a title also names "the
 * Orley lamp".
 */
function mayBeAnother(
  claim: readonly Item[],
  { start, end }: Pick<Span, 'start' | 'end'>,
  items: readonly Item[],
  { document, earlier }: Referents,
): boolean {
  let at = end;
  while (claim[at + 1]?.pos === 'NOUN') at++;
  const noun = claim[at]!;
  if (noun.pos !== 'NOUN') return false;
  const theirs = items.find(({ key }) => key === noun.key);
  const first = items.find(({ key, lower }) => lower === claim[end]!.lower || key === claim[end]!.key);
  if (first?.article === 'a' && claim[start]!.article === 'the') return true;
  if (first?.article === 'the' && earlier.length > 0 && bringsInOwner(earlier.at(-1)!, document)) return true;
  const last = claim[end - 1]!.lower;
  return (
    theirs !== undefined &&
    first?.article === 'the' &&
    (earlier.some(
      (sentence) =>
        !hasOne(sentence, noun, document) && sentence.some((_, i) => introducesOther(sentence, i, noun.key, [last])),
    ) ||
      document.lines.some((line) =>
        line.some((word, i) => word === noun.lower && isOfOtherName(line, i, last, document)),
      ))
  );
}

/** Whether the sentence introduces the thing as the subject's own: "Skarva has a church and one road." */
function hasOne(sentence: readonly Item[], { key }: Item, { names }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  const owner = sentence.slice(0, Math.max(verb, 0));
  const things = sentence.filter((item) => item.key === key);
  return (
    owner.length > 0 &&
    owner.every(({ lower }) => names.has(lower)) &&
    sentence[verb]!.key === 'have' &&
    // No prepositions. Rejected: "a map of a road in Orr".
    sentence.every(({ lower, pos }) => !/^(?:no|not|never|once|formerly|hardly)$/.test(lower) && pos !== 'ADP') &&
    things.length === 1 &&
    !things[0]!.isPlural
  );
}

/**
 * Whether the noun in the line belongs to another name: "the Orley lamp" instead of "the Brightwater lamp". Not "Brightwater
 * Orley Lamp", which is the same thing by its full name.
 */
function isOfOtherName(line: readonly string[], noun: number, last: string, { names }: Subject): boolean {
  let start = noun;
  while (names.has(line[start - 1] ?? '')) start--;
  return start < noun && !line.slice(start, noun).includes(last);
}

/**
 * Whether the sentence introduces somebody or something that may own what the next sentence is about: "A tent costs €9. The price
 * …", "Wolves won the cup. The captain …".
 */
function bringsInOwner(sentence: readonly Item[], { names }: Subject): boolean {
  const [first] = sentence;
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  const subject = sentence.slice(0, Math.max(verb, 1));
  if (first === undefined || subject.some(({ lower }) => names.has(lower))) return false;
  // A spokesman speaks for somebody else and is no owner.
  if (/^spokes(?:man|woman|person)$/.test(first.lower)) return false;
  const isMany = verb > 0 && /^(?:NOUN|PROPN)$/.test(subject.at(-1)!.pos) && subject.at(-1)!.lower.endsWith('s');
  return first.article === 'a' || (isMany && sentence[verb]!.tense === 'past');
}

/** The end of the nouns behind a name: "the Brightwater lamp", "the Brightwater desk lamp". Null if there are none. */
function endOfHead(claim: readonly Item[], end: number): number | null {
  let at = end;
  while (claim[at]?.pos === 'NOUN' && claim[at]!.kind === 'word' && !claim[at]!.isName) at++;
  return at === end || isNounLike(claim[at]) ? null : at;
}

/**
 * True if "the lamp" always means "the Brightwater lamp" in the document: a title or another line about the subject ends with
 * that name, and neither such lines nor sentences mention another lamp.
 */
function isOnlyOne(words: readonly string[], sentences: readonly (readonly Item[])[], { document, names }: Referents) {
  const noun = words.at(-1)!;
  const endsHere = (line: readonly string[], end: number) =>
    end >= words.length && words.every((word, i) => line[end - words.length + i] === word);
  const namesOther = (line: readonly string[]) =>
    line.some((word, at) => word.startsWith(noun) && !endsHere(line, at + 1));
  // Skip lines with one word, because an opening may be just "The lamp".
  const lines = document.lines.filter((line) => line.length > 1);
  if (!lines.some((line) => endsHere(line, line.length) || endsHere(line, line.indexOf(':')))) return false;
  if (lines.some(namesOther) || names.some((name) => name.includes(noun) && namesOther(name))) return false;
  return sentences.every((items) => {
    const lower = items.map((item) => item.lower);
    return items.every(
      (item, at) =>
        !(item.key === noun || item.lower.startsWith(noun)) ||
        (item.lower === noun && (item.article === 'the' || endsHere(lower, at + 1))),
    );
  });
}

/**
 * A description for a name with a noun: "the lamp" for "the Brightwater lamp" in a text about it. Rejected if the description is
 * restricted: "the lamp in Orley".
 */
export function headedArcs(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  const arcs: Arc[] = [];
  for (const { start, end } of nameRuns(claim)) {
    const head = endOfHead(claim, end);
    const words = head === null ? [] : lowerWords(claim, { start, end: head });
    if (head === null || !items.some(({ lower }) => lower === words.at(-1))) continue;
    const { document, earlier } = referents;
    if ([...earlier, items].some((each) => namesAnother(claim, each, document) || isOfAnother(each, document)))
      return [];
    if (!isOnlyOne(words, [...earlier, items], referents)) continue;
    items.forEach(({ lower }, at) => {
      if (lower === words.at(-1) && isDescription(items, at) && items[at + 1]?.pos !== 'ADP')
        arcs.push({ claimStart: start, claimEnd: head, start: at, end: at + 1, ground: 'definite_description' });
    });
  }
  return arcs;
}

function isPart(item: Item | undefined, isNaming: (item: Item | undefined) => boolean): boolean {
  return isNaming(item) || item?.lower === 'and' || item?.lower === 'of';
}
