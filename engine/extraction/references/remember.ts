/** What a sentence leaves for the references of the next ones. */
import { BE_FORMS } from '#engine/language/verbs.ts';
import { PERSON_NOUNS } from '../grammar/class-nouns.ts';
import { labelLength } from '../grammar/labels.ts';
import { asWritten } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isImpersonal, isPossessive, PRONOUNS } from '../grammar/pronouns.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { type Entity, shownName } from './discourse.ts';
import {
  closingMeasure,
  countedGroup,
  hasObjectBefore,
  introducedPerson,
  namesSeveral,
  onlyGroup,
  onlyThing,
} from './inner-references.ts';
import { isNoAntecedent, type Memory, type Reading, withAntecedent } from './memory.ts';
import type { Subject } from './sentence-subject.ts';

/** Remembers what the sentence is about and whom and what it has mentioned. */
export function remember(memory: Memory, reading: Reading): void {
  const subject = reading.subject === null ? null : resolvedSubject(memory, reading, reading.subject);
  if (subject?.entity) {
    subject.entity.subjectCount++;
    subject.entity.lastSentence = memory.sentence;
  }
  memory.lastSubject = isPassing(reading, subject) ? null : subject;
  noteDescribed(memory, reading, subject);
  memory.lastGroup = onlyGroup(reading.words);
  memory.hadObject = hasObjectBefore(reading.words, reading.words.length, 'thing');
  memory.broughtIn = bringsIn(reading, subject);
  if (labelLength(reading.words) > 0 && memory.label?.sentence !== memory.sentence) memory.label = null;
  memory.lastJoined = joinedNames(reading);
  memory.lastPair = namedPair(reading, subject);
  memory.lastThing = onlyThing(reading.words);
  memory.lastCounted = countedGroup(reading.words);
  memory.lastIntroduced = introducedPerson(reading.words);
  memory.lastDefines = definesSubject(reading.words);
  memory.lastDescribes = describesSubject(reading.words);
  followTopic(memory, reading, subject);
  const measure = closingMeasure(reading.words);
  memory.lastMeasure = measure === null ? null : asWritten(reading.words.slice(measure.from, measure.to));
  memory.sentence++;
}

/** True for "The Marl Museum in Hull shows a working model". */
function bringsIn({ words, mentions }: Reading, subject: Subject | null): boolean {
  if (subject === null || subject.entity !== null || !/^an?$/u.test(words[subject.end]?.lower ?? '')) return false;
  if (BE_FORMS.has(words[subject.end - 1]!.lower)) return false;
  return mentions.some(
    ({ entity, from, to }) => from >= subject.at && to <= subject.to && entity.kind === 'organization',
  );
}

/** True for "She is best known for playing Ida Reed"; not for "She was taught by Ida Reed", who may be the next one. */
function describesSubject(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  return main !== null && /^(?:is|was)$/u.test(main.first.lower) && !words.some(({ lower }) => lower === 'by');
}

/** True for "Kestrel is a language of …" and "The Kubo 3 is its bigger sister", whatever else the sentence names. */
function definesSubject(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null || main.end - main.start > 1 || !/^(?:is|was)$/u.test(main.head.lower)) return false;
  return /^(?:an?|the|one|its)$/u.test(words[main.end]?.lower ?? '');
}

/** A new subject is a new topic; an object, "ours", or an "it" that stayed open may be what the next "it" means. */
function followTopic(memory: Memory, { words }: Reading, subject: Subject | null): void {
  if (subject !== null && memory.lastSubject === null) return;
  if (subject !== null && !subject.isPlural && !subject.isPerson && !isNoAntecedent(subject))
    memory.topic = { subject, sentence: memory.sentence, hasRival: false };
  else if (/^it$/iu.test(subject?.text ?? '')) memory.topic = null;
  else if (memory.topic !== null && (isElliptic(subject) || hasObjectBefore(words, words.length, 'thing')))
    memory.topic.hasRival = true;
}

