import assert from 'node:assert/strict';
import type { Json } from '#contracts/json.ts';
import { type CheckedLabel, checkAnswer } from '#engine/judging/model/check-answer.ts';
import { buildQuestion, type ModelQuestion, type QuestionPassage } from '#engine/judging/model/question.ts';
import { labelledSentences, type Withdrawal, withdrawalOf } from '#engine/judging/model/withdrawal.ts';

export const CLAIM = 'The Halvorsen ferry opened in 1987 and carries 400 passengers.';
export const OPENED = 'The Halvorsen ferry opened in 1987 and carries 400 passengers a trip.';
export const TOLLS = 'Tolls on the bridge were raised twice in the decade after that.';

export function passage(text: string, title = 'Ferries of the Norrland coast'): QuestionPassage {
  return { text, title, date: null };
}

export function questionAbout(claim: string, ...texts: string[]): ModelQuestion {
  const question = buildQuestion({ claim, context: '', passages: texts.map((text) => passage(text)) });
  assert.ok(question);
  return question;
}

/** The id under which the model sees the passage. */
export function idOf(question: ModelQuestion, index: number): string {
  return question.shown.find((shown) => shown.index === index)!.id;
}

interface Entry {
  passage: number;
  label: 'supports' | 'contradicts' | 'neither';
  quotes: string[];
}

export function answerOf(question: ModelQuestion, entries: readonly Entry[], joined: Json = []): Json {
  const passages = entries.map(({ passage, label, quotes }) => ({ passage: idOf(question, passage), label, quotes }));
  return { passages, joined };
}

/** The checked labels of passages; fails if the answer is discarded. */
export function labelsOf(question: ModelQuestion, answer: Json): CheckedLabel[] {
  const checked = checkAnswer(question, answer);
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.passages;
}

/** What the model's label amounts to for the only passage, with this quote. */
export function judged(
  claim: string,
  text: string,
  quote: string,
  label: 'supports' | 'contradicts' = 'supports',
): CheckedLabel {
  const question = questionAbout(claim, text);
  return labelsOf(question, answerOf(question, [{ passage: 0, label, quotes: [quote] }]))[0]!;
}

/** Why support can't rest on the passage; all of it is quoted unless told otherwise. Languages in ISO 639-1. */
export function withdrawn(
  claim: string,
  passage: string,
  language = 'en',
  ofPassage = language,
  quote = passage,
): Withdrawal | null {
  const start = passage.indexOf(quote);
  const words = { ...labelledSentences(passage, [{ start, end: start + quote.length }], ofPassage), title: '' };
  return withdrawalOf(claim, words, 'supports', language);
}
