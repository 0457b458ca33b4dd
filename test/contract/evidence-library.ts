/** The contract of the evidence library port. An adapter runs it with `evidenceLibraryContract('name', makePlace)`. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { EvidenceLibrary, LibraryDocument } from '#contracts/ports/evidence-library.ts';
import { createEngine } from '#engine/in-thread.ts';
import { termsIn } from '#engine/retrieval/terms-of-language.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { findInLibrary } from '#pipeline/sources/library.ts';
import type { SourceFindings } from '#pipeline/sources/source.ts';
import { withoutRepeats } from '#pipeline/sources/without-repeats.ts';
import fc from '#test/support/property.ts';
import { type Skipped, testSkipping } from './skipping.ts';
import { type StorageLocation, useStorageLocation } from './storage-location.ts';

function document(path: string, passages: string[], overrides: Partial<LibraryDocument> = {}): LibraryDocument {
  return {
    path,
    title: `Title of ${path}`,
    publisher: 'Publisher',
    publication_date: '2024-05-01',
    licence: null,
    content_hash: `hash of ${passages.join('|')}`,
    passages,
    ...overrides,
  };
}

const termsOf = (text: string, language: string) => termsIn(text, language).map(({ term }) => term);

const HARBOUR = document('harbour.md', [
  'The harbour at Norrvik was dredged in 1998.',
  'Its depth is now eleven metres at low water.',
  'Fishing boats land 4,200 tonnes of herring there every year.',
]);
const FERRY = document('reports/ferry.md', [
  'The ferry to Norrvik carries 300 passengers.',
  'Herring is served on board.',
]);

export function evidenceLibraryContract(
  name: string,
  makePlace: () => Promise<StorageLocation<EvidenceLibrary>>,
  skipped: Skipped = {},
): void {
  const test = testSkipping(skipped);
  describe(`evidence library: ${name}`, () => {
    const place = useStorageLocation(makePlace);
    const open = () => place.open(undefined);
    const texts = async (library: EvidenceLibrary, terms: string[], limit = 10) =>
      (await library.search([{ terms, limit }]))[0]!.map(({ text }) => text);

    test('an empty library finds nothing', async () => {
      const library = await open();
      assert.deepEqual(await library.search([{ terms: ['herring'], limit: 5 }]), [[]]);
      assert.deepEqual(await library.search([]), []);
      assert.deepEqual(await library.inventory(), {});
      assert.equal(await library.hasDocuments(), false);
    });

    test('documents are listed by path, page by page, without their passages', async () => {
      const library = await open();
      const paths = ['b.md', 'a/ä.md', 'a.md', 'Z.md', '😀.md', '\uff5e.md'];
      await library.put(paths.map((path) => document(path, ['Herring.'], { licence: 'CC0' })));
      const inOrder = paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const listed: string[] = [];
      for (let after = ''; ; after = listed.at(-1)!) {
        const page = await library.list({ after, limit: 4 });
        if (page.length === 0) break;
        listed.push(...page.map(({ path }) => path));
      }
      assert.deepEqual(listed, inOrder);
      const { indexed_at, ...first } = (await library.list({ after: 'Z.md', limit: 1 }))[0]!;
      const { path, title, publisher, publication_date, licence } = document('a.md', [], { licence: 'CC0' });
      assert.deepEqual(first, { path, title, publisher, publication_date, licence });
      assert.ok(!Number.isNaN(Date.parse(indexed_at)));
      await library.remove(['a.md']);
      assert.ok(!(await library.list({ after: '', limit: 10 })).some((entry) => entry.path === 'a.md'));
    });

    test('a passage is returned verbatim with ordinal and document, also after a restart', async () => {
      let library = await open();
      const odd = document('odd.md', ['first', 'Herring\u00a0— “quoted”,\n\ttabbed 😀 e\u0301'], {
        publication_date: null,
        licence: 'CC BY 4.0',
      });
      assert.equal(await library.put([HARBOUR, odd]), 2);
      for (let start = 0; start < 2; start++) {
        const [found] = await library.search([{ terms: ['quoted'], limit: 5 }]);
        assert.equal(found?.length, 1);
        const { indexed_at, ...passage } = found![0]!;
        assert.deepEqual(passage, {
          path: 'odd.md',
          title: 'Title of odd.md',
          publisher: 'Publisher',
          publication_date: null,
          licence: 'CC BY 4.0',
          ordinal: 1,
          text: odd.passages[1],
        });
        assert.equal(new Date(indexed_at).toISOString(), indexed_at);
        library = await place.reopen(undefined);
      }
    });

    test('any query word matches, regardless of inflection, case and accents', async () => {
      const library = await open();
      await library.put([HARBOUR, FERRY, document('cafe.md', ['A café opened.'])]);
      assert.deepEqual(await texts(library, ['dredging']), [HARBOUR.passages[0]]);
      assert.deepEqual(await texts(library, ['PASSENGER']), [FERRY.passages[0]]);
      assert.deepEqual(await texts(library, ['cafe']), ['A café opened.']);
      assert.deepEqual(await texts(library, ['Cafés']), ['A café opened.']);
      assert.deepEqual(await texts(library, ['zeppelin', 'depth']), [HARBOUR.passages[1]]);
      assert.deepEqual(await texts(library, ['zeppelin']), []);
    });

    test('a document in another language is found by the terms of its language', async () => {
      const library = await open();
      const german = document('de.md', [
        'Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.',
        'Der Hafen ist nicht mehr in Betrieb, denn er wurde von der Stadt verkauft.',
      ]);
      const chinese = document('zh.md', ['电站于2019年启用，共有18台水轮机。', '河流每年向海洋输送沙土。']);
      await library.put([HARBOUR, german, chinese]);
      assert.deepEqual(await texts(library, termsOf('Brücke', 'de')), [german.passages[0]]);
      assert.deepEqual(await texts(library, termsOf('水轮机', 'zh')), [chinese.passages[0]]);
      assert.deepEqual(await texts(library, ['dredging']), [HARBOUR.passages[0]]);
    });

    test('the languages of its documents follow every change', async () => {
      const library = await open();
      const languages = async () =>
        (await library.languages()).map(({ language, documents }) => `${language} ${documents}`).toSorted();
      assert.deepEqual(await languages(), []);
      const german = document('de.md', ['Die Brücken der Stadt wurden 1937 gebaut und sind noch in Gebrauch.']);
      await library.put([HARBOUR, FERRY, german, document('figures.csv', ['12; 14; 2.3'])]);
      assert.deepEqual(await languages(), ['de 1', 'en 2']);
      await library.put([{ ...HARBOUR, path: 'de.md' }]);
      assert.deepEqual(await languages(), ['en 3']);
      await library.remove(['de.md', FERRY.path]);
      assert.deepEqual(await languages(), ['en 1']);
    });

    test('a claim in Japanese finds an English document by search words', async () => {
      const library = await open();
      const filler = Array.from({ length: 30 }, (_, n) => `Street ${n} was paved with stones from the quarry.`);
      await library.put([HARBOUR, FERRY, document('streets.md', filler)]);
      const engine = createEngine();
      const { claims } = await engine.extract({
        content: '港ではニシンが水揚げされている。',
        question: '',
        requestedAt: '2026-01-01T00:00:00.000Z',
        direct: true,
      });
      const found = async (claim: ExtractedClaim) => {
        const [queries] = await engine.planQueries([claim], 'thorough');
        const [{ candidates }] = (await findInLibrary(library, [queries!])) as [SourceFindings];
        const [ranked] = await engine.rank([claim], [withoutRepeats(candidates)]);
        return ranked!.map(({ text }) => text);
      };
      const [claim] = claims;
      assert.equal(claim!.language, 'ja');
      assert.deepEqual(await found(claim!), []);
      const searched = { ...claim!, search_words: { en: ['herring', 'landed', 'harbour'] } };
      assert.equal((await found(searched))[0], HARBOUR.passages[2]);
    });

    test('passages with more and rarer query words rank higher', async () => {
      const library = await open();
      const filler = Array.from({ length: 40 }, (_, index) => `Norrvik has a street with number ${index}.`);
      await library.put([document('filler.md', filler), HARBOUR, FERRY]);
      const found = await texts(library, ['herring', 'tonnes', 'norrvik'], 5);
      assert.equal(found[0], HARBOUR.passages[2]);
      assert.equal(found[1], FERRY.passages[1]);
      assert.equal(found.length, 5);
    });

    test('each query has its own limit and returns the same result every time', async () => {
      const library = await open();
      await library.put([HARBOUR, FERRY]);
      const queries = [
        { terms: ['norrvik'], limit: 1 },
        { terms: [], limit: 5 },
        { terms: ['herring'], limit: 5 },
        { terms: ['herring'], limit: 0 },
      ];
      const found = await library.search(queries);
      assert.deepEqual(
        found.map(({ length }) => length),
        [1, 0, 2, 0],
      );
      assert.deepEqual(await library.search(queries), found);
    });

    test('a term in few passages counts more than one in all passages', async () => {
      const library = await open();
      const common = Array.from({ length: 100 }, (_, n) => `Herring: herring ${n}.`);
      const rare = 'The long winter of that year, when the dredger sank in the ice, cost the harbour its herring.';
      await library.put([document('common.md', common), document('rare.md', [rare])]);
      assert.deepEqual(await texts(library, ['herring', 'dredger'], 1), [rare]);
    });

    test('a query with a higher total also gets the passages around its matches, once each', async () => {
      const library = await open();
      const long = document(
        'long.md',
        Array.from({ length: 40 }, (_, n) => `Chapter ${n} is short.`),
      );
      await library.put([long, HARBOUR, FERRY]);
      const around = async (terms: string[], limit: number, total: number) =>
        (await library.search([{ terms, limit, total }]))[0]!.map(({ path, ordinal }) => `${path} ${ordinal}`);
      assert.deepEqual(await around(['depth'], 5, 10), ['harbour.md 1', 'harbour.md 0', 'harbour.md 2']);
      assert.deepEqual(await around(['20'], 5, 4), ['long.md 20', 'long.md 19', 'long.md 21', 'long.md 0']);
      assert.deepEqual(await around(['zeppelin'], 5, 10), []);
      await library.remove(['harbour.md']);
      await library.put([document('long.md', ['It is new.', 'Chapter 20 is long.', 'It ends.'])]);
      assert.deepEqual((await around(['20', 'herring'], 5, 10)).sort(), [
        'long.md 0',
        'long.md 1',
        'long.md 2',
        'reports/ferry.md 0',
        'reports/ferry.md 1',
      ]);
    });

    test('a new passage is found at once, also by a query that found nothing before', async () => {
      const library = await open();
      await library.put([HARBOUR]);
      assert.deepEqual(await texts(library, ['ferry', 'quay']), []);
      await library.put([FERRY]);
      assert.deepEqual(await texts(library, ['ferry', 'quay']), [FERRY.passages[0]]);
    });

    test('a changed document replaces the old one; an unchanged one is not counted', async () => {
      const library = await open();
      await library.put([HARBOUR, FERRY]);
      assert.equal(await library.put([HARBOUR, FERRY]), 0);
      const changed = document('harbour.md', ['The quay was rebuilt.'], { title: 'New title' });
      assert.equal(await library.put([changed, FERRY]), 1);
      assert.deepEqual(await texts(library, ['dredged']), []);
      assert.deepEqual(await texts(library, ['quay']), ['The quay was rebuilt.']);
      assert.deepEqual(await texts(library, ['herring']), [FERRY.passages[1]]);
      assert.deepEqual(await library.inventory(), {
        'harbour.md': changed.content_hash,
        'reports/ferry.md': FERRY.content_hash,
      });
    });

    test('a removed document is not found, and can be added again', async () => {
      let library = await open();
      await library.put([HARBOUR, FERRY]);
      assert.equal(await library.remove(['harbour.md', 'never/was.md']), 1);
      assert.equal(await library.remove(['harbour.md']), 0);
      assert.equal(await library.remove([]), 0);
      library = await place.reopen(undefined);
      assert.deepEqual(await texts(library, ['herring']), [FERRY.passages[1]]);
      assert.equal(await library.hasDocuments(), true);
      assert.equal(await library.remove([FERRY.path]), 1);
      assert.equal(await library.hasDocuments(), false);
      assert.equal(await library.put([FERRY]), 1);
      assert.equal(await library.put([HARBOUR]), 1);
      assert.equal((await texts(library, ['herring'])).length, 2);
    });

    test('its revision never comes back after a change, even one that is undone', async () => {
      let library = await open();
      const seen: string[] = [await library.revision()];
      const isAnother = async (what: string) => {
        const revision = await library.revision();
        assert.ok(!seen.includes(revision), what);
        seen.push(revision);
      };
      const isSame = async (what: string) => assert.equal(await library.revision(), seen.at(-1), what);
      await isSame('nothing was done');
      await library.put([HARBOUR, FERRY]);
      await isAnother('documents were added');
      await library.put([HARBOUR]);
      await library.remove(['never/was.md']);
      await library.put([]);
      await library.remove([]);
      await Promise.all([library.inventory(), library.list({ after: '', limit: 5 }), library.languages()]);
      await isSame('nothing was changed');
      await library.put([document('harbour.md', ['The quay was rebuilt.'])]);
      await isAnother('a document was replaced');
      await library.put([HARBOUR]);
      await isAnother('it was replaced by what it was before');
      library = await place.reopen(undefined);
      await isSame('it was opened again');
      await library.remove([FERRY.path]);
      await isAnother('a document was removed');
      await library.put([FERRY]);
      await isAnother('it was added again');
      await Promise.all([library.put([document('a.md', ['A'])]), library.put([document('b.md', ['B'])])]);
      await isAnother('two documents were added at once');
      await isSame('it was read');
    });

    test('paths are opaque names', async () => {
      const library = await open();
      const paths = ['__proto__', "it's %_.md", 'ü/😀.txt', 'a', 'A'];
      await library.put(paths.map((path) => document(path, [`Passage about herring`], { content_hash: path })));
      assert.deepEqual(Object.entries(await library.inventory()).sort(), paths.map((path) => [path, path]).sort());
      assert.equal(await library.remove(["it's %_.md", '__proto__']), 2);
      assert.equal(Object.keys(await library.inventory()).length, 3);
    });

    test('no term makes a search fail or hides the results of other terms', async () => {
      const library = await open();
      await library.put([HARBOUR, FERRY]);
      const special = [
        '"',
        '""',
        "'",
        '\0',
        'a\0b',
        '*',
        '^x',
        'text:x',
        'NEAR(a b)',
        'AND',
        'OR',
        'NOT',
        '(',
        ')',
        '{x}',
        '-',
        '+',
        '-herring',
        '😀',
        '\ud800',
        '\u0301',
        'a"b OR "c',
        ' ',
        '',
        '1,000.5',
        '日本語',
        'x'.repeat(100_000),
      ];
      const term = fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary' }), fc.string());
      await fc.assert(
        fc.asyncProperty(fc.array(term, { maxLength: 20 }), async (terms) => {
          await library.search([{ terms, limit: 3 }]);
          const found = await texts(library, [...terms, 'dredged']);
          assert.ok(found.includes(HARBOUR.passages[0]!));
        }),
        { numRuns: 200 },
      );
      await library.search([{ terms: Array.from({ length: 5_000 }, (_, index) => `word${index}`), limit: 3 }]);
    });
  });
}
