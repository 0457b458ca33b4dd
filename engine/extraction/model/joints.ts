/**
 * Whether what an English statement leaves out of its sentence may be missing by how the sentence is built: a member of a
 * list or a predicate beside like ones, what is inserted between commas, a clause joined by "and". What isn't known to be
 * built so is not let go: "Noll was (mistaken for a painter,) a poet".
 */
import { placeKey } from '#engine/text/names.ts';
import { isPast, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { isOffice, isPersonLike, isPlainList, NOMINAL } from './lists.ts';
import type { Gap } from './omissions.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];
type Own = readonly boolean[];

const OR = /^(?:or|nor)$/;
/** Say how what stands before belongs together. */
const SHARING = /^(?:respectively|together|combined|jointly|alone|only|each|apiece|altogether|collectively)$/;
/** Take two things at once. */
const PAIRING = /^(?:both|between|among|either|neither|respectively)$/;
/** Say when, where or for whom something that goes on holds. */
const LIMITING =
  /^(?:in|on|at|during|for|to|under|since|within|from|until|till|through|throughout|except|without|besides|outside|inside|after|before|over|with|by|among|between|against|across|upon)$/;
const TIMED = /^(?:when|whenever|once|until|till|while|as|after|before|where|wherever)$/;
const LIMITING_APART =
  /^(?:in|on|at|during|for|under|within|from|until|till|except|without|outside|inside|after|before|when|whenever|once)$/;
const FICTION =
  /^(?:novels?|films?|movies?|story|stories|plays?|books?|tales?|poems?|songs?|series|episodes?|games?|dreams?|fiction|legends?|myths?|theory|principle|paper|view|opinion|eyes)$/;
const NUMERIC = /\p{N}/u;
const RELATIVE = /^(?:who|which|that|where|whose)$/;
/** Join a clause that what stands in front of the sentence may hold for. */
const CONTRASTING = /^(?:although|though|while|whereas)$/;
const SUBJECT = /^(?:i|you|he|she|it|we|they|there)$/;
/** Join a clause whose subject is its own. */
const JOINING = /^(?:with|since|so|because|while|whereas|although|though|for)$/;

const grammars = new WeakMap<Words, readonly Word[]>();

function grammarOf(words: Words): readonly Word[] {
  const known = grammars.get(words) ?? words.map(({ grammar }) => grammar!);
  grammars.set(words, known);
  return known;
}

const isComma = (word: ReadWord | undefined) => word !== undefined && /^[,;()—–]$/u.test(word.text);
const isCoordinator = (word: ReadWord | undefined) => word?.pos === 'CCONJ';
const isJoint = (word: ReadWord | undefined) => isComma(word) || isCoordinator(word);
const isDenied = (word: ReadWord) => word.marks.some(({ kind }) => kind === 'negation');

/** Without verbs in names ("Talking Heads"), and those behind "having". */
function finiteIn(words: Words, from: number, to: number): VerbGroup[] {
  return verbGroups(grammarOf(words)).filter(({ finite, start }) => {
    const isName = start > 0 && words[start]!.isCapitalised;
    return finite && start >= from && start < to && !isName && words[start - 1]?.lower !== 'having';
  });
}

const opensIn = (words: Words, from: number, to: number) =>
  grammarOf(words).some((_, at) => at >= from && at < to && opensClause(grammarOf(words), at));

/** "tea or (coffee)", "won the cup and (the league) respectively": an alternative, or a word behind what it says of all. */
function sharesIn(words: Words, from: number, to: number): boolean {
  return words.some(({ lower }, at) => {
    if (at < from || at >= to) return false;
    return OR.test(lower) || (SHARING.test(lower) && (words[at + 1]?.isWord !== true || isCoordinator(words[at + 1])));
  });
}

/** True if the gap may not be left out by how its sentence is built. */
export function isMisjoined(words: Words, own: Own, gap: Gap): boolean {
  const left = words.slice(gap.from, gap.to);
  if (!left.some(({ isWord }) => isWord)) return false;
  const pairs = words.findLastIndex(({ lower }, at) => at < gap.from && own[at] && PAIRING.test(lower));
  if (pairs >= 0 && left.some(isCoordinator) && finiteIn(words, pairs, gap.from).length === 0) return true;
  if (sharesFigure(words, own, gap) || isCollective(words, own, gap)) return true;
  if (gap.from === 0) return isMisjoinedInFront(words, own, gap);
  return own.includes(true, gap.to) ? isMisjoinedBetween(words, own, gap) : isMisjoinedBehind(words, own, gap);
}

/** "killed 30 (men,) women", "killed nine people in Orley (and Velmar)": the figure is of all members. */
function sharesFigure(words: Words, own: Own, { from, to }: Gap): boolean {
  const isFigure = (at: number) => (NUMERIC.test(words[at]?.text ?? '') || words[at]?.pos === 'NUM' || /^(?:twice|once)$/.test(words[at]?.lower ?? '')) && !/^(?:1\d|20)\d\d$/.test(words[at]!.text);
  if (from === 0) return false;
  if (isFigure(from - 1) && isJoint(words[to - 1])) return true;
  if (!isJoint(words[from]) || !words.slice(from, to).some(isCoordinator)) return false;
  const verb = finiteIn(words, 0, from).at(-1)?.end ?? 0;
  const next = words.findIndex((word, at) => at > from && !isJoint(word));
  const isBare = next > 0 && next < to && (/^(?:NOUN|PROPN)$/.test(words[next]!.pos) || /^(?:1\d|20)\d\d$/.test(words[next]!.text));
  return isBare && finiteIn(words, from, to).length === 0 && words.slice(verb, from).some((_, at) => own[verb + at] && isFigure(verb + at));
}

const COLLECTIVE = /^(?:merge|mix|combine|compare|connect|link|join|unite|blend|marry|pair|alternate|exchange|swap|balance|separate|distinguish|equate|confuse|gather|meet)$/;
/** "merged the mill(, the shop) and the bank": what is done to several together. */
function isCollective(words: Words, own: Own, { from, to }: Gap): boolean {
  const verb = finiteIn(words, 0, from).at(-1);
  return verb !== undefined && own[verb.start] === true && COLLECTIVE.test(verb.head.lemma) && words.slice(from, to).some(isCoordinator) && finiteIn(words, from, to).length === 0;
}

/** True if a time, a place or a condition may begin there. Behind a comma "as" says why, and "for visitors can't park" too. */
function limits(words: Words, at: number): boolean {
  const { lower } = words[at]!;
  if (lower === 'as' && words[at + 1]?.lower === 'well') return false;
  if (!isComma(words[at - 1])) return TIMED.test(lower) || LIMITING.test(lower);
  const comma = words.findIndex((word, i) => i > at && isComma(word));
  if (lower === 'for' && finiteIn(words, at, comma < 0 ? words.length : comma).length > 0) return false;
  return LIMITING_APART.test(lower);
}

/** True if all that the statement says happened, or has happened, and is not denied: then it did so without its time and place. */
function isEvent(words: Words, own: Own): boolean {
  const groups = verbGroups(grammarOf(words));
  const said = groups.filter(({ finite, start, end }) => finite && own.slice(start, end).includes(true));
  // "Born in Orley, she (…)"
  if (said.length === 0) return words.some(({ lower }, at) => own[at] && lower === 'born');
  const isOver = (group: VerbGroup) =>
    isPast(group) || (/^(?:has|have)$/.test(group.first.lower) && group.head !== group.first);
  return said.every((group) => isOver(group) && !group.negated) && !words.some((word, at) => own[at] && isDenied(word));
}

function isMisjoinedInFront(words: Words, own: Own, { to }: Gap): boolean {
  const [first] = words;
  const last = words[to - 1];
  const finite = finiteIn(words, 0, to);
  if (sharesIn(words, finite.at(-1)?.end ?? 0, to)) return true;
  if (isCoordinator(last) && isInFiction(words)) return true;
  if (words[words.length - 1]?.text === '?') return true;
  // M: "Myth: the mill is unsafe"
  if (words.slice(0, to).some(({ text }) => text === ':')) return true;
  const lastOf = words.findLastIndex((word, at) => at < to && !isJoint(word)) + 1;
  if (isCoordinator(last) && finite.length > 0 && (finite.slice(1).some(({ start }) => !isJoint(words[start - 1])) || opensIn(words, 0, lastOf))) return true;
  if (isCoordinator(last) && words[0]!.pos === 'ADP' && !(isEvent(words, own) && isWhenOrWhere(words, 0))) return true;
  if (isCoordinator(last) && words[0]!.pos === 'VERB') return true;
  // "Kade wishes the mill was safe and"
  if (finite.length > 0 && words.some(({ pos }, at) => pos === 'DET' && at > 0 && at < finite[0]!.start && /^(?:NOUN|PROPN|ADJ)$/.test(words[at - 1]!.pos))) return true;
  // "Had he paid, …"
  if (/^(?:had|should|were|did)$/.test(first!.lower)) return true;
  if (limits(words, 0) && isComma(last) && !(isEvent(words, own) && isWhenOrWhere(words, 0))) return true;
  // A member of the subject: "Peck and (Noll own half of it)", "All but (Noll left)".
  const next = finiteIn(words, to, words.length)[0];
  const isClause = finite.length > 0 && next !== undefined && !opensIn(words, to + 1, next.start);
  const isMember = isCoordinator(last)
    ? to > 1 && !isClause
    : isComma(last) && NOMINAL.test(first!.pos) && finite.length === 0;
  if (isMember && !SUBJECT.test(words[to]!.lower)) return true;
  // Without its subject, the claim would have any.
  const verb = verbGroups(grammarOf(words)).find(({ start }) => start === to);
  if (verb?.finite !== true || (verb.first.pos !== 'AUX' && verb.first.forms?.base === true)) return false;
  return (
    !isCoordinator(last) || hidesSubject(words, 0, words.findLastIndex((word, at) => at < to && !isJoint(word)) + 1)
  );
}

/** "In the novel Noll dies and (Peck marries)". */
function isInFiction([first, ...words]: Words): boolean {
  const end = words.findIndex(({ pos }) => !/^(?:DET|ADJ|NOUN|NUM)$/.test(pos));
  return first!.pos === 'ADP' && words.slice(0, Math.max(0, end)).some(({ lower }) => FICTION.test(lower));
}

function isMisjoinedBehind(words: Words, own: Own, { from, to }: Gap): boolean {
  const until = finiteIn(words, from, to)[0]?.start ?? to;
  if (sharesIn(words, from, until) || isByOrder(words, own, from)) return true;
  // "(, and closes at six, on Sundays)" of all that stands before.
  const comma = words.findLastIndex(({ text }, at) => at > from && text === ',');
  const isOfAll = comma > 0 && (limits(words, comma + 1) || words[comma + 1]?.lower === 'to');
  if (isOfAll && (!isEvent(words, own) || words.some(({ isWhole }, at) => own[at] && isWhole))) return true;
  const opens = words.findIndex(({ isWord }, at) => at >= from && isWord);
  const denied = words.some((word, at) => own[at] && at < from && isDenied(word));
  if (denied && words[opens] !== undefined && /^(?:because|for|to|by|with|since|as|in|on|at|from|until|contrary)$/.test(words[opens]!.lower)) return true;
  if (words[words.length - 1]?.text === '?') return true;
  if (isRemark(words, from, to)) return true;
  if (isExceptive(words, own, from) || isOnAll(words, opens)) return true;
  if (isFictive(words, opens, to)) return true;
  return limits(words, opens) && !(isEvent(words, own) && isWhenOrWhere(words, opens)) && !isOrigin(words, own, opens);
}

/** "Everyone left(, bar Noll)" */
const isExceptive = (words: Words, own: Own, from: number) =>
  words[from]!.text === ',' && !isCoordinator(words[from + 1]) && words.some((word, at) => own[at] && word.isWhole);
/** "sang(, which is a lie)", "sang(, but this was retracted)" */
function isOnAll(words: Words, opens: number): boolean {
  const [first, second] = words.slice(opens);
  const before = words.slice(0, opens).findLast(({ isWord }) => isWord);
  if (first?.lower === 'which') return isComma(words[opens - 1]) && before !== undefined && !NOMINAL.test(before.pos);
  return first !== undefined && isCoordinator(first) && /^(?:this|that|these|which)$/.test(second?.lower ?? '');
}
const isFictive = (words: Words, at: number, to: number) => /^(?:in|on|by)$/.test(words[at]?.lower ?? '') && words.slice(at, Math.min(to, at + 6)).some((word) => FICTION.test(word.lower));
/** "(, critics charged)": a clause with its own subject that nothing joins. */
function isRemark(words: Words, from: number, to: number): boolean {
  if (!isComma(words[from]) || words[from]!.text === ';') return false;
  const first = words[from + 1];
  if (first === undefined || isCoordinator(first) || /^(?:SCONJ)$/.test(first.pos) || RELATIVE.test(first.lower) || JOINING.test(first.lower) || TIMED.test(first.lower) || CONTRASTING.test(first.lower)) return false;
  const comma = words.findIndex((word, at) => at > from && at < to && isComma(word));
  return finiteIn(words, from + 1, comma < 0 ? to : comma).length > 0;
}
const TIMES = /^(?:years?|months?|weeks?|days?|spring|summer|autumn|winter|morning|evening|night|century|end|beginning|start)$/;
function isWhenOrWhere(words: Words, at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:with|by|for|as|when)$/.test(lower)) return true;
  if (!/^(?:in|on|at|near|during|after|before|since|until|from|over|through)$/.test(lower)) return false;
  const behind = words.findIndex((word, i) => i > at && (isJoint(word) || word.pos === 'VERB' || word.pos === 'AUX'));
  const end = behind < 0 ? words.length : behind;
  const isNamed = (word: ReadWord, i: number) => word.isCapitalised && words[i + 1]?.pos !== 'PART';
  return words.some((word, i) => i > at && i < end && (NUMERIC.test(word.text) || isNamed(word, i) || TIMES.test(word.lower)));
}

