/** What the sentences of a passage are about and whom they name, found when it is first asked for and kept with the passage. */
import type { Item } from '#engine/syntax/items.ts';
import { endOfNumbered, nameRuns } from '../align/reference.ts';
import type { ReadPassage, ReadSentence } from './passage.ts';
import { NO_SUBJECT, type Subject, subjectOfOpening } from './subject.ts';

const LONGEST_SUBJECT = 4;
const PRONOUN = /^(?:he|she|it|they|we)$/;

/**
 * What a sentence is about: the phrase before its verb; of a pronoun, what the sentence before was about. Null where that stays
 * open: of a coordination, of a longer phrase, of a question, of "what the council owned".
 */
function aboutOf({ items }: ReadSentence, before: readonly Item[] | null): readonly Item[] | null {
  const first = items[0];
  if (first === undefined || PRONOUN.test(first.lower)) return before;
  if (items.at(-1)!.text === '?' || /^(?:what|who|which|whose)$/.test(first.lower)) return null;
  const run = nameRuns(items)[0];
  // A line without a verb is a heading: its full stop stands for the verb.
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

/** "Gulls is a film …": a sentence that says what something named is. */
function isDefinition(sentence: ReadSentence): boolean {
  // Most sentences have no "is", and need no analysis.
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

/** Where the beginning is not known, the one sentence that defines something tells what the text is about. */
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

  /** What the text before sentence number `at` is about, in its own words; empty at the beginning, null where that is open. */
  before(at: number): readonly Item[] | null {
    for (let i = this.#before.length; i <= at; i++)
      this.#before.push(aboutOf(this.#sentences[i - 1]!, this.#before[i - 1]!));
    return this.#before[at]!;
  }

  /** Its names, as runs of lower-case words. */
  get names(): readonly (readonly string[])[] {
    this.#names ??= this.#sentences.flatMap(({ items }) =>
      nameRuns(items).map(({ start, end }) => items.slice(start, end).map(({ lower }) => lower)),
    );
    return this.#names;
  }

  /** What a document that begins with this passage is about. */
  get beginning(): Subject {
    this.#beginning ??= subjectIn(this.#sentences[0]);
    return this.#beginning;
  }

  /** What a document is about of which this passage alone is known. */
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
