/** Conditions and exceptions that only the passage names, so that it states less than the claim. */
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';
import { isPastForm } from '../../text/lexical-forms.ts';

const CONDITIONS = /^(?:if|unless|provided|providing|whenever|lest)$/;
/** Conditions of rules and habits, times of single events: "the alarm sounds when …", "the dam failed when …". */
const OF_HABITS = /^(?:when|once)$/;
/** Nouns that make a phrase the condition of a permission: "with the consent of their manager". */
const LEAVE = /^(?:consent|permission|approval|licence|license|discretion|request|permit|authorisation|authorization)$/;
const EXCEPTIONS = /^(?:except|excepting|excluding|exception|exceptions|save)$/;
/** Words that take something out of an "all": "all parts other than the battery". */
const EXCEPTIONS_FROM_ALL = /^(?:but|besides|apart|aside|other)$/;

/** True for a past or perfect tense: the clause tells an event, not a rule or a habit. */
function tellsEvent({ tokens }: AnalysedText, { verbStart, verbEnd, head }: Frame): boolean {
  const first = tokens[verbStart]!;
  if (/^(?:was|were|had|did)$/.test(first.lower)) return true;
  if (/^(?:has|have)$/.test(first.lower) && verbEnd - verbStart > 1) return true;
  return first.pos === 'VERB' && isPastForm(tokens[head]!);
}

function isPermission({ tokens }: AnalysedText, { verbStart, verbEnd }: Frame): boolean {
  return tokens.slice(verbStart, verbEnd).some(({ lower }) => /^(?:may|can|shall|must|allowed|permitted)$/.test(lower));
}

/** "It is activated", "the door is left open": a clause, not "once a day". */
function opensClause(tokens: readonly Word[], from: number): boolean {
  if (
    /^(?:a|an|the)$/.test(tokens[from]?.lower ?? '') &&
    /^(?:day|week|month|year)$/.test(tokens[from + 1]?.lower ?? '')
  ) {
    return false;
  }
  for (let i = from; i < tokens.length && i < from + 8; i++) {
    const { pos } = tokens[i]!;
    if (pos === 'VERB' || pos === 'AUX') return i > from;
    if (pos === 'PUNCT' || pos === 'SCONJ' || pos === 'CCONJ') return false;
  }
  return false;
}

/** True if the word at `at` opens a condition of the clause. */
function conditionAt(text: AnalysedText, at: number, frame: Frame): boolean {
  const { tokens } = text;
  const { lower } = tokens[at]!;
  const next = tokens[at + 1];
  if (CONDITIONS.test(lower)) return lower !== 'provided' || next?.pos !== 'ADP';
  if (lower === 'in' && next?.lower === 'case') return true;
  // "Safe only in summer"; "opened only in 2021" says that it was late.
  if (lower === 'only') {
    const isDated = tokens.slice(at + 2, at + 4).some(({ pos }) => pos === 'NUM');
    return (
      tokens[at - 1]?.lower !== 'not' &&
      !isDated &&
      (next?.pos === 'ADP' || next?.pos === 'SCONJ') &&
      next.lower !== 'of'
    );
  }
  const isHabit = !tellsEvent(text, frame);
  if (lower === 'as' && next?.lower === 'long')
    return isHabit && tokens[at + 2]?.lower === 'as' && tokens[at - 1]?.lower !== 'for';
  if (lower === 'subject') return next?.lower === 'to' && isPermission(text, frame);
  if (/^(?:with|on|at|by|upon|under)$/.test(lower) && isPermission(text, frame)) {
    return tokens.slice(at + 1, at + 3).some(({ lower: word }) => LEAVE.test(word));
  }
  return isHabit && OF_HABITS.test(lower) && opensClause(tokens, at + 1);
}