/** "paid Noll and Peck £5 (and £10)": each of one list has its own of the other. */
function isByOrder(words: Words, own: Own, from: number): boolean {
  const isFigure = (at: number) => NUMERIC.test(words[at]?.text ?? '') || words[at]?.pos === 'NUM';
  const isList = isCoordinator(words[from]) && isFigure(from - 1) && (isFigure(from + 1) || isFigure(from + 2));
  return isList && words.slice(0, from).some((word, at) => !own[at] && isCoordinator(word));
}

/** "is a painter (from Orley)", "is a defender (with long legs)": of what somebody is. */
function isOrigin(words: Words, own: Own, at: number): boolean {
  if (!/^(?:from|with)$/.test(words[at]!.lower) || !own[at - 1] || !isPersonLike(words[at - 1]!.lower)) return false;
  const said = finiteIn(words, 0, at);
  return said.length === 1 && said[0]!.head.lemma === 'be' && own[said[0]!.start] === true && !said[0]!.negated;
}

function isMisjoinedBetween(words: Words, own: Own, gap: Gap): boolean {
  const { from, to } = gap;
  const left = words.slice(from, to);
  const last = left.at(-1)!;
  if (sharesIn(words, from, to)) return true;
  // "not by the play but by the actors"
  const denies = words.some((word, at) => own[at] && at < from && isDenied(word));
  if (denies && (isJoint(last) || left.some(({ lower }) => /^(?:rather|instead)$/.test(lower)))) return true;
  const opens = words.findIndex(({ isWord }, at) => at >= from && isWord);
  // "on Mondays and on Sundays": each of them holds.
  const isOneOfBoth = isCoordinator(last) && words[telling(words, to)]!.lower === words[opens]!.lower;
  if (limits(words, opens) && !isOneOfBoth && !(isEvent(words, own) && isWhenOrWhere(words, opens))) return true;
  const isInSubject = finiteIn(words, 0, to).length === 0;
  // "Noll (resigned, but) he stayed": what "he" stands for.
  if (SUBJECT.test(words[to]!.lower) && (isComma(words[to - 1]) || isComma(words[to - 2]))) return false;
  if (isFramed(words, own, gap)) return false;
  if (isExceptive(words, own, from)) return true;
  if (isComma(left[0]) && (isRemark(words, from, to) || isFictive(words, opens, to))) return true;
  if (isComma(left[0]) && isComma(last)) {
    return (isInSubject && isCoordinator(words[to])) || isCondition(words, opens, to, isEvent(words, own));
  }
  // "Born (in Orley in 1950,) she"
  if (isInSubject && words[0]!.lower === 'born' && words[opens]!.pos === 'ADP' && !left.some(isCoordinator))
    return false;
  if (isJoint(last)) return isInSubject || !isParallel(words, gap, own);
  if (RELATIVE.test(last.lower)) return !isOfSubject(words, own, gap);
  if (JOINING.test(last.lower)) return true;
  return finiteIn(words, from, to).length > 0 || left.some(isJoint) || opensIn(words, from, to);
}

