/** Composes the questions that a language model is asked about a text, stretch by stretch. */
import { createDeidentifier, type Deidentifier } from '#engine/privacy/deidentify.ts';
import { codePointMap } from '#engine/text/code-points.ts';
import { detectLanguage } from '#engine/text/detect-language.ts';
import type { RewrittenText } from '#engine/text/rewritten-text.ts';
import type { ExtractionInput, TextStretch, TextUse } from '#engine/types/extraction.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { type Segment, segment } from '../layout/segments.ts';
import { overlaps } from '../within.ts';
import { aroundStretch, questionAbout, type StretchQuestion } from './question.ts';
import { searchedLanguages } from './search-words.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/**
 * The questions about those stretches of the text of which the input wants claims. None for a text without words, or for one that
 * is itself a claim. Deterministic.
 */
export function questionsAboutText(input: ExtractionInput, use: TextUse): ModelRequest[] {
  return inquiryInto(input, use).questions.map(({ request }) => request);
}

/** All stretches of the text with the questions about them, in order. Deterministic. */
export function stretchesOfText(input: ExtractionInput, use: TextUse): TextStretch[] {
  const points = codePointMap(input.content);
  const { segments } = segment(input.content);
  const outer = outerStatements(segments).map((index) => segments[index]?.start ?? -1);
  return inquiryInto(input, use).all.map(({ stretch, question }) => {
    const isIn = (at: number) => at >= stretch.start && at < stretch.end;
    const [start, end] = [points.toCodePoints(stretch.start), points.toCodePoints(stretch.end)];
    const [opening, closing] = outer.map((at) => (isIn(at) ? points.toCodePoints(at) - start : null));
    return {
      ...{ start, end, question: question?.request ?? null, around: aroundStretch(input, stretch) },
      outer: [opening ?? null, closing ?? null],
    };
  });
}

interface AskedStretch {
  stretch: Stretch;
  /** null if nothing of the stretch may be shown to the model. */
  question: StretchQuestion | null;
}

export interface Inquiry {
  all: AskedStretch[];
  /** Those about stretches of which claims are wanted. */
  questions: StretchQuestion[];
  deidentifier: Deidentifier | null;
  /** Languages in which search words are asked for. */
  searched: readonly string[];
}

/** Everything that a language model is asked about the text, and the settings that its answers are read with. Deterministic. */
export function inquiryInto(input: ExtractionInput, use: TextUse): Inquiry {
  const { content, question, direct, within } = input;
  const { deidentify, base_profile, form, document_languages = [] } = use;
  if (direct) return { all: [], questions: [], deidentifier: null, searched: [] };
  const searched = document_languages.length > 0 ? searchedLanguages(detectLanguage(content), document_languages) : [];
  const personsIn = base_profile === 'medical_clinical' ? [content, question] : null;
  const deidentifier = deidentify ? createDeidentifier({ personsIn }) : null;
  const { segments, code } = segment(content);
  const hide = (text: RewrittenText) => deidentifier?.hide(text) ?? text;
  // All stretches, as placeholders are numbered across the whole text.
  const all = stretchesOf(content, segments, form).map((stretch): AskedStretch => {
    return { stretch, question: questionAbout(input, stretch, code, hide, { form, searched }) };
  });
  const points = codePointMap(content);
  const isWanted = ({ stretch: { start, end } }: AskedStretch) => {
    const own = { start: points.toCodePoints(start), end: points.toCodePoints(end) };
    return within?.some((place) => overlaps(place, own)) ?? true;
  };
  const questions = all.filter(isWanted).flatMap((one) => one.question ?? []);
  return { all, questions, deidentifier, searched };
}

/** Indices of the first and the last segment that is not a heading; -1 if there is none. */
export function outerStatements(segments: readonly Segment[]): [number, number] {
  const isStatement = ({ kind }: Segment) => kind !== 'heading';
  return [segments.findIndex(isStatement), segments.findLastIndex(isStatement)];
}
