/**
 * Which parts of a claim a passage contains, in words. The judge writes this sentence at the beginning of an
 * explanation; reports parse it to show the parts at a glance.
 */
import { composedRegExp } from './composed-regexps.ts';

/** A part that the passage contains. Texts are those of the claim, except for `as`. */
export interface HeldPart {
  text: string;
  /** The different words of the passage for it; null: the words are those of the claim. */
  as: string | null;
  /** Whether it is uncertain that those words mean the same. */
  isLoose: boolean;
  /** Whether only the heading above the passage, or the title of its document, contains it. */
  isAbove: boolean;
}

/** A part for which the passage has something else. */
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

/** On one line and without quotation marks of its own, so that it can be parsed. */
function quoted(text: string): string {
  // Most parts are single words, which stay as they are.
  const line = /[\s"“”]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim().replaceAll(/["“”]/g, "'") : text;
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

const SENTENCE = composedRegExp(
  `^It (?=has |says )(?:has (?<has>${several(HELD)})(?=[.;]))?(?:(?:; )?has (?<differs>${several(DIFFERING)})(?=[.;]))?` +
    `(?:(?:; )?says nothing of (?<lacks>${several(QUOTED)})(?=\\.))?\\.(?: |$)`,
);

const HELD_PIECES = /"([^"]*)"(?: \((?:(perhaps )?as "([^"]*)"|(in the heading or title))\))?/g;

export interface ReadExplanation {
  parts: FoundParts;
  /** The explanation after the parts. */
  rest: string;
}

/** Parses the parts at the beginning of the explanation; null if there are none. */
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
