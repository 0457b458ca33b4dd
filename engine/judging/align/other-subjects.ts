/** Whether a sentence, or the text before it, is about another than what its document is about. */
import type { Item } from '#engine/syntax/items.ts';
import { CLASS_NOUNS, canBePerson, singular } from '#engine/text/class-nouns.ts';
import { isKnownWord, wordRelation } from '#engine/text/lexicon.ts';
import { isWeekday } from '#engine/values/calendar.ts';
import type { Subject } from '../read/subject.ts';
import { introducesOther, type Referents } from './reference.ts';

/** Words that tell another thing of the document's kind. */
const OTHERS =
  /^(?:another|other|elsewhere|rival|competitor|predecessor|successor|older|newer|previous|preceding|earlier|next|second)$/;

/** "The gallery" where the document is about a museum: a kind beside its own. */
function isOfKindBeside({ pos, key, isName, article }: Item, words: ReadonlySet<string>): boolean {
  if (pos !== 'NOUN' || isName || article === null || words.has(key)) return false;
  return [...words].some((word) => wordRelation(word, key) === 'sibling');
}

/** Words by which something stands beside another. */
const BESIDE = /^(?:nearby|opposite|across|adjacent|adjoining|neighbou?ring|beside|alongside)$/;

function isComparative(item: Item | undefined): boolean {
  return (
    item !== undefined &&
    (/^(?:more|less|worse)$/.test(item.lower) || (item.pos === 'ADJ' && /^\p{L}{2,12}er$/u.test(item.lower)))
  );
}

/** "Rival museums charge nothing.": a sentence about another thing of the document's kind, in a text about "the Tarn Museum". */
export function isOfAnother(sentence: readonly Item[], { names, words }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  // "One of its competitors charges a fee.": a verb may be taken for a noun.
  const beforeVerb = verb < 0 ? sentence : sentence.slice(0, verb);
  if (beforeVerb.some(({ lower }) => OTHERS.test(singular(lower)))) return true;
  if (beforeVerb.some((item) => isOfKindBeside(item, words))) return true;
  // "The gallery across the square", "the zoo is cheaper": than what the document is about.
  const complement = verb > 0 && sentence[verb]!.key === 'be' ? sentence[verb + 1] : undefined;
  const isBeside = [...beforeVerb, complement].some((item) => item !== undefined && BESIDE.test(item.lower));
  const isOther = isBeside || isComparative(complement);
  if (isOther && !beforeVerb.some(({ lower }) => names.has(lower))) return true;
  return (
    verb > 0 && beforeVerb.some(({ key, lower }, at) => names.has(key) && introducesOther(sentence, at, key, [lower]))
  );
}

/** Whether the text before has come to speak of another than what the document is about, or may have. */
export function speaksOfAnother({ document, before, earlier }: Referents): boolean {
  const isOpen =
    before === null && !earlier.every((line) => isOwnTitle(line, document) || bringsInNothing(line, document));
  if (isOpen || (before?.some((item) => isForeign(item, document)) && !opensWithPlural(earlier.at(-1)!))) return true;
  return earlier.some((sentence) => isOfAnother(sentence, document));
}

/** One of many, whose the next sentence may tell of: "Each firm in the valley and its partners set a price." */
const OF_MANY = /^(?:one|another|some|any|each|every|many|most|few|several)$/;

/** A person, an organisation or something known, which may own what is spoken of next; not "310 people", nor a place: "in the valley". */
function mayOwn(items: readonly Item[], at: number): boolean {
  const { pos, lower, article } = items[at]!;
  const noun = singular(lower);
  const isOwner = /^(?:NOUN|PROPN)$/.test(pos) && (CLASS_NOUNS.has(noun) || canBePerson(noun)) && noun !== 'people';
  const isPlaced =
    article === 'the' &&
    /^(?:at|in)$/.test(items[at - 1]?.lower ?? '') &&
    /^(?:moment|time|end|beginning|start|past|future|year|spring|summer|autumn|winter|morning|afternoon|evening|night|valley|area|region|garden|wood|woods)$/.test(
      lower,
    );
  return pos === 'PART' || isOwner || (article !== null && !isPlaced);
}

/**
 * "At present 310 people work here.", "Do I need a key?": whatever its subject is, it names no other, and tells of nobody and nothing
 * that may have what is spoken of next.
 */
function bringsInNothing(sentence: readonly Item[], { names }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null && tense !== 'gerund');
  const isAsked = sentence.at(-1)?.text === '?';
  const subject = verb < 0 ? sentence : sentence.slice(0, verb);
  // "Do I pay at the castle?"
  if (isAsked && sentence.some((item, i) => i > 0 && item.pos === 'NOUN' && (item.isPlural || item.article === 'the')))
    return false;
  if (subject.some((item, at) => mayOwn(subject, at) || OF_MANY.test(item.lower) || BESIDE.test(item.lower)))
    return false;
  if (isAsked && !sentence.slice(1, 3).some(({ lower }) => /^(?:i|we|you)$/.test(lower))) return false;
  return sentence.every(
    ({ isName, lower }, at) =>
      !isName ||
      isWeekday(singular(lower)) ||
      (names.has(lower) && /^(?:at|in)$/.test(sentence[at - 1]?.lower ?? '')) ||
      // A verb may be taken for a noun: "Rangers book online."
      (at === 0 && verb > 0 && opensWithPlural(sentence)),
  );
}

/** "The Bowl at Ferran": a line without a verb that names the document's subject and nothing else. */
function isOwnTitle(line: readonly Item[], document: Subject): boolean {
  const isTitle = line.every(
    ({ tense, isName, lower, pos }) =>
      tense === null &&
      (!isName || document.names.has(lower)) &&
      // "The gallery beside the Tarn Museum", "Tarn and Orley": of another, or of two.
      (pos !== 'ADP' || lower === 'for' || /^(?:of|at|in|on)$/.test(lower)) &&
      !/^(?:CCONJ|PART)$/.test(pos) &&
      !/^[.,!?:]$/.test(lower),
  );
  return isTitle && line.some(({ lower }) => document.names.has(lower));
}

/** "Bicycles are sold": a common word that only the beginning capitalises. "Pirates is" and "Pirates charges" are of a name. */
function opensWithPlural(sentence: readonly Item[]): boolean {
  const [first, verb] = sentence;
  if (first === undefined || verb === undefined) return false;
  const one = singular(first.lower);
  return one !== first.lower && isKnownWord(one) && !verb.isName && !/^(?:was|\p{L}+s)$/u.test(verb.lower);
}

/** A sentence whose subject is named belongs to that. Capitalised at its beginning alone, what the claim writes small is no name. */
export function namesAnother(claim: readonly Item[], items: readonly Item[], document: Subject): boolean {
  const isCommon = ({ lower }: Item) => claim.some(({ text }) => text === lower);
  const verb = items.findIndex(({ tense }) => tense !== null);
  const subject = items.slice(0, Math.max(verb, 0));
  return subject.some((item, at) => isForeign(item, document) && !(at === 0 && isCommon(item)));
}

function isForeign({ isName, lower }: Item, { names, words }: Subject): boolean {
  // "Furnace 2" in what is written about a furnace; "on Sundays".
  return isName && !names.has(lower) && !(words.has(lower) && isKnownWord(lower)) && !isWeekday(singular(lower));
}
