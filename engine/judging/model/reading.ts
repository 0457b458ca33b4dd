/** What a language model's replies about one claim amount to, once code has checked them. */

import { WHY_MISSING } from '#engine/asking/missing.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { ON_LOCAL_JUDGE_ALONE } from '#engine/limitation-words.ts';
import { createDeidentifier, type Deidentifier } from '#engine/privacy/deidentify.ts';
import { replacedWords } from '#engine/privacy/replaced-words.ts';
import type { Consultation, MissingReply, ModelReply, ModelRequest, ModelUse, PolicyRules } from '#engine/types.ts';
import { MODEL_PROBABILITY } from '../configuration.ts';
import { checkAnswer } from './check-answer.ts';
import { type GroundingQuestion, groundingQuestion, labelOfGrounding, readGrounding } from './grounding.ts';
import type { GroundingKind } from './grounding-models.ts';
import { buildQuestion, type QuestionItem } from './question.ts';

/** What the model says of one passage, as far as the passage's own words carry it. */
export interface ReadPassage {
  says: 'supports' | 'contradicts' | 'neither';
  /** The passage's own words; none where the model read it as a whole. */
  quotes: readonly string[];
  probability: number;
}

export interface ModelReading {
  /** By place in the item's passages; null where nothing counts that the model said. */
  passages: readonly (ReadPassage | null)[];
  /** What several passages say together. */
  joined: readonly { says: 'supports' | 'contradicts'; passages: readonly number[]; quotes: readonly string[] }[];
  /** In words for the reader of the result. */
  limitations: readonly string[];
  /** Places of the replies that are answers and of no use, whatever the passages say. */
  unusable: readonly number[];
}

/** The questions about one claim, and how replies to them read. */
interface Inquiry {
  requests: ModelRequest[];
  read(replies: readonly ModelReply[]): ModelReading;
}

const MOST_PASSAGES = 8;
/** A grounding model is asked twice about each window. */
const MOST_WINDOWS = 4;

/** Questions about the item's claim; none where no answer could settle it. Deterministic. */
export function questionsAbout(item: JudgeItem, use: ModelUse, policy: PolicyRules): ModelRequest[] {
  return inquiryAbout(item, use, policy).requests;
}

/** Reads the replies to the questions that `questionsAbout` gives for the same item. Deterministic. */
export function readReplies(item: JudgeItem, consultation: Consultation, policy: PolicyRules): ModelReading {
  return inquiryAbout(item, consultation, policy).read(consultation.replies);
}

function inquiryAbout(item: JudgeItem, use: ModelUse, policy: PolicyRules): Inquiry {
  const { claim, passages, surroundings = claim.sentence } = item;
  // The subject of such a claim follows from its surroundings, which grounding models do not get.
  const isOpen = claim.ambiguous_dependencies.length > 0 && use.kind !== 'general';
  if (!claim.checkable || isOpen || passages.length === 0) return { requests: [], read: () => nothing(item, []) };
  const question: QuestionItem = {
    claim: claim.normalized_claim,
    language: claim.language,
    context: surroundings,
    passages: passages.slice(0, MOST_PASSAGES).map(({ text, source }) => ({
      text,
      title: source.title,
      date: source.publication_date,
    })),
  };
  const deidentifier = use.deidentify ? deidentifierFor(question, policy) : null;
  const inquiry =
    use.kind === 'general'
      ? askOfPassages(item, question, deidentifier)
      : askOfWindows(item, question, use.kind, deidentifier);
  const replaced = deidentifier === null ? [] : replacedWords(deidentifier);
  return {
    requests: inquiry.requests,
    read(replies) {
      const reading = inquiry.read(replies);
      return { ...reading, limitations: [...reading.limitations, ...replaced] };
    },
  };
}

function deidentifierFor({ claim, context, passages }: QuestionItem, { base_profile }: PolicyRules): Deidentifier {
  const texts = [claim, context, ...passages.flatMap(({ title, text }) => [title, text])];
  return createDeidentifier({ personsIn: base_profile === 'medical_clinical' ? texts : null });
}

