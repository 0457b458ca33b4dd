/** Turns the statements that a model has listed for one sentence into claims, as far as the sentence's own words confirm them. */

import { leftOut, restOf } from './coverage.ts';
import { cutOf, isCoordinating, isPunctuation, mayNotStandAlone } from './cuts.ts';
import { type Located, piecesOf, together, wordsAt } from './pieces.ts';
import { type ListedSentence, type MadeClaim, type Statement, statementOf } from './statement.ts';
import { type ReadWord, sentenceWords } from './words.ts';

/** UTF-16 units of a clause that may be a claim on its own. If it is shorter, the whole sentence is used. */
const SHORTEST_CLAUSE = 24;
const SHORTEST_UNSPACED = 8;
/** Endings of a Japanese clause, which ends in an inflected word. The comma does not show its end: it may follow any phrase. */
const JAPANESE_CLAUSE = /[るただいりてしうくすつぬむぐぶん](?:が|けど|けれども?)?$/u;

/**
 * The claims of a sentence: its listed statements that hold on their own, and other claims for everything that they leave out.
 * Those are the rules' claims or, in languages other than English, a clause's own words if it holds on its own. Empty if no
 * listed statement holds. `stated`: those of `doubtsIn` that their sentence states.
 */
export function claimsOfSentence(
  sentence: ListedSentence,
  listed: readonly Located[],
  stated: ReadonlySet<Located> = new Set(),
): MadeClaim[] {
  const words = sentenceWords(sentence.content, sentence.segment, sentence.language);
  if (words === null) return [];
  const statements = placedApart(sentence, words, withoutRepeats(words, statementsOf(sentence, words, listed, stated)));
  if (statements.length === 0) return [];
  const own = statements.map(({ claim }) => claim);
  const covered = together(statements.map((one) => one.own));
  // The words of a rejected statement count as left out, however few they are.
  const said = together(listed.map(({ pieces }) => wordsAt(words, pieces)));
  const spared = together([said.map((is, at) => is && !covered[at]), ...statements.map((one) => one.spared)]);
  const runs = leftOut(words, covered, spared, sentence.language);
  const clauses = runs.map((run) => clauseOf(sentence, words, run, statements));
  if (clauses.every((clause) => clause !== null)) return [...own, ...clauses.map(({ claim }) => claim)];
  const lacking = words.filter(
    ({ isWord, from, to }) => isWord && runs.some((run) => from >= run.start && to <= run.end),
  );
  const rest = sentence.byRules.flatMap((rule) => restOf(sentence, rule, lacking, own) ?? []);
  return [...own, ...rest.filter((rule) => own.every((one) => keyOf(one) !== keyOf(rule)))];
}

/** Identifies a claim, so that it is made only once, by a statement or by a rule. */
const keyOf = ({ normalized_claim }: Pick<MadeClaim, 'normalized_claim'>): string => normalized_claim.toLowerCase();

/**
 * Keeps the first of several statements with the same words or the same claim, and drops those of which another one is a more
 * detailed version (`isMoreOf`).
 */
function withoutRepeats(words: readonly ReadWord[], statements: readonly Statement[]): Statement[] {
  const known = new Set<string>();
  return statements.filter(({ claim, own }) => {
    if (statements.some((other) => isMoreOf(words, other.own, own))) return false;
    const keys = [own.map((is) => (is ? 1 : 0)).join(''), keyOf(claim)];
    if (keys.some((key) => known.has(key))) return false;
    for (const key of keys) known.add(key);
    return true;
  });
}

/**
 * Whether `more` has the words of `own` and one further phrase: "She moved to Bergen in 1907" includes "She moved to Bergen".
 * With a further verb or punctuation mark, it would be more than one statement.
 */
function isMoreOf(words: readonly ReadWord[], more: readonly boolean[], own: readonly boolean[]): boolean {
  const added = words.filter((_, at) => more[at] && !own[at]);
  const isWithin = own.every((is, at) => !is || more[at]);
  const isPhrase = added[0]?.pos === 'ADP';
  return (
    isWithin &&
    isPhrase &&
    added.every((word) => !isPunctuation(word) && !isCoordinating(word) && !/^(?:VERB|AUX)$/.test(word.pos))
  );
}

/**
 * Makes the place of a statement begin after the words that it shares with earlier ones: in "The mill opened in 1990 and closed
 * in 2001", the second begins at "closed". Otherwise its place would cover the first one too.
 */
