/**
 * A language model that knows the right answers of articles, asked in whatever form, and words them as models of some size
 * do. It sees the prompt alone.
 */
import type { CalibrationArticle } from '#apps/models/calibration-data.ts';
import type { Said, Understood } from './format.ts';
import { sentencesShown, shownIn } from './readers.ts';

/** How it words what it knows. */
export type Habit =
  /** As it was asked to. */
  | 'plain'
  /** In a code fence. */
  | 'fenced'
  /** With a closing remark. */
  | 'trailing_words'
  /** Calls passages by numbers of its own. */
  | 'wrong_ids'
  /** Stops in the middle of longer JSON. */
  | 'half_an_object'
  /** Drafts another answer before the one that it gives, and only asked for words, keeps to them. */
  | 'thinking_aloud'
  /** Supports everything. */
  | 'one_label';

type Label = 'supports' | 'contradicts' | 'neither';

interface Judged {
  /** null: the only passage. */
  id: string | null;
  label: Label;
  quote: string;
}

const LONGEST_JSON = 160;

export function goldModel(articles: readonly Pick<CalibrationArticle, 'claims'>[], habit: Habit) {
  const gold = articles.flatMap(({ claims }) => claims);
  return ({ prompt }: Understood): Said => {
    const sentences = sentencesShown(prompt);
    if (sentences !== null) return { text: listed(gold, sentences, prompt.includes('S1 | words | claim'), habit) };
    const { claims } = shownIn(prompt);
    if (claims.length === 0) return { text: 'ready' };
    const shown = [...prompt.matchAll(/<<<passage ?(P\d+)? (\w+)>>>\n([\s\S]*?)\n<<<end passage/g)];
    const all = claims.map(({ id: claimId, text: claim }) => {
      const known = gold.toSorted((a, b) => likeness(b.claim, claim) - likeness(a.claim, claim))[0]!;
      const judged = shown.map(([, id = null, , text]): Judged => {
        const body = text!.replace(/^(?:(?:Title|Date): .*\n)+/, '');
        if (habit === 'one_label') return { id, label: 'supports', quote: firstSentence(body) };
        return { id, ...labelOf(known, claim, body) };
      });
      return { claim: claimId, judged };
    });
    const [{ claim, judged }] = all as [(typeof all)[number]];
    if (claim !== null) return { text: ofSeveral(all, habit) };
    return {
      text: prompt.includes('LABEL: supports, contradicts or neither') ? inWords(judged, habit) : inJson(judged, habit),
    };
  };
}

function labelOf(known: CalibrationArticle['claims'][number], claim: string, text: string): Omit<Judged, 'id'> {
  const nothing = { label: 'neither', quote: '' } as const;
  if (likeness(known.claim, claim) < 0.6) return nothing;
  const label = {
    supported: 'supports',
    contradicted: 'contradicts',
    unverifiable: null,
    not_checkable: null,
  } as const;
  const says = label[known.verdict];
  const quotes = known.evidence.map(({ quote }) => quote);
  if (says === null || quotes.length === 0 || !quotes.every((quote) => has(text, quote))) return nothing;
  const quote = text.includes(quotes[0]!) ? quotes[0]! : text;
  return { label: says, quote };
}

function asList(judged: readonly Judged[], habit: Habit) {
  return judged.map(({ id, label, quote }, at) => ({
    passage: habit === 'wrong_ids' ? `Passage ${at + 1}` : id,
    quotes: quote === '' ? [] : [quote],
    label,
  }));
}

function ofSeveral(all: readonly { claim: string | null; judged: readonly Judged[] }[], habit: Habit): string {
  const claims = all.map(({ claim, judged }) => ({ claim, passages: asList(judged, habit), joined: [] }));
  return worded(JSON.stringify({ claims }), '{"claims":[]}', habit);
}

function inJson(judged: readonly Judged[], habit: Habit): string {
  const [only] = judged;
  const answer =
    only!.id === null ? { quote: only!.quote, label: only!.label } : { passages: asList(judged, habit), joined: [] };
  const draft = only!.id === null ? { quote: '', label: 'neither' } : { passages: [], joined: [] };
  return worded(JSON.stringify(answer), JSON.stringify(draft), habit);
}

function worded(json: string, draft: string, habit: Habit): string {
  switch (habit) {
    case 'fenced':
      return `\`\`\`json\n${json}\n\`\`\``;
    case 'trailing_words':
      return `Here is the answer you asked for:\n\n${json}\n\nLet me know if anything else is needed!`;
    case 'half_an_object':
      return json.slice(0, LONGEST_JSON);
    case 'thinking_aloud':
      return `Let me think. At first sight I would say ${draft}, but on closer reading it is ${json}.`;
    default:
      return json;
  }
}

function inWords([only]: readonly Judged[], habit: Habit): string {
  const { label, quote } = only!;
  const thoughts = habit === 'thinking_aloud' ? 'The passage and the claim have to be compared first.\n\n' : '';
  return `${thoughts}**QUOTE:** ${quote === '' ? 'none' : quote.replaceAll('\n', ' ')}\n**LABEL:** ${label}`;
}

function listed(
  gold: readonly CalibrationArticle['claims'][number][],
  sentences: readonly { id: string; text: string }[],
  asLines: boolean,
  habit: Habit,
): string {
  const statements = sentences.flatMap(({ id, text }) => {
    const own = gold.filter(({ span = '' }) => span !== '' && text.includes(span));
    return own.map(({ span = '', claim }) => ({ sentence: id, span, claim }));
  });
  if (asLines) {
    const lines = statements.map(({ sentence, span, claim }) => `- ${sentence} | ${span} | ${claim}`);
    return habit === 'thinking_aloud' ? `I go through the marks.\n${lines.join('\n')}` : lines.join('\n');
  }
  const entries = statements.map(({ sentence, span, claim }, at) => ({
    id: String(at + 1),
    sentence,
    pieces: [span],
    claim,
    kind: 'fact',
    part_of: '',
  }));
  return worded(JSON.stringify({ statements: entries }), '{"statements":[]}', habit);
}

function firstSentence(text: string): string {
  return /[^.!?]+[.!?]?/.exec(text)?.[0].trim() ?? text;
}

/** Whether nearly all words of the quote stand in the text. */
function has(text: string, quote: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(quote);
  return wanted.size > 0 && wanted.intersection(words).size >= 0.85 * wanted.size;
}

function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return one.intersection(other).size / Math.max(1, one.union(other).size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