function askOfPassages(item: JudgeItem, asked: QuestionItem, deidentifier: Deidentifier | null): Inquiry {
  const question = buildQuestion(asked, deidentifier === null ? {} : { hide: (text) => deidentifier.hide(text) });
  if (question === null) return { requests: [], read: () => nothing(item, [suspiciousWords(asked.passages.length)]) };
  const unshown = question.suspicious.length === 0 ? [] : [suspiciousWords(question.suspicious.length)];
  return {
    requests: [question.request],
    read([reply]) {
      if (reply === undefined || 'missing' in reply) {
        return nothing(item, [missingWords(reply?.missing ?? 'budget_spent'), ...unshown]);
      }
      const checked = checkAnswer(question, reply.answer);
      if (!checked.ok) return { ...nothing(item, [missingWords('invalid_answer'), ...unshown]), unusable: [0] };
      const withdrawn = checked.passages.filter((label) => label.withdrawn !== null).length;
      return {
        passages: item.passages.map((_, place) => {
          const label = checked.passages[place];
          if (label === undefined || label.relationship === 'unresolved') return null;
          if (label.relationship === 'context') return { says: 'neither', quotes: [], probability: 1 };
          const quotes = label.quotes.map(({ text }) => text);
          return { says: label.relationship, quotes, probability: MODEL_PROBABILITY.quoted };
        }),
        joined: checked.joined.map(({ relationship, quotes }) => ({
          says: relationship,
          passages: [...new Set(quotes.map(({ passage }) => passage))],
          quotes: quotes.map(({ text }) => text),
        })),
        limitations: [...(withdrawn === 0 ? [] : [withdrawnWords(withdrawn)]), ...unshown],
        unusable: [],
      };
    },
  };
}

function askOfWindows(
  item: JudgeItem,
  asked: QuestionItem,
  kind: GroundingKind,
  deidentifier: Deidentifier | null,
): Inquiry {
  const options = deidentifier === null ? {} : { hide: deidentifier.hide };
  const windows = asked.passages
    .slice(0, MOST_WINDOWS)
    .map((window) => ({ window, question: groundingQuestion(kind, asked.claim, window, options) }));
  const requests = windows.flatMap(({ question }) => (question === null ? [] : requestsOf(question)));
  const suspicious = windows.filter(({ question }) => question === null).length;
  return {
    requests,
    read(replies) {
      const left = [...replies];
      const missing = new Set<MissingReply>();
      let withdrawn = 0;
      const passages = windows.map(({ window, question }): ReadPassage | null => {
        if (question === null) return null;
        const [own, ofNegation] = left.splice(0, requestsOf(question).length);
        const answer = groundingAnswer(kind, own, missing);
        const toNegation = groundingAnswer(kind, ofNegation, missing);
        // Without the second answer, the model may be one that says yes to everything.
        if (answer === null || toNegation === null) return null;
        const label = labelOfGrounding(asked, window, answer, toNegation);
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
        limitations: [
          ...[...missing].map(missingWords),
          ...(withdrawn === 0 ? [] : [withdrawnWords(withdrawn)]),
          ...(suspicious === 0 ? [] : [suspiciousWords(suspicious)]),
        ],
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

/** How sure the model is of its own yes or no, within what such models reach. */
function groundingProbability(ofAnswer: number | null): number {
  if (ofAnswer === null) return MODEL_PROBABILITY.grounding;
  return Math.min(MODEL_PROBABILITY.surestGrounding, ofAnswer);
}

function nothing({ passages }: JudgeItem, limitations: string[]): ModelReading {
  return { passages: passages.map(() => null), joined: [], limitations, unusable: [] };
}

function missingWords(missing: MissingReply): string {
  return `${ON_LOCAL_JUDGE_ALONE}${WHY_MISSING[missing]}.`;
}

function suspiciousWords(count: number): string {
  const [passages, were] = count === 1 ? ['1 passage', 'was'] : [`${count} passages`, 'were'];
  return `${passages} with instructions to language models ${were} not shown to one.`;
}

function withdrawnWords(count: number): string {
  const passages = count === 1 ? '1 passage' : `${count} passages`;
  return `What the language model said of ${passages} counts for nothing, as the words of the passage don't carry it.`;
}
