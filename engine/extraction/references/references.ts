/** Replaces pronouns and definite descriptions if exactly one antecedent fits, and lists those it could not resolve. */

import { isKnownWord } from '#engine/language/lexicon.ts';
import { CLASS_NOUNS, PERSON_NOUNS } from '../grammar/class-nouns.ts';
import { labelLength } from '../grammar/labels.ts';
import type { Sentence, Word } from '../grammar/parse.ts';
import {
  DEICTIC,
  hasNominalBefore,
  isDeictic,
  isEquated,
  isImpersonal,
  isPossessive,
  PRONOUNS,
} from '../grammar/pronouns.ts';
import {
  ambiguity,
  decide,
  decideOpen,
  describedBy,
  isPersonOf,
  isThing,
  mayBeCalled,
  mayBePerson,
  type Resolution,
} from './antecedents.ts';
import { Discourse, type Entity, type Mention, shownName } from './discourse.ts';
import { isOpenToNobody, saidBy } from './first-person.ts';
import {
  anchorsBefore,
  closingMeasure,
  countedGroup,
  followsAdjunct,
  hasObjectBefore,
  type Introduced,
  introducedPerson,
  isInLaterClause,
  isQuoted,
  onlyGroup,
  opensCoordinate,
  partitiveStart,
  personBefore,
  refersToAmount,
} from './inner-references.ts';
import { Protagonists } from './protagonist.ts';
import { noReferences, noteResolution, type References } from './reference-notes.ts';
import { type Subject, subjectOf } from './sentence-subject.ts';

/** Number of sentences to look back for antecedents. */
const WINDOW = 3;

/** A longer name would swamp the statement, so it doesn't replace a description. */
const MOST_NAME_WORDS = 6;

/** One sentence while its references are resolved. */
interface Reading {
  words: readonly Word[];
  references: References;
  /** Entities of the previous sentences. */
  before: readonly Entity[];
  mentions: readonly Mention[];
  subject: Subject | null;
  /** Resolutions by kind of pronoun, which means the same throughout a sentence. */
  resolutions: Map<string, Resolution>;
  /** Antecedents of definite descriptions, by the index of their article. */
  links: Map<number, Entity>;
}

/** The thing that the text is about. */
interface Topic {
  subject: Subject;
  sentence: number;
  /** True if something else that "it" could mean has been mentioned since. */
  hasRival: boolean;
}

/** Resolves references sentence by sentence, in text order, and remembers what the sentences mention. */
export class ReferenceResolver {
  readonly #discourse = new Discourse();
  #sentence = 0;
  #lastSubject: Subject | null = null;
  #topic: Topic | null = null;
  #lastMeasure: string | null = null;
  /** The previous sentence's only plural. */
  #lastGroup: string | null = null;
  #label: { name: string; sentence: number } | null = null;
  /** True if the previous sentence has an object that "it" could mean. */
  #hadObject = false;
  /** Names that the previous sentence joins by "and". */
  #lastJoined: ReadonlySet<Entity> = new Set();
  /** What the previous sentence counted: "thirty boats". */
  #lastCounted: string | null = null;
  /** Whom the previous sentence brought in. */
  #lastIntroduced: Introduced | null = null;
  #lastPersonNoun: { text: string; noun: string; sentence: number } | null = null;
  #protagonists = new Protagonists([]);

  /** For whom the text speaks: "we" in a signed letter. */
  #speaker: string | null = null;

  /** Learns for whom the text speaks. */
  noteSpeaker(name: string | null): void {
    this.#speaker = name;
  }

  /** Learns from the beginning of the text, titles included, whom or what it is about. */
  readAhead(sentences: readonly Sentence[]): void {
    this.#protagonists = new Protagonists(sentences);
  }

  /** Remembers the names in a title, which states nothing: the topic of the sentences before it stays. */
  noteTitle({ words }: Sentence): void {
    this.#discourse.mentions(words, this.#sentence, labelLength(words));
  }