/** "Noll(, with Peck,) owns it", "the drug(, taken with food,) is safe", "Noll won(, in a dream,) the cup". */
function isCondition(words: Words, at: number, to: number, isOver: boolean): boolean {
  const { lower, pos } = words[at]!;
  if (/^(?:with|along|together)$/.test(lower)) return true;
  if (pos === 'VERB' && lower !== 'born') return !isOver;
  return pos === 'ADP' && (!isOver || words.slice(at, to).some((word) => FICTION.test(word.lower)));
}

/** "In May (the mill closed, and) the town wept": what stands in front holds for both clauses. */
function isFramed(words: Words, own: Own, { from, to }: Gap): boolean {
  const last = words[to - 1]!;
  if (!/^(?:ADP|SCONJ)$/.test(words[0]!.pos) && !TIMED.test(words[0]!.lower) && words[0]!.lower !== 'if') return false;
  if (!own.slice(0, from).every(Boolean) || !(/^(?:and|but)$/.test(last.lower) || CONTRASTING.test(last.lower)))
    return false;
  const isClause = (begin: number, end: number) => finiteIn(words, begin, end).some(({ start }) => start > begin);
  const front = finiteIn(words, 0, from).length;
  const isFront =
    front === 0 ? words[0]!.pos === 'ADP' : front === 1 && (isComma(words[from - 1]) || isComma(words[from]));
  // "The program stops" may be tagged as two nouns.
  const [noun, verb] = words
    .slice(to)
    .filter(({ isWord }) => isWord)
    .slice(-2);
  const mayEndInVerb = noun?.pos === 'NOUN' && verb?.pos === 'NOUN' && /[^s]s$/.test(verb.lower);
  const isFollowed = isClause(to, words.length) || mayEndInVerb;
  return isFront && isClause(from, to) && isFollowed && !opensIn(words, from, to - 1);
}