function placedApart(
  { content, points }: ListedSentence,
  words: readonly ReadWord[],
  statements: readonly Statement[],
): Statement[] {
  return statements.map((one, i) => {
    const before = together(statements.slice(0, i).map(({ own }) => own));
    const from = beginOf(one.own, before);
    if (from === null) return one;
    const place = { start: words[from]!.from, end: one.place.end };
    const original_span = content.slice(place.start, place.end);
    return { ...one, place, claim: { ...one.claim, start: points.toCodePoints(place.start), original_span } };
  });
}

/**
 * Where the statement's first run of words begins that is not all in `before` (or its last run, if all are); null if that is its
 * first run.
 */
function beginOf(own: readonly boolean[], before: readonly boolean[]): number | null {
  const first = own.indexOf(true);
  let from = first;
  while (before[from]) {
    const end = own.indexOf(false, from);
    const next = end < 0 ? -1 : own.indexOf(true, end);
    if (next < 0 || !before.slice(from, end).every(Boolean)) break;
    from = next;
  }
  return from === first ? null : from;
}

/** The statements that their own words confirm, and of the others those that are in `stated`. */
function statementsOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  listed: readonly Located[],
  stated: ReadonlySet<Located>,
): Statement[] {
  const { isEnglish } = sentence;
  const cuts = cutsIn(words, listed, isEnglish);
  const found = cuts.flatMap(({ one, own, others, isAll, cut }) => {
    if (isEnglish && stated.has(one)) return statedOf(sentence, words, one) ?? [];
    if (cut === 'holds') return statementOf(sentence, words, one, { isAll, isRead: false }) ?? [];
    if (isEnglish) return [];
    return partOf(sentence, words, { ...one, own }, others) ?? [];
  });
  const fallen = cuts.filter(({ one, cut }) => isEnglish && cut !== 'holds' && !stated.has(one));
  return [...found, ...joinedOf(sentence, words, fallen)];
}

/**
 * Joins pairs of rejected statements that share words into one, in their own words: "you can apply for up to three months off"
 * and "three months off without pay" each leave out something that the other has. Each is joined to the first one that it holds
 * with.
 */
function joinedOf(sentence: ListedSentence, words: readonly ReadWord[], fallen: readonly Cut[]): Statement[] {
  const joined: Statement[] = [];
  const alone = [...fallen];
  for (let one = alone.shift(); one !== undefined; one = alone.shift()) {
    for (const other of alone) {
      const own = wordsOfTwo(words, one, other, fallen);
      if (own === null) continue;
      const both = { listed: { ...one.one.listed, claim: '' }, pieces: piecesOf(words, own) };
      const statement = statementOf(sentence, words, both, { isAll: false, isRead: false });
      if (statement !== null) joined.push(statement);
      alone.splice(alone.indexOf(other), 1);
      break;
    }
  }
  return joined;
}

/** The words of two statements, if they share a content word and together say what the sentence does; else null. */
function wordsOfTwo(words: readonly ReadWord[], one: Cut, other: Cut, fallen: readonly Cut[]): boolean[] | null {
  const own = together([one.own, other.own]);
  const shares = words.some(({ isWord, isStopWord }, i) => isWord && !isStopWord && one.own[i] && other.own[i]);
  // No pair is needed for the whole sentence.
  if (!shares || words.every(({ isWord }, i) => own[i] || !isWord)) return null;
  const others = together(fallen.filter((each) => each !== one && each !== other).map((each) => each.own));
  return cutOf(words, own, true, others) === 'holds' ? own : null;
}

/** A listed statement, its words, those of the other statements, and whether its words hold on their own. */
type Cut = ReturnType<typeof cutsIn>[number];

/** Each listed statement with the result of `cutOf`. */
function cutsIn(words: readonly ReadWord[], listed: readonly Located[], isEnglish: boolean) {
  const all = listed.map((one) => ({ one, own: wordsAt(words, one.pieces) }));
  return all.map(({ one, own }) => {
    const others = together(all.filter((other) => other.one !== one).map((other) => other.own));
    const isAll = words.every(({ isWord }, at) => own[at] || !isWord);
    return { one, own, others, isAll, cut: isAll ? ('holds' as const) : cutOf(words, own, isEnglish, others) };
  });
}

/**
 * A statement that a reader has confirmed, or may be asked about. It must be in the model's wording, as a fragment is not a
 * sentence to ask about.
 */
