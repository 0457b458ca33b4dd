/** Parts of a claim that only name what the document is about. */
import type { Item } from '#engine/syntax/items.ts';
import { isCalled, type Subject } from '../read/subject.ts';
import type { Span } from './path.ts';
import { hasRival, nameRuns, opensAnother, type Referents } from './reference.ts';

/** "Rival museums charge nothing.": a sentence about another thing of the document's kind, in a text about "the Tarn Museum". */
function isOfAnother(sentence: readonly Item[], { names }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  return sentence
    .slice(0, Math.max(verb, 0))
    .some(
      ({ key, lower, kind }, at) =>
        /^(?:another|other|rival|competitor)$/.test(key) ||
        (kind === 'word' && names.has(key) && opensAnother(sentence, at, key, [lower])),
    );
}

const NAMING = new Set('of at in by for to with from on'.split(' '));

/** Words of a name. Of a row of numbers, each run would be compared with each line otherwise. */
const LONGEST_NAME = 12;

/** Whether the text before has come to speak of another than what the document is about. */
function speaksOfAnother({ document, before, earlier }: Referents): boolean {
  if (earlier.some((sentence) => isOfAnother(sentence, document))) return true;
  if (before !== null) return before.some((item) => isForeign(item, document));
  // What the sentence before is about stays open: then nothing before it may name another.
  const own = [...document.names];
  return earlier.some((sentence) => hasRival(sentence, own, 'it'));
}

function isForeign({ isName, lower }: Item, { names }: Pick<Subject, 'names'>): boolean {
  return isName && !names.has(lower);
}

const LINKS = new Set('of at in from on near'.split(' '));

/**
 * Whether the sentence names its subject itself: it belongs to that. Not what "in", "of" or "from" leads to, if the claim has it too ("the
 * *inn at Nesvik*"), unless it tells one from another of the document's kind ("the museum in Orr" beside "the Tarn Museum").
 */
function namesAnother(claim: readonly Item[], items: readonly Item[], { names, words }: Subject): boolean {
  const verb = items.findIndex(({ tense }) => tense !== null);
  const subject = items.slice(0, Math.max(verb, 0));
  const isInClaim = ({ lower }: Item) => claim.some((item) => item.lower === lower);
  return nameRuns(subject).some(({ start, end }) => {
    const run = subject.slice(start, end);
    if (run.every((item) => !isForeign(item, { names }))) return false;
    // Capitalised at the sentence's beginning alone, what the claim writes small is no name.
    if (start === 0 && end === 1 && claim.some(({ text }) => text === run[0]!.lower)) return false;
    const link = subject[start - 1];
    const head = subject[start - 2];
    const isLinked = link !== undefined && LINKS.has(link.lower) && head !== undefined && !words.has(head.key);
    return !(isLinked && run.every(isInClaim));
  });
}

/** Parts of a claim that only name the document's subject: "a *Rolla* booking", "in *the Tarn Museum*", "*Ostrava's* sales". */
export function namedParts(claim: readonly Item[], items: readonly Item[], referents: Referents): Span[] {
  const spans: Span[] = [];
  const { document } = referents;
  if (speaksOfAnother(referents) || namesAnother(claim, items, document)) return [];
  const isNaming = (item: Item | undefined) =>
    item !== undefined &&
    (document.names.has(item.lower) || (item.kind === 'quantity' && document.names.has(item.text)));
  for (let start = 0; start < claim.length; start++) {
    // Of a name all parts or none: "Drake" alone doesn't name the bell.
    if (!isNaming(claim[start]) || claim[start - 1]?.isName === true) continue;
    const longest = Math.min(claim.length, start + LONGEST_NAME);
    for (let end = start + 1; end <= longest && isPart(claim[end - 1], isNaming); end++) {
      if (!isNaming(claim[end - 1]) || claim[end]?.isName === true) continue;
      const run = claim.slice(start, end);
      if (!run.some(({ isName, text }) => isName || /^\p{Lu}/u.test(text))) continue;
      if (
        !isCalled(
          document,
          run.map(({ lower }) => lower),
        )
      )
        continue;
      const next = claim[end];
      const isPossessive = next?.lower === "'s" || next?.lower === '’s' || next?.lower === "'";
      if (isPossessive) spans.push({ start, end: end + 1, ground: 'document_subject' });
      else if (next !== undefined && (/^(?:NOUN|ADJ|PROPN|NUM)$/.test(next.pos) || next.tense === 'gerund'))
        spans.push({ start, end, ground: 'document_subject' });
      if (!isPossessive && start > 0 && NAMING.has(claim[start - 1]!.lower))
        spans.push({ start: start - 1, end, ground: 'document_subject' });
    }
  }
  return spans;
}

function isPart(item: Item | undefined, isNaming: (item: Item | undefined) => boolean): boolean {
  return isNaming(item) || item?.lower === 'and' || item?.lower === 'of';
}
