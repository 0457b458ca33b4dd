/**
 * Grounding models say yes or no to whether a document supports a claim (`grounding-models.ts`). They give no quotes: the whole
 * passage that they were shown counts as the quote.
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
  /** Title of the passage's document; '' if unknown. */
  title: string;
}

type GroundingRequest = Omit<LanguageModelRequest, 'model'>;

const LONGEST_DOCUMENT = 12_000;
/** More than an answer of one word with its tags. */
const LONGEST_ANSWER = 200;

/** Puts the text in one line: the model may take a line that begins with "Claim:" as its cue, and there must be only one. */
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
  /** Asks whether the passage supports the claim. */
  claim: GroundingRequest;
  /** Asks whether the passage supports the negated claim. */
  negation: GroundingRequest;
}

/** The two questions about one passage; null if the passage addresses the model. */
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
  /** Whether the passage supports the claim. */
  says: 'yes' | 'no';
  /** Probability of this answer, 0.5..1; null if the server gave no probabilities. */
  probability: number | null;
}

function wordOf(token: string): 'yes' | 'no' | null {
  const word = token.trim().toLowerCase();
  return word === 'yes' || word === 'no' ? word : null;
}

/** The word alone, or in the format of the Guardian models: in a tag, followed by their confidence. */
const ANSWER =
  /^\s*(?:<score>\s*)?(yes|no)\b[.!]?\s*(?:<\/score>\s*)?(?:<confidence>\s*\w{1,10}\s*<\/confidence>\s*)?$/i;

/**
 * Reads a grounding model's answer; null if it is neither yes nor no, or if the model gave the other word a higher probability.
 */
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
 * Derives the passage's relationship from both answers. A yes to the claim supports it, unless something in the passage clashes
 * or the negation gets a yes as well. A yes to the negation alone contradicts the claim, and so does a no together with a clash.
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

/** True if something in the passage rules out the claim. */
function clashes(claim: string, language: string | undefined, { text }: TitledPassage): boolean {
  return clashIn(agree(readWords(claim, language), readWords(text, languageToRead(text, language)))) !== null;
}

function labelled(relationship: 'supports' | 'contradicts', withdrawn: Withdrawal | null): GroundingLabel {
  return withdrawn === null ? { relationship, withdrawn } : { relationship: 'unresolved', withdrawn };
}