  /** The references of the text's next sentence. */
  resolve({ words }: Sentence): References {
    // "On Marie Curie: she …" names her before the sentence begins.
    this.#discourse.mentions(words.slice(0, labelLength(words)), this.#sentence - 1, 0);
    const before = this.#discourse.recent(this.#sentence, WINDOW);
    const mentions = this.#discourse.mentions(words, this.#sentence, labelLength(words));
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
      if (Object.hasOwn(PRONOUNS, lower)) this.#pronoun(reading, i, PRONOUNS[lower]!);
      else if (lower === 'the') this.#description(reading, i);
      else if (isDeictic(words, i)) this.#deictic(reading, i);
    }
    this.#expandNames(reading);
    this.#remember(reading);
    return reading.references;
  }

  #pronoun(reading: Reading, at: number, pronoun: 'male' | 'female' | 'thing' | 'group'): void {
    const { words, resolutions } = reading;
    if (pronoun === 'thing' && words[at]!.lower === 'it' && isImpersonal(words, at)) return;
    if (isQuoted(words, at)) return;
    const resolution =
      pronoun === 'thing' || pronoun === 'group'
        ? this.#thingOrGroup(reading, at, pronoun)
        : (resolutions.get(pronoun) ?? this.#person(reading, at, pronoun));
    if (resolution === null) return;
    resolutions.set(pronoun, resolution);
    noteResolution(reading.references, words, at, resolution);
  }

  /** Null if something in the sentence itself may be meant, which a statement then has to keep beside the pronoun. */
  #thingOrGroup(reading: Reading, at: number, pronoun: 'thing' | 'group'): Resolution | null {
    const { words, resolutions, references } = reading;
    const label = labelLength(words);
    if (label > 0 && at === label && pronoun === 'thing' && isKnownWord(words[label - 2]!.lower)) {
      const name = `the ${textOf(words.slice(0, label - 1)).toLowerCase()}`;
      this.#label = { name, sentence: this.#sentence };
      return { kind: 'found', name };
    }
    const outer = followsAdjunct(words, at) ? this.#antecedent(reading, at, pronoun) : null;
    if (outer?.kind === 'found') return outer;
    const anchors = anchorsBefore(words, at, pronoun);
    if (!hasNominalBefore(words, at)) return resolutions.get(pronoun) ?? this.#antecedent(reading, at, pronoun);
    const known = this.#continuedSubject(reading, at, pronoun) ?? resolutions.get(pronoun);
    if (known !== undefined) return known;
    // "Many people receive it": nothing in the sentence can be meant.
    const labelled = anchors.length === 0 && pronoun === 'thing' ? this.#labelled() : null;
    if (labelled !== null) return { kind: 'found', name: labelled };
    const continues = anchors.length === 0 && pronoun === 'thing' && this.#lastSubject?.isPerson === false;
    if (continues && !isNoAntecedent(this.#lastSubject!)) return this.#antecedent(reading, at, pronoun);
    references.open.set(at, words[at]!.text);
    references.anchors.set(at, anchors);
    return null;
  }

  /** Besides those named before, the sentence's own common noun may be meant: "paid the master for his silence". */
  #person(reading: Reading, at: number, gender: 'male' | 'female'): Resolution | null {
    const { words, references, subject, mentions } = reading;
    // "a customer, if he or she wishes"
    if (isEitherGender(words, at) && personBefore(words, at, gender) !== null) return null;
    // "Barlow and his son" says itself whose son he is.
    const joined = mentions.find(({ to, entity }) => to === at - 1 && mayBeCalled(entity, gender));
    if (joined !== undefined && words[at - 1]!.pos === 'CCONJ' && isPossessive(words, at)) return null;
    const own = subject?.entity ?? null;
    if (
      own !== null &&
      opensCoordinate(words, at) &&
      mayBeCalled(own, gender) &&
      !this.#hasRivalPerson(reading, at, own, gender)
    )
      return { kind: 'found', name: shownName(own) };
    const inner = personBefore(words, at, gender);
    const isNamed = namedBefore(reading, at, gender, false).length > 0;
    const outer = this.#antecedent(reading, at, gender);
    if (outer.kind !== 'found') references.anchors.set(at, namedBefore(reading, at, gender, outer.kind === 'open'));
    const isSubject = inner !== null && subject !== null && inner - subject.at < 4;
    if (inner === null || isNamed || (isSubject && outer.kind === 'found')) return outer;
    if (outer.kind === 'found') return { kind: 'ambiguous', names: [`the ${words[inner]!.text}`, outer.name] };
    references.open.set(at, words[at]!.text);
    references.anchors.set(at, [inner]);
    return null;
  }

  /** "The ferry was sold, and it …": the first clause's subject, if nothing else there could be meant. */
  #continuedSubject(reading: Reading, at: number, pronoun: 'thing' | 'group'): Resolution | undefined {
    const { words, mentions, subject } = reading;
    if (subject === null || isNoAntecedent(subject)) return undefined;
    // "Every trip is approved, unless it is short": each of them is meant, which only the pronoun says.
    if (/^(?:every|each|any|anyone|whoever)\b/iu.test(subject.text)) return undefined;
    if (!opensCoordinate(words, partitiveStart(words, at)) && !isInLaterClause(words, subject.end, at))
      return undefined;
    const { entity, isPlural, isPerson, text } = this.#withAntecedent(reading, subject);
    const fits = pronoun === 'group' ? isPlural : !isPlural && !isPerson && (entity === null || isThing(entity));
    const isMass = entity === null && subject.isBare && !isPlural && subject.to - subject.at === 1;
    if (!fits || isMass || hasObjectBefore(words, at, pronoun)) return undefined;
    const hasRival = mentions.some(
      (mention) =>
        mention.to <= at &&
        mention.from > subject.at &&
        mention.entity !== entity &&
        !mention.entity.isOblique &&
        (pronoun === 'group' || isThing(mention.entity)),
    );
    return hasRival ? undefined : { kind: 'found', name: entity === null ? text : shownName(entity) };
  }

  /** The subject; for a description such as "the tower", with its antecedent. */
  #withAntecedent({ links, references }: Reading, subject: Subject): Subject {
    const entity = links.get(subject.at);
    if (entity === undefined || subject.text.split(' ').length !== 2) return subject;
    const name = references.replace.get(subject.at);
    return { ...subject, text: name ?? subject.text, entity, isPlural: false };
  }

  #antecedent(reading: Reading, at: number, pronoun: 'male' | 'female' | 'thing' | 'group'): Resolution {
    if (pronoun === 'group') return this.#groupAntecedent(/^of$/u.test(reading.words[at - 1]?.lower ?? ''));
    const inSentence = reading.mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const candidates = [...new Set([...reading.before, ...inSentence])].filter((entity) =>
      pronoun === 'thing' ? isThing(entity) : isPersonOf(entity, pronoun),
    );
    if (pronoun === 'thing') {
      const resolution = this.#thingAntecedent(candidates, inSentence, isEquated(reading.words, at));
      const label = this.#labelled();
      if (resolution.kind === 'open' && label !== null) return { kind: 'found', name: label };
      const isRival = this.#topic?.hasRival === true || this.#hadObject;
      return isRival ? resolution : this.#orProtagonist(resolution, this.#protagonists.thing());
    }
    const isNamedHere = inSentence.some((entity) => mayBeCalled(entity, pronoun));
    const introduced = isNamedHere ? null : this.#introduced(candidates, pronoun);
    if (introduced !== null) return introduced;
    const centre = isNamedHere ? null : this.#lastPerson(candidates, pronoun);
    if (centre !== null) return { kind: 'found', name: shownName(centre) };
    const known = candidates.filter((entity) => entity.kind === 'person');
    if (candidates.length === 0) {
      const described = this.#describedPerson(pronoun);
      if (described !== null) return { kind: 'found', name: described };
      const named = personBefore(reading.words, at, pronoun) === null ? this.#onlyName(reading, pronoun) : null;
      if (named !== null) return { kind: 'found', name: shownName(named) };
    }
    return this.#orProtagonist(decide(known.length > 0 ? known : candidates), this.#protagonists.person(pronoun));
  }

  /** True if the sentence names another person before `at`. */
  #hasRivalPerson({ mentions }: Reading, at: number, own: Entity, gender: 'male' | 'female'): boolean {
    return mentions.some(({ entity, to }) => to <= at && entity !== own && isPersonOf(entity, gender));
  }

  /** The previous sentence's subject if it may be a person, and no other person has been named since. */
  #lastPerson(candidates: readonly Entity[], gender: 'male' | 'female'): Entity | null {
    const entity = this.#lastSubject?.entity ?? null;
    if (entity === null || !mayBeCalled(entity, gender)) return null;
    const rivals = candidates.filter(
      (other) => other !== entity && other.lastSentence >= this.#sentence - 1 && isPersonOf(other, gender),
    );
    return rivals.length === 0 ? entity : null;
  }

  /** Whom the previous sentence brought in, unless it is about a person: "Kubo appointed a chief executive. She …". */
  #introduced(candidates: readonly Entity[], gender: 'male' | 'female'): Resolution | null {
    const introduced = this.#lastIntroduced;
    const subject = this.#lastSubject;
    if (introduced === null || subject?.isPerson === true || subject?.entity?.kind === 'person') return null;
    const known = Object.hasOwn(PERSON_NOUNS, introduced.noun) ? PERSON_NOUNS[introduced.noun] : null;
    if (known !== null && known !== gender) return null;
    const others = candidates.filter((entity) => entity !== subject?.entity && isPersonOf(entity, gender));
    // "appointed a chief executive, Ada Stone": the name is the same person's.
    if (others.some(({ lastSentence }) => lastSentence >= this.#sentence - 1)) return null;
    const own = subject?.entity ?? null;
    const rivals = own !== null && !introduced.isAppointed && mayBeCalled(own, gender) ? [own, ...others] : others;
    return rivals.length === 0
      ? { kind: 'found', name: introduced.text }
      : { kind: 'ambiguous', names: [introduced.text, ...rivals.map(({ name }) => name)] };
  }

  /** The person whom a subject described but didn't name, a few sentences ago: "your husband". */
  #describedPerson(gender: 'male' | 'female'): string | null {
    const last = this.#lastPersonNoun;
    if (last === null || this.#sentence - last.sentence > WINDOW) return null;
    const known = Object.hasOwn(PERSON_NOUNS, last.noun) ? PERSON_NOUNS[last.noun] : null;
    if (known !== null && known !== gender) return null;
    last.sentence = this.#sentence;
    return last.text;
  }

  /** The label of the list item that goes on, if it has been what "it" means there. */
  #labelled(): string | null {
    const label = this.#label;
    return label === null || this.#sentence - label.sentence > WINDOW ? null : label.name;
  }

  /** The only name of the previous sentence that may be a person's, though nothing says so: "They blamed Bouch. He …". */
  #onlyName({ before }: Reading, gender: 'male' | 'female'): Entity | null {
    const subject = this.#lastSubject;
    // "Bouch's employer": either may be meant.
    if (subject !== null && !subject.isPlural && subject.entity === null && !isNoAntecedent(subject)) return null;
    const named = before.filter(
      (entity) => entity.lastSentence === this.#sentence - 1 && !entity.isOblique && mayBeCalled(entity, gender),
    );
    const single = named.filter((entity) => !this.#lastJoined.has(entity));
    return single.length === 1 ? single[0]! : null;
  }

  /** What nothing near explains refers to whom the text is about, if the text has named them by now. */
  #orProtagonist(resolution: Resolution, protagonist: Entity | null): Resolution {
    const known = this.#discourse.entities.find(({ name }) => name === protagonist?.name);
    if (resolution.kind !== 'open' || known === undefined || known.firstSentence >= this.#sentence) return resolution;
    return { kind: 'found', name: shownName(known) };
  }

  /** "It" continues the previous sentence's subject, else the topic, unless another thing named could be meant. */
  #thingAntecedent(candidates: readonly Entity[], inSentence: readonly Entity[], isEquated: boolean): Resolution {
    const last = this.#lastSubject;
    const rivalsOf = (subject: Subject, since: number) =>
      candidates.filter(
        (entity) =>
          entity !== subject.entity &&
          entity !== subject.equals &&
          !isJoinedInto(subject.text, entity.name) &&
          !entity.isOblique &&
          (entity.lastSentence >= since || inSentence.includes(entity)) &&
          entity.kind !== 'place',
      );
    if (last !== null && !last.isPlural && !last.isPerson && !isNoAntecedent(last)) {
      const others = rivalsOf(last, this.#sentence - 1);
      // "It was his first goal" after "Hollis scored" is about what happened.
      if (isEquated && last.entity !== null && mayBePerson(last.entity)) return { kind: 'open' };
      return others.length === 0
        ? { kind: 'found', name: last.text }
        : { kind: 'ambiguous', names: [last.text, ...others.map((entity) => entity.name)] };
    }
    const topic = this.#topic;
    const isTopical = topic !== null && this.#sentence - topic.sentence <= WINDOW;
    if (isTopical && topic.hasRival) return decideOpen(candidates);
    if (isTopical && rivalsOf(topic.subject, topic.sentence).length === 0)
      return { kind: 'found', name: topic.subject.text };
    const [only] = candidates;
    const isThingByName = only !== undefined && !mayBePerson(only) && only.kind !== 'place' && !only.isOblique;
    const isSure = candidates.length === 1 && isThingByName && (last === null || !isNoAntecedent(last));
    return isSure ? { kind: 'found', name: shownName(only!) } : decideOpen(candidates);
  }

  /** "One of them" is one of the previous sentence's only plural, whatever that sentence is about. */
  #groupAntecedent(isPartitive: boolean): Resolution {
    const last = this.#lastSubject;
    const isKnown = last?.isPlural === true && !isNoAntecedent(last);
    // "The men counted thirty boats. Two of them sank."
    if (isPartitive && this.#lastCounted !== null) return { kind: 'found', name: this.#lastCounted };
    // "The oldest of all of its volumes"
    if (isPartitive && isKnown)
      return { kind: 'found', name: last.text.replace(/^(?:all|most|many|both|some) of /iu, '') };
    if (isKnown) return { kind: 'found', name: last.text };
    return isPartitive && this.#lastGroup !== null ? { kind: 'found', name: this.#lastGroup } : { kind: 'open' };
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
    const all = [...new Set([...before, ...this.#discourse.entities, ...inSentence])];
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
    if (this.#lastMeasure !== null && refersToAmount(words, at)) {
      references.replace.set(at, this.#lastMeasure);
      return;
    }
    if (isOpenToNobody(words, at)) return;
    const plural = lower === 'those' ? this.#pluralNoun() : null;
    const said = this.#speaker === null ? null : saidBy(words, at, this.#speaker);
    if (plural !== null && words[at + 1]?.pos === 'VERB') references.replace.set(at, plural);
    else if (said !== null) for (const [word, replacement] of said) references.replace.set(word, replacement);
    else references.open.set(at, text);
  }

  /** "Claims" after "Claims submitted later are not paid": what a "those approved" is about too. */
  #pluralNoun(): string | null {
    const last = this.#lastSubject;
    return last === null || !last.isPlural || isNoAntecedent(last) ? null : last.noun;
  }

  /** "Curie" becomes "Marie Curie" if the text has that name; with two of them it stays and is noted as ambiguous. */
  #expandNames({ mentions, words, references }: Reading): void {
    for (const { entity, from, to } of mentions) {
      if (to - from !== 1 || entity.kind !== 'person') continue;
      const short = words[from]!.text;
      const full = this.#discourse.entities.map(({ name }) => name).filter((name) => name.endsWith(` ${short}`));
      if (full.length === 1) references.replace.set(from, full[0]!);
      else if (full.length > 1) {
        references.open.set(from, short);
        references.ambiguous.set(from, ambiguity(short, full));
      }
    }
  }

  #remember(reading: Reading): void {
    const subject = reading.subject === null ? null : this.#resolvedSubject(reading, reading.subject);
    if (subject?.entity) {
      subject.entity.subjectCount++;
      subject.entity.lastSentence = this.#sentence;
    }
    this.#lastSubject = isPassing(reading, subject) ? null : subject;
    this.#noteDescribed(subject);
    this.#lastGroup = onlyGroup(reading.words);
    this.#hadObject = hasObjectBefore(reading.words, reading.words.length, 'thing');
    if (labelLength(reading.words) > 0 && this.#label?.sentence !== this.#sentence) this.#label = null;
    this.#lastJoined = joinedNames(reading);
    this.#lastCounted = countedGroup(reading.words);
    this.#lastIntroduced = introducedPerson(reading.words);
    this.#followTopic(reading, subject);
    const measure = closingMeasure(reading.words);
    this.#lastMeasure = measure === null ? null : textOf(reading.words.slice(measure.from, measure.to));
    this.#sentence++;
  }

  /** A new subject is a new topic; an object, "ours", or an "it" that stayed open may be what the next "it" means. */
  #followTopic({ words }: Reading, subject: Subject | null): void {
    if (subject !== null && this.#lastSubject === null) return;
    if (subject !== null && !subject.isPlural && !subject.isPerson && !isNoAntecedent(subject))
      this.#topic = { subject, sentence: this.#sentence, hasRival: false };
    else if (/^it$/iu.test(subject?.text ?? '')) this.#topic = null;
    else if (this.#topic !== null && (isElliptic(subject) || hasObjectBefore(words, words.length, 'thing')))
      this.#topic.hasRival = true;
  }

  /** Remembers a subject such as "your husband", until somebody else is described. */
  #noteDescribed(subject: Subject | null): void {
    const noun = subject?.text.split(' ').at(-1)?.toLowerCase() ?? '';
    if (subject === null || subject.isPlural || subject.entity !== null || !subject.isPerson) return;
    if (!Object.hasOwn(PERSON_NOUNS, noun) && !/^the \S+$/u.test(subject.text)) return;
    const text = subject.text.replace(/^Your /u, 'your ');
    this.#lastPersonNoun = { text, noun, sentence: this.#sentence };
  }

  /** The sentence's subject, with its pronoun or description resolved. */
  #resolvedSubject(reading: Reading, subject: Subject): Subject {
    const { lower } = reading.words[subject.at]!;
    const resolution =
      Object.hasOwn(PRONOUNS, lower) && subject.text.toLowerCase() === lower
        ? reading.resolutions.get(PRONOUNS[lower]!)
        : undefined;
    if (resolution?.kind !== 'found') return this.#withAntecedent(reading, withReplacements(reading, subject));
    const entity =
      this.#discourse.entities.find((known) => shownName(known) === resolution.name) ??
      (this.#lastSubject?.text === resolution.name ? this.#lastSubject.entity : null);
    if (entity !== null && lower === 'he') learnPerson(entity, 'male');
    if (entity !== null && lower === 'she') learnPerson(entity, 'female');
    if (entity?.kind === 'unknown' && /^its?$/u.test(lower)) entity.kind = 'thing';
    return { ...subject, text: resolution.name, entity };
  }
}

/** "Its engine" as "Kubo's engine", so that it can be said of later sentences. */
function withReplacements({ words, references: { replace, open } }: Reading, subject: Subject): Subject {
  const indexes = Array.from({ length: subject.to - subject.at }, (_, i) => subject.at + i);
  const isPossessed = indexes.some((i) => isPossessive(words, i) && (replace.has(i) || open.has(i)));
  if (!isPossessed) return subject;
  const said = indexes.map((i) => ({ ...words[i]!, text: replace.get(i) ?? words[i]!.text }));
  return { ...subject, text: textOf(said) };
}

/** Names with "and" or "or" beside them. */
function joinedNames({ words, mentions }: Reading): Set<Entity> {
  const isJoint = (word: Word | undefined) => word?.pos === 'CCONJ';
  const joined = mentions.filter(
    ({ from, to }) =>
      (isJoint(words[from - 1]) && mentions.some((other) => other.to === from - 1)) ||
      (isJoint(words[to]) && mentions.some((other) => other.from === to + 1)),
  );
  return new Set(joined.map(({ entity }) => entity));
}

/** First words of the names before `at` that "he" or "she" may refer to; `unknown` adds names of unknown kind. */
function namedBefore({ mentions }: Reading, at: number, gender: 'male' | 'female', unknown: boolean): number[] {
  return mentions
    .filter(({ to, entity }) => to <= at && (isPersonOf(entity, gender) || (unknown && entity.kind === 'unknown')))
    .map(({ from }) => from);
}

/** True for "he or she", "his or her". */
const isEitherGender = (words: readonly Word[], at: number) =>
  (words[at + 1]?.lower === 'or' && /^(?:she|her|hers)$/u.test(words[at + 2]?.lower ?? '')) ||
  (words[at - 1]?.lower === 'or' && /^(?:he|him|his)$/u.test(words[at - 2]?.lower ?? ''));

/** True for the "Huygens" of "Cassini–Huygens". */
const isJoinedInto = (text: string, name: string) =>
  text.split(' ').some((word) => word !== name && word.split(/[–-]/u).includes(name));

/** True for "Fuel made up half of its mass": the sentence is about what "its" means. */
function isPassing({ words }: Reading, subject: Subject | null): boolean {
  if (subject === null || !subject.isBare || subject.entity !== null || subject.isPlural) return false;
  return words.some(({ lower }, i) => i > subject.at && /^its?$/u.test(lower) && !isImpersonal(words, i));
}

/** True for a subject that can't be the antecedent of a later pronoun: a pronoun, "nobody", "half of that". */
function isNoAntecedent({ text }: Subject): boolean {
  const lower = text.toLowerCase();
  if (Object.hasOwn(PRONOUNS, lower) || DEICTIC.test(lower) || NOBODY.test(lower)) return true;
  return /^(?:no|none of|more|less|fewer|half|neither|nothing|ours|mine|yours) |\b(?:this|that|these|those|it|them)$/u.test(
    lower,
  );
}

/** True for "ours in Tannery Lane", "another": something that has just been named by its kind. */
const isElliptic = (subject: Subject | null) =>
  /^(?:ours|mine|yours|theirs|another|one|the other|the first|the second|the last)\b/iu.test(subject?.text ?? '');

const NOBODY =
  /^(?:(?:no|any|some|every)(?:body|one|thing)|none|all|both|each|one|some|many|few|fewer|more|less|most|several|others?|you|ours|who|what|which)$/u;

function textOf(words: readonly Word[]): string {
  return words.map((word, i) => (i > 0 && word.start > words[i - 1]!.end ? ' ' : '') + word.text).join('');
}

function learnPerson(entity: Entity, gender: 'male' | 'female'): void {
  entity.kind = 'person';
  entity.gender ??= gender;
}
