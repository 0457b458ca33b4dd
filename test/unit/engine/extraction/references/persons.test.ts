/** Whom "he", "she" and "them" refer to: whom the text or the sentence before is about, unless somebody nearer fits. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

const claimsOf = (content: string) =>
  extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false }).claims;

function last(content: string) {
  const claim = claimsOf(content).at(-1)!;
  return { text: claim.normalized_claim, open: claim.ambiguous_dependencies };
}

const settled = (text: string) => ({ text, open: [] });

describe('a person', () => {
  test('is the subject of the sentence before, also by a single unknown name', () => {
    assert.deepEqual(last('Rotvang built the machine. He loved music.'), settled('Rotvang loved music.'));
  });
  test('is a child whom the sentence calls by the age', () => {
    assert.deepEqual(
      last('Your four-year-old costs nothing provided she sleeps in your bunk.'),
      settled('Your four-year-old costs nothing provided she sleeps in your bunk.'),
    );
    assert.deepEqual(last('The four-year-old mill was sold before she came.').open, ['she']);
  });
  test('is not somebody whom brackets or a role only name', () => {
    assert.deepEqual(
      last('Ida Stone (born Ada Reed in Hull) is a singer. She sang in Oslo.'),
      settled('Ida Stone sang in Oslo.'),
    );
    assert.deepEqual(
      last('Karl Reed is a lawyer and former Governor of Tarn. He was born in Hull.'),
      settled('Karl Reed was born in Hull.'),
    );
    assert.deepEqual(
      last('Ada Stone was born in Hull. Ada Stone is known for her role as Ida Reed. She lives in Oslo.'),
      settled('Ada Stone lives in Oslo.'),
    );
    assert.deepEqual(
      last('Ada Stone was born in Chicago, Illinois, the daughter of a baker. She sang in Oslo.'),
      settled('Ada Stone sang in Oslo.'),
    );
  });
  test('is either where the sentence before tells what one did with the other', () => {
    for (const before of ['was taught by Ida Reed in Hull', 'met Ida Reed in Hull'])
      assert.deepEqual(last(`Ada Stone ${before}. She lives in Oslo.`).open, ['She']);
  });
  test('is whom the beginning describes, rather than somebody named beside', () => {
    assert.deepEqual(
      last('Ada Stone is an actress known for her role as Ida Reed. She lives in Oslo.'),
      settled('Ada Stone lives in Oslo.'),
    );
    assert.deepEqual(
      last('Ada Stone is an actress who met Ida Reed. Ida Reed lived in Hull. She painted boats.'),
      settled('Ida Reed painted boats.'),
    );
  });
  test('may have a hyphen in the name', () => {
    assert.deepEqual(
      last('Cha Jon-soo (born 1970) is an actor. He lives in Oslo.'),
      settled('Cha Jon-soo lives in Oslo.'),
    );
  });
  test('gives a name to an album, which stays the album', () => {
    const claims = claimsOf(
      'Ada Tarn is a singer. The first album, Tarn, was sold in Oslo. Behind the stage, Tarn painted.',
    );
    assert.deepEqual(claims.map(({ normalized_claim }) => normalized_claim).slice(1), [
      'The first album, Tarn, was sold in Oslo.',
      'Behind the stage, Ada Tarn painted.',
    ]);
  });
  test('is not meant by a title', () => {
    assert.deepEqual(
      last('Ada Stone appeared in My Last Fair and in Rain over Us.'),
      settled('Ada Stone appeared in Rain over Us.'),
    );
  });
  test('is named where the opening that names the person is left out', () => {
    assert.deepEqual(
      last('Karl Reed is a clerk. During his career, he worked in Oslo.'),
      settled('Karl Reed worked in Oslo.'),
    );
  });
  test('is the subject of the clause before', () => {
    assert.deepEqual(
      last('Johansen kept the diary. At home, Nansel pleaded for peace, and he helped the prince.'),
      settled('Nansel helped the prince.'),
    );
  });
  test('is whom a label before the colon names', () => {
    assert.deepEqual(
      last('Hello all. On Emmy Noether: the early years. She died in 1935.'),
      settled('Emmy Noether died in 1935.'),
    );
  });
  test('is whom the text is about where nobody nearer fits', () => {
    assert.deepEqual(
      last(
        'Hedda Roemark founded the works in 1909. Hedda Roemark learned her trade abroad. The globes were sold in Oslo. ' +
          'The works burned down twice. New ones were built. Plastic came in later. She retired in 1950.',
      ),
      settled('Hedda Roemark retired in 1950.'),
    );
  });
  test('is nobody whom the text names only afterwards', () => {
    const { text, open } = last('He was a close ally of Emperor Trajan.');
    assert.equal(text, 'He was a close ally of Emperor Trajan.');
    assert.deepEqual(open, ['He']);
  });
  test('is the one named with "who" though others were named before', () => {
    assert.deepEqual(
      last('Marta Bell leads Lotte Wier. Ginevra Toss, who had led so far, punctured in the streets. Her team waited.'),
      settled("Ginevra Toss' team waited."),
    );
  });
  test('is the one joined to "his" by "and"', () => {
    assert.deepEqual(
      last('Henry Noble sat on the board. The bridge was built by Barlow and his son.'),
      settled('The bridge was built by Barlow and his son.'),
    );
  });
  test('is no name made of common words', () => {
    assert.deepEqual(last('Industrial Air grew last year. His successor starts in May.').open, ['His']);
  });
  test('is the one whom a subject describes', () => {
    assert.deepEqual(
      last('Your husband may keep you company. Later he can join you.'),
      settled('Later your husband can join you.'),
    );
  });
  test('keeps one identity under the given name alone', () => {
    assert.deepEqual(
      last('Mary Anning found the skull. In 1823 Mary sold it. She died in 1847.'),
      settled('Mary Anning died in 1847.'),
    );
  });
});

test('"of them" refers to the only plural of the sentence before', () => {
  assert.deepEqual(
    last('The harbour master counted thirty boats. Two of them sank.'),
    settled('Two of thirty boats sank.'),
  );
});

test('"you" in a rule leaves nothing open', () => {
  assert.deepEqual(last('You can apply for three months off.'), settled('You can apply for three months off.'));
});

describe('"it" that refers to nothing is neither replaced nor open', () => {
  for (const text of ['It was the Ostara that was speeding.', 'In May it got dark.', 'It had been a foggy morning.'])
    test(text, () => assert.deepEqual(last(`The Karsund Mill was sold. ${text}`), settled(text)));
});

test('"it was" beside a description is not a person with an unknown name', () => {
  assert.deepEqual(last('Hollist scored late. It was the first goal of the year.').open, ['It']);
});

test('"its" after a month that is the subject belongs to the month', () => {
  const text = 'November, with double its usual rainfall, was wet.';
  assert.equal(last(`The town was dry. ${text}`).text, text);
});

test('a label is what "it" refers to', () => {
  assert.equal(
    last('Kubo Ltd sells lamps. Newsletter: It comes out monthly.').text,
    'The newsletter comes out monthly.',
  );
});
