/**
 * Passages of fact checks quote what they refute: "Claim: The tower is 500 m tall. Rating: False." Such a quotation supports
 * nothing; what the fact check concludes counts.
 */

import { headlineOf, withoutHeadline } from '#engine/text/lines.ts';
import {
  afterExaminedLabel,
  callsFabricated,
  deniesReport,
  type FactCheckRating,
  headsExamined,
  isLabelledStated,
  isRatingLabel,
  namesSpeaker,
  pointsBack,
  ratingAlone,
  ratingIn,
  tellsOfClaimInLaw,
  wordsReportedIn,
} from '#engine/text/ratings.ts';
import { sentences } from '#engine/text/sentences.ts';
import type { PassageJudgement } from '#engine/types/judging.ts';

export interface ReadStatements {
  /** What the passage states by itself: without its heading and what it only quotes. The whole rest where it quotes nothing. */
  stated: string;
  /** What it examines, each with what it says of it; null: nothing in this passage. */
  examined: { text: string; rating: FactCheckRating | null }[];
}

/** Words that every such passage has; most passages have none and need no closer look. */
const SUSPICIOUS =
  /claim|myth|misconception|rumou?r|legend|hoax|fiction|false|fake|true|wrong|correct|accurate|debunk|busted|lie\b|nonsense|baseless|unfounded|mislead|unproven|unverified|fabricated|fact\b|context|mixture|pants on fire|quot(?:e|ation)|made[- ]up/i;

/** Reads the statements of a passage. */
export function readStatements(passage: string): ReadStatements {
  const text = withoutHeadline(passage);
  if (!SUSPICIOUS.test(passage)) return { stated: text, examined: [] };
  const reader = new StatementReader(headsExamined(headlineOf(passage) ?? ''));
  let read = 0;
  for (const { start, end } of sentences(text)) {
    reader.read(text.slice(start, end), text.slice(read, start).includes('\n\n'));
    read = end;
  }
  const { stated, examined } = reader;
  return examined.length === 0 ? { stated: text, examined } : { stated: stated.join(' '), examined };
}

class StatementReader {
  readonly stated: string[] = [];
  readonly examined: { text: string; rating: FactCheckRating | null }[] = [];
  /** Whether what comes next is still what the passage examines. */
  #isQuoting: boolean;
  /** Whether the sentence before was the label of a rating. */
  #isLabelled = false;

  constructor(isQuoting: boolean) {
    this.#isQuoting = isQuoting;
  }

  read(sentence: string, opensParagraph: boolean): void {
    const rating = ratingIn(sentence) ?? this.#ratingAlone(sentence);
    const examined = afterExaminedLabel(sentence);
    this.#isLabelled = isRatingLabel(sentence);
    if (rating !== null) this.#rate(rating, callsFabricated(sentence), opensParagraph && pointsBack(sentence));
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
  #ratingAlone(sentence: string): FactCheckRating | null {
    const follows = this.#isLabelled || this.#open().length > 0 || /[.!]$/.test(sentence);
    return follows ? ratingAlone(sentence) : null;
  }

  #quote(sentence: string): void {
    this.#isQuoting = true;
    if (sentence.trim() !== '') this.examined.push({ text: sentence, rating: null });
  }

  #open(): { text: string; rating: FactCheckRating | null }[] {
    return this.examined.filter(({ rating }) => rating === null);
  }

  /** Of what was quoted last, else of the sentence before. */
  #rate(rating: FactCheckRating, isOfMaking: boolean, isSetApart: boolean): void {
    this.#isQuoting = false;
    // What a speaker never said may be so all the same.
    const ratingFor = (text: string) => (isOfMaking && namesSpeaker(text) ? 'open' : rating);
    const open = this.#open();
    const before = this.stated.at(-1);
    if (open.length === 0 && before !== undefined) this.#rateStated(before, ratingFor(before), isSetApart);
    for (const each of open) each.rating = ratingFor(each.text);
  }

  /**
   * The sentence before counts as what is rated only if it gives the words of others, or is set apart from the rating as
   * a quotation is. Else the rating may be about something earlier: the sentence is then neither stated nor refuted.
   */
  #rateStated(before: string, rating: FactCheckRating, isSetApart: boolean): void {
    if (tellsOfClaimInLaw(before)) return;
    // That somebody said it is not what was rated. Where it is denied, the rating may be of the denial.
    const words = wordsReportedIn(before) ?? (isSetApart && !deniesReport(before) ? before : null);
    if (words !== null) this.examined.push({ text: words, rating });
    if (rating === 'true') return;
    this.stated.pop();
    if (words === null) this.examined.push({ text: before, rating: 'open' });
  }
}

/** True if what a passage has of the claim is what it quotes and examines, which supports nothing, whoever reads it. */
export function isQuotedClaim({ grounds }: Pick<PassageJudgement, 'grounds'>): boolean {
  return grounds[0] === 'quoted_claim';
}