/** Remembers a subject such as "your husband" or "the finance chief's successor", beside the one before it. */
function noteDescribed(memory: Memory, reading: Reading, subject: Subject | null): void {
  const noun = subject?.text.split(' ').at(-1)?.toLowerCase() ?? '';
  if (subject === null || subject.isPlural || subject.entity !== null || !subject.isPerson) return;
  if (!Object.hasOwn(PERSON_NOUNS, noun) && !DESCRIPTION.test(subject.text)) return;
  const text = subject.text.replace(/^(?:Your|The) /u, (article) => article.toLowerCase());
  const known = memory.described.find((person) => person.text === text);
  const gender =
    (Object.hasOwn(PERSON_NOUNS, noun) ? PERSON_NOUNS[noun] : known?.gender) ?? genderBehind(reading, subject);
  const others = memory.described.filter((person) => person !== known);
  memory.described = [{ text, noun, sentence: memory.sentence, gender: gender ?? null }, ...others].slice(0, 2);
}

const DESCRIPTION = /^the (?:\S+ ){0,2}\S+$/u;

/** "The manager spent years with her employer": the pronouns behind the verb are of one gender. */
function genderBehind({ words, mentions }: Reading, { end }: Subject): 'male' | 'female' | null {
  if (mentions.length > 0) return null;
  const behind = words.slice(end).map(({ lower }) => PRONOUNS[lower]);
  const isMale = behind.includes('male');
  return isMale === behind.includes('female') ? null : isMale ? 'male' : 'female';
}

/** The sentence's subject, with its pronoun or description resolved. */
function resolvedSubject(memory: Memory, reading: Reading, subject: Subject): Subject {
  const { lower } = reading.words[subject.at]!;
  const resolution =
    Object.hasOwn(PRONOUNS, lower) && subject.text.toLowerCase() === lower
      ? reading.resolutions.get(PRONOUNS[lower]!)
      : undefined;
  if (resolution?.kind !== 'found') return withAntecedent(reading, withReplacements(reading, subject));
  const entity =
    memory.discourse.entities.find((known) => shownName(known) === resolution.name) ??
    (memory.lastSubject?.text === resolution.name ? memory.lastSubject.entity : null);
  if (entity !== null && lower === 'he') learnPerson(entity, 'male');
  if (entity !== null && lower === 'she') learnPerson(entity, 'female');
  if (entity?.kind === 'unknown' && /^its?$/u.test(lower)) entity.kind = 'thing';
  return { ...subject, text: resolution.name, entity };
}

/** "Its engine" as "Kubo's engine", so that it can be said of later sentences. */
function withReplacements({ words, references: { replace, open } }: Reading, subject: Subject): Subject {
  const indexes = Array.from({ length: subject.to - subject.at }, (_, i) => subject.at + i);
  const isPossessed = indexes.some((i) => isPossessive(words, i) && (replace.has(i) || open.has(i)));
  if (!isPossessed) return subject;
  const said = indexes.map((i) => ({ ...words[i]!, text: replace.get(i) ?? words[i]!.text }));
  return { ...subject, text: asWritten(said) };
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

/** "Ada Stone and Olin Marr" after "Ada Stone wrote it together with her husband, Olin Marr". */
function namedPair({ words, mentions }: Reading, subject: Subject | null): string | null {
  if (words.some(namesSeveral) || !mentions.some(({ entity }) => entity === subject?.entity)) return null;
  const persons = [...new Set(mentions.map(({ entity }) => entity))].filter(
    (entity) => entity.kind === 'person' || entity.hasOccupation,
  );
  return persons.length === 2 && persons.includes(subject!.entity!)
    ? persons.map(({ name }) => name).join(' and ')
    : null;
}

/** True for "Fuel made up half of its mass": the sentence is about what "its" means. */
function isPassing({ words }: Reading, subject: Subject | null): boolean {
  if (subject === null || !subject.isBare || subject.entity !== null || subject.isPlural) return false;
  return words.some(({ lower }, i) => i > subject.at && /^its?$/u.test(lower) && !isImpersonal(words, i));
}

/** True for "ours in Tannery Lane", "another": something that has just been named by its kind. */
const isElliptic = (subject: Subject | null) =>
  /^(?:ours|mine|yours|theirs|another|one|the other|the first|the second|the last)\b/iu.test(subject?.text ?? '');

function learnPerson(entity: Entity, gender: 'male' | 'female'): void {
  entity.kind = 'person';
  entity.gender ??= gender;
}
