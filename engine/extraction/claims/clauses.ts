/** Cuts a sentence between clauses that are statements on their own. */
import { MODALS } from '#engine/text/verbs.ts';
import { isInstruction } from '../description/instructions.ts';
import { isFrame } from '../grammar/labels.ts';
import { isNegation, isPast, mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { hasTime, isBound, isPaired, leadLength, opensCondition, timeLength } from './scope.ts';

/** A range of words, end exclusive. */
export interface Clause {
  from: number;
  to: number;
  /** Words at the front of the sentence that apply to this clause too, end exclusive; null if there are none. */
  lead: [from: number, to: number] | null;
  /** What may apply to it too, described for people. */
  notes: string[];
}

/** A place to cut: where the left clause ends and the right one begins. */
interface Joint {
  end: number;
  next: number;
  kind: 'mark' | 'and' | 'but' | 'concession';
}

/**
 * The clauses of a sentence from the word `start` on; just one if it can't be cut. `level`: which words stand outside brackets
 * and quotation marks.
 */
export function clausesOf(words: readonly Word[], level: readonly boolean[], start: number): Clause[] {
  const clauses: Clause[] = [];
  const kinds: Joint['kind'][] = [];
  let from = start;
  for (const joint of jointsOf(words, level)) {
    if (joint.end <= from || !isCut(words, { from, isFirst: from === start }, joint, level)) continue;
    clauses.push({ from, to: joint.end, lead: null, notes: [] });
    kinds.push(joint.kind);
    from = joint.next;
  }
  clauses.push({ from, to: words.length, lead: null, notes: [] });
  return clauses.length === 1 ? clauses : withLead(words, clauses, kinds);
}

const CONCESSION = /^(?:though|although|whereas|while)$/u;

/** The possible joints in order. */
function jointsOf(words: readonly Word[], level: readonly boolean[]): Joint[] {
  return words.flatMap(({ text, lower }, i): Joint[] => {
    if (!level[i] || i === 0) return [];
    const next = words[i + 1]?.lower ?? '';
    if (text === ';' || text === ':') return [{ end: i, next: i + 1, kind: 'mark' }];
    const isJoint =
      text === ',' ? /^(?:and|but|yet)$/u.test(next) : /^(?:and|but)$/u.test(lower) && words[i - 1]!.text !== ',';
    const joint = text === ',' ? next : lower;
    if (isJoint) return [{ end: i, next: i + (text === ',' ? 2 : 1), kind: joint === 'and' ? 'and' : 'but' }];
    return text === ',' && CONCESSION.test(next) ? [{ end: i, next: i + 2, kind: 'concession' }] : [];
  });
}

function isCut(
  words: readonly Word[],
  { from, isFirst }: { from: number; isFirst: boolean },
  { end, next, kind }: Joint,
  level: readonly boolean[],
): boolean {
  const left = words.slice(from, end);
  const rest = words.slice(next);
  // "According to the ministry, …; …": the attribution may go on after the mark.
  if (kind === 'mark' && /^according$/u.test(left[0]?.lower ?? '')) return false;
  if (words[end]!.text === ';') return hasVerb(left) && hasVerb(rest);
  const right = rest.slice(0, nextBreak(words, next, level) - next);
  if (!isStatement(left) || isPaired(left) || !isClause(right)) return false;
  if (kind === 'mark') return announces(left);
  if (opensCondition(right)) return true;
  // "Entry is free, and parking is allowed, if you book": the condition at the end may apply to both.
  if (endsWithCondition(rest) || (kind === 'and' && isBound(withoutLead(left)))) return false;
  const length = isFirst ? leadLength(left) : 0;
  const isTime = timeLength(left) > 0 && (tellsOfPast(right) || timeLength(right) > 0);
  if (length > 0 && !isTime && left[length - 1]!.text !== ',') return false;
  if (words[end]!.text === ',') return true;
  return (
    opensWithSubject(right) && !hasOpenRelative(left) && !left.some(({ lower }) => /^(?:both|between)$/u.test(lower))
  );
}

const hasVerb = (part: readonly Word[]) => verbGroups(part).some(({ finite }) => finite) || isInstruction(part);

/** True if what precedes the colon is stated as well and does not say whether the rest is so. */
const announces = (left: readonly Word[]) =>
  !isFrame(left) &&
  !isBound(left) &&
  !left.some((word) => isNegation(word) || MODALS.has(word.lower) || word.lower === 'what');

/** Whether the words have a subject and its verb and end like a statement. */
export function isStatement(part: readonly Word[]): boolean {
  const groups = verbGroups(part);
  const main = mainGroup(part, groups);
  if (main === null || main.start === 0 || part.length < 3) return false;
  const subject = part.slice(0, main.start);
  // "although it is cold, still fills up"
  if (subject.at(-1)!.text === ',' && leadLength(part) > 0) return false;
  const isNamed = subject.some(({ pos }) => /^(?:NOUN|PROPN|PRON|NUM|DET|ADJ|SYM)$/u.test(pos));
  // No verb of a clause: "coins, and the medals awarded by the king", "2 losses, and 2 draws".
  const [next, isLast] = [part[main.end]?.lower, !part.slice(main.end).some(({ pos }) => pos !== 'PUNCT')];
  const isParticiple = main.first.pos === 'VERB' && main.first.forms?.participle === true && next === 'by';
  const isPlural = main.first.pos === 'VERB' && isLast && main.first.forms?.past !== true;
  if (isParticiple || (isPlural && main.start < 3)) return false;
  return isNamed && !DANGLING.test(part.findLast(({ pos }) => pos !== 'PUNCT')!.lower);
}

const DANGLING = /^(?:the|an?|and|or|but|is|are|was|were|has|have|had|such|than|as|because|which|who)$/u;

/**
 * Whether it is a statement that does not depend on the words before it, unlike "while keeping", "which is where" and "as is the
 * other".
 */
function isClause(part: readonly Word[]): boolean {
  const [first] = part;
  if (first === undefined || !isStatement(part) || /^(?:who|which|what|whose|as|than|or|so)$/u.test(first.lower))
    return false;
  if (first.lower === 'not' && !/^(?:an?|one|all|every|many|even)$/u.test(part[1]?.lower ?? '')) return false;
  return !/^(?:VERB|AUX|CCONJ|PUNCT)$/u.test(first.pos);
}

/** Where the part that begins at `from` ends at the latest: at the next semicolon or the end. */
function nextBreak(words: readonly Word[], from: number, level: readonly boolean[]): number {
  const at = words.findIndex(({ text }, i) => i > from && level[i] && text === ';');
  return at < 0 ? words.length : at;
}

/** Whether a condition stands at the end: ", if you book", ", unless it rains", ", under certain conditions". */
function endsWithCondition(rest: readonly Word[]): boolean {
  return rest.some(({ text }, i) => {
    const next = rest[i + 1]?.lower ?? '';
    if (text !== ',' || i === 0) return false;
    return (
      /^(?:in|with|under)$/u.test(next) ||
      (/^(?:if|unless|provided|when|whenever|as|until|once)$/u.test(next) && isBound(rest.slice(i + 1)))
    );
  });
}

/** The clause without a lead such as "If it rains,", which is examined separately. */
const withoutLead = (left: readonly Word[]) => left.slice(leadLength(left));

const tellsOfPast = (part: readonly Word[]): boolean => {
  const main = mainGroup(part, verbGroups(part));
  return main !== null && isPast(main);
};

/** Whether a plain subject and its verb follow right after the joint: "and it closed", "and the mill was sold". */
function opensWithSubject(right: readonly Word[]): boolean {
  const main = mainGroup(right, verbGroups(right));
  if (main === null) return false;
  const [first] = right;
  if (first!.pos === 'PRON') return main.start <= 2;
  const subject = right.slice(0, main.start);
  const isSure =
    main.first.pos === 'AUX' || main.first.forms?.thirdPerson === true || main.first.forms?.participle === false;
  const isPlain = subject.every(({ pos, text }) => /^(?:DET|ADJ|NUM|NOUN|PROPN|PART)$/u.test(pos) || text === '-');
  return isPlain && (isSure || first!.pos === 'DET');
}

/** Whether a subordinate clause goes on to the end. Without a comma, "and" may continue that clause. */
const hasOpenRelative = (left: readonly Word[]) => {
  const main = mainGroup(left, verbGroups(left));
  return main === null || left.some((_, i) => i >= main.end && opensClause(left, i));
};

/**
 * Adds the words at the front of the first clause to the clauses joined to it, as they apply to these too: "If it rains, the hall
 * is open and the bar is shut". They are only noted for a clause that follows a semicolon or a colon, and where no comma sets
 * them off. So is a time if the clause tells of the past, as its event happened anyway.
 */
function withLead(words: readonly Word[], clauses: readonly Clause[], kinds: readonly Joint['kind'][]): Clause[] {
  const [first] = clauses;
  const own = words.slice(first!.from, first!.to);
  const length = leadLength(own);
  if (length < 2) return [...clauses];
  const isTime = timeLength(own) > 0;
  const isSetOff = own[length - 1]!.text === ',';
  const text = own.slice(0, isSetOff ? length - 1 : length).map((word) => word.text);
  const notes = [`"${text.join(' ')}" may hold for this part of the sentence too`];
  let isJoined = isSetOff;
  return clauses.map((clause, i) => {
    if (i === 0) return clause;
    const part = words.slice(clause.from, clause.to);
    if (kinds[i - 1] === 'mark') isJoined = false;
    if (isTime ? timeLength(part) > 0 || hasTime(part) : opensCondition(part)) return clause;
    if (!isJoined || (isTime && tellsOfPast(part))) return { ...clause, notes };
    return { ...clause, lead: [first!.from, first!.from + length] };
  });
}
