/**
 * Passages of fact checks quote what they refute: "Claim: The tower is 500 m tall. Rating: False." Such a quotation supports
 * nothing; what the fact check concludes counts.
 */
import {
  afterExaminedLabel,
  headsExamined,
  isLabelledStated,
  isRulingLabel,
  type Ruling,
  rulingAlone,
  rulingIn,
} from '#engine/language/rulings.ts';
import { sentences } from '#engine/language/sentences.ts';
import { headlineOf, withoutHeadline } from '#engine/retrieval/lines.ts';

export interface ReadStatements {
  /** What the passage states by itself: without its heading and what it only quotes. The whole rest where it quotes nothing. */
  stated: string;
  /** What it examines, each with what it says of it; null: nothing in this passage. */
  examined: { text: string; ruling: Ruling | null }[];
}

/** Words that every such passage has; most passages have none and need no closer look. */
const SUSPICIOUS =
  /claim|myth|misconception|rumou?r|legend|hoax|fiction|false|fake|true|wrong|correct|accurate|debunk|busted|lie\b|nonsense|baseless|unfounded/i;

/** Reads the statements of a passage. */
export function readStatements(passage: string): ReadStatements {
  const text = withoutHeadline(passage);
  if (!SUSPICIOUS.test(passage)) return { stated: text, examined: [] };
  const reader = new StatementReader(headsExamined(headlineOf(passage) ?? ''));
  for (const { start, end } of sentences(text)) reader.read(text.slice(start, end));
  const { stated, examined } = reader;
  return examined.length === 0 ? { stated: text, examined } : { stated: stated.join(' '), examined };
}

class StatementReader {
  readonly stated: string[] = [];
  readonly examined: { text: string; ruling: Ruling | null }[] = [];
  /** Whether what comes next is still what the passage examines. */
  #isQuoting: boolean;
  /** Whether the sentence before was the label of a ruling. */
  #isLabelled = false;

  constructor(isQuoting: boolean) {
    this.#isQuoting = isQuoting;
  }

  read(sentence: string): void {
    const ruling = rulingIn(sentence) ?? this.#rulingAlone(sentence);
    const examined = afterExaminedLabel(sentence);
    this.#isLabelled = isRulingLabel(sentence);
    if (ruling !== null) this.#rule(ruling);
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
  #rulingAlone(sentence: string): Ruling | null {
    const follows = this.#isLabelled || this.#open().length > 0 || /[.!]$/.test(sentence);
    return follows ? rulingAlone(sentence) : null;
  }

  #quote(sentence: string): void {
    this.#isQuoting = true;
    if (sentence.trim() !== '') this.examined.push({ text: sentence, ruling: null });
  }

  #open(): { ruling: Ruling | null }[] {
    return this.examined.filter(({ ruling }) => ruling === null);
  }

  /** Of what was quoted last, else of the sentence before, which is then only quoted too. */
  #rule(ruling: Ruling): void {
    this.#isQuoting = false;
    const open = this.#open();
    if (open.length === 0) {
      const before = this.stated.pop();
      if (before !== undefined) this.examined.push({ text: before, ruling });
    }
    for (const each of open) each.ruling = ruling;
  }
}
