/** Replaces pronouns and definite descriptions if exactly one antecedent fits, and lists those it could not resolve. */

import { CLASS_NOUNS, canBePerson } from '../grammar/class-nouns.ts';
import { labelLength } from '../grammar/labels.ts';
import type { Sentence, Word } from '../grammar/parse.ts';
import { isDeictic, isImpersonal, PRONOUNS } from '../grammar/pronouns.ts';
import { ambiguity, describedBy, isMadeOfWords } from './antecedents.ts';
import { shownName } from './discourse.ts';
import { isOpenToNobody, saidBy } from './first-person.ts';
import { isQuoted, refersToAmount } from './inner-references.ts';
import { emptyMemory, isNoAntecedent, type Reading, WINDOW } from './memory.ts';
import { resolvePerson } from './persons.ts';
import { Protagonists } from './protagonist.ts';
import { noReferences, noteResolution, type References } from './reference-notes.ts';
import { remember } from './remember.ts';
import { subjectOf } from './sentence-subject.ts';
import { resolveThingOrGroup } from './things.ts';

/** A longer name would swamp the statement, so it doesn't replace a description. */
const MOST_NAME_WORDS = 6;

/** "the band's first album, Stone": named after the person, perhaps, but no person. */
function isThingsName(words: readonly Word[], at: number): boolean {
  const isSetOff = words[at - 1]?.text === ',' && words[at + 1]?.text === ',';
  const noun = isSetOff ? words[at - 2] : words[at - 1];
  return noun?.pos === 'NOUN' && !canBePerson(noun.lower);
}

