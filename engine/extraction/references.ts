/** Replaces pronouns and definite descriptions where exactly one antecedent fits, and names those it could not settle. */

import { CLASS_NOUNS, Discourse, type Entity, type Mention, shownName } from './discourse.ts';
import { labelLength } from './labels.ts';
import type { Sentence, Word } from './parse.ts';
import { isPlace } from './places.ts';
import {
  DEICTIC,
  hasNominalBefore,
  isDeictic,
  isImpersonal,
  isNominal,
  isPossessive,
  PRONOUNS,
  possessiveOf,
} from './pronouns.ts';
import { type Subject, subjectOf } from './subjects.ts';

/** What is known about the references in one sentence. Keys are word indexes. */
export interface References {
  /** Text that stands in for a word; the empty string drops it. */
  replace: Map<number, string>;
  /** References without a certain antecedent, as written. */
  open: Map<number, string>;
  /** References between whose antecedents nothing decides, as a phrase for people. */
  ambiguous: Map<number, string>;
  /** A word of the sentence's own subject that a pronoun may stand for: a statement that holds both depends on nothing else. */
  anchors: Map<number, number>;
}

/** Nothing replaced, nothing open. */
export const noReferences = (): References => ({
  replace: new Map(),
  open: new Map(),
  ambiguous: new Map(),
  anchors: new Map(),
});

/** Antecedents are looked for this many sentences back. */
const WINDOW = 3;

type Resolution = { kind: 'found'; name: string } | { kind: 'open' } | { kind: 'ambiguous'; names: string[] };

/** Reads a text's sentences in order and remembers what they speak of. */
export class ReferenceResolver {
  readonly #discourse = new Discourse();
  #sentence = 0;
  #lastSubject: Subject | null = null;

  /** A title names things, and says nothing: what the sentences before it were about stays. */
  noteTitle({ words }: Sentence): void {
    this.#discourse.mentions(words, this.#sentence, labelLength(words));
  }

  resolve({ words }: Sentence): References {
    const references = noReferences();
    const before = this.#discourse.recent(this.#sentence, WINDOW);
    const label = labelLength(words);
    const mentions = this.#discourse.mentions(words, this.#sentence, label);
    const subject = subjectOf(words, mentions);
    const settled = new Map<string, Resolution>();
    for (let i = 0; i < words.length; i++) {
      const { lower } = words[i]!;
      const pronoun = Object.hasOwn(PRONOUNS, lower) ? PRONOUNS[lower]! : null;
      if (pronoun !== null) {
        if (pronoun === 'thing' && lower === 'it' && isImpersonal(words, i)) continue;
        const isInner = (pronoun === 'thing' || pronoun === 'group') && hasNominalBefore(words, i);
        const continued =
          isInner && pronoun === 'thing' ? this.#continuedSubject(words, i, subject, references, mentions) : null;
        if (continued !== null) settled.set(pronoun, continued);
        if (isInner && !settled.has(pronoun)) {
          references.open.set(i, words[i]!.text);
          references.anchors.set(i, words.findIndex(isNominal));
          continue;
        }
        const resolution = settled.get(pronoun) ?? this.#antecedent(pronoun, { at: i, before, mentions });
        settled.set(pronoun, resolution);
        note(references, words, i, resolution);
      } else if (lower === 'the') this.#description(references, words, i, before, mentions);
      else if (isDeictic(words, i)) references.open.set(i, words[i]!.text);
    }
    this.#expandNames(references, mentions, words);
    this.#remember(subject === null ? null : this.#named(subject, references), settled);
    return references;
  }

