/** The questions about claims to a general model, in the form that it can answer, and how each answer is checked. */
import type { Json } from '#contracts/json.ts';
import type { ClaimForm } from '#contracts/ports/organization-models.ts';
import type { Hide } from '#engine/asking/fenced.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { labelsAbout } from './answer.ts';
import { type CheckedAnswer, checkAnswer, readAnswer } from './check-answer.ts';
import { asLabels, onePassageQuestions } from './one-passage.ts';
import { buildQuestion, type ModelQuestion, type QuestionItem } from './question.ts';
import { buildSharedQuestion } from './shared-question.ts';

/** A question about some passages of a claim. */
export interface Part {
  request: ModelRequest;
  check(answer: Json): CheckedAnswer;
  /** A decoy by itself: without its answer nothing is known of the model's others. */
  isDecoy: boolean;
}

export interface Parts {
  /** None where no passage is left to ask about. */
  parts: Part[];
  /** How many passages address the model, and are not shown to it. */
  suspicious: number;
}

/** A question is about one claim. */
export type OneClaimForm = Exclude<ClaimForm, 'several'>;

/** Passages at once for a model that can't read eight, and of how many in all. */
const FEW = { atOnce: 3, inAll: 6 };

/** The questions about the item alone, in this form. Deterministic. */
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

/** One question about all items, by item; of one item as `partsOf` has it. Deterministic. */
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
          // One claim has the decoys; a model that is taken in by them has read nothing of the others either.
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