/** The first word from `at` on that is no adverb. */
function telling(words: Words, at: number): number {
  const next = words.findIndex(({ pos, isWord }, i) => i >= at && isWord && pos !== 'ADV');
  return next < 0 ? at : next;
}

/** "He (was born in Orley and) became mayor", "songs about (films, books and) plays": like stands beside like. */
/** The verb behind has another subject: one of its own, or that of the clause around. */
function isOfOther(words: Words, own: Own, gap: Gap, one: number, other: number): boolean {
  const joint = words.findLastIndex((word, at) => at >= gap.from && at < other && isCoordinator(word));
  if (joint >= 0 && words.slice(joint + 1, other).some(({ pos, isWord }) => isWord && NOMINAL.test(pos))) return true;
  const opener = words.findLastIndex((word, at) => at < gap.from && !own[at] && (/^(?:who|whom|which|that|where|whose|because|although|though|while|since|when|as|after|before|if)$/.test(word.lower)));
  if (opener >= 0 && !words.slice(opener, gap.from).some(isComma)) return true;
  const reduced = words.findIndex(({ pos }, at) => at > one && at < gap.to && pos === 'VERB' && !/^(?:had|has|have|got)$/.test(words[one]!.lower) && grammarOf(words)[at]!.forms?.participle === true && !isJoint(words[at - 1]) && (NOMINAL.test(words[at - 1]!.pos) || words[at - 1]!.pos === 'AUX'));
  return reduced >= 0;
}

