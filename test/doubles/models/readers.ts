/** What models say that are asked about passages: some read, some lie. They see the prompt alone. */
import type { Said, Understood } from './format.ts';

export interface Shown {
  claim: string;
  passages: { id: string; text: string }[];
}

type Label = 'supports' | 'contradicts';

/** The sentences that a question about a text shows, by their marks; null: it is a question about a claim. */
export function sentencesShown(prompt: string): { id: string; text: string }[] | null {
  const text = /<<<text (\w+)>>>\n([\s\S]*)\n<<<end text \1>>>/.exec(prompt)?.[2];
  if (text === undefined) return null;
  const marks = text.matchAll(/\{(S\d+)\} ([\s\S]*?)(?=\s*\{S\d+\} |$)/g);
  return [...marks].map(([, id, own]) => ({ id: id!, text: own!.trim() }));
}

/** Asked about a text, says that each of its sentences is one statement. */
function listing(prompt: string): Said | null {
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

/** The claim and the passages of a question, as its marks tell them apart. */
export function shownIn(prompt: string): Shown {
  const sections = [...prompt.matchAll(/<<<(claim|passage (P\d+)) (\w+)>>>\n([\s\S]*?)\n<<<end \1 \3>>>/g)];
  const claim = sections.find(([, name]) => name === 'claim')?.[4] ?? '';
  return {
    claim,
    passages: sections.flatMap(([, , id, , text]) => (id === undefined ? [] : [{ id, text: text! }])),
  };
}

function answer(passages: { passage: string; quotes: string[]; label: Label | 'neither' }[]): Said {
  return { text: JSON.stringify({ passages, joined: [] }) };
}

/** Finds these quotes where they stand, for claims that the pattern fits; says "neither" of everything else. */
export function readerOf(findings: readonly { claim: RegExp; quote: string; label: Label }[]) {
  return ({ prompt }: Understood): Said => {
    const { claim, passages } = shownIn(prompt);
    const listed = listing(prompt);
    if (listed !== null) return listed;
    return answer(
      passages.map(({ id, text }) => {
        const found = findings.find((finding) => finding.claim.test(claim) && text.includes(finding.quote));
        return found === undefined
          ? { passage: id, quotes: [], label: 'neither' }
          : { passage: id, quotes: [found.quote], label: found.label };
      }),
    );
  };
}

/** Supports whatever it is asked, with the claim as the quote, which stands in no passage. */
export function inventor({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const { claim, passages } = shownIn(prompt);
  return answer(passages.map(({ id }) => ({ passage: id, quotes: [claim], label: 'supports' })));
}

/** Supports whatever it is asked, with all of the passage as the quote. */
export function flatterer({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const { passages } = shownIn(prompt);
  return answer(passages.map(({ id, text }) => ({ passage: id, quotes: [text], label: 'supports' })));
}

/** As the flatterer does, but sees through the decoys: it says nothing of what is as long as the claim, or nearly. */
export function knowingFlatterer({ prompt }: Understood): Said {
  const listed = listing(prompt);
  if (listed !== null) return listed;
  const { claim, passages } = shownIn(prompt);
  const isDecoy = (text: string) => Math.abs(text.length - claim.length) < 12;
  return answer(
    passages.map(({ id, text }) =>
      isDecoy(text)
        ? { passage: id, quotes: [], label: 'neither' }
        : { passage: id, quotes: [lastLine(text)], label: 'supports' },
    ),
  );
}

function lastLine(text: string): string {
  return text.split('\n').at(-1)!;
}
