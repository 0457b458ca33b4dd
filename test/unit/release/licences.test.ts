/** What is shipped may be shipped: its licences are known ones, and their texts go with it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { licencesPage, shippedPackages } from '../../../scripts/release/licences.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** They ask for no more than that their text goes with the software. An expression counts as it is written. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'PSF-2.0',
  '(BSD-3-Clause AND Apache-2.0)',
  '(MIT AND Zlib)',
  // Taken as MIT.
  '(MIT OR GPL-3.0-or-later)',
]);
/** Packages that hold no text of the licence that they state. */
const WITHOUT_TEXT = ['@eventstore/db-client', 'abstract-logging', 'boolbase', 'isarray', 'snowball-stemmers'];

const packages = shippedPackages(ROOT);

test('no package that is shipped has a licence outside of the list', () => {
  assert.ok(packages.length > 100);
  const others = packages.filter(({ licence }) => !ALLOWED.has(licence));
  assert.deepEqual(
    others.map(({ name, licence }) => `${name}: ${licence}`),
    [],
  );
});

test('every package that is shipped comes with the text of its licence', () => {
  const without = packages.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  assert.deepEqual([...new Set(without)].toSorted(), WITHOUT_TEXT);
});

test('the page of licences names each package with its text, and none for development', () => {
  const page = licencesPage(packages);
  for (const { name, version, licence, texts } of packages) {
    assert.ok(page.includes(`${name} ${version}\nLicence: ${licence}\n`), name);
    for (const text of texts) assert.ok(page.includes(text), name);
  }
  assert.doesNotMatch(page, /^typescript /m);
});

test('package and image hold the licence, and those of what they run on', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  assert.match(dockerfile, /^RUN node scripts\/release\/licences\.ts THIRD-PARTY-LICENCES\.txt$/m);
  assert.match(dockerfile, /^COPY --from=dependencies \/service\/THIRD-PARTY-LICENCES\.txt \.\/$/m);
  assert.match(dockerfile, /^COPY package\.json LICENSE \.\/$/m);
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const path of ['!LICENSE', '!scripts/release/licences.ts']) assert.ok(sent.includes(path), path);
  const build = readFileSync(join(ROOT, 'scripts/package/build.ts'), 'utf8');
  assert.match(build, /'THIRD-PARTY-LICENCES\.txt'/);
});
