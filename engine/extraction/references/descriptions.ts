/** Resolves descriptions such as "the company" or "the mill" to a name in the text that has been called that. */
import type { Word } from '../grammar/word.ts';
import type { Mention } from './mentions.ts';
import type { Reference } from './reference.ts';

/** After this many sentences, a name gives way to one that was mentioned later. */
const RECENT = 5;

interface Named {
  text: string;
  /** Nouns for it: "mill" for "the Karsund Mill", "company" for "Kubo is a company". */
  nouns: Set<string>;
  /** Number of the last sentence that mentions it. */
  seen: number;
}

/** The names of a text, with the nouns that it uses for them. */
export class Descriptions {
  readonly #named = new Map<string, Named>();
  #sentence = 0;

  /** Notes the names in a sentence. */
  note(words: readonly Word[], names: readonly Mention[]): void {
    this.#sentence++;
    for (const mention of names) {
      if (mention.text === null || mention.isPlural || mention.isPerson === true) continue;
      const known = this.#named.get(mention.key) ?? { text: nameOf(words, mention), nouns: new Set<string>(), seen: 0 };
      known.seen = this.#sentence;
      for (const noun of nounsOf(words, mention)) known.nouns.add(noun);
      this.#named.set(mention.key, known);
    }
  }

  /** Resolves the descriptions in a sentence that has not been noted yet. */
  resolve(words: readonly Word[]): Reference[] {
    return words.flatMap((word, at): Reference[] => {
      if (word.lower !== 'the' || !isAlone(words, at + 1)) return [];
      const noun = words[at + 1]!.lower;
      const all = [...this.#named.values()].filter(({ nouns }) => nouns.has(noun));
      const recent = all.filter(({ seen }) => seen > this.#sentence - RECENT);
      const found = recent.length > 0 ? recent : all;
      if (found.length === 0) return [];
      const [only] = found;
      const replacement = found.length === 1 ? only!.text : null;
      const candidates = found.length > 1 ? found.map(({ text }) => text) : [];
      return [{ from: at, to: at + 2, replacement, antecedents: placesOf(words, found), candidates }];
    });
  }
}

/** Whether the noun at `at` is the whole phrase: "the mill", not "the mill owner", "the mill at Hull" or "the old mill". */
function isAlone(words: readonly Word[], at: number): boolean {
  const [noun, next] = [words[at], words[at + 1]];
  if (noun?.pos !== 'NOUN') return false;
  if (next === undefined) return true;
  return !/^(?:NOUN|PROPN|NUM)$/u.test(next.pos) && !/^(?:of|-|that|which|who|whose|where)$/u.test(next.lower);
}

const nameOf = (words: readonly Word[], { from, to }: Mention): string =>
  words
    .slice(from, to)
    .map(
      (word, i, all) =>
        (i > 0 && word.start > all[i - 1]!.end ? ' ' : '') + (i === 0 && word.pos === 'DET' ? word.lower : word.text),
    )
    .join('');

/** The nouns for a name: its own ("the Karsund Mill"), one before it ("the island of Elba"), or one that "is a …" gives it. */
function nounsOf(words: readonly Word[], { from, to }: Mention): string[] {
  const own = words.slice(from, to).filter(({ pos }) => pos !== 'DET');
  const nouns: string[] = [];
  if (own.length > 1) nouns.push(own.at(-1)!.lower);
  if (own[1]?.lower === 'of') nouns.push(own[0]!.lower);
  // "the island of Elba"
  if (words[from - 1]?.lower === 'of' && words[from - 3]?.lower === 'the' && words[from - 2]?.pos === 'NOUN')
    nouns.push(words[from - 2]!.lower);
  if (/^(?:is|was)$/u.test(words[to]?.lower ?? '') && /^an?$/u.test(words[to + 1]?.lower ?? '')) {
    let at = to + 2;
    while (/^(?:ADJ|NOUN|PROPN)$/u.test(words[at]?.pos ?? '')) at++;
    if (words[at - 1]!.pos === 'NOUN') nouns.push(words[at - 1]!.lower);
  }
  return nouns;
}

/** Where the sentence itself mentions one of the names. */
function placesOf(words: readonly Word[], found: readonly Named[]): [number, number][] {
  return found.flatMap(({ text }) => {
    const name = text.replace(/^the /u, '').split(/\s/u);
    const at = words.findIndex((_, i) => name.every((part, k) => words[i + k]?.text === part));
    return at < 0 ? [] : ([[at, at + name.length]] as [number, number][]);
  });
}
