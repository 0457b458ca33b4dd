/**
 * Grounding models say whether a document carries a claim, yes or no (`grounding-models.ts`). They quote nothing: the passage
 * that they were shown is the quote.
 */
import type { Json } from '#contracts/json.ts';
import type { LanguageModelRequest, TokenProbability } from '#contracts/ports/language-model.ts';
import { defang, isSuspicious } from '#engine/asking/defang.ts';
import { languageToRead } from '#engine/text/detect-language.ts';
import { unchanged } from '#engine/text/rewritten-text.ts';
import { agree } from './agreement.ts';
import { clashIn } from './clash.ts';
import { GROUNDING_FAMILIES, type GroundingKind } from './grounding-models.ts';
import { negationOf, type QuestionItem, type QuestionOptions } from './question.ts';
import { labelledSentences, type Withdrawal, withdrawalOf } from './withdrawal.ts';
import { readWords } from './words.ts';

export interface TitledPassage {
  text: string;
  /** Of its document; '' if unknown. */
  title: string;
}

type GroundingRequest = Omit<LanguageModelRequest, 'model'>;

const LONGEST_DOCUMENT = 12_000;
/** An answer of one word, with its tags. */
const LONGEST_ANSWER = 200;

/** In one line: a line that begins with "Claim:" may be the model's cue, and only one may. */
function inOneLine(text: string, hide: NonNullable<QuestionOptions['hide']>): string {
  const cut = unchanged(text.slice(0, LONGEST_DOCUMENT).toWellFormed());
  return hide(defang(cut)).text.replaceAll(/\s+/g, ' ').trim();
}

function requestOf(kind: GroundingKind, document: string, claim: string): GroundingRequest {
  const { messages, max_output_tokens } = GROUNDING_FAMILIES[kind];
  return {
    messages: messages(document, claim),
    answer: null,
    limits: { max_output_tokens },
    first_token: true,
  };
}

export interface GroundingQuestion {
  /** Whether the passage carries the claim. */
  claim: GroundingRequest;
  /** Whether it carries the negated claim. */
  negation: GroundingRequest;
}

/** The questions about one passage; null for one that addresses the model. */
export function groundingQuestion(
  kind: GroundingKind,
  claim: string,
  { text, title }: TitledPassage,
  { hide = (text) => text }: QuestionOptions = {},
): GroundingQuestion | null {
  if (isSuspicious(text) || isSuspicious(title)) return null;
  const document = [title, text]
    .map((part) => inOneLine(part, hide))
    .filter(Boolean)
    .join('. ');
  return {
    claim: requestOf(kind, document, inOneLine(claim, hide)),
    negation: requestOf(kind, document, inOneLine(negationOf(claim), hide)),
  };
}

export interface GroundingAnswer {
  /** Whether the passage carries the claim. */
  says: 'yes' | 'no';
  /** Probability of what it says, 0.5..1; null where the server gave no probabilities. */
  probability: number | null;
}

function wordOf(token: string): 'yes' | 'no' | null {
  const word = token.trim().toLowerCase();
  return word === 'yes' || word === 'no' ? word : null;
}

/** The word alone, or as the guardians write it: in a tag, with their confidence behind it. */
const ANSWER =
  /^\s*(?:<score>\s*)?(yes|no)\b[.!]?\s*(?:<\/score>\s*)?(?:<confidence>\s*\w{1,10}\s*<\/confidence>\s*)?$/i;

/** What a grounding model answered; null if it is neither yes nor no, or the model holds the other for more probable. */
export function readGrounding(
  kind: GroundingKind,
  answer: Json,
  firstToken: readonly TokenProbability[] | null,
): GroundingAnswer | null {
  const said = typeof answer === 'string' ? wordOf(ANSWER.exec(answer.slice(0, LONGEST_ANSWER))?.[1] ?? '') : null;
  if (said === null) return null;
  const mass = { yes: 0, no: 0 };
  for (const { token, logprob } of firstToken ?? []) {
    const word = wordOf(token);
    if (word !== null) mass[word] += Math.exp(logprob);
  }
  const total = mass.yes + mass.no;
  const probability = total > 0 ? mass[said] / total : null;
  if (probability !== null && probability < 0.5) return null;
  return { says: said === GROUNDING_FAMILIES[kind].grounded ? 'yes' : 'no', probability };
}

export interface GroundingLabel {
  relationship: 'supports' | 'contradicts' | 'unresolved';
  withdrawn: Withdrawal | 'counterfactual' | null;
}

/**
 * What the passage says of the claim. A yes supports, unless something in the passage clashes or the negation gets a yes as
 * well. A yes to the negation contradicts, as does a no together with a clash.
 */
export function labelOfGrounding(
  { claim, language }: Pick<QuestionItem, 'claim' | 'language'>,
  passage: TitledPassage,
  answer: GroundingAnswer,
  toNegation: GroundingAnswer,
): GroundingLabel {
  const { text, title } = passage;
  const words = { ...labelledSentences(text, [{ start: 0, end: text.length }], languageToRead(text, language)), title };
  const isDenied = toNegation.says === 'yes';
  if (answer.says === 'yes') {
    if (isDenied) return { relationship: 'unresolved', withdrawn: 'counterfactual' };
    return labelled('supports', withdrawalOf(claim, words, 'supports', language));
  }
  if (isDenied || clashes(claim, language, passage)) {
    return labelled('contradicts', withdrawalOf(claim, words, 'contradicts', language));
  }
  return { relationship: 'unresolved', withdrawn: null };
}

/** True if something in the passage excludes the claim. */
function clashes(claim: string, language: string | undefined, { text }: TitledPassage): boolean {
  return clashIn(agree(readWords(claim, language), readWords(text, languageToRead(text, language)))) !== null;
}

function labelled(relationship: 'supports' | 'contradicts', withdrawn: Withdrawal | null): GroundingLabel {
  return withdrawn === null ? { relationship, withdrawn } : { relationship: 'unresolved', withdrawn };
}
