/** What a statement may leave out by how its sentence is built. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsWith } from './listing.ts';
import { MISLEADING_CUTS } from './misleading-cuts.ts';

test('no claim is made of a cut that its sentence does not bear out', async () => {
  assert.ok(MISLEADING_CUTS.length > 200);
  for (const [text, pieces, claim] of MISLEADING_CUTS) {
    // The other one leaves nothing to the rules.
    const listed = [
      { sentence: 'S1', pieces, claim },
      { sentence: 'S1', pieces: [text] },
    ];
    const claims = await claimsWith(text, listed);
    assert.deepEqual(
      claims.filter((made) => made !== text),
      [],
      text,
    );
  }
});

const BORNE_OUT: readonly (readonly [text: string, pieces: string[], claim: string])[] = [
  ['Ada Noll is a Norwegian singer and songwriter.', ['Ada Noll is a Norwegian'], 'Ada Noll is Norwegian.'],
  [
    'She was nominated for the cup in 2002 for her play.',
    ['She was nominated for the cup in 2002'],
    'She was nominated for the cup in 2002.',
  ],
  [
    'Ada Noll painted in Orley, wrote two plays and died in 1990.',
    ['Ada Noll', 'wrote two plays'],
    'Ada Noll wrote two plays.',
  ],
  [
    'Ada Noll was jailed for theft and released in May.',
    ['Ada Noll was', 'released in May'],
    'Ada Noll was released in May.',
  ],
  [
    'We spent less than we took in, and the clerk noticed that a receipt was missing.',
    ['the clerk noticed that a receipt was missing'],
    'The clerk noticed that a receipt was missing.',
  ],
  [
    'Ada Noll played for Orley, Velmar and Kade United.',
    ['Ada Noll played for', 'Velmar'],
    'Ada Noll played for Velmar.',
  ],
  [
    'Ada Noll won the cup in 2007 and the medal in 2011.',
    ['Ada Noll won', 'the medal in 2011'],
    'Ada Noll won the medal in 2011.',
  ],
  ['Ada Noll is a Norwegian actress, model and poet.', ['Ada Noll is a', 'poet'], 'Ada Noll is a poet.'],
  [
    'Ada Noll is a member of the Liberal Party and an adviser to the mayor.',
    ['Ada Noll is', 'an adviser to the mayor'],
    'Ada Noll is an adviser to the mayor.',
  ],
  [
    'Ada Noll is a Norwegian referee who led her first match in 2005.',
    ['Ada Noll', 'led her first match in 2005'],
    'Ada Noll led her first match in 2005.',
  ],
  [
    'Ada Noll, who governed Orley, had the gate shut but stayed at home.',
    ['Ada Noll', 'stayed at home'],
    'Ada Noll stayed at home.',
  ],
  [
    'Ada Noll is a painter, having studied law in Orley.',
    ['Ada Noll', 'having studied law in Orley'],
    'Ada Noll has studied law in Orley.',
  ],
  [
    'It turned out that a joint had corroded and that no care would have helped.',
    ['It turned out', 'that no care would have helped'],
    'It turned out that no care would have helped.',
  ],
  [
    'In Orley a builder failed in the spring, and 130 flats were left unfinished.',
    ['In Orley', '130 flats were left unfinished'],
    'In Orley 130 flats were left unfinished.',
  ],
  [
    'These figures may still change, as the final ones are not due until the autumn.',
    ['These figures may still change'],
    'These figures may still change.',
  ],
];
for (const [text, pieces, claim] of BORNE_OUT) {
  test(`a statement may be cut out: ${claim.slice(0, 50)}`, async () => {
    const whole = { sentence: 'S1', pieces: [text] };
    assert.deepEqual(
      (await claimsWith(text, [{ sentence: 'S1', pieces, claim }, whole])).toSorted(),
      [claim, text].toSorted(),
    );
  });
}

test('a statement that another one tells with a phrase more is in that one', async () => {
  const text = 'Ada Noll moved to Orley in 1907 and died there.';
  const moved = { sentence: 'S1', pieces: ['Ada Noll moved to Orley'], claim: 'Ada Noll moved to Orley.' };
  const when = {
    sentence: 'S1',
    pieces: ['Ada Noll moved to Orley in 1907'],
    claim: 'Ada Noll moved to Orley in 1907.',
  };
  const died = { sentence: 'S1', pieces: ['Ada Noll', 'died there'], claim: 'Ada Noll died there.' };
  assert.deepEqual(await claimsWith(text, [moved, when, died]), [when.claim, died.claim]);
  assert.deepEqual(await claimsWith(text, [moved, died]).then((claims) => claims.includes(moved.claim)), true);
  const painter = { sentence: 'S1', pieces: ['Ada Noll is a painter'], claim: 'Ada Noll is a painter.' };
  assert.ok((await claimsWith('Ada Noll is a painter from Orley.', [painter])).includes(painter.claim));
});