/** True for the "My" of "the film My Last Fair" and the "Us" of "Rain over Us": a capital inside a sentence. */
function isInTitle(words: readonly Word[], at: number): boolean {
  const { text, lower } = words[at]!;
  const before = words[at - 1];
  const isCapital = (word: Word | undefined) => /^\p{Lu}\p{Ll}/u.test(word?.text ?? '');
  // "I Am Number Four", "You & I"
  if (lower === 'i') return at > 0 && (isCapital(words[at + 1]) || before?.text === '&');
  if (before === undefined || !/^\p{Lu}\p{Ll}/u.test(text) || /^[.!?:]$/u.test(before.text)) return false;
  return isCapital(words[at + 1]) || !/^[;"“‘'(–—-]$/u.test(before.text);
}

/** Resolves references sentence by sentence, in text order, and remembers what the sentences mention. */
export class ReferenceResolver {
  readonly #memory = emptyMemory();

  /** Learns for whom the text speaks. */
  noteSpeaker(name: string | null): void {
    this.#memory.speaker = name;
  }

  /** Learns from the beginning of the text, titles included, whom or what it is about. */
  readAhead(sentences: readonly Sentence[]): void {
    this.#memory.protagonists = new Protagonists(sentences);
  }

  /** Remembers the names in a title, which states nothing: the topic of the sentences before it stays. */
  noteTitle({ words }: Sentence): void {
    for (const { entity } of this.#memory.discourse.mentions(words, this.#memory.sentence, labelLength(words)))
      if (entity.mentionCount === 1 && isMadeOfWords(entity)) entity.isOblique = true;
  }

  /** The references of the text's next sentence. */
  resolve({ words }: Sentence): References {
    // "On Marie Curie: she …" names her before the sentence begins.
    this.#memory.discourse.mentions(words.slice(0, labelLength(words)), this.#memory.sentence - 1, 0);
    const before = this.#memory.discourse.recent(this.#memory.sentence, WINDOW);
    const mentions = this.#memory.discourse.mentions(words, this.#memory.sentence, labelLength(words));
    const reading: Reading = {
      words,
      references: noReferences(),
      before,
      mentions,
      subject: subjectOf(words, mentions),
      resolutions: new Map(),
      links: new Map(),
    };
    for (let i = 0; i < words.length; i++) {
      const { lower } = words[i]!;
      if (isInTitle(words, i)) continue;
      if (Object.hasOwn(PRONOUNS, lower)) this.#pronoun(reading, i, PRONOUNS[lower]!);
      else if (lower === 'the') this.#description(reading, i);
      else if (isDeictic(words, i)) this.#deictic(reading, i);
    }
    this.#expandNames(reading);
    remember(this.#memory, reading);
    return reading.references;
  }

  #pronoun(reading: Reading, at: number, pronoun: 'male' | 'female' | 'thing' | 'group'): void {
    const { words, resolutions } = reading;
    if (pronoun === 'thing' && words[at]!.lower === 'it' && isImpersonal(words, at)) return;
    if (isQuoted(words, at)) return;
    const resolution =
      pronoun === 'thing' || pronoun === 'group'
        ? resolveThingOrGroup(this.#memory, reading, at, pronoun)
        : (resolutions.get(pronoun) ?? resolvePerson(this.#memory, reading, at, pronoun));
    if (resolution === null) return;
    resolutions.set(pronoun, resolution);
    noteResolution(reading.references, words, at, resolution);
  }

  /** "the company", "the city": the only entity the text has called so; without a candidate it stays as written. */
  #description({ words, references, before, mentions, links }: Reading, at: number): void {
    const noun = words[at + 1];
    if (noun === undefined || (noun.pos !== 'NOUN' && !Object.hasOwn(CLASS_NOUNS, noun.lower))) return;
    const next = words[at + 2];
    if (next !== undefined && /^(?:of|that|which|who|whose|where|in|with|for|called|named|known)$/u.test(next.lower))
      return;
    if (next?.pos === 'NOUN' || next?.pos === 'PROPN' || next?.pos === 'ADJ') return;
    // "It is the company" is a predicate, not a reference.
    if (/^(?:be|is|are|was|were|been|became|as)$/u.test(words[at - 1]?.lower ?? '') && next?.pos !== 'PART') return;
    const inSentence = mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const all = [...new Set([...before, ...this.#memory.discourse.entities, ...inSentence])];
    const fitting = describedBy(noun.lower, all, new Set([...before, ...inSentence]));
    if (fitting.length === 0) return;
    if (fitting.length > 1) {
      const phrase = `${words[at]!.text.toLowerCase()} ${noun.text}`;
      const names = fitting.map((entity) => entity.name);
      references.open.set(at, phrase);
      references.ambiguous.set(at, ambiguity(phrase, names));
      return;
    }
    links.set(at, fitting[0]!);
    if (fitting[0]!.name.split(' ').length > MOST_NAME_WORDS) return;
    references.replace.set(at, shownName(fitting[0]!));
    references.replace.set(at + 1, '');
  }

  /** "That is enough for …" after an amount refers to that amount; other words such as "this" and "we" stay open. */
  #deictic({ words, references }: Reading, at: number): void {
    const { lower, text } = words[at]!;
    if (this.#memory.lastMeasure !== null && refersToAmount(words, at)) {
      references.replace.set(at, this.#memory.lastMeasure);
      return;
    }
    if (isOpenToNobody(words, at)) return;
    const plural = lower === 'those' ? this.#pluralNoun() : null;
    const said = this.#memory.speaker === null ? null : saidBy(words, at, this.#memory.speaker);
    if (plural !== null && words[at + 1]?.pos === 'VERB') references.replace.set(at, plural);
    else if (said !== null) for (const [word, replacement] of said) references.replace.set(word, replacement);
    else references.open.set(at, text);
  }

  /** "Claims" after "Claims submitted later are not paid": what a "those approved" is about too. */
  #pluralNoun(): string | null {
    const last = this.#memory.lastSubject;
    return last === null || !last.isPlural || isNoAntecedent(last) ? null : last.noun;
  }

  /** "Curie" becomes "Marie Curie" if the text has that name; with two of them it stays and is noted as ambiguous. */
  #expandNames({ mentions, words, references }: Reading): void {
    for (const { entity, from, to } of mentions) {
      if (to - from !== 1 || entity.kind !== 'person') continue;
      if (isThingsName(words, from)) continue;
      const short = words[from]!.text;
      const full = this.#memory.discourse.entities.map(({ name }) => name).filter((name) => name.endsWith(` ${short}`));
      if (full.length === 1) references.replace.set(from, full[0]!);
      else if (full.length > 1) {
        references.open.set(from, short);
        references.ambiguous.set(from, ambiguity(short, full));
      }
    }
  }
}
