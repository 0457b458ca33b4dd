/** Removes pronunciations, which encyclopaedias put after a name, and splits brackets that the tokenizer took for emoticons. */
import { isKnownWord } from '#engine/text/lexicon.ts';
import type { Token } from '#engine/text/nlp.ts';

/** Tokens such as ";)" and "(;", which are really a punctuation mark and a bracket. */
const FACE = /^(?:[;:,]\)|\([;:,]|\)[;:,]|\.\.)$/;
/** Letters of the phonetic alphabet, and its stress and length marks. */
const PHONETIC = /[\u0250-\u02ff]/u;
function apart(token: Token): Token[] {
  return [...token.text].map((text, at) => ({
    ...token,
    text,
    lower: text,
    lemma: text,
    pos: 'PUNCT' as const,
    start: token.start + at,
    end: token.start + at + 1,
  }));
}

/** The index after the bracketed pronunciation that begins at `at`, or `at` itself if none begins there. */
function pronunciationEnd(tokens: readonly Token[], at: number): number {
  if (tokens[at]!.text !== '[') return at;
  const close = tokens.findIndex(({ text }, i) => i > at && text === ']');
  const inner = tokens.slice(at + 1, Math.max(close, at + 1));
  const isPhonetic = inner.some(({ text }) => PHONETIC.test(text));
  // A bracket with ordinary words such as "[allegedly ə]" or "[not ə]" carries meaning.
  const hasWord = inner.some(
    ({ lower }) =>
      /^(?:not?|non|nor|never|but|if|or|ex)$/.test(lower) ||
      (lower.length > 3 && isKnownWord(lower)) ||
      /^[a-z]{7,}$/.test(lower),
  );
  return isPhonetic && !hasWord ? close + 1 : at;
}

/** True for punctuation left over where a bracket has lost a part of its content: "(; born 1954)". */
function isStray(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!;
  const [before, next] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
  return /^[;,]$/.test(text) && (before === '(' || next === ')');
}

/** The tokens without pronunciations: "Neefe ([ˈneːfə]; 5 February 1748)" becomes "Neefe (5 February 1748)". */
export function withoutPronunciations(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => text === '[' || FACE.test(text))) return tokens;
  const split = tokens.flatMap((token) => (FACE.test(token.text) ? apart(token) : [token]));
  const kept: Token[] = [];
  for (let at = 0; at < split.length; ) {
    const end = pronunciationEnd(split, at);
    if (end > at) at = end;
    else kept.push(split[at++]!);
  }
  const plain = kept.filter((_, at) => !isStray(kept, at));
  return plain.filter(
    ({ text }, at) => !(text === '(' && plain[at + 1]?.text === ')') && !(text === ')' && plain[at - 1]?.text === '('),
  );
}