function statedOf(sentence: ListedSentence, words: readonly ReadWord[], one: Located): Statement | null {
  const made = statementOf(sentence, words, one, { isAll: false, isRead: true });
  return made?.isWritten ? { ...made, spared: made.own.map((is) => !is) } : null;
}

const isWritten = (sentence: ListedSentence, words: readonly ReadWord[], one: Located): boolean =>
  statementOf(sentence, words, one, { isAll: false, isRead: false })?.isWritten ?? false;

/** A statement of which only a reader, i.e. a model that is asked again, can tell whether its sentence states it. */
export interface Doubt {
  statement: Located;
  /** The claim that it would become. */
  claim: string;
}

/** The doubtful statements of a sentence, without those that hold anyway. */
export function doubtsIn(sentence: ListedSentence, listed: readonly Located[]): Doubt[] {
  const words = sentence.isEnglish ? sentenceWords(sentence.content, sentence.segment, sentence.language) : null;
  if (words === null) return [];
  const known = new Set(statementsOf(sentence, words, listed, new Set()).map(({ claim }) => keyOf(claim)));
  return cutsIn(words, listed, true).flatMap(({ one, cut, isAll }) => {
    const isDoubted = cut === 'doubtful' || (cut === 'holds' && !isAll && !isWritten(sentence, words, one));
    const made = isDoubted ? statedOf(sentence, words, one) : null;
    if (made === null || known.has(keyOf(made.claim))) return [];
    known.add(keyOf(made.claim));
    return [{ statement: one, claim: made.claim.normalized_claim }];
  });
}

/**
 * The last part of a listed statement that holds on its own, where the rest only says what it is about: "the line …, and links
 * the two stations". The claim must be in the model's wording.
 */
function partOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  { listed, own }: Located & { own: readonly boolean[] },
  others: readonly boolean[],
): Statement | null {
  const begins = words.flatMap((_, at) => (at > 0 && own[at] && isApart(words, own, at) ? [at] : []));
  for (const from of begins) {
    const rest = own.map((is, at) => is && at >= from);
    if (mayNotStandAlone(words, rest, sentence.isEnglish, others)) continue;
    const made = statementOf(
      sentence,
      words,
      { listed, pieces: piecesOf(words, rest) },
      { isAll: false, isRead: false },
    );
    if (made?.isWritten) return made;
  }
  return null;
}

/** Whether a part of the listed words begins at `at`: after punctuation, or after words that the statement lacks. */
function isApart(words: readonly ReadWord[], own: readonly boolean[], at: number): boolean {
  return words[at]!.isWord && (!words[at - 1]!.isWord || !own[at - 1]);
}

/**
 * A claim of the clause, up to the punctuation around it, that holds a run of left-out words; null if it does not hold on its
 * own.
 */
function clauseOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  run: { start: number; end: number },
  statements: readonly Statement[],
): Statement | null {
  if (sentence.isEnglish) return null;
  const isIn = (word: ReadWord) => word.isWord && word.from >= run.start && word.to <= run.end && !isCoordinating(word);
  const first = words.findIndex(isIn);
  const last = words.findLastIndex(isIn);
  const from = words.findLastIndex((word, at) => at < first && isPunctuation(word)) + 1;
  const isEnd = (word: ReadWord) => isPunctuation(word) || (!word.isWord && !/\p{S}/u.test(word.text));
  const next = words.findIndex((word, at) => at > last && (isEnd(word) || isCoordinating(word)));
  const own = words.map((_, at) => at >= from && (next < 0 || at < next));
  const [piece] = piecesOf(words, own);
  const others = together(statements.map((statement) => statement.own));
  if (first < 0 || piece === undefined || mayNotStandAlone(words, own, false, others)) return null;
  if (!isClause(sentence.content.slice(piece.start, piece.end))) return null;
  const listed = { id: '', sentence: '', pieces: [], claim: '', kind: 'fact', part_of: '' };
  return statementOf(sentence, words, { listed, pieces: [piece] }, { isAll: false, isRead: false });
}

function isClause(text: string): boolean {
  if (/[\p{Script=Hiragana}]/u.test(text)) return text.length >= SHORTEST_UNSPACED && JAPANESE_CLAUSE.test(text);
  return text.length >= (/\p{Script=Han}/u.test(text) ? SHORTEST_UNSPACED : SHORTEST_CLAUSE);
}
