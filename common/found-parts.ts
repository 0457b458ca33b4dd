/**
 * Which parts of a claim a passage has, in words: the judge writes the sentence, reports read it back to show the parts
 * at a glance. It stands at the beginning of an explanation.
 */

/** A part that the passage has. Texts are those of the claim, but for `as`. */
export interface HeldPart {
  text: string;
  /** In these other words of the passage; null: in the claim's own. */
  as: string | null;
  /** Whether those words mean the same is not certain. */
  isLoose: boolean;
  /** Only the heading above the passage or the title of its document has it. */
  isAbove: boolean;
}

/** A part in whose place the passage has something else. */
export interface DifferingPart {
  text: string;
  instead: string;
}

export interface FoundParts {
  has: readonly HeldPart[];
  differs: readonly DifferingPart[];
  lacks: readonly string[];
}

const MOST = 12;
const LONGEST = 80;
/** Stands for the parts beyond `MOST`. */
const AND_SO_ON = '…';

/** The sentence; empty if there are no parts. */
export function partsSentence({ has, differs, lacks }: FoundParts): string {
  const clauses: string[] = [];
  if (has.length > 0) clauses.push(`has ${list(has, heldText)}`);
  if (differs.length > 0) clauses.push(`has ${list(differs, differingText)}`);
  if (lacks.length > 0) clauses.push(`says nothing of ${list(lacks, quoted)}`);
  return clauses.length === 0 ? '' : `It ${clauses.join('; ')}.`;
}

function list<Part>(parts: readonly Part[], textOf: (part: Part) => string): string {
  const shown = parts.slice(0, MOST).map(textOf);
  if (parts.length > MOST) shown.push(quoted(AND_SO_ON));
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** On one line and without quotation marks of its own, so that it can be read back. */
function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().replaceAll(/["“”]/g, "'");
  return `"${line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line}"`;
}

function heldText({ text, as, isLoose, isAbove }: HeldPart): string {
  if (isAbove) return `${quoted(text)} (in the heading or title)`;
  return as === null ? quoted(text) : `${quoted(text)} (${isLoose ? 'perhaps as' : 'as'} ${quoted(as)})`;
}

function differingText({ text, instead }: DifferingPart): string {
  return `${quoted(instead)} where the claim has ${quoted(text)}`;
}

const QUOTED = '"[^"]*"';
const HELD = `${QUOTED}(?: \\((?:(?:perhaps )?as ${QUOTED}|in the heading or title)\\))?`;
const DIFFERING = `${QUOTED} where the claim has ${QUOTED}`;
const several = (part: string) => `${part}(?:, ${part})*(?: and ${part})?`;

const SENTENCE = new RegExp(
  `^It (?=has |says )(?:has (?<has>${several(HELD)})(?=[.;]))?(?:(?:; )?has (?<differs>${several(DIFFERING)})(?=[.;]))?` +
    `(?:(?:; )?says nothing of (?<lacks>${several(QUOTED)})(?=\\.))?\\.(?: |$)`,
);

const HELD_PIECES = /"([^"]*)"(?: \((?:(perhaps )?as "([^"]*)"|(in the heading or title))\))?/g;

export interface ReadExplanation {
  parts: FoundParts;
  /** What the explanation says after the parts. */
  rest: string;
}

/** The parts that the explanation begins with; null if it doesn't begin with any. */
export function readParts(explanation: string): ReadExplanation | null {
  const match = SENTENCE.exec(explanation);
  if (match === null) return null;
  const { has = '', differs = '', lacks = '' } = match.groups!;
  const parts = {
    has: Array.from(has.matchAll(HELD_PIECES), ([, text, loose, as, above]) => ({
      text: text!,
      as: as ?? null,
      isLoose: loose !== undefined,
      isAbove: above !== undefined,
    })),
    differs: Array.from(differs.matchAll(/"([^"]*)" where the claim has "([^"]*)"/g), ([, instead, text]) => ({
      text: text!,
      instead: instead!,
    })),
    lacks: Array.from(lacks.matchAll(/"([^"]*)"/g), ([, text]) => text!),
  };
  return { parts, rest: explanation.slice(match[0].length) };
}
