/** Detects whether a sentence or the text before it is about something other than the document's subject. */
import type { Item } from '#engine/syntax/items.ts';
import { CLASS_NOUNS, canBePerson, singular } from '#engine/text/class-nouns.ts';
import { isKnownWord, wordRelation } from '#engine/text/lexicon.ts';
import { isWeekday } from '#engine/values/calendar.ts';
import type { Subject } from '../read/subject.ts';
import { introducesOther, type Referents } from './reference.ts';

/** Words that introduce another thing of the same kind as the document's subject. */
const OTHERS =
  /^(?:another|other|elsewhere|rival|competitor|predecessor|successor|older|newer|previous|preceding|earlier|next|second)$/;

/** Whether the item is a noun for a related kind, e.g. "the gallery" in a document about a museum. */
function isOfKindBeside({ pos, key, isName, article }: Item, words: ReadonlySet<string>): boolean {
  if (pos !== 'NOUN' || isName || article === null || words.has(key)) return false;
  return [...words].some((word) => wordRelation(word, key) === 'sibling');
}

/** Words that place one thing beside another. */
const BESIDE = /^(?:nearby|opposite|across|adjacent|adjoining|neighbou?ring|beside|alongside)$/;

function isComparative(item: Item | undefined): boolean {
  return (
    item !== undefined &&
    (/^(?:more|less|worse)$/.test(item.lower) || (item.pos === 'ADJ' && /^\p{L}{2,12}er$/u.test(item.lower)))
  );
}

/**
 * Whether the sentence is about another thing of the same kind: "Rival museums charge nothing." in a document about the Tarn
 * Museum.
 */
export function isOfAnother(sentence: readonly Item[], { names, words }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  // The verb may be tagged as a noun: "One of its competitors charges a fee."
  const beforeVerb = verb < 0 ? sentence : sentence.slice(0, verb);
  if (beforeVerb.some(({ lower }) => OTHERS.test(singular(lower)))) return true;
  if (beforeVerb.some((item) => isOfKindBeside(item, words))) return true;
  // Comparisons with the document's subject: "the gallery across the square", "the zoo is cheaper".
  const complement = verb > 0 && sentence[verb]!.key === 'be' ? sentence[verb + 1] : undefined;
  const isBeside = [...beforeVerb, complement].some((item) => item !== undefined && BESIDE.test(item.lower));
  const isOther = isBeside || isComparative(complement);
  if (isOther && !beforeVerb.some(({ lower }) => names.has(lower))) return true;
  return (
    verb > 0 && beforeVerb.some(({ key, lower }, at) => names.has(key) && introducesOther(sentence, at, key, [lower]))
  );
}

/** Whether the text before has turned, or may have turned, to something other than the document's subject. */
export function speaksOfAnother({ document, before, earlier }: Referents): boolean {
  const isOpen =
    before === null && !earlier.every((line) => isOwnTitle(line, document) || bringsInNothing(line, document));
  if (isOpen || (before?.some((item) => isForeign(item, document)) && !opensWithPlural(earlier.at(-1)!))) return true;
  return earlier.some((sentence) => isOfAnother(sentence, document));
}

/**
 * Words that pick one of many. The next sentence may be about that one: "Each firm in the valley and its partners set a price."
 */
const OF_MANY = /^(?:one|another|some|any|each|every|many|most|few|several)$/;

/**
 * Whether the item is a person, an organisation or a definite thing that may own what the next sentence is about. Not "310
 * people", nor a place or time: "in the valley".
 */
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
 * Whether the sentence introduces nothing that the next sentence may be about or that may own it: it names nothing else, and its
 * subject is no possible owner. "At present 310 people work here.", "Do I need a key?"
 */
function bringsInNothing(sentence: readonly Item[], { names }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null && tense !== 'gerund');
  const isAsked = sentence.at(-1)?.text === '?';
  const subject = verb < 0 ? sentence : sentence.slice(0, verb);
  // A question may introduce a thing: "Do I pay at the castle?"
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
      // A plural noun at the beginning may look like a name: "Rangers book online."
      (at === 0 && verb > 0 && opensWithPlural(sentence)),
  );
}

/** Whether a line is a title that names the document's subject and nothing else: "The Bowl at Ferran". */
function isOwnTitle(line: readonly Item[], document: Subject): boolean {
  const isTitle = line.every(
    ({ tense, isName, lower, pos }) =>
      tense === null &&
      (!isName || document.names.has(lower)) &&
      // Rejected: "The gallery beside the Tarn Museum" (another thing), "Tarn and Orley" (two things).
      (pos !== 'ADP' || lower === 'for' || /^(?:of|at|in|on)$/.test(lower)) &&
      !/^(?:CCONJ|PART)$/.test(pos) &&
      !/^[.,!?:]$/.test(lower),
  );
  return isTitle && line.some(({ lower }) => document.names.has(lower));
}

/**
 * Whether the sentence begins with a plural noun that is only capitalised because it comes first: "Bicycles are sold". In
 * "Pirates is" and "Pirates charges", it is a name.
 */
function opensWithPlural(sentence: readonly Item[]): boolean {
  const [first, verb] = sentence;
  if (first === undefined || verb === undefined) return false;
  const one = singular(first.lower);
  return one !== first.lower && isKnownWord(one) && !verb.isName && !/^(?:was|\p{L}+s)$/u.test(verb.lower);
}

/**
 * Whether the sentence's subject names something other than the document's subject. A first word that the claim writes in lower
 * case is not a name.
 */
export function namesAnother(claim: readonly Item[], items: readonly Item[], document: Subject): boolean {
  const isCommon = ({ lower }: Item) => claim.some(({ text }) => text === lower);
  const verb = items.findIndex(({ tense }) => tense !== null);
  const subject = items.slice(0, Math.max(verb, 0));
  return subject.some((item, at) => isForeign(item, document) && !(at === 0 && isCommon(item)));
}

function isForeign({ isName, lower }: Item, { names, words }: Subject): boolean {
  // Not foreign: "Furnace 2" in a document about a furnace, and weekdays as in "on Sundays".
  return isName && !names.has(lower) && !(words.has(lower) && isKnownWord(lower)) && !isWeekday(singular(lower));
}
