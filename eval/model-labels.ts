/**
 * Measures how many of a model's labels survive the checks in code, without asking a model. One simulated model never errs and
 * gives each gold claim its gold quotes; the others lie.
 *
 *   node eval/model-labels.ts --data DIR
 *
 * DIR contains folders of articles (documents/, gold.jsonl). Prints, for each simulated model and gold verdict, how many claims
 * end up with a passage that supports or contradicts them, and how many answers a decoy exposed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import { checkAnswer } from '#engine/judging/model/check-answer.ts';
import { buildQuestion, type ModelQuestion, type QuestionPassage } from '#engine/judging/model/question.ts';
import { sentences } from '#engine/text/sentences.ts';

const { values: options } = parseArgs({ options: { data: { type: 'string' } } });
if (options.data === undefined) throw new Error('--data DIR (folders of articles) is required');

const Gold = z.object({
  claim: z.string(),
  verdict: z.string(),
  evidence: z.array(z.object({ document: z.string(), quote: z.string() })),
});
type Gold = z.infer<typeof Gold>;

type Window = QuestionPassage & { document: string };
type Label = 'supports' | 'contradicts';

const SENTENCES = 3;
const LONGEST_WINDOW = 3_900;
const PASSAGES = 8;

/** Windows of three sentences; each overlaps the next one by a sentence. */
function windowsOf(folder: string): Window[] {
  return readdirSync(join(folder, 'documents')).flatMap((document) => {
    const text = readFileSync(join(folder, 'documents', document), 'utf8');
    const spans = sentences(text);
    const title = text.slice(spans[0]?.start, spans[0]?.end).slice(0, 150);
    return spans.flatMap(({ start }, at): Window[] => {
      if (at % (SENTENCES - 1) !== 0) return [];
      const { end } = spans[Math.min(spans.length, at + SENTENCES) - 1]!;
      return [{ document, title, date: null, text: text.slice(start, Math.min(end, start + LONGEST_WINDOW)) }];
    });
  });
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu));
}

/** The windows with the gold quotes, followed by those with most of the claim's words. */
function passagesFor({ claim, evidence }: Gold, windows: readonly Window[]): Window[] {
  const gold = evidence.flatMap(
    ({ document, quote }) => windows.find((each) => each.document === document && each.text.includes(quote)) ?? [],
  );
  const wanted = wordsOf(claim);
  const shared = ({ text }: Window) => wordsOf(text).intersection(wanted).size;
  return [...new Set([...gold, ...windows.toSorted((a, b) => shared(b) - shared(a))])].slice(0, PASSAGES);
}

/** The answer of a model that never errs: the gold quotes, joined if they are in several passages. */
function faithful({ shown, item }: ModelQuestion, { evidence }: Gold, label: Label): Json {
  const quotes = evidence.flatMap(({ quote }) => {
    const index = item.passages.findIndex(({ text }) => text.includes(quote));
    const passage = shown.find((each) => each.index === index);
    return passage === undefined || index < 0 ? [] : [{ passage: passage.id, quote }];
  });
  const ids = new Set(quotes.map(({ passage }) => passage));
  if (ids.size > 1) return { passages: [], joined: [{ quotes, label }] };
  return {
    passages: [...ids].map((passage) => ({ passage, quotes: quotes.map(({ quote }) => quote), label })),
    joined: [],
  };
}

function always({ shown }: ModelQuestion, label: Label, quote: (at: number) => string, decoys: boolean): Json {
  const asked = shown.filter(({ index }) => decoys || index !== null);
  return { passages: asked.map(({ id }, at) => ({ passage: id, quotes: [quote(at)], label })), joined: [] };
}

/** The answer of a model that skips the decoys and copies the sentence with most of the claim's words. */
function nearestSentences({ shown, item }: ModelQuestion, label: Label): Json {
  const wanted = wordsOf(item.claim);
  const real = shown.filter(({ index }) => index !== null);
  const passages = real.map(({ id, shown: { text } }) => {
    const quotes = sentences(text).map(({ start, end }) => text.slice(start, end));
    const [best = text] = quotes.toSorted(
      (a, b) => wordsOf(b).intersection(wanted).size - wordsOf(a).intersection(wanted).size,
    );
    return { passage: id, quotes: [best], label };
  });
  return { passages, joined: [] };
}

const tally = new Map<string, Map<string, number>>();

function count(model: string, { verdict }: Gold, question: ModelQuestion, answer: Json): void {
  const checked = checkAnswer(question, answer);
  const found = checked.ok ? [...checked.passages, ...checked.joined].map(({ relationship }) => relationship) : [];
  const label = found.find((relationship) => relationship === 'supports' || relationship === 'contradicts');
  const counts = tally.get(`${model}, ${verdict}`) ?? new Map<string, number>();
  const result = checked.ok ? (label ?? 'nothing') : checked.reason;
  tally.set(`${model}, ${verdict}`, counts.set(result, (counts.get(result) ?? 0) + 1));
}

for (const name of readdirSync(options.data)) {
  const folder = join(options.data, name);
  if (!existsSync(join(folder, 'gold.jsonl'))) continue;
  const windows = windowsOf(folder);
  const lines = readFileSync(join(folder, 'gold.jsonl'), 'utf8').trim().split('\n');
  for (const gold of lines.map((line) => Gold.parse(JSON.parse(line)))) {
    const question = buildQuestion({ claim: gold.claim, context: '', passages: passagesFor(gold, windows) });
    if (question === null) continue;
    const shown = (at: number) => question.shown[at % question.shown.length]!.shown.text;
    if (gold.verdict === 'supported' || gold.verdict === 'contradicted') {
      const [right, wrong]: Label[] =
        gold.verdict === 'supported' ? ['supports', 'contradicts'] : ['contradicts', 'supports'];
      count('faithful', gold, question, faithful(question, gold, right!));
      count('faithful quotes, wrong label', gold, question, faithful(question, gold, wrong!));
    }
    for (const label of ['supports', 'contradicts'] as const) {
      count(`always ${label}`, gold, question, always(question, label, shown, true));
    }
    const real = question.shown.filter(({ index }) => index !== null).map((each) => each.shown.text);
    count(
      'invented quotes',
      gold,
      question,
      always(question, 'supports', () => gold.claim, false),
    );
    for (const label of ['supports', 'contradicts'] as const) {
      const own = (at: number) => real[at]!;
      count(`own sentences, always ${label}`, gold, question, nearestSentences(question, label));
      count(`own passages, always ${label}`, gold, question, always(question, label, own, false));
    }
    const others = (at: number) => real[(at + 1) % real.length]!;
    count("other passages' quotes", gold, question, always(question, 'supports', others, false));
  }
}

for (const [name, counts] of [...tally].sort(([a], [b]) => a.localeCompare(b))) {
  const results = [...counts].sort(([, a], [, b]) => b - a).map(([result, claims]) => `${result} ${claims}`);
  console.log(`${name}: ${results.join(', ')}`);
}
