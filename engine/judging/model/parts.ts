/** Builds the questions about claims for a general model, in the form that it can answer, with the check of each answer. */
import type { Json } from '#contracts/json.ts';
import type { ClaimForm } from '#contracts/ports/organization-models.ts';
import type { Hide } from '#engine/asking/fenced.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { labelsAbout } from './answer.ts';
import { type CheckedAnswer, checkAnswer, readAnswer } from './check-answer.ts';
import { asLabels, onePassageQuestions } from './one-passage.ts';
import { buildQuestion, type ModelQuestion, type QuestionItem } from './question.ts';
import { buildSharedQuestion } from './shared-question.ts';

/** A question about some of a claim's passages. */
export interface Part {
  request: ModelRequest;
  check(answer: Json): CheckedAnswer;
  /** True if the question holds only a decoy. Without its answer, the model's other answers can't be trusted. */
  isDecoy: boolean;
}

export interface Parts {
  /** Empty if no passage is left to ask about. */
  parts: Part[];
  /** Number of passages that address the model and are therefore not shown to it. */
  suspicious: number;
}

/** The forms in which a question is about one claim. */
export type OneClaimForm = Exclude<ClaimForm, 'several'>;

/** Limits for a model that can't handle eight passages: how many at once, and how many in all. */
const FEW = { atOnce: 3, inAll: 6 };

/** Builds the questions about one item in this form. Deterministic. */
export function partsOf(form: OneClaimForm, item: QuestionItem, hide: Hide): Parts {
  switch (form) {
    case 'passages': {
      const question = buildQuestion(item, { hide });
      if (question === null) return { parts: [], suspicious: item.passages.length };
      return { parts: [severalPassages(question)], suspicious: question.suspicious.length };
    }
    case 'few': {
      const near = { ...item, passages: item.passages.slice(0, FEW.inAll) };
      const groups = near.passages.flatMap((_, from) => (from % FEW.atOnce === 0 ? [from] : []));
      const questions = groups.flatMap(
        (from) => buildQuestion(near, { hide, places: { from, to: from + FEW.atOnce } }) ?? [],
      );
      const shown = questions.flatMap((question) => question.shown.filter(({ index }) => index !== null));
      return { parts: questions.map(severalPassages), suspicious: near.passages.length - shown.length };
    }
    case 'single':
    case 'words': {
      const { questions, suspicious } = onePassageQuestions(form, item, hide);
      const parts = questions.map((question) => ({
        request: question.request,
        check: (answer: Json) => checkAnswer(question, asLabels(form, answer)),
        isDecoy: question.shown.every(({ index }) => index === null),
      }));
      return { parts, suspicious: suspicious.length };
    }
  }
}

/**
 * Builds one question about all items and returns its parts by item. A single item is asked about as in `partsOf`. Deterministic.
 */
export function sharedPartsOf(items: readonly QuestionItem[], hide: Hide): Parts[] {
  const [first, ...others] = items;
  if (first === undefined || others.length === 0) return items.map((item) => partsOf('passages', item, hide));
  const questions = buildSharedQuestion(items, hide);
  const tested = questions.find(({ shown }) => shown.some(({ giveaway }) => giveaway !== null));
  if (tested === undefined) return items.map(({ passages }) => ({ parts: [], suspicious: passages.length }));
  return questions.map((question) => ({
    parts: [
      {
        request: question.request,
        check(answer) {
          // The decoys are made from one claim. A model that they take in has not read the passages for the other claims either.
          const read = readAnswer(tested, labelsAbout(answer, tested.id));
          return read.ok ? checkAnswer(question, labelsAbout(answer, question.id)) : read;
        },
        isDecoy: false,
      },
    ],
    suspicious: question.suspicious.length,
  }));
}

function severalPassages(question: ModelQuestion): Part {
  return { request: question.request, check: (answer) => checkAnswer(question, answer), isDecoy: false };
}
