/** Search words in the languages of the documents, which a model is asked for with a text in another one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '#contracts/json.ts';
import { answerOf, engine, inputOf, readWith, USE } from './listing.ts';

const JAPANESE = '発電所は2019年に開業した。市議会はこの計画を承認した。';
const FIRST = '発電所は2019年に開業した。';
const requestsFor = (content: string, use: object = {}) =>
  engine.extractionQuestions(inputOf(content), { ...USE, ...use });
const wordsAsked = (content: string, ...document_languages: string[]) =>
  requestsFor(content, { document_languages }).then(([request]) => {
    const [, named] = /Languages: (.*)\.$/m.exec(request!.messages[0]!.content) ?? [];
    return [...(named ?? '').matchAll(/"(\w+)"/g)].map(([, language]) => language);
  });
const searched = async (search: Json, document_languages = ['en']) => {
  const reply = answerOf([{ sentence: 'S1', pieces: [FIRST], search }]);
  const { claims } = await readWith(JAPANESE, () => reply, { ...USE, document_languages });
  return claims.map(({ search_words }) => search_words);
};

test('words are asked for in the languages that the text is not in', async () => {
  assert.deepEqual(await wordsAsked(JAPANESE, 'en'), ['en']);
  assert.deepEqual(await wordsAsked(JAPANESE, 'ja', 'en', 'de'), ['en', 'de']);
  assert.deepEqual(await wordsAsked(JAPANESE, 'pl', 'en', 'de', 'fr'), ['pl', 'en', 'de']);
  assert.deepEqual(await wordsAsked('The mill was opened in 1880 by the town.', 'en', 'fr'), ['fr']);
});

test('a text in the language of its documents is asked about as without them', async () => {
  const english = 'The mill was opened in 1880 by the town.';
  assert.deepEqual(await requestsFor(english, { document_languages: ['en'] }), await requestsFor(english));
  assert.deepEqual(await requestsFor(JAPANESE, { document_languages: ['ja'] }), await requestsFor(JAPANESE));
});

test('a model that answers in lines is asked for words only in other languages', async () => {
  const lines = { form: 'lines' };
  const plain = await requestsFor(JAPANESE, lines);
  assert.deepEqual(await requestsFor(JAPANESE, { ...lines, document_languages: ['ja'] }), plain);
  const [asked] = await requestsFor(JAPANESE, { ...lines, document_languages: ['en', 'de'] });
  const { content } = asked!.messages[0]!;
  assert.match(content, /search words in English \("en"\), German \("de"\)/);
  assert.match(content, /^S1 \| words \| claim \| en: …, … \| de: …, …$/m);
  assert.doesNotMatch(plain[0]!.messages[0]!.content, /search/);
});

test('the words at the end of a line are those of its claim', async () => {
  const answered = async (end: string) => {
    const use = { ...USE, form: 'lines', document_languages: ['en', 'de'] } as const;
    const answer = `S1 | ${FIRST} | ${FIRST}${end}`;
    const { claims } = await readWith(JAPANESE, () => ({ answer, first_token: null }), use);
    assert.equal(claims[0]!.normalized_claim, FIRST);
    return claims[0]!.search_words;
  };
  assert.deepEqual(await answered(' | en: power station, opened; 1,250'), { en: ['power station', 'opened', '1,250'] });
  assert.deepEqual(await answered(' | EN：power station、opened | de: Kraftwerk'), {
    en: ['power station', 'opened'],
    de: ['Kraftwerk'],
  });
  for (const none of ['', ' | en: …, …', ' | en:', ` | en: ${'x'.repeat(61)}`])
    assert.equal(await answered(none), undefined, none);
  const many = Array.from({ length: 300 }, (_, n) => `word${n}`);
  assert.deepEqual(await answered(` | en: ${many.join(', ')}`), { en: many.slice(0, 8) });
});

test('a claim has the words of its statement, and others of the sentence too', async () => {
  assert.deepEqual(await searched({ en: ['power station', 'opened'] }), [
    { en: ['power station', 'opened'] },
    undefined,
  ]);
  const text = 'Das Werk hat vier Turbinen, und die Leitung liegt bei Maria Lindqvist aus der Hafenstadt.';
  const reply = answerOf([{ sentence: 'S1', pieces: ['Das Werk hat vier Turbinen'], search: { en: ['turbines'] } }]);
  const { claims } = await readWith(text, () => reply, { ...USE, document_languages: ['en'] });
  assert.equal(claims.length, 2);
  for (const { search_words } of claims) assert.deepEqual(search_words, { en: ['turbines'] });
});

test('what is no list of words in a language asked for counts for nothing', async () => {
  const hostile: Json[] = [
    'opened',
    ['opened'],
    null,
    { fr: ['ouverte'] },
    { en: 'opened' },
    { en: [4, null, { word: 'opened' }, ['opened'], '…', ' ', 'x'.repeat(61)] },
    { __proto__: ['opened'], constructor: ['opened'], EN: ['opened'] },
  ];
  for (const search of hostile)
    assert.deepEqual(await searched(search), [undefined, undefined], JSON.stringify(search));
  const many = Array.from({ length: 5_000 }, (_, n) => `word${n}`);
  assert.deepEqual((await searched({ en: many }))[0], { en: many.slice(0, 8) });
  assert.deepEqual((await searched({ en: ['\u200bope\u200bned\n  soon', 'opened soon'] }))[0], { en: ['opened soon'] });
});

test('the words change no claim', async () => {
  const listed = { sentence: 'S1', pieces: [FIRST] };
  const read = (search?: Json) =>
    readWith(JAPANESE, () => answerOf([search === undefined ? listed : { ...listed, search }]), {
      ...USE,
      document_languages: ['en'],
    });
  const plain = await read();
  const withWords = await read({ en: ['never opened', '2021'] });
  assert.deepEqual(
    withWords.claims.map(({ search_words: _, ...claim }) => claim),
    plain.claims,
  );
});