/** True if the word at `at` is of the clause: it opens the sentence, or no other verb and no comma stands between. */
function isAttached({ tokens, frames }: AnalysedText, at: number, start: number, frame: Frame): boolean {
  if (at < frame.verbStart) return at === start;
  const isOfOther = frames.some(
    (other) =>
      !other.parenthetical &&
      other.sentence === frame.sentence &&
      other.verbStart >= frame.verbEnd &&
      other.verbStart < at,
  );
  return (
    !isOfOther &&
    (CONDITIONS.test(tokens[at]!.lower) ||
      EXCEPTIONS.test(tokens[at]!.lower) ||
      !tokens.slice(frame.verbEnd, at).some(({ text }) => text === ','))
  );
}

function hasCondition(text: AnalysedText, start: number, end: number, frame: Frame): boolean {
  for (let at = start; at < end; at++) {
    if (conditionAt(text, at, frame) && isAttached(text, at, start, frame)) return true;
  }
  return false;
}

/** True if only the passage names a condition. */
export function isConditional({ claim, evidence }: Alignment, { evidenceFrame, sentence }: Reading): boolean {
  if (evidenceFrame === null) return false;
  const [start, end] = sentenceRange(evidence, sentence);
  if (!hasCondition(evidence, start, end, evidenceFrame)) return false;
  return !claim.tokens.some(
    ({ lower }) => CONDITIONS.test(lower) || OF_HABITS.test(lower) || LEAVE.test(lower) || lower === 'only',
  );
}

function exceptionAt(tokens: readonly Word[], at: number, isOfAll: boolean): boolean {
  const { lower } = tokens[at]!;
  const before = tokens[at - 1]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  if (EXCEPTIONS.test(lower)) return lower === 'save' ? next === 'for' : before !== 'without' && before !== 'no';
  if (!isOfAll || !EXCEPTIONS_FROM_ALL.test(lower)) return false;
  if (lower === 'other') return next === 'than';
  if (lower === 'apart' || lower === 'aside') return next === 'from';
  if (lower !== 'but') return true;
  // "All but the bakery", "all parts of the park but the rose garden"; "but" before a verb joins clauses.
  if (/^(?:all|everyone|everything|every|any)$/.test(before)) return true;
  if (/^[,;]$/.test(before)) return false;
  for (let i = at + 1; i < tokens.length && i < at + 7; i++) {
    const { pos } = tokens[i]!;
    if (pos === 'PUNCT') return true;
    if (pos !== 'DET' && pos !== 'NOUN' && pos !== 'PROPN' && pos !== 'ADJ' && pos !== 'NUM') return false;
  }
  return true;
}

function namesException(
  text: AnalysedText,
  start: number,
  end: number,
  isOfAll: boolean,
  frame: Frame | null,
): boolean {
  for (let at = start; at < end; at++) {
    if (!exceptionAt(text.tokens, at, isOfAll)) continue;
    const isInSubject = frame !== null && at >= frame.subjectStart && at < frame.verbStart;
    if (frame === null || isInSubject || isAttached(text, at, start, frame)) return true;
  }
  return false;
}

/** True if only the passage takes something out. */
export function takesOut({ claim, evidence }: Alignment, { frame, evidenceFrame, sentence }: Reading): boolean {
  const [start, end] = sentenceRange(evidence, sentence);
  const isOfAll = claim.quantifiers.some(({ kind }) => kind === 'all' || kind === 'none');
  if (!namesException(evidence, start, end, isOfAll, evidenceFrame)) return false;
  return !namesException(claim, 0, claim.tokens.length, isOfAll, frame);
}

/** True for "banned in summer and otherwise allowed": what holds otherwise does not hold in the case named before. */
export function isOtherwise({ claim, evidence }: Alignment, { evidenceAnchor, sentence }: Reading): boolean {
  const anchor = evidence.terms[evidenceAnchor];
  if (anchor === undefined || anchor.sentence !== sentence) return false;
  const isIt = ({ lower }: { lower: string }) => lower === 'otherwise';
  return evidence.tokens.slice(Math.max(0, anchor.start - 3), anchor.start).some(isIt) && !claim.tokens.some(isIt);
}
