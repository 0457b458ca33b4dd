/** Whether a passage that shares next to no word with the claim may still speak of it, in other words. */
import { languageToRead } from '#engine/text/detect-language.ts';
import type { ModelLabels } from './answer.ts';
import type { ModelQuestion, QuestionItem } from './question.ts';
import { readWords } from './words.ts';

/** Places of the ranking at which a passage may say in other words all that the claim says. */
const NEAREST = 3;
/** With fewer other passages, nothing shows that the model tells those apart that speak of the claim. */
const LEAST_OTHERS = 3;
/** Of the other passages, the model finds this share at least to say nothing of the claim. */
const LEAST_LEFT = 0.75;
/** Words, figures and dates that passages on other subjects seldom share with a text by chance. */
const LEAST_SHARED = 2;

/**
 * True for one of the first passages whose title names what the claim's text is about, and for one that the model chose
 * among several and that shares words with the text around the claim: a claim made to stand alone often names less of
 * its subject than that text does.
 */
export function isNear(question: ModelQuestion, labels: ModelLabels, index: number): boolean {
  const { passages, context } = question.item;
  if (index < NEAREST && namesTheSame(passages[index]!.title, context)) return true;
  return isChosen(question, labels, index) && sharesSubject(question.item, index);
}

/** True if the model says of nearly all other passages that they leave the claim open. Silence about one is no choice. */
function isChosen({ shown }: ModelQuestion, { passages }: ModelLabels, index: number): boolean {
  const others = shown.filter((passage) => passage.index !== null && passage.index !== index);
  const left = others.filter(({ id }) => {
    const own = passages.filter(({ passage }) => passage === id);
    return own.length > 0 && own.every(({ label }) => label === 'neither');
  });
  return others.length >= LEAST_OTHERS && left.length >= LEAST_LEFT * others.length;
}

/** True if words, figures or dates of the claim's surroundings stand in the passage or its title. */
function sharesSubject({ passages, context, language = 'en' }: QuestionItem, index: number): boolean {
  const { title, text } = passages[index]!;
  const passage = `${title}\n${text}`;
  const keysOf = (part: string, of: string) => new Set(readWords(part, of).items.map(({ key }) => key));
  return (
    keysOf(context, language).intersection(keysOf(passage, languageToRead(passage, language))).size >= LEAST_SHARED
  );
}

/** Capitalised wherever they stand, or nearly. */
const NO_NAMES = /^(?:The|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** True if a name in the title, capitalised inside a sentence of the claim's surroundings too, stands in them. */
function namesTheSame(title: string, surroundings: string): boolean {
  const inside = new Set(surroundings.match(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu));
  return (title.match(/\p{Lu}\p{Ll}{2,}/gu) ?? []).some((word) => inside.has(word) && !NO_NAMES.test(word));
}
