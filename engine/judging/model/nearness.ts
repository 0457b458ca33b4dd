/** Decides whether a passage that shares hardly a word with the claim may still be about it, in other words. */
import { languageToRead } from '#engine/text/detect-language.ts';
import type { ModelLabels } from './answer.ts';
import type { ModelQuestion, QuestionItem } from './question.ts';
import { readWords } from './words.ts';

/** How many of the top-ranked passages may state the whole claim in other words. */
const NEAREST = 3;
/** With fewer other passages, the model has not shown that it can tell relevant passages from irrelevant ones. */
const LEAST_OTHERS = 3;
/** Share of the other passages that the model must have labelled "neither". */
const LEAST_LEFT = 0.75;
/** Number of common words, figures and dates that passages on other subjects seldom reach by chance. */
const LEAST_SHARED = 2;

/**
 * True for a top-ranked passage whose title names the subject of the claim's text. Also true for a passage that the model singled
 * out among several and that shares words with the text around the claim: a claim made to stand alone often names less of its
 * subject than that text does.
 */
export function isNear(question: ModelQuestion, labels: ModelLabels, index: number): boolean {
  const { passages, context } = question.item;
  if (index < NEAREST && namesTheSame(passages[index]!.title, context)) return true;
  return isChosen(question, labels, index) && sharesSubject(question.item, index);
}

/** True if the model labelled nearly all other passages "neither". A passage without a label doesn't count as labelled. */
function isChosen({ shown }: ModelQuestion, { passages }: ModelLabels, index: number): boolean {
  const others = shown.filter((passage) => passage.index !== null && passage.index !== index);
  const left = others.filter(({ id }) => {
    const own = passages.filter(({ passage }) => passage === id);
    return own.length > 0 && own.every(({ label }) => label === 'neither');
  });
  return others.length >= LEAST_OTHERS && left.length >= LEAST_LEFT * others.length;
}

/** True if the passage or its title shares enough words, figures or dates with the text around the claim. */
function sharesSubject({ passages, context, language = 'en' }: QuestionItem, index: number): boolean {
  const { title, text } = passages[index]!;
  const passage = `${title}\n${text}`;
  const keysOf = (part: string, of: string) => new Set(readWords(part, of).items.map(({ key }) => key));
  return (
    keysOf(context, language).intersection(keysOf(passage, languageToRead(passage, language))).size >= LEAST_SHARED
  );
}

/** Words that are capitalised in most positions without being the name of a subject. */
const NO_NAMES = /^(?:The|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** True if a name in the title also occurs in the text around the claim, capitalised inside a sentence. */
function namesTheSame(title: string, surroundings: string): boolean {
  const inside = new Set(surroundings.match(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu));
  return (title.match(/\p{Lu}\p{Ll}{2,}/gu) ?? []).some((word) => inside.has(word) && !NO_NAMES.test(word));
}
