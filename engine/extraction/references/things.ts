/** What "it" and "they" mean. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import { labelLength } from '../grammar/labels.ts';
import { asWritten } from '../grammar/noun-phrases.ts';
import { hasNominalBefore, isEquated, isPossessive, possessiveOf } from '../grammar/pronouns.ts';
import { decideOpen, isThing, mayBePerson, type Resolution } from './antecedents.ts';
import { type Entity, shownName } from './discourse.ts';
import {
  anchorsBefore,
  followsAdjunct,
  hasObjectBefore,
  isInLaterClause,
  onlyThingBefore,
  opensCoordinate,
  partitiveStart,
} from './inner-references.ts';
import { isNoAntecedent, type Memory, orProtagonist, type Reading, WINDOW, withAntecedent } from './memory.ts';
import type { Subject } from './sentence-subject.ts';

/** Null if something in the sentence itself may be meant, which a statement then has to keep beside the pronoun. */
export function resolveThingOrGroup(
  memory: Memory,
  reading: Reading,
  at: number,
  pronoun: 'thing' | 'group',
): Resolution | null {
  const { words, resolutions, references } = reading;
  const label = labelLength(words);
  if (label > 0 && at === label && pronoun === 'thing' && isKnownWord(words[label - 2]!.lower)) {
    const name = `the ${asWritten(words.slice(0, label - 1)).toLowerCase()}`;
    memory.label = { name, sentence: memory.sentence };
    return { kind: 'found', name };
  }
  const outer = followsAdjunct(words, at) ? antecedentOf(memory, reading, at, pronoun) : null;
  if (outer?.kind === 'found') return outer;
  const anchors = anchorsBefore(words, at, pronoun);
  if (!hasNominalBefore(words, at)) return resolutions.get(pronoun) ?? antecedentOf(memory, reading, at, pronoun);
  const known = continuedSubject(reading, at, pronoun) ?? resolutions.get(pronoun);
  if (known !== undefined) return known;
  // "Many people receive it": nothing in the sentence can be meant.
  const labelled = anchors.length === 0 && pronoun === 'thing' ? currentLabel(memory) : null;
  if (labelled !== null) return { kind: 'found', name: labelled };
  const continues = anchors.length === 0 && pronoun === 'thing' && memory.lastSubject?.isPerson === false;
  if (continues && !isNoAntecedent(memory.lastSubject!)) return antecedentOf(memory, reading, at, pronoun);
  references.open.set(at, words[at]!.text);
  references.anchors.set(at, anchors);
  const only = onlyThingBefore(words, at, pronoun, reading.subject);
  if (only !== null) references.named.set(at, isPossessive(words, at) ? possessiveOf(only) : only);
  return null;
}

