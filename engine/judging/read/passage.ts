/** A passage as judging reads it: its sentences in order, each analysed once, whatever number of claims it is held against. */
import { LRUCache } from 'lru-cache';
import { keepsPassages } from '#engine/text/kept.ts';
import { isTableRow } from '#engine/text/lines.ts';
import { analysePassage, type Token } from '#engine/text/nlp.ts';
import { sentences } from '#engine/text/sentences.ts';
import { type ReadSentence, readSentence } from './sentence.ts';

export interface ReadPassage {
  sentences: readonly ReadSentence[];
}

/** Measured memory of an item, besides the text. */
const BYTES_PER_ITEM = 320;

const kept = keepsPassages(
  new LRUCache<string, ReadPassage>({
    maxSize: 14_000_000,
    sizeCalculation: (passage, text) =>
      2 * text.length + passage.sentences.reduce((sum, { items }) => sum + BYTES_PER_ITEM * (items.length + 1), 200),
  }),
);

/** The passage's sentences; kept by its literal text. */
export function readPassage(text: string): ReadPassage {
  let found = kept.get(text);
  if (found === undefined) {
    found = { sentences: sentencesOf(text) };
    kept.set(text, found);
  }
  return found;
}

const STATED_LABEL = /^(?:a|answer|facts?|note|result|finding|ps|truth|reality)$/u;
const SPEECH_LABEL = /^(?:q|question|myth|rumou?r|claim|example|misconception)$/u;

/** Without the mark of a list item, the number of a clause, and marks of emphasis. */
function withoutMarkers(tokens: readonly Token[]): Token[] {
  const plain = tokens.filter(({ text }) => !/^[*_#`]+$/u.test(text));
  let first = 0;
  while (first < 8 && first < plain.length - 2 && isMarker(plain, first)) first++;
  // "A: …", "Fact: …", "Note: …": who or what speaks.
  if (/^[:–—-]$/.test(plain[first + 1]?.text ?? '') && STATED_LABEL.test(plain[first]!.lower)) first += 2;
  return plain.slice(first);
}

/** "(2)", "3.5", "31.", "a)", "Sec. 21." */
function isMarker(tokens: readonly Token[], at: number): boolean {
  const { text, lower } = tokens[at]!;
  const next = tokens[at + 1]!;
  if (/^[-•–]$/.test(text) || /^\d{1,3}(?:\.\d{1,3})+\.?$/.test(text)) return at === 0;
  if (text === '(') return /^[a-z0-9]{1,4}$/iu.test(next.text) && tokens[at + 2]?.text === ')';
  if (/^[.)]$/.test(text)) return at > 0;
  if (/^(?:sec|art|clause|section|article)$/.test(lower)) return next.text === '.' || /^\d/.test(next.text);
  return /^(?:\d{1,3}|[a-z]|[ivx]{1,4})$/iu.test(text) && /^[.)]$/.test(next.text);
}

function sentencesOf(text: string): ReadSentence[] {
  const tokens = analysePassage(text);
  const read: ReadSentence[] = [];
  let at = 0;
  let lead = '';
  for (const { start, end } of sentences(text)) {
    while (at < tokens.length && tokens[at]!.end <= start) at++;
    const first = at;
    while (at < tokens.length && tokens[at]!.start < end) at++;
    const literal = text.slice(start, end);
    const own = withoutMarkers(tokens.slice(first, at));
    const isItem = /^\s*(?:[-*•–]|\(?[a-z0-9]{1,3}[.)])\s/iu.test(literal);
    if (!isItem) lead = literal;
    const isUnderLead = isItem && lead.endsWith(':');
    const isLabelled = own[1]?.text === ':' && SPEECH_LABEL.test(own[0]!.lower);
    const states = !isUnderLead && !isLabelled && !/\?["'”’)]*$/u.test(literal) && !isTableRow(literal);
    read.push(readSentence(literal, own, states));
  }
  return read;
}
