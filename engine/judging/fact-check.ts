/**
 * Passages of fact checks quote what they refute: "Claim: The tower is 500 m tall. Rating: False." Such a quotation supports
 * nothing, whatever is said of it.
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
  /** What the passage states by itself: without its heading and what it only quotes. The whole rest where it quotes nothing. */
  stated: string;
  /** Whether it examines something. */
  examines: boolean;
}

/** Words that every such passage has; most passages have none and need no closer look. */
const SUSPICIOUS =
  /claim|myth|misconception|rumou?r|legend|hoax|fiction|false|fake|true|wrong|correct|accurate|debunk|busted|lie\b|nonsense|baseless|unfounded|mislead|unproven|unverified|fabricated|fact\b|context|mixture|pants on fire|quot(?:e|ation)|made[- ]up/i;

/** Reads the statements of a passage. */
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
  /** Whether what comes next is still what the passage examines. */
  #isQuoting: boolean;
  /** Whether the sentence before was the label of a rating. */
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

  /** "False" says something of what stands before it after a label, after what is examined, and as a sentence. */
  #isRatingAlone(sentence: string): boolean {
    return (this.#isLabelled || this.#isQuoting || /[.!]$/.test(sentence)) && isRatingAlone(sentence);
  }

  #quote(sentence: string): void {
    this.#isQuoting = true;
    if (sentence.trim() !== '') this.examines = true;
  }

  /** Of what was quoted last, else of the sentence before. */
  #rate(): void {
    if (!this.#isQuoting && this.stated.pop() !== undefined) this.examines = true;
    this.#isQuoting = false;
  }
}

/** True if what a passage has of the claim is what it quotes and examines, which supports nothing, whoever reads it. */
export function isQuotedClaim({ grounds }: Pick<PassageJudgement, 'grounds'>): boolean {
  return grounds[0] === 'quoted_claim';
}
