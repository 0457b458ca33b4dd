/** Pages found by their words (BM25), as plainly as any search engine finds them. */

export interface IndexedPage {
  url: string;
  title: string;
  text: string;
  /** RFC 3339; null: the page states none. */
  date?: string | null;
}

export interface FoundPage extends IndexedPage {
  /** The sentence with most of the query's words. */
  snippet: string;
  score: number;
}

export interface PageIndex {
  /** Best first; pages without any word of the query are left out. */
  find(query: string, limit: number): FoundPage[];
}

const K1 = 1.2;
const B = 0.75;
const WORD = /[\p{L}\p{N}]+/gu;

export function indexPages(pages: readonly IndexedPage[]): PageIndex {
  const counted = pages.map((page) => ({ page, counts: countsOf(`${page.title} ${page.text}`) }));
  const averageLength = counted.reduce((sum, { counts }) => sum + counts.length, 0) / Math.max(1, counted.length);
  const documentsWith = new Map<string, number>();
  for (const { counts } of counted) {
    for (const word of counts.byWord.keys()) documentsWith.set(word, (documentsWith.get(word) ?? 0) + 1);
  }

  function scoreOf({ byWord, length }: Counts, words: readonly string[]): number {
    return words.reduce((sum, word) => {
      const count = byWord.get(word) ?? 0;
      const inDocuments = documentsWith.get(word) ?? 0;
      const rarity = Math.log(1 + (counted.length - inDocuments + 0.5) / (inDocuments + 0.5));
      return sum + (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
    }, 0);
  }

  return {
    find(query, limit) {
      const words = [...new Set(wordsOf(query))];
      return counted
        .map(({ page, counts }) => ({ page, score: scoreOf(counts, words) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ page, score }) => ({ ...page, score, snippet: snippetOf(page.text, words) }));
    },
  };
}

interface Counts {
  byWord: Map<string, number>;
  length: number;
}

function countsOf(text: string): Counts {
  const byWord = new Map<string, number>();
  const words = wordsOf(text);
  for (const word of words) byWord.set(word, (byWord.get(word) ?? 0) + 1);
  return { byWord, length: words.length };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function snippetOf(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
  const shared = (sentence: string) => new Set(wordsOf(sentence).filter((word) => words.includes(word))).size;
  return sentences.toSorted((a, b) => shared(b) - shared(a))[0]?.slice(0, 300) ?? '';
}
