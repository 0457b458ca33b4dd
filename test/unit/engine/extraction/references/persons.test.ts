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

test('a label is what "it" refers to', () => {
  assert.equal(
    last('Kubo Ltd sells lamps. Newsletter: It comes out monthly.').text,
    'The newsletter comes out monthly.',
  );
});