function isParallel(words: Words, gap: Gap, own: Own): boolean {
  const before = words[gap.from - 1]!;
  const end = words.findLastIndex((word, at) => at < gap.to && !isJoint(word)) + 1;
  const isPlain = (from: number) =>
    finiteIn(words, from, end).length === 0 && !opensIn(words, from, end) && isPlainList(words.slice(from, end));
  const inserted = words.findIndex((word, at) => at > gap.from && at < end && isComma(word));
  // "Noll (, who was ill, left, but) came back"
  if (isComma(words[gap.from]) && inserted > 0 && kindOf(words[telling(words, gap.to)]!) === 'verb')
    return isParallel(words, { from: inserted + 1, to: gap.to }, own);
  if (isJoint(words[gap.from]))
    return NOMINAL.test(before.pos) && NOMINAL.test(words[gap.to]!.pos) && isPlain(gap.from);
  const [one, other] = [telling(words, gap.from), telling(words, gap.to)];
  if (one >= end) return false;
  // "is a singer, having released four albums"
  if (words[gap.to]!.lower === 'having' && isComma(words[gap.to - 1])) return !hidesSubject(words, one, end);
  if (words[one]!.lower === 'that' && words[other]!.lower === 'that') return opensClause(grammarOf(words), other);
  const kind = kindOf(words[one]!);
  if (kind === null || kind !== kindOf(words[other]!)) return false;
  if (kind === 'verb' && words.slice(gap.from, one).some(({ pos, lower }) => pos === 'ADV' && !/^(?:also|then|later|first|subsequently|eventually|finally)$/.test(lower))) return false;
  if (kind === 'verb')
    return isSameForm(words, { one, other }, before) && !hidesSubject(words, one, end) && !isOfOther(words, own, gap, one, other);
  if (kind === 'adposition')
    return finiteIn(words, one, end).length === 0 && !words.slice(one, end).some(isCoordinator);
  // Of two, the comma before "and" sets off something else.
  const isPair = isComma(words[end]) && isCoordinator(words[end + 1]) && !words.slice(one, end).some(isComma);
  const member = words.slice(one, words.findIndex((word, at) => at > one && isJoint(word))).filter(({ pos }) => pos !== 'DET');
  const isModified = member.slice(0, -1).some((word) => !word.isCapitalised) || (member.length > 1 && words[gap.to]!.pos !== 'DET' && member.slice(0, -1).some((word) => placeKey(word.lower) === null));
  if (isModified && words[gap.to]!.pos !== 'DET') return false;
  return !isPair && (isPlain(one) || isOffice(words, { from: one, to: end }, other));
}

