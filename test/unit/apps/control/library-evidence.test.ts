/** By what it is told that a claim would be laid beside the same of the library. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { libraryEvidence } from '#apps/control/library-evidence.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import { findInLibrary } from '#pipeline/sources/library.ts';
import { SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type GroupQueries = Parameters<typeof findInLibrary>[1];

const ENGINE = createEngine();
const MILL = claim('The mill of Tarnow was built in 1790.');
const QUAY = claim('The quay of Morlach is closed.');
/** Twelve, of which eight are ranked. */
const MILLS = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `mill-${n}.md`,
    `The mill of Tarnow has ${n + 3} sails, visitors number ${n} say.`,
  ]),
);

function claim(text: string): SearchedClaim {
  return { checkable: true, normalized_claim: text, sentence: text };
}

/** What the claims rest on in a library of these documents, indexed in this order. */
async function restsOn(
  documents: Record<string, string>,
  claims: SearchedClaim[],
  asksOutside = false,
  isReadByScore = false,
  paragraph: number | null = null,
) {
  const folder = await temporaryFolder();
  const library = new SqliteEvidenceLibrary({ path: join(folder.path, 'library.db') });
  try {
    const about = { publisher: 'A publisher', publication_date: null, licence: null };
    await library.put(
      Object.entries(documents).map(([path, text]) => {
        return { ...about, path, title: path.slice(0, 4), content_hash: text, passages: [text] };
      }),
    );
    const search = (queries: GroupQueries) => findInLibrary(library, queries);
    const lookup = { engine: ENGINE, library, search, mode: 'thorough', asksOutside, isReadByScore } as const;
    return await libraryEvidence(
      lookup,
      claims.map((each) => ({ claim: each, paragraph })),
    );
  } finally {
    await library.close();
    await folder.remove();
  }
}

test('a claim rests on the same while only documents about others arrive', async () => {
  const dolphins = { 'dolphins.md': 'Dolphins sleep with half of their brain.' };
  const [mill, quay] = await restsOn(MILLS, [MILL, QUAY]);
  assert.deepEqual(await restsOn({ ...MILLS, ...dolphins }, [MILL, QUAY]), [mill, quay]);
  const closed = { 'quay.md': 'The quay of Morlach is open.' };
  const [millThen, quayThen] = await restsOn({ ...MILLS, ...closed }, [MILL, QUAY]);
  assert.equal(millThen, mill);
  assert.notEqual(quayThen, quay);
});

test('a claim rests on another passage where one that says nothing leaves', async () => {
  const [all] = await restsOn(MILLS, [MILL]);
  const [allAround] = await restsOn(MILLS, [MILL], true);
  const others = await Promise.all(
    Object.keys(MILLS).map(async (gone) => {
      const left = Object.fromEntries(Object.entries(MILLS).filter(([path]) => path !== gone));
      const [[ranked], [found]] = [await restsOn(left, [MILL]), await restsOn(left, [MILL], true)];
      return { isRanked: ranked !== all, isFound: found !== allAround };
    }),
  );
  assert.equal(others.filter(({ isRanked }) => isRanked).length, 8);
  assert.ok(
    others.every(({ isFound }) => isFound),
    'any of them may count beside pages from outside',
  );
});

test('other scores are another evidence where an NLI model reads passages by them', async () => {
  // It is not among those that are ranked, and makes a word of theirs more common.
  const more = { ...MILLS, 'other.md': 'Of the mill nobody says anything.' };
  assert.deepEqual(await restsOn(more, [MILL]), await restsOn(MILLS, [MILL]));
  assert.notDeepEqual(await restsOn(more, [MILL], false, true), await restsOn(MILLS, [MILL], false, true));
});

test('another text, title or publisher of a document is another evidence', async () => {
  const document = { path: 'mill.md', title: 'Mill', publisher: 'P', publication_date: null, licence: null };
  const search = (change: object) => async () => [
    [{ ...document, indexed_at: '2026-01-01T00:00:00Z', ordinal: 0, text: 'The mill of Tarnow is old.', ...change }],
  ];
  const digest = async (change: object) => {
    const library = { hasDocuments: async () => true };
    const found = (queries: GroupQueries) => findInLibrary({ search: search(change) }, queries);
    const lookup = {
      engine: ENGINE,
      library,
      search: found,
      mode: 'fast',
      asksOutside: false,
      isReadByScore: false,
    } as const;
    return (await libraryEvidence(lookup, [{ claim: MILL, paragraph: null }]))[0];
  };
  const before = await digest({});
  assert.equal(await digest({ indexed_at: '2026-02-02T00:00:00Z' }), before, 'indexed in a new data folder');
  const changes = [{ text: 'The mill of Tarnow is new.' }, { title: 'Mills' }, { publisher: 'Q' }, { licence: 'CC0' }];
  for (const change of [...changes, { publication_date: '2020-01-01' }, { path: 'other.md' }, { ordinal: 1 }]) {
    assert.notEqual(await digest(change), before, JSON.stringify(change));
  }
});

test('a claim rests on what its neighbours share with it too', async () => {
  const yards = { 'quay.md': 'The quay of Morlach was closed.', 'mill.md': 'The mill of Tarnow was built.' };
  const changed = { ...yards, 'quay.md': 'The quay of Morlach is closed again.' };
  const sees = async (asksOutside: boolean, paragraph: number | null) => {
    const [[before], [after]] = [
      await restsOn(yards, [MILL, QUAY], asksOutside, false, paragraph),
      await restsOn(changed, [MILL, QUAY], asksOutside, false, paragraph),
    ];
    return before !== after;
  };
  assert.deepEqual([await sees(false, 0), await sees(true, 0)], [true, true]);
  assert.equal(await sees(false, null), false);
});

test('an empty library is not one in which nothing is found', async () => {
  const [empty] = await restsOn({}, [QUAY]);
  const [other] = await restsOn({ 'dolphins.md': 'Dolphins sleep with half of their brain.' }, [QUAY]);
  assert.notEqual(empty, other);
});

test('a claim is looked up by its search words in other languages as well', async () => {
  const library = { 'werk.md': 'Das Kraftwerk am Fluss hat zwei Turbinen.' };
  const plain = claim('The power station has 18 engines.');
  const words = { ...plain, search_words: { de: ['Kraftwerk', 'Turbinen'] } };
  const [[without], [withWords], [nowhere]] = [
    await restsOn(library, [plain]),
    await restsOn(library, [words]),
    await restsOn({ 'dolphins.md': 'Dolphins sleep.' }, [words]),
  ];
  assert.equal(without, nowhere);
  assert.notEqual(withWords, nowhere);
});
