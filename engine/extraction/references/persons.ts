/** Whom "he" and "she" mean. */
import { PERSON_NOUNS } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { isPossessive } from '../grammar/pronouns.ts';
import { decide, isPersonOf, mayBeCalled, type Resolution } from './antecedents.ts';
import { type Entity, shownName } from './discourse.ts';
import { opensCoordinate, personBefore } from './inner-references.ts';
import { isNoAntecedent, type Memory, orProtagonist, type Reading, WINDOW } from './memory.ts';

/** Besides those named before, the sentence's own common noun may be meant: "paid the master for his silence". */
export function resolvePerson(
  memory: Memory,
  reading: Reading,
  at: number,
  gender: 'male' | 'female',
): Resolution | null {
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
    !hasRivalPerson(reading, at, own, gender)
  )
    return { kind: 'found', name: shownName(own) };
  const inner = personBefore(words, at, gender);
  const isNamed = namedBefore(reading, at, gender, false).length > 0;
  const outer = antecedentOf(memory, reading, at, gender);
  if (outer.kind !== 'found') references.anchors.set(at, namedBefore(reading, at, gender, outer.kind === 'open'));
  const isSubject = inner !== null && subject !== null && inner - subject.at < 4;
  if (inner === null || isNamed || (isSubject && outer.kind === 'found')) return outer;
  if (outer.kind === 'found') return { kind: 'ambiguous', names: [`the ${words[inner]!.text}`, outer.name] };
  references.open.set(at, words[at]!.text);
  references.anchors.set(at, [inner]);
  return null;
}

function antecedentOf(memory: Memory, reading: Reading, at: number, gender: 'male' | 'female'): Resolution {
  const inSentence = reading.mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
  const candidates = [...new Set([...reading.before, ...inSentence])].filter((entity) => isPersonOf(entity, gender));
  const isNamedHere = inSentence.some((entity) => mayBeCalled(entity, gender));
  const introduced = isNamedHere ? null : introducedBefore(memory, candidates, gender);
  if (introduced !== null) return introduced;
  const centre = isNamedHere ? null : lastPerson(memory, candidates, gender);
  if (centre !== null) return { kind: 'found', name: shownName(centre) };
  const known = candidates.filter((entity) => entity.kind === 'person');
  if (candidates.length === 0) {
    const described = describedBefore(memory, gender);
    if (described !== null) return { kind: 'found', name: described };
    const named = personBefore(reading.words, at, gender) === null ? onlyName(memory, reading, gender) : null;
    if (named !== null) return { kind: 'found', name: shownName(named) };
  }
  return orProtagonist(memory, decide(known.length > 0 ? known : candidates), memory.protagonists.person(gender));
}

/** True if the sentence names another person before `at`. */
function hasRivalPerson({ mentions }: Reading, at: number, own: Entity, gender: 'male' | 'female'): boolean {
  return mentions.some(({ entity, to }) => to <= at && entity !== own && isPersonOf(entity, gender));
}

/** The previous sentence's subject if it may be a person, and no other person has been named since. */
function lastPerson(memory: Memory, candidates: readonly Entity[], gender: 'male' | 'female'): Entity | null {
  const entity = memory.lastSubject?.entity ?? null;
  if (entity === null || !mayBeCalled(entity, gender)) return null;
  const rivals = candidates.filter(
    (other) => other !== entity && other.lastSentence >= memory.sentence - 1 && isPersonOf(other, gender),
  );
  // Whom the text is about stays whom it is about, where others are named only to say what that person is.
  const isCentre =
    memory.lastDescribes &&
    memory.protagonists.person(gender)?.name === entity.name &&
    rivals.every(({ subjectCount }) => subjectCount === 0);
  return rivals.length === 0 || isCentre ? entity : null;
}

/** Whom the previous sentence brought in, unless it is about a person: "Kubo appointed a chief executive. She …". */
function introducedBefore(memory: Memory, candidates: readonly Entity[], gender: 'male' | 'female'): Resolution | null {
  const introduced = memory.lastIntroduced;
  const subject = memory.lastSubject;
  if (introduced === null || subject?.isPerson === true || subject?.entity?.kind === 'person') return null;
  const known = Object.hasOwn(PERSON_NOUNS, introduced.noun) ? PERSON_NOUNS[introduced.noun] : null;
  if (known !== null && known !== gender) return null;
  const others = candidates.filter((entity) => entity !== subject?.entity && isPersonOf(entity, gender));
  // "appointed a chief executive, Ada Stone": the name is the same person's.
  if (others.some(({ lastSentence }) => lastSentence >= memory.sentence - 1)) return null;
  const own = subject?.entity ?? null;
  const rivals = own !== null && !introduced.isAppointed && mayBeCalled(own, gender) ? [own, ...others] : others;
  return rivals.length === 0
    ? { kind: 'found', name: introduced.text }
    : { kind: 'ambiguous', names: [introduced.text, ...rivals.map(({ name }) => name)] };
}

/** The person whom a subject described but didn't name, a few sentences ago: "your husband". */
function describedBefore(memory: Memory, gender: 'male' | 'female'): string | null {
  const recent = memory.described.filter(({ sentence }) => memory.sentence - sentence <= WINDOW);
  const meant =
    recent.find((person) => person.gender === gender) ?? recent.find((person) => person.gender === null) ?? null;
  if (meant === null) return null;
  meant.sentence = memory.sentence;
  meant.gender = gender;
  return meant.text;
}

/** The only name of the previous sentence that may be a person's, though nothing says so: "They blamed Bouch. He …". */
function onlyName(memory: Memory, { before }: Reading, gender: 'male' | 'female'): Entity | null {
  const subject = memory.lastSubject;
  // "Bouch's employer": either may be meant.
  if (subject !== null && !subject.isPlural && subject.entity === null && !isNoAntecedent(subject)) return null;
  const named = before.filter(
    (entity) => entity.lastSentence === memory.sentence - 1 && !entity.isOblique && mayBeCalled(entity, gender),
  );
  const single = named.filter((entity) => !memory.lastJoined.has(entity));
  return single.length === 1 ? single[0]! : null;
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