  /** "The company grew, and its …": a second clause goes on about the named subject of the first, if no other name stands between. */
  #continuedSubject(
    words: readonly Word[],
    at: number,
    subject: Subject | null,
    references: References,
    mentions: readonly Mention[],
  ): Resolution | null {
    if (subject === null || words[at - 1]?.pos !== 'CCONJ') return null;
    const { entity, isPlural, isPerson } = this.#named(subject, references);
    if (entity === null || isPlural || isPerson || !isThing(entity)) return null;
    const hasRival = mentions.some(
      (mention) => mention.to <= at && mention.entity !== entity && !mention.entity.isOblique,
    );
    return hasRival ? null : { kind: 'found', name: shownName(entity) };
  }

  /** "The tower" counts as what it was replaced with. */
  #named(subject: Subject, { replace }: References): Subject {
    const name = replace.get(subject.at);
    if (name === undefined || replace.get(subject.at + 1) !== '') return subject;
    const entity = this.#discourse.entities.find((known) => shownName(known) === name);
    return entity === undefined ? subject : { ...subject, text: name, entity };
  }

  #remember(subject: Subject | null, settled: ReadonlyMap<string, Resolution>): void {
    this.#sentence++;
    const byPronoun =
      subject !== null && Object.hasOwn(PRONOUNS, subject.text.toLowerCase())
        ? settled.get(PRONOUNS[subject.text.toLowerCase()]!)
        : undefined;
    if (byPronoun?.kind === 'found') {
      const entity = this.#discourse.entities.find((known) => shownName(known) === byPronoun.name);
      if (entity !== undefined) {
        entity.lastSentence = this.#sentence - 1;
        entity.subjectCount++;
        if (subject!.text.toLowerCase() === 'he') learnPerson(entity, 'male');
        if (subject!.text.toLowerCase() === 'she') learnPerson(entity, 'female');
      }
      this.#lastSubject = {
        at: subject!.at,
        text: byPronoun.name,
        entity: entity ?? null,
        isPlural: subject!.isPlural,
        isPerson: subject!.isPerson,
        equals: subject!.equals,
      };
      return;
    }
    if (subject?.entity) subject.entity.subjectCount++;
    this.#lastSubject = subject;
  }

  #antecedent(
    pronoun: 'male' | 'female' | 'thing' | 'group',
    { at, before, mentions }: { at: number; before: readonly Entity[]; mentions: readonly Mention[] },
  ): Resolution {
    if (pronoun === 'group') return this.#groupAntecedent();
    const inSentence = mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const candidates = [...new Set([...before, ...inSentence])].filter((entity) =>
      pronoun === 'thing' ? isThing(entity) : isPersonOf(entity, pronoun),
    );
    if (pronoun === 'thing') return this.#thingAntecedent(candidates, inSentence);
    const known = candidates.filter((entity) => entity.kind === 'person');
    const fitting = known.length > 0 ? known : candidates;
    return decide(fitting);
  }

  /** "It" continues the subject of the sentence before, unless another thing named there could be meant. */
  #thingAntecedent(candidates: readonly Entity[], inSentence: readonly Entity[]): Resolution {
    const last = this.#lastSubject;
    if (last === null || last.isPlural || last.isPerson)
      return candidates.length === 1 ? { kind: 'found', name: shownName(candidates[0]!) } : decideOpen(candidates);
    const others = candidates.filter(
      (entity) =>
        entity !== last.entity &&
        entity !== last.equals &&
        !entity.isOblique &&
        (entity.lastSentence >= this.#sentence - 1 || inSentence.includes(entity)) &&
        entity.kind !== 'place',
    );
    if (Object.hasOwn(PRONOUNS, last.text.toLowerCase()) || DEICTIC.test(last.text.toLowerCase()))
      return decideOpen(candidates);
    return others.length === 0
      ? { kind: 'found', name: last.text }
      : { kind: 'ambiguous', names: [last.text, ...others.map((entity) => entity.name)] };
  }

  #groupAntecedent(): Resolution {
    const last = this.#lastSubject;
    const isKnown = last?.isPlural === true && !Object.hasOwn(PRONOUNS, last.text.toLowerCase());
    return isKnown ? { kind: 'found', name: last.text } : { kind: 'open' };
  }

  /** "the company", "the city": the one thing that the text has called so. */
  #description(
    references: References,
    words: readonly Word[],
    at: number,
    before: readonly Entity[],
    mentions: readonly Mention[],
  ): void {
    const noun = words[at + 1];
    if (noun === undefined || !Object.hasOwn(CLASS_NOUNS, noun.lower)) return;
    const next = words[at + 2];
    if (next !== undefined && /^(?:of|that|which|who|whose|where|in|with|for|called|named|known)$/u.test(next.lower))
      return;
    if (next?.pos === 'NOUN' || next?.pos === 'PROPN' || next?.pos === 'ADJ') return;
    const inSentence = mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const all = [...new Set([...before, ...this.#discourse.entities, ...inSentence])];
    const named = all.filter(
      (entity) => entity.nouns.has(noun.lower) || entity.name.toLowerCase().split(' ').includes(noun.lower),
    );
    const ofKind = all.filter((entity) => isOfClass(entity, noun.lower));
    const fitting = named.length > 0 ? named : ofKind;
    const phrase = `${words[at]!.text.toLowerCase()} ${noun.text}`;
    if (fitting.length === 1) {
      references.replace.set(at, shownName(fitting[0]!));
      references.replace.set(at + 1, '');
    } else if (fitting.length > 1)
      references.ambiguous.set(
        at,
        ambiguity(
          phrase,
          fitting.map((entity) => entity.name),
        ),
      );
    else references.open.set(at, phrase);
  }

  /** "Curie" becomes "Marie Curie" once the text has named her so; with two of that name it stays, and says so. */
  #expandNames(references: References, mentions: readonly Mention[], words: readonly Word[]): void {
    for (const { entity, from, to } of mentions) {
      if (to - from !== 1 || entity.kind !== 'person') continue;
      const short = words[from]!.text;
      const full = this.#discourse.entities.map(({ name }) => name).filter((name) => name.endsWith(` ${short}`));
      if (full.length === 1) references.replace.set(from, full[0]!);
      else if (full.length > 1) references.ambiguous.set(from, ambiguity(short, full));
    }
  }
}

/** Whether a name alone shows that it is a company, or a country. */
function isOfClass({ name, kind }: Entity, noun: string): boolean {
  if (noun === 'country' || noun === 'nation') return kind === 'place' && isPlace(name);
  const isCompany = /^(?:company|firm|corporation)$/u.test(noun) && kind === 'organization';
  return isCompany && /\b(?:inc|corp|corporation|ltd|llc|plc|company|co|gmbh|ag)\b/iu.test(name);
}

function learnPerson(entity: Entity, gender: 'male' | 'female'): void {
  entity.kind = 'person';
  entity.gender ??= gender;
}

function isPersonOf(entity: Entity, gender: 'male' | 'female'): boolean {
  if (entity.gender !== null && entity.gender !== gender) return false;
  return entity.kind === 'person' || (entity.kind === 'unknown' && !entity.isOblique && entity.name.includes(' '));
}

function isThing(entity: Entity): boolean {
  return entity.kind !== 'person' && entity.gender === null;
}

/** One candidate is certain; of several, the one the text is about if the others were never its subject. */
function decide(candidates: readonly Entity[]): Resolution {
  if (candidates.length === 0) return { kind: 'open' };
  if (candidates.length === 1) return { kind: 'found', name: shownName(candidates[0]!) };
  const topics = candidates.filter((entity) => entity.subjectCount > 0);
  if (topics.length === 1 && topics[0]!.subjectCount > 1) return { kind: 'found', name: shownName(topics[0]!) };
  return { kind: 'ambiguous', names: candidates.map((entity) => entity.name) };
}

function decideOpen(candidates: readonly Entity[]): Resolution {
  return candidates.length > 1
    ? { kind: 'ambiguous', names: candidates.map((entity) => entity.name) }
    : { kind: 'open' };
}

function ambiguity(phrase: string, names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 4);
  return `"${phrase}" may mean ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

function note(references: References, words: readonly Word[], at: number, resolution: Resolution): void {
  const { text, lower } = words[at]!;
  if (resolution.kind === 'open') references.open.set(at, text);
  else if (resolution.kind === 'ambiguous') references.ambiguous.set(at, ambiguity(text, resolution.names));
  else if (!/self$/u.test(lower))
    references.replace.set(at, isPossessive(words, at) ? possessiveOf(resolution.name) : resolution.name);
}
