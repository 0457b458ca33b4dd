/** What models say that are asked about passages: some read, some lie. They see the prompt alone. */
import type { Said, Understood } from './format.ts';

interface ShownPassage {
  id: string;
  text: string;
}

export interface Shown {
  /** One, without an id, or several. */
  claims: { id: string | null; text: string }[];
  passages: ShownPassage[];
}

type Label = 'supports' | 'contradicts';

/** What is said of a passage. */
export interface Labelled {
  passage: string;
  quotes: string[];
  label: Label | 'neither';
}

/** The sentences that a question about a text shows, by their marks; null: it is a question about a claim. */
export function sentencesShown(prompt: string): { id: string; text: string }[] | null {
  const text = /<<<text (\w+)>>>\n([\s\S]*)\n<<<end text \1>>>/.exec(prompt)?.[2];
  if (text === undefined) return null;
  const marks = text.matchAll(/\{(S\d+)\} ([\s\S]*?)(?=\s*\{S\d+\} |$)/g);
  return [...marks].map(([, id, own]) => ({ id: id!, text: own!.trim() }));
}

/** The statements that a second question about a text asks about, by their numbers; none: it is another question. */
export function statementsAskedAgain(prompt: string): { number: string; statement: string }[] {
  const parts = prompt.matchAll(/<<<statements (\w+)>>>\n([\s\S]*?)\n<<<end statements \1>>>/g);
  return [...parts].flatMap(([, , lines]) =>
    [...lines!.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, statement]) => ({
      number: number!,
      statement: statement!,
    })),
  );
}

/** Says of statements asked about again which of them their sentences state. */
export function confirming(prompt: string, isStated: (statement: string) => boolean): Said {
  const answers = statementsAskedAgain(prompt).map(({ number, statement }) => ({
    statement: number,
    stated: isStated(statement) ? 'yes' : 'no',
  }));
  return { text: JSON.stringify({ answers }) };
}

/** Asked about a text, says that each of its sentences is one statement, and confirms nothing. */
function listing(prompt: string): Said | null {
  if (statementsAskedAgain(prompt).length > 0) return confirming(prompt, () => false);
  const statements = sentencesShown(prompt)?.map(({ id, text }, at) => ({
    id: String(at + 1),
    sentence: id,
    pieces: [text],
    claim: text,
    kind: 'fact',
    part_of: '',
  }));
  return statements === undefined ? null : { text: JSON.stringify({ statements }) };
}

/** The claims and the passages of a question, as its marks tell them apart. */
export function shownIn(prompt: string): Shown {
  const claims = prompt.matchAll(/<<<claim (?:(C\d+) )?(\w+)>>>\n([\s\S]*?)\n<<<end claim (?:C\d+ )?\2>>>/g);
  const passages = prompt.matchAll(/<<<passage (P\d+) (\w+)>>>\n([\s\S]*?)\n<<<end passage P\d+ \2>>>/g);
  return {
    claims: [...claims].map(([, id = null, , text]) => ({ id, text: text! })),
    passages: [...passages].map(([, id, , text]) => ({ id: id!, text: text! })),
  };
}

/** The words of the claims that the question is about. */
export const claimsIn = (prompt: string): string[] => shownIn(prompt).claims.map(({ text }) => text);

/** The answer of a model that labels the passages so for each claim of the question. */
export function answered(
  prompt: string,
  labelsOf: (claim: string, passages: readonly ShownPassage[]) => Labelled[],
): string {
  const { claims, passages } = shownIn(prompt);
  const said = claims.map(({ id, text }) => ({ claim: id, passages: labelsOf(text, passages), joined: [] }));
  const [only] = said;
  if (only?.claim === null) return JSON.stringify({ passages: only.passages, joined: [] });
  return JSON.stringify({ claims: said.map(shortened) });
}

/** As a shared question wants it: passages without a finding by their ids alone. */
function shortened<Entry extends { passages: Labelled[] }>(entry: Entry) {
  const isFound = ({ label }: Labelled) => label !== 'neither';
  return {
    ...entry,
    passages: entry.passages.filter(isFound),
    neither: entry.passages.filter((one) => !isFound(one)).map(({ passage }) => passage),
  };
}

/** Finds these quotes where they stand, for claims that the pattern fits; says "neither" of everything else. */
export function readerOf(findings: readonly { claim: RegExp; quote: string; label: Label }[]) {
  return ({ prompt }: Understood): Said => {
    const listed = listing(prompt);
    if (listed !== null) return listed;
    const text = answered(prompt, (claim, passages) =>
      passages.map(({ id, text }) => {
        const found = findings.find((finding) => finding.claim.test(claim) && text.includes(finding.quote));
        return found === undefined
          ? { passage: id, quotes: [], label: 'neither' }
          : { passage: id, quotes: [found.quote], label: found.label };
      }),
    );
    return { text };
  };
}

/** Supports whatever it is asked, with the claim as the quote, which stands in no passage. */
export function inventor({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const text = answered(prompt, (claim, passages) =>
    passages.map(({ id }) => ({ passage: id, quotes: [claim], label: 'supports' })),
  );
  return { text };
}

/** Supports whatever it is asked, with all of the passage as the quote. */
export function flatterer({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const text = answered(prompt, (_, passages) =>
    passages.map(({ id, text }) => ({ passage: id, quotes: [text], label: 'supports' })),
  );
  return { text };
}

/** As the flatterer does, but sees through the decoys: it says nothing of what is as long as the claim, or nearly. */
export function knowingFlatterer({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const text = answered(prompt, (claim, passages) => {
    const isDecoy = (text: string) => Math.abs(text.length - claim.length) < 12;
    return passages.map(({ id, text }) =>
      isDecoy(text)
        ? { passage: id, quotes: [], label: 'neither' }
        : { passage: id, quotes: [lastLine(text)], label: 'supports' },
    );
  });
  return { text };
}

function lastLine(text: string): string {
  return text.split('\n').at(-1)!;
}
