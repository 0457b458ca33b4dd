/** What a language model's replies about one claim amount to, once code has checked them. */

import type { ClaimForm } from '#contracts/ports/organization-models.ts';
import { WHY_MISSING } from '#engine/asking/missing.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { ON_LOCAL_JUDGE_ALONE } from '#engine/limitation-words.ts';
import { createDeidentifier, type Deidentifier } from '#engine/privacy/deidentify.ts';
import { replacedWords } from '#engine/privacy/replaced-words.ts';
import type { Consultation, ModelUse, PolicyRules } from '#engine/types/judging.ts';
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { MODEL_PROBABILITY } from '../configuration.ts';
import type { CheckedAnswer, CheckedLabel } from './check-answer.ts';
import { type GroundingQuestion, groundingQuestion, labelOfGrounding, readGrounding } from './grounding.ts';
import type { GroundingKind } from './grounding-models.ts';
import { partsOf } from './parts.ts';
import type { QuestionItem } from './question.ts';

/** What the model says of one passage, as far as the passage's own words carry it. */
export interface CheckedPassage {
  says: 'supports' | 'contradicts' | 'neither';
  /** The passage's own words; none where the model read it as a whole. */
  quotes: readonly string[];
  probability: number;
}

export interface CheckedReplies {
  /** By place in the item's passages; null where nothing counts that the model said. */
  passages: readonly (CheckedPassage | null)[];
  /** What several passages say together. */
  joined: readonly { says: 'supports' | 'contradicts'; passages: readonly number[]; quotes: readonly string[] }[];
  /** In words for the reader of the result. */
  limitations: readonly string[];
  /** Places of the replies that are answers and of no use, whatever the passages say. */
  unusable: readonly number[];
}

/** The questions about one claim, and what replies to them amount to. */
interface Inquiry {
  requests: ModelRequest[];
  check(replies: readonly ModelReply[]): CheckedReplies;
}

const MOST_PASSAGES = 8;
/** A grounding model is asked twice about each passage. */
const MOST_GROUNDING_PASSAGES = 4;

/** Questions about the item's claim; none where no answer could settle it. Deterministic. */
export function questionsAbout(item: JudgeItem, use: ModelUse, policy: PolicyRules): ModelRequest[] {
  return inquiryAbout(item, use, policy).requests;
}

/** Checks the replies to the questions that `questionsAbout` gives for the same item. Deterministic. */
export function checkReplies(item: JudgeItem, consultation: Consultation, policy: PolicyRules): CheckedReplies {
  return inquiryAbout(item, consultation, policy).check(consultation.replies);
}

function inquiryAbout(item: JudgeItem, use: ModelUse, policy: PolicyRules): Inquiry {
  const { claim, passages, surroundings = claim.sentence } = item;
  // The subject of such a claim follows from its surroundings, which grounding models do not get.
  const isOpen = claim.ambiguous_dependencies.length > 0 && use.kind !== 'general';
  if (!claim.checkable || isOpen || passages.length === 0) return { requests: [], check: () => nothing(item, []) };
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
      ? askOfPassages(item, question, use.form ?? 'passages', deidentifier)
      : askOfEachPassage(item, question, use.kind, deidentifier);
  const replaced = deidentifier === null ? [] : replacedWords(deidentifier);
  return {
    requests: inquiry.requests,
    check(replies) {
      const checked = inquiry.check(replies);
      return { ...checked, limitations: [...checked.limitations, ...replaced] };
    },
  };
}

function deidentifierFor({ claim, context, passages }: QuestionItem, { base_profile }: PolicyRules): Deidentifier {
  const texts = [claim, context, ...passages.flatMap(({ title, text }) => [title, text])];
  return createDeidentifier({ personsIn: base_profile === 'medical_clinical' ? texts : null });
}

function askOfPassages(
  item: JudgeItem,
  asked: QuestionItem,
  form: ClaimForm,
  deidentifier: Deidentifier | null,
): Inquiry {
  const { parts, suspicious } = partsOf(form, asked, (text) => deidentifier?.hide(text) ?? text);
  const unshown = suspicious === 0 ? [] : [suspiciousWords(suspicious)];
  if (parts.length === 0) return { requests: [], check: () => nothing(item, unshown) };
  return {
    requests: parts.map(({ request }) => request),
    check(replies) {
      const missing = new Set<MissingReply>();
      const unusable: number[] = [];
      const answers: Extract<CheckedAnswer, { ok: true }>[] = [];
      let isBelieved = true;
      for (const [place, part] of parts.entries()) {
        const reply = replies[place] ?? { missing: 'budget_spent' };
        const checked = 'missing' in reply ? null : part.check(reply.answer);
        if (checked?.ok) {
          answers.push(checked);
          continue;
        }
        missing.add('missing' in reply ? reply.missing : 'invalid_answer');
        if (checked !== null) unusable.push(place);
        if (part.isDecoy || checked?.reason === 'decoy') isBelieved = false;
      }
      const words = [...missing].map(missingWords);
      if (!isBelieved) return { ...nothing(item, [...words, ...unshown]), unusable };
      const labels = item.passages.map((_, place) => labelAt(place, answers));
      const withdrawn = labels.filter((label) => label !== null && label.withdrawn !== null).length;
      return {
        passages: labels.map((label) => (label === null ? null : checkedPassage(label))),
        joined: answers.flatMap(({ joined }) =>
          joined.map(({ relationship, quotes }) => ({
            says: relationship,
            passages: [...new Set(quotes.map(({ passage }) => passage))],
            quotes: quotes.map(({ text }) => text),
          })),
        ),
        limitations: [...words, ...(withdrawn === 0 ? [] : [withdrawnWords(withdrawn)]), ...unshown],
        unusable,
      };
    },
  };
}

/** What is said of the passage in the answer to the question that showed it. */
function labelAt(place: number, answers: readonly { passages: readonly CheckedLabel[] }[]): CheckedLabel | null {
  const labels = answers.flatMap(({ passages }) => passages[place] ?? []);
  return labels.find(({ relationship, withdrawn }) => relationship !== 'unresolved' || withdrawn !== null) ?? null;
}

function checkedPassage({ relationship, quotes }: CheckedLabel): CheckedPassage | null {
  if (relationship === 'unresolved') return null;
  if (relationship === 'context') return { says: 'neither', quotes: [], probability: 1 };
  return { says: relationship, quotes: quotes.map(({ text }) => text), probability: MODEL_PROBABILITY.quoted };
}

function askOfEachPassage(
  item: JudgeItem,
  asked: QuestionItem,
  kind: GroundingKind,
  deidentifier: Deidentifier | null,
): Inquiry {
  const options = deidentifier === null ? {} : { hide: deidentifier.hide };
  const asks = asked.passages
    .slice(0, MOST_GROUNDING_PASSAGES)
    .map((passage) => ({ passage, question: groundingQuestion(kind, asked.claim, passage, options) }));
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
        // Without the second answer, the model may be one that says yes to everything.
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

function nothing({ passages }: JudgeItem, limitations: string[]): CheckedReplies {
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