function kindOf({ pos, isCapitalised }: ReadWord): 'verb' | 'adposition' | 'nominal' | null {
  if (isCapitalised || NOMINAL.test(pos)) return 'nominal';
  if (pos === 'VERB' || pos === 'AUX') return 'verb';
  return pos === 'ADP' ? 'adposition' : null;
}

/** Two predicates of one subject, or two participles of one auxiliary. */
function isSameForm(words: Words, { one, other }: { one: number; other: number }, before: ReadWord): boolean {
  const pair = [grammarOf(words)[one]!, grammarOf(words)[other]!];
  if (pair.every(({ forms }) => forms?.gerund === true)) return true;
  if (before.pos === 'AUX') return pair.every(({ forms, lower }) => forms?.participle === true || lower === 'been');
  if (pair.every(canBeFinite)) return true;
  const isBare = pair.every(({ forms }) => forms?.base === true);
  return isBare && !words.slice(one, other).some(({ lower, pos }) => lower === 'to' || pos === 'AUX');
}

const canBeFinite = ({ pos, forms, lower }: Word) =>
  pos === 'AUX' ? !/^(?:be|been|being|having)$/.test(lower) : forms?.past === true || forms?.thirdPerson === true;

/** True if the verb behind may have another subject, in a clause that the gap opens: "met the man who sang and (danced)". */
function hidesSubject(words: Words, from: number, end: number): boolean {
  if (opensIn(words, from, end) && !(isComma(words[end]) && isCoordinator(words[end + 1]) && words.slice(from, end).some(isComma))) return true;
  const [, ...further] = finiteIn(words, from, end);
  return further.some(({ start }) => !isJoint(words[start - 1]) && !opensIn(words, from, start));
}

/** "Noll, who (was jailed)", "Noll (is a painter who) lives in Orley": the clause is about what the statement begins with. */
function isOfSubject(words: Words, own: Own, { from, to }: Gap): boolean {
  const said = words.slice(0, from).filter(({ isWord }, at) => own[at] && isWord);
  if (!said.every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN|PRON)$/.test(pos))) return false;
  const rest = words.slice(from, to - 1);
  if (rest.every(isComma)) return rest.length <= 1;
  const [be, article, ...kind] = rest;
  if (be?.lemma !== 'be' || !/^(?:an?|the)$/.test(article?.lower ?? '') || !isPlainList(kind)) return false;
  return isPersonLike(kind.at(-1)?.lower ?? '');
}