/** "The ferry was sold, and it …": the first clause's subject, if nothing else there could be meant. */
function continuedSubject(reading: Reading, at: number, pronoun: 'thing' | 'group'): Resolution | undefined {
  const { words, mentions, subject } = reading;
  if (subject === null || isNoAntecedent(subject)) return undefined;
  // "Every trip is approved, unless it is short": each of them is meant, which only the pronoun says.
  if (/^(?:every|each|any|anyone|whoever)\b/iu.test(subject.text)) return undefined;
  if (!opensCoordinate(words, partitiveStart(words, at)) && !isInLaterClause(words, subject.end, at)) return undefined;
  const { entity, isPlural, isPerson, text } = withAntecedent(reading, subject);
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

function antecedentOf(memory: Memory, reading: Reading, at: number, pronoun: 'thing' | 'group'): Resolution {
  if (pronoun === 'group') {
    const isSubject = at === 0 && reading.words[at]!.lower === 'they';
    return groupAntecedent(memory, { isPartitive: reading.words[at - 1]?.lower === 'of', isSubject });
  }
  const inSentence = reading.mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
  const candidates = [...new Set([...reading.before, ...inSentence])].filter(isThing);
  const resolution = thingAntecedent(memory, candidates, inSentence, isEquated(reading.words, at));
  const label = currentLabel(memory);
  if (resolution.kind === 'open' && label !== null) return { kind: 'found', name: label };
  if (resolution.kind === 'open' && memory.lastThing !== null && at <= 3 && memory.lastSubject?.isPerson !== false)
    return { kind: 'found', name: memory.lastThing };
  const isRival = memory.topic?.hasRival === true || memory.hadObject;
  return isRival ? resolution : orProtagonist(memory, resolution, memory.protagonists.thing());
}

/** The label of the list item that goes on, if it has been what "it" means there. */
function currentLabel(memory: Memory): string | null {
  const label = memory.label;
  return label === null || memory.sentence - label.sentence > WINDOW ? null : label.name;
}

/** "It" continues the previous sentence's subject, else the topic, unless another thing named could be meant. */
function thingAntecedent(
  memory: Memory,
  candidates: readonly Entity[],
  inSentence: readonly Entity[],
  isEquated: boolean,
): Resolution {
  const last = memory.lastSubject;
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
    const others = memory.lastDefines && inSentence.length === 0 ? [] : rivalsOf(last, memory.sentence - 1);
    // "It was his first goal" after "Hollis scored" is about what happened.
    if (memory.broughtIn) return decideOpen(candidates);
    if (isEquated && last.entity !== null && mayBePerson(last.entity)) return { kind: 'open' };
    return others.length === 0
      ? { kind: 'found', name: last.text }
      : { kind: 'ambiguous', names: [last.text, ...others.map((entity) => entity.name)] };
  }
  const topic = memory.topic;
  const isTopical = topic !== null && memory.sentence - topic.sentence <= WINDOW;
  if (isTopical && topic.hasRival) return decideOpen(candidates);
  if (isTopical && rivalsOf(topic.subject, topic.sentence).length === 0)
    return { kind: 'found', name: topic.subject.text };
  // "That Kriva ćuprija, the little bridge, was a rehearsal is not proved. It …": what was named right before.
  const near = candidates.filter(({ lastSentence }) => lastSentence >= memory.sentence - 1);
  const [only] = near.length === 1 && last === null ? near : candidates;
  const isThingByName = only !== undefined && !mayBePerson(only) && only.kind !== 'place' && !only.isOblique;
  const isOnly = candidates.length === 1 || (near.length === 1 && last === null && only?.nouns.size === 1);
  const isSure = isOnly && isThingByName && (last === null || !isNoAntecedent(last));
  return isSure ? { kind: 'found', name: shownName(only!) } : decideOpen(candidates);
}

/** "One of them" is one of the previous sentence's only plural, whatever that sentence is about. */
function groupAntecedent(
  memory: Memory,
  { isPartitive, isSubject }: { isPartitive: boolean; isSubject: boolean },
): Resolution {
  const last = memory.lastSubject;
  const isKnown = last?.isPlural === true && !isNoAntecedent(last);
  // "The men counted thirty boats. Two of them sank."
  if (isPartitive && memory.lastCounted !== null) return { kind: 'found', name: memory.lastCounted };
  // "The oldest of all of its volumes"
  if (isPartitive && isKnown)
    return { kind: 'found', name: last.text.replace(/^(?:all|most|many|both|some) of /iu, '') };
  if (isKnown) return { kind: 'found', name: last.text };
  if (isSubject && memory.lastPair !== null) return { kind: 'found', name: memory.lastPair };
  return isPartitive && memory.lastGroup !== null ? { kind: 'found', name: memory.lastGroup } : { kind: 'open' };
}

/** True for the "Huygens" of "Cassini–Huygens", and for the "Kubo" of "the Kubo 3". */
const isJoinedInto = (text: string, name: string) =>
  isModelOf(text, name) ||
  isInside(text, name) ||
  text.split(' ').some((word) => word !== name && word.split(/[–-]/u).includes(name));

/** True for the "Halden" of "the Halden 300 dehumidifier", but not for that of "Halden's dehumidifier". */
function isInside(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at < 0 || text === name || (at > 0 && text[at - 1] !== ' ')) return false;
  return /^(?:$|[ ,)])/u.test(text.slice(at + name.length));
}

const isModelOf = (text: string, name: string) => {
  const bare = text.replace(/^the /iu, '');
  return bare.startsWith(`${name} `) && /^ [\p{Lu}\d][\p{L}\d-]*$/u.test(bare.slice(name.length));
};
