import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer } from '#engine/judging/model/check-answer.ts';
import { buildQuestion } from '#engine/judging/model/question.ts';
import { answerOf, judged, passage } from './model-fixtures.ts';

type Label = 'supports' | 'contradicts' | 'neither';

const CLAIM = 'Whoever forgets it must pay.';
const CONTEXT = 'The library on Mill Lane lends tools too. A drill comes back clean. Whoever forgets it must pay.';
const FEE = 'A fee of £4 is charged for tools that are dirty, such as a drill.';
const OTHERS = [
  'The reading room has forty seats.',
  'Members borrow ten books at a time.',
  'The roof was mended in spring.',
  'Story hour is on Saturdays.',
];

/** What becomes of the label of the last passage, given those of the others; null leaves one out. */
function labelled(
  others: readonly (Label | null)[],
  { claim = CLAIM, context = CONTEXT, text = FEE, language = 'en', title = 'Rules of the house' } = {},
) {
  const passages = [...OTHERS.slice(0, others.length), text].map((each) => passage(each, title));
  const question = buildQuestion({ claim, context, passages, language });
  assert.ok(question);
  const entries = [...others, 'supports' as const].flatMap((label, at) => {
    if (label === null) return [];
    return [{ passage: at, label, quotes: label === 'neither' ? [] : [passages[at]!.text] }];
  });
  const checked = checkAnswer(question, answerOf(question, entries));
  assert.ok(checked.ok);
  return checked.passages.at(-1)!.withdrawn;
}

test('a passage chosen among several may say the claim in other words', () => {
  assert.equal(labelled(['neither', 'neither', 'neither', 'neither']), null);
  assert.equal(labelled(['neither', 'neither', 'neither', 'supports']), null);
});

test('a passage labelled like most others, or with few others judged, is not chosen', () => {
  assert.equal(labelled(['supports', 'supports', 'supports', 'supports']), 'unrelated');
  assert.equal(labelled(['neither', 'neither', 'contradicts', 'supports']), 'unrelated');
  assert.equal(labelled(['neither', 'neither']), 'unrelated');
  assert.equal(labelled([null, null, null, null]), 'unrelated');
});

test('a chosen passage on another subject than the text supports nothing', () => {
  const all: Label[] = ['neither', 'neither', 'neither', 'neither'];
  assert.equal(labelled(all, { text: 'The committee met in March to discuss the budget.' }), 'unrelated');
  assert.equal(labelled(all, { context: '' }), 'unrelated');
});

test('a chosen passage still clashes with the claim where it has its words', () => {
  const all: Label[] = ['neither', 'neither', 'neither', 'neither'];
  const claim = 'For a dirty drill one pays £6.';
  const text = 'A fee of £4 is charged for a dirty drill.';
  assert.equal(labelled(all, { claim, text }), 'number');
});

test('a chosen passage in a language without a stemmer counts too', () => {
  const all: Label[] = ['neither', 'neither', 'neither', 'neither'];
  const polish = {
    language: 'pl',
    title: 'Regulamin wypożyczalni i wystaw w budynku biblioteki',
    claim: 'Wiertarkę trzeba oddać wyczyszczoną.',
    context: 'Biblioteka Narzędziowa wypożycza wiertarki. Opłata wynosi 20 zł. Wiertarkę trzeba oddać wyczyszczoną.',
    text: 'Opłata za brudne wiertarki to 20 zł; każde urządzenie przyjmujemy jedynie czyste.',
  };
  assert.equal(labelled(all, polish), null);
  assert.equal(labelled(all, { ...polish, text: 'Wystawę obrazów zamknięto przed miesiącem.' }), 'unrelated');
});

test('a quoted sentence is read with the one before it, which it refers back to', () => {
  const claim = 'The slipway in Gorran Cove belongs to the parish council.';
  const text =
    'The slipway in Gorran Cove was built by fishermen. They gave it away in 1931. Since then it has been ours.';
  const after = 'The slipway in Gorran Cove was rebuilt twice. The parish owns it.';
  assert.equal(judged(claim, after, 'The parish owns it.').withdrawn, null);
  assert.equal(judged(claim, text, 'Since then it has been ours.').withdrawn, 'unrelated');
  const before = 'The harbour is old. The slipway in Gorran Cove belongs to the parish council.';
  assert.equal(judged(claim, before, 'The harbour is old.').withdrawn, 'unrelated');
});

test('the sentence before the quoted one is of no help where it denies something', () => {
  const claim = 'The slipway in Gorran Cove is open in winter.';
  const text = 'The slipway in Gorran Cove is not open in winter. It is swept daily.';
  assert.equal(judged(claim, text, 'It is swept daily.').withdrawn, 'unrelated');
});
