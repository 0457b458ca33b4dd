/** What the sentences of a passage are about and which names they contain. Computed on first use and cached with the passage. */
import type { Item } from '#engine/syntax/items.ts';
import { endOfNumbered, nameRuns } from '../align/reference.ts';
import type { ReadPassage, ReadSentence } from './passage.ts';
import { NO_SUBJECT, type Subject, subjectOfOpening } from './subject.ts';

const LONGEST_SUBJECT = 4;
const PRONOUN = /^(?:he|she|it|they|we)$/;

/**
 * What a sentence is about: the short phrase before its verb. If that is a pronoun, what the previous sentence was about. Null if
 * it is unclear, e.g. for a coordination, a longer phrase, a question, or "what the council owned".
 */
function aboutOf({ items }: ReadSentence, before: readonly Item[] | null): readonly Item[] | null {
  const first = items[0];
  if (first === undefined || PRONOUN.test(first.lower)) return before;
  if (items.at(-1)!.text === '?' || /^(?:what|who|which|whose)$/.test(first.lower)) return null;
  const run = nameRuns(items)[0];
  // A line without a verb is a heading. Its punctuation takes the place of the verb.
  const verb = items.findIndex(({ tense, kind }) => tense !== null || kind === 'mark');
  if (run !== undefined && run.start === 0) {
    const end = endOfNumbered(items, run.end);
    const next = items[end];
    return next === undefined || next.tense !== null || next.kind === 'mark' || next.pos === 'ADV'
      ? items.slice(0, end)
      : null;
  }
  const isShort = verb > 0 && verb <= LONGEST_SUBJECT;
  return isShort ? items.slice(0, verb) : null;
}

/** Whether the sentence defines something named: "Gulls is a film …". */
function isDefinition(sentence: ReadSentence): boolean {
  // Most sentences have no form of "be". They don't need an analysis.
  if (!sentence.words.some(({ lemma }) => lemma.toLowerCase() === 'be')) return false;
  const { items } = sentence;
  const verb = items.findIndex(({ tense, kind }, at) => tense !== null && kind === 'word' && !isInBrackets(items, at));
  const isKind = items[verb]?.key === 'be' && items[verb + 1]?.article != null;
  return isKind && (items[0]!.isName || items[0]!.text === '"');
}

function isInBrackets(items: readonly Item[], at: number): boolean {
  const open = items.findLastIndex(({ text }, i) => i < at && text === '(');
  return open >= 0 && !items.slice(open, at).some(({ text }) => text === ')');
}

/**
 * The sentence that tells what the text is about if its opening is unknown: the sentence that defines something, if all such
 * sentences define the same thing. Otherwise the first.
 */
function openingOf(sentences: readonly ReadSentence[]): ReadSentence | undefined {
  const [definition, ...others] = sentences.filter(isDefinition);
  const isOne = definition !== undefined && others.every(({ items }) => items[0]!.lower === definition.items[0]!.lower);
  return isOne ? definition : sentences[0];
}

export class About {
  readonly #sentences: readonly ReadSentence[];
  readonly #before: (readonly Item[] | null)[] = [[]];
  #names: readonly (readonly string[])[] | null = null;
  #beginning: Subject | null = null;
  #whole: Subject | null = null;

  constructor({ sentences }: ReadPassage) {
    this.#sentences = sentences;
  }

  /** What the text before sentence `at` is about, in its own words. Empty at the beginning, null if unclear. */
  before(at: number): readonly Item[] | null {
    for (let i = this.#before.length; i <= at; i++)
      this.#before.push(aboutOf(this.#sentences[i - 1]!, this.#before[i - 1]!));
    return this.#before[at]!;
  }

  /** The names in the passage, each as a list of lower-case words. */
  get names(): readonly (readonly string[])[] {
    this.#names ??= this.#sentences.flatMap(({ items }) =>
      nameRuns(items).map(({ start, end }) => items.slice(start, end).map(({ lower }) => lower)),
    );
    return this.#names;
  }

  /** The subject of a document that begins with this passage. */
  get beginning(): Subject {
    this.#beginning ??= subjectIn(this.#sentences[0]);
    return this.#beginning;
  }

  /** The subject of a document of which only this passage is known. */
  get whole(): Subject {
    this.#whole ??= subjectIn(openingOf(this.#sentences));
    return this.#whole;
  }
}

function subjectIn(sentence: ReadSentence | undefined): Subject {
  return sentence === undefined ? NO_SUBJECT : subjectOfOpening(sentence.items);
}

const known = new WeakMap<ReadPassage, About>();

export function aboutPassage(passage: ReadPassage): About {
  let found = known.get(passage);
  if (found === undefined) {
    found = new About(passage);
    known.set(passage, found);
  }
  return found;
}
