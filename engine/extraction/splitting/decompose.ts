/** Splits a sentence into atomic statements. If a split is uncertain, the sentence stays whole. */

import { isMonth } from '#engine/language/calendar.ts';
import { REPORTING_LEMMAS } from '#engine/language/verbs.ts';
import { joinedWords } from '../grammar/joined-words.ts';
import { isFollowedByClause, labelLength, propertyStatement } from '../grammar/labels.ts';
import { isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Sentence, Word } from '../grammar/parse.ts';
import { isPast, isPastEvent } from '../grammar/participles.ts';
import { type Atom, type Piece, range } from '../grammar/pieces.ts';
import { mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { splitAdditions } from './additions.ts';
import { splitAsWellAs } from './as-well-as.ts';
import { clausesAtBreaks, splitAtSemicolon } from './breaks.ts';
import { careerOf } from './careers.ts';
import { splitCircumstances } from './circumstances.ts';
import { type Clause, leadLength, pick, splitClauses } from './clauses.ts';
import { splitComplement } from './complements.ts';
import { splitCoordination } from './coordination.ts';
import { leadingDate } from './event-phrases.ts';
import { splitExamples } from './examples.ts';
import { splitGap } from './gaps.ts';
import { takeInserts } from './inserts.ts';
import { splitLifeEvent } from './life-events.ts';
import { splitSubjects } from './lists.ts';
import { splitNamedClass, splitNamedClasses } from './named-class.ts';
import { splitNationality } from './nationality.ts';
import { splitOrigin } from './origins.ts';
import { splitParallels } from './parallels.ts';
import { splitPlaces } from './places.ts';
import { type Predicate, splitPredicates } from './predicates.ts';
import { splitRoles } from './roles.ts';
import { splitSequence } from './sequences.ts';
import { splitSharedObject } from './shared-objects.ts';
import { type Topic, topicOf } from './topics.ts';
import { splitTrailing } from './trailing.ts';

/** Longer clauses have more structure than the rules can handle reliably: they are taken apart at breaks only. */
const MOST_WORDS = 110;
/** Words that tie the parts of a sentence together, so the parts don't hold separately. */
const BINDING_WORDS = /^(?:respectively|either|neither|nor|whether|unless|if|provided|providing|assuming|:|—)$/u;
/** At the beginning they hold for the whole sentence, so each of its clauses gets the condition. */
const CONDITIONS = /^(?:if|unless)$/u;

/** The atoms of a sentence, inserts first; at least one, which is the whole sentence if it can't be split. */
export function decompose({ words: literal }: Pick<Sentence, 'words'>): Atom[] {
  const words = joinedWords(literal);
  const statements = atomsOfClauses(words)
    .flatMap((atom) => splitAtSemicolon(words, atom))
    .flatMap((atom) => splitGap(words, atom))
    .flatMap((atom) => splitAsWellAs(words, atom))
    .flatMap((atom) => splitAdditions(words, atom))
    // The rest of such a statement has been taken apart in the one that stands without it.
    .flatMap((atom) => (atom.added ? splitSequence(words, atom) : splitPhrases(words, atom)));
  return withoutRepetitions(statements);
}

/** Splits lists, names with what they name, and circumstances inside a clause. */
function splitPhrases(words: readonly Word[], atom: Atom): Atom[] {
  return splitExamples(words, atom)
    .flatMap((part) => splitRoles(words, part))
    .flatMap((part) => splitNamedClasses(words, part))
    .flatMap((part) => splitParallels(words, part))
    .flatMap((part) => splitCoordination(words, part))
    .flatMap((part) => splitNamedClass(words, part))
    .flatMap((part) => splitOrigin(words, part))
    .flatMap((part) => splitPlaces(words, part))
    .flatMap((part) => splitCircumstances(words, part))
    .flatMap((part) => splitSequence(words, part));
}

/** Each statement once: two of them may name the same thing's class. */
function withoutRepetitions(atoms: readonly Atom[]): Atom[] {
  const seen = new Set<string>();
  return atoms.filter(({ pieces }) => {
    // What a name is may be told in two times: "was a band", "is a band".
    const key = pieces.map((piece) => (piece === 'was' ? 'is' : piece)).join(' ');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function atomsOfClauses(words: readonly Word[]): Atom[] {
  const topic = topicOf(words);
  if (topic !== null) return atomsAbout(words, topic);
  const career = careerOf(words);
  if (career !== null)
    return [career.atom, ...atomsOfClauses(words.slice(career.from)).map((atom) => shifted(atom, career.from))];
  const end = contentEnd(words);
  const property = propertyStatement(words, end);
  if (property !== null) return [property];
  const label = isFollowedByClause(words, labelLength(words)) ? labelLength(words) : 0;
  const whole: Atom = { pieces: range(label, words.length), from: 0, to: words.length, unresolved: [] };
  const isBound = words
    .slice(label, end)
    .some(
      ({ lower }, at, body) =>
        BINDING_WORDS.test(lower) &&
        !(at === 0 && CONDITIONS.test(lower)) &&
        !isRatio(body, at) &&
        !opensOtherName(body, at),
    );
  if (words.length > MOST_WORDS || isBound) return atomsAtBreaks(words) ?? [whole];
  const { atoms, rest: all } = takeInserts(words, end);
  const rest = all.filter((i) => i >= label);
  const lead = participleLead(words, rest);
  const clauses = splitClauses(words, lead?.rest ?? rest);
  if (clauses === null) return atomsAtBreaks(words) ?? [whole];
  const main = clauses.flatMap((clause) => atomsOf(words, clause));
  const found = [...atoms, ...(lead?.atoms ?? []), ...main];
  const losesCondition = CONDITIONS.test(words[0]!.lower) && found.some(({ pieces }) => pieces[0] !== 0);
  if ((found.length === 1 && label === 0) || losesCondition || found.some((atom) => isQuoted(words, atom)))
    return atomsAtBreaks(words) ?? [whole];
  return found;
}

/** The colon of "5 : 1". */
const isRatio = (words: readonly Word[], at: number) =>
  words[at]!.text === ':' && words[at - 1]?.pos === 'NUM' && words[at + 1]?.pos === 'NUM';

/** The colon of "(real name: Ida Reed)". */
const opensOtherName = (words: readonly Word[], at: number) =>
  words[at]!.text === ':' && words[at - 1]?.lower === 'name' && words[at - 3]?.text === '(';

/** The atoms of clauses between which a semicolon or colon stands; null if there are none. */
function atomsAtBreaks(words: readonly Word[]): Atom[] | null {
  const clauses = clausesAtBreaks(words);
  if (clauses === null) return null;
  return clauses.flatMap(({ from, to }) => atomsOfClauses(words.slice(from, to)).map((atom) => shifted(atom, from)));
}

/** An atom of words that begin at `by`. */
const shifted = (atom: Atom, by: number): Atom => ({
  ...atom,
  pieces: atom.pieces.map((piece) => (typeof piece === 'number' ? piece + by : piece)),
  from: atom.from + by,
  to: atom.to + by,
});

/** The atoms of what is said of a topic, with its name in the place of the pronoun. */
function atomsAbout(words: readonly Word[], { pieces: name, from }: Topic): Atom[] {
  return atomsOfClauses(words.slice(from)).map((atom, order) => {
    const { pieces, ...rest } = shifted(atom, from);
    return {
      ...rest,
      pieces: pieces.flatMap((piece) => (piece === from ? name : [piece])),
      from: order === 0 ? 0 : rest.from,
    };
  });
}

/** Index after the last word that is not closing punctuation. */
function contentEnd(words: readonly Word[]): number {
  let end = words.length;
  while (end > 0 && /^[.!?…。]+$/u.test(words[end - 1]!.text)) end--;
  return end;
}

/** True if the atom begins or ends inside quotation marks, which would break the quotation. */
function isQuoted(words: readonly Word[], { pieces }: Atom): boolean {
  let straight = 0;
  let curly = 0;
  for (const piece of pieces) {
    const text = typeof piece === 'number' ? words[piece]!.text : '';
    if (text === '"') straight++;
    if (text === '“') curly++;
    if (text === '”') curly--;
  }
  return straight % 2 !== 0 || curly !== 0;
}

/** Splits off an opening participle: "Born in Warsaw, Marie Curie moved to Paris". */
function participleLead(words: readonly Word[], rest: readonly number[]): { atoms: Atom[]; rest: number[] } | null {
  const view = pick(words, rest);
  const at = view[0]?.pos === 'ADV' ? 1 : 0;
  if (view[at]?.forms?.participle !== true || view[at + 1]?.pos !== 'ADP') return null;
  const found = commaBeforeClause(view, at + 2);
  if (found === null) return null;
  const { comma, verb } = found;
  const main = rest.slice(comma + 1);
  const past = isPast(verb) || isPastEvent(view[at]!);
  const isPlural = /^(?:are|were|have)$/u.test(verb.first.lower);
  const copula = past ? (isPlural ? 'were' : 'was') : isPlural ? 'are' : 'is';
  const own = rest.slice(0, comma);
  const events = splitLifeEvent(words, { pieces: own, from: own[0]!, to: own.at(-1)! + 1 });
  return {
    atoms: events.map(({ pieces: event, from }, order) => ({
      pieces: withLowerCase(words, [...main.slice(0, verb.start), copula, ...event], rest[0]!),
      from,
      to: order === events.length - 1 ? main[verb.start - 1]! + 1 : (event.at(-1) as number) + 1,
      unresolved: [],
    })),
    rest: main,
  };
}

/** The comma that a subject and its verb follow, with no other comma between. */
function commaBeforeClause(view: readonly Word[], from: number): { comma: number; verb: VerbGroup } | null {
  for (let comma = from; comma < view.length; comma++) {
    if (view[comma]!.text !== ',') continue;
    const after = view.slice(comma + 1);
    const verb = mainGroup(after, verbGroups(after));
    if (verb === null) return null;
    const isClose = verb.start > 0 && verb.start <= 8 && !after.slice(0, verb.start).some((word) => word.text === ',');
    if (isClose) return leadLength(after) === 0 ? { comma, verb } : null;
  }
  return null;
}

/** Lower-cases the sentence's first word for its place inside another sentence. */
function withLowerCase(words: readonly Word[], pieces: readonly Piece[], first: number): Piece[] {
  return pieces.map((piece) => (piece === first ? words[first]!.lower : piece));
}

function atomsOf(words: readonly Word[], clause: Clause): Atom[] {
  const subjectWords = pick(words, clause.subject);
  const isWhole =
    (isReporting(words, clause) && splitSharedObject(words, asWhole(clause)).length === 1) ||
    hasScopedQuantity(subjectWords) ||
    isCorrelative([...subjectWords, ...pick(words, clause.predicate)]) ||
    clause.tail.some((i) => words[i]!.lower === 'respectively');
  const predicates = isWhole
    ? [asWhole(clause)]
    : predicatesOf(words, clause).flatMap((predicate) =>
        splitTrailing(words, predicate, { isPlural: isPlural(subjectWords), isPerson: isNamed(subjectWords) }),
      );
  return predicates.flatMap((predicate, order) => {
    const subjects = isWhole ? null : splitSubjects(words, clause.subject, predicate.pieces);
    const complements = isWhole
      ? [predicate]
      : splitComplement(words, predicate, clause.subject)
          .flatMap((part) => splitNationality(words, part))
          .flatMap((part) => splitLifeEvent(words, part));
    return (subjects ?? [{ pieces: clause.subject as Piece[], verb: null }]).flatMap((subject) =>
      complements.map((complement): Atom => {
        const body = subject.verb === null ? complement.pieces : [subject.verb, ...complement.pieces.slice(1)];
        return {
          pieces: [
            ...(order > 0 ? leadFor(words, clause, body, predicate) : clause.lead),
            ...subject.pieces,
            ...body,
            ...clause.tail,
          ],
          from: complement.from === clause.predicate[0] ? clause.from : complement.from,
          to: Math.max(
            complement.to,
            clause.tail.length > 0 && order === predicates.length - 1 ? clause.tail.at(-1)! + 1 : 0,
          ),
          unresolved: clause.unresolved,
        };
      }),
    );
  });
}

/** "In 2013 she came second and was champion in 2014": what has a date of its own wasn't done at the sentence's. */
function leadFor(
  words: readonly Word[],
  { lead }: Clause,
  body: readonly Piece[],
  { isLater }: Predicate,
): readonly Piece[] {
  const opening = lead.filter((piece) => typeof piece === 'number').map((i) => words[i]!);
  const own = body.filter((piece) => typeof piece === 'number').map((i) => words[i]!);
  const isDated = own.some(({ text }, i) => YEAR.test(text) && opensYear(own[i - 1]));
  const isTime = leadingDate(opening) > 0;
  // "In 2001 he joined the firm, serving it for years", "After school, he moved to Hull, leading a club": when isn't said.
  return (isTime && isDated) || (isLater === true && (isTime || opening[0]?.lower === 'after')) ? [] : lead;
}

const opensYear = (word: Word | undefined) =>
  word !== undefined && (/^(?:in|since|by|until|during|from|of|to|‚)$/u.test(word.lower) || isMonth(word.lower));

const YEAR = /^(?:1\d{3}|20\d{2})$/u;

/** The predicates of a clause: with the same object, or each with its own. */
function predicatesOf(words: readonly Word[], clause: Clause): Predicate[] {
  const sharing = splitSharedObject(words, asWhole(clause));
  if (sharing.length > 1) return sharing;
  return splitPredicates(words, clause.predicate).flatMap((predicate) => splitSharedObject(words, predicate));
}

function asWhole({ predicate }: Clause): Predicate {
  return { pieces: [...predicate], from: predicate[0]!, to: predicate.at(-1)! + 1 };
}

/** True for "she" and "Ada Stone": what is done besides is done by the same. */
const isNamed = (subject: readonly Word[]) =>
  (subject.length === 1 && /^(?:he|she)$/u.test(subject[0]!.lower)) ||
  (subject.length <= LONGEST_NAME && subject.every(({ pos }) => pos === 'PROPN'));

/** "not only wrote but also sang". */
const isCorrelative = (clause: readonly Word[]) =>
  clause.some(({ lower }, i) => /^(?:not|n['’]t)$/u.test(lower) && clause[i + 1]?.lower === 'only');

const LONGEST_NAME = 4;

function isPlural(subject: readonly Word[]): boolean {
  const last = subject.at(-1)!;
  return (
    /^(?:they|we|you|i|these|those)$/u.test(last.lower) ||
    isPluralNoun(last) ||
    subject.some((word) => word.lower === 'and')
  );
}

/** True for "She said that A and B": both are her words, so the sentence isn't split. */
function isReporting(words: readonly Word[], { predicate }: Clause): boolean {
  const view = pick(words, predicate);
  const groups = verbGroups(view);
  const [main] = groups;
  if (main === undefined || !REPORTING_LEMMAS.has(main.head.lemma)) return false;
  if (
    main.first.pos === 'AUX' &&
    /^(?:is|are|was|were|been)$/u.test(main.first.lower) &&
    main.head.forms?.participle === true
  )
    return view[main.end]?.lower === 'that';
  return groups.slice(1).some((group) => group.finite && view[group.start - 1]?.pos !== 'CCONJ');
}

/** "Few people smoke and drink" doesn't entail "few people smoke": such subjects hold only for the parts together. */
function hasScopedQuantity(subject: readonly Word[]): boolean {
  return subject.some((word) =>
    /^(?:no|none|nobody|nothing|few|fewer|little|neither|only|half|less|percent|%|exactly|one|each|between)$/u.test(
      word.lower,
    ),
  );
}
