/** Entry points for asking a language model about claims: they build the questions and check the replies. */
import type { Hide } from '#engine/asking/fenced.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { createDeidentifier } from '#engine/privacy/deidentify.ts';
import { replacedWords } from '#engine/privacy/replaced-words.ts';
import type { ModelUse, PolicyRules } from '#engine/types/judging.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { askOfEachPassage } from './ask-of-each-passage.ts';
import { askOfPassages } from './ask-of-passages.ts';
import { type CheckedReplies, type Inquiry, nothing } from './inquiry.ts';
import { type OneClaimForm, partsOf, sharedPartsOf } from './parts.ts';
import { MOST_PASSAGES, type QuestionItem } from './question.ts';
import { together } from './together.ts';

/**
 * The questions about each item's claim; none if no answer could decide it. A question about several claims is listed for each of
 * them. Deterministic.
 */
export function questionsAbout(items: readonly JudgeItem[], use: ModelUse, policy: PolicyRules): ModelRequest[][] {
  const inquiries = inquiriesAbout(
    items.map((item) => ({ item, use })),
    policy,
  );
  return inquiries.map(({ requests }) => requests);
}

/**
 * Checks the replies to the questions that `questionsAbout` gives for the same items; null for an item without a consultation.
 * The items must be the same: with others, a reply about a claim in a shared question may not count. Deterministic.
 */
export function checkReplies(items: readonly JudgeItem[], policy: PolicyRules): (CheckedReplies | null)[] {
  const asked = items.flatMap((item) => (item.consultation === undefined ? [] : [{ item, use: item.consultation }]));
  const inquiries = inquiriesAbout(asked, policy);
  const checked = new Map(asked.map(({ item, use }, i) => [item, inquiries[i]!.check(use.replies)]));
  return items.map((item) => checked.get(item) ?? null);
}

interface AskedItem {
  item: JudgeItem;
  use: ModelUse;
}

function inquiriesAbout(asked: readonly AskedItem[], policy: PolicyRules): Inquiry[] {
  const inquiries = new Map<AskedItem, Inquiry>();
  const several: (AskedItem & { question: QuestionItem })[] = [];
  for (const each of asked) {
    const { item, use } = each;
    // The subject of such a claim follows only from the text around it, which grounding models don't get.
    const isOpen = item.claim.ambiguous_dependencies.length > 0 && use.kind !== 'general';
    if (!item.claim.checkable || isOpen || item.passages.length === 0)
      inquiries.set(each, { requests: [], check: () => nothing(item, []) });
    else if (use.kind !== 'general' || use.form !== 'several') inquiries.set(each, inquiryAbout(each, policy));
    else several.push({ ...each, question: questionItemOf(item) });
  }
  const shared = together(several).flatMap((group) => inquiriesTogether(group, policy));
  return asked.map((each) => inquiries.get(each) ?? shared.shift()!);
}

function questionItemOf({ claim, passages, surroundings = claim.sentence }: JudgeItem): QuestionItem {
  return {
    claim: claim.normalized_claim,
    language: claim.language,
    context: surroundings,
    passages: passages.map(({ text, source }) => ({
      text,
      title: source.title,
      date: source.publication_date,
    })),
  };
}

/** The form of a question about one claim. Without shared questions, all passages go into one question. */
const formOf = ({ form = 'passages' }: ModelUse): OneClaimForm => (form === 'several' ? 'passages' : form);

function inquiryAbout({ item, use }: AskedItem, policy: PolicyRules): Inquiry {
  const question = questionItemOf(item);
  return deidentified([question], use, policy, (hide) => [
    use.kind === 'general'
      ? askOfPassages(item, partsOf(formOf(use), question, hide))
      : askOfEachPassage(item, question, use.kind, hide),
  ])[0]!;
}

function inquiriesTogether(group: readonly (AskedItem & { question: QuestionItem })[], policy: PolicyRules): Inquiry[] {
  const questions = group.map(({ question }) => question);
  return deidentified(questions, group[0]!.use, policy, (hide) => {
    const parts = sharedPartsOf(questions, hide);
    return group.map(({ item }, i) => askOfPassages(item, parts[i]!));
  });
}

/** Gives `ask` a function that removes what must not leave the machine. The results then mention what was replaced. */
function deidentified(
  questions: readonly QuestionItem[],
  { deidentify }: ModelUse,
  { base_profile }: PolicyRules,
  ask: (hide: Hide) => Inquiry[],
): Inquiry[] {
  if (!deidentify) return ask((text) => text);
  const texts = questions.flatMap(({ claim, context, passages }) => [
    claim,
    context,
    ...passages.slice(0, MOST_PASSAGES).flatMap(({ title, text }) => [title, text]),
  ]);
  const deidentifier = createDeidentifier({ personsIn: base_profile === 'medical_clinical' ? texts : null });
  const inquiries = ask(deidentifier.hide);
  const replaced = replacedWords(deidentifier);
  return inquiries.map(({ requests, check }) => ({
    requests,
    check(replies) {
      const checked = check(replies);
      return { ...checked, limitations: [...checked.limitations, ...replaced] };
    },
  }));
}
