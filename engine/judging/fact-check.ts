/**
 * Separates what a fact-checking passage states from what it quotes in order to refute it, e.g. "Claim: The tower is 500 m tall.
 * Rating: False." Such a quotation supports nothing, whatever is said about it.
 */

import { headlineOf, withoutHeadline } from '#engine/text/lines.ts';
import {
  afterExaminedLabel,
  headsExamined,
  isLabelledStated,
  isRatingAlone,
  isRatingLabel,
  rates,
} from '#engine/text/ratings.ts';
import { sentences } from '#engine/text/sentences.ts';
import type { PassageJudgement } from '#engine/types/judging.ts';

export interface ReadStatements {
  /**
   * What the passage states itself: its text without the heading and without quoted claims. All text below the heading if it
   * quotes none.
   */
  stated: string;
  /** Whether the passage examines a claim. */
  examines: boolean;
}

/** Every passage that examines a claim contains one of these words. Most passages contain none and need no closer look. */
const SUSPICIOUS =
  /claim|myth|misconception|rumou?r|legend|hoax|fiction|false|fake|true|wrong|correct|accurate|debunk|busted|lie\b|nonsense|baseless|unfounded|mislead|unproven|unverified|fabricated|fact\b|context|mixture|pants on fire|quot(?:e|ation)|made[- ]up/i;

/** Splits a passage into what it states and what it only quotes. */
export function readStatements(passage: string): ReadStatements {
  const text = withoutHeadline(passage);
  if (!SUSPICIOUS.test(passage)) return { stated: text, examines: false };
  const reader = new StatementReader(headsExamined(headlineOf(passage) ?? ''));
  for (const { start, end } of sentences(text)) reader.read(text.slice(start, end));
  const { stated, examines } = reader;
  return { stated: examines ? stated.join(' ') : text, examines };
}

class StatementReader {
  readonly stated: string[] = [];
  examines = false;
  /** Whether the next sentence still belongs to the quoted claim. */
  #isQuoting: boolean;
  /** Whether the previous sentence was a label that announces a rating, e.g. "Rating". */
  #isLabelled = false;

  constructor(isQuoting: boolean) {
    this.#isQuoting = isQuoting;
  }

  read(sentence: string): void {
    const isRating = rates(sentence) || this.#isRatingAlone(sentence);
    const examined = afterExaminedLabel(sentence);
    this.#isLabelled = isRatingLabel(sentence);
    if (isRating) this.#rate();
    else if (this.#isLabelled) this.#isQuoting = false;
    else if (examined !== null) this.#quote(examined);
    else if (headsExamined(sentence)) this.#isQuoting = true;
    else if (this.#isQuoting && !isLabelledStated(sentence)) this.#quote(sentence);
    else {
      this.#isQuoting = false;
      this.stated.push(sentence);
    }
  }

  /**
   * A bare "False" rates what precedes it in three cases: after a rating label, after a quoted claim, or if it is punctuated as a
   * sentence.
   */
  #isRatingAlone(sentence: string): boolean {
    return (this.#isLabelled || this.#isQuoting || /[.!]$/.test(sentence)) && isRatingAlone(sentence);
  }

  #quote(sentence: string): void {
    this.#isQuoting = true;
    if (sentence.trim() !== '') this.examines = true;
  }

  /** Applies a rating: to the claim that was just quoted, otherwise to the previous sentence. */
  #rate(): void {
    if (!this.#isQuoting && this.stated.pop() !== undefined) this.examines = true;
    this.#isQuoting = false;
  }
}

/** True if the passage has the claim only as a quotation that it examines. That supports nothing, whichever reader finds it. */
export function isQuotedClaim({ grounds }: Pick<PassageJudgement, 'grounds'>): boolean {
  return grounds[0] === 'quoted_claim';
}
