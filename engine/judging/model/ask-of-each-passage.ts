/** Asks a grounding model about a claim: two questions for each of the nearest passages. */
import type { Hide } from '#engine/asking/fenced.ts';
import type { JudgeItem } from '#engine/engine.ts';
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { MODEL_PROBABILITY } from '../configuration.ts';
import { type GroundingQuestion, groundingQuestion, labelOfGrounding, readGrounding } from './grounding.ts';
import type { GroundingKind } from './grounding-models.ts';
import type { CheckedPassage, Inquiry } from './inquiry.ts';
import type { QuestionItem } from './question.ts';
import { missingWords, suspiciousWords, withdrawnWords } from './reply-words.ts';

/** Kept low because each passage costs two questions. */
const MOST_PASSAGES = 4;

export function askOfEachPassage(item: JudgeItem, asked: QuestionItem, kind: GroundingKind, hide: Hide): Inquiry {
  const asks = asked.passages
    .slice(0, MOST_PASSAGES)
    .map((passage) => ({ passage, question: groundingQuestion(kind, asked.claim, passage, { hide }) }));
  const requests = asks.flatMap(({ question }) => (question === null ? [] : requestsOf(question)));
  const suspicious = asks.filter(({ question }) => question === null).length;
  return {
    requests,
    check(replies) {
      const left = [...replies];
      const missing = new Set<MissingReply>();
      let withdrawn = 0;
      const passages = asks.map(({ passage, question }): CheckedPassage | null => {
        if (question === null) return null;
        const [own, ofNegation] = left.splice(0, requestsOf(question).length);
        const answer = groundingAnswer(kind, own, missing);
        const toNegation = groundingAnswer(kind, ofNegation, missing);
        // Without both answers, the model could be one that says yes to everything.
        if (answer === null || toNegation === null) return null;
        const label = labelOfGrounding(asked, passage, answer, toNegation);
        if (label.withdrawn !== null) withdrawn++;
        if (label.relationship !== 'unresolved') {
          return { says: label.relationship, quotes: [], probability: groundingProbability(answer.probability) };
        }
        return answer.says === 'no' && label.withdrawn === null
          ? { says: 'neither', quotes: [], probability: 1 }
          : null;
      });
      return {
        passages: item.passages.map((_, place) => passages[place] ?? null),
        joined: [],
        limitations: [...[...missing].map(missingWords), ...withdrawnWords(withdrawn), ...suspiciousWords(suspicious)],
        unusable: [...replies.keys()].filter((place) => isUnusable(kind, replies[place]!)),
      };
    },
  };
}

function requestsOf({ claim, negation }: GroundingQuestion): ModelRequest[] {
  return [claim, negation];
}

function isUnusable(kind: GroundingKind, reply: ModelReply): boolean {
  return !('missing' in reply) && readGrounding(kind, reply.answer, reply.first_token) === null;
}

function groundingAnswer(kind: GroundingKind, reply: ModelReply | undefined, missing: Set<MissingReply>) {
  if (reply === undefined || 'missing' in reply) {
    missing.add(reply?.missing ?? 'budget_spent');
    return null;
  }
  const answer = readGrounding(kind, reply.answer, reply.first_token);
  if (answer === null) missing.add('invalid_answer');
  return answer;
}

/** The model's probability for its own yes or no, capped at the reliability that such models reach. */
function groundingProbability(ofAnswer: number | null): number {
  if (ofAnswer === null) return MODEL_PROBABILITY.grounding;
  return Math.min(MODEL_PROBABILITY.surestGrounding, ofAnswer);
}
