/**
 * Writes the licences of the installed packages that the service runs on, with their texts, into one file:
 *
 *   node scripts/release/licences.ts FILE
 *
 * It needs nothing but Node, as the image's build runs it beside node_modules alone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Package {
  name: string;
  version: string;
  /** As its package states it, an SPDX expression in most cases. */
  licence: string;
  /** Its licence and notice files. Empty if it ships none. */
  texts: string[];
}

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

const TEXT = /^(?:licen[cs]e|copying|notice)/i;

/**
 * The packages of package-lock.json in `root` that users of the service run: none for development, and none that npm may
 * leave out. Throws if one is not installed or states no licence.
 */
export function shippedPackages(root: string): Package[] {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const shipped = Object.entries(packages).filter(([path, { dev, optional }]) => path !== '' && !dev && !optional);
  return shipped.map(([path, { version, license }]) => {
    const folder = join(root, path);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!existsSync(folder)) throw new Error(`${path} is not installed: run npm ci`);
    if (license === undefined) throw new Error(`${name} ${version} states no licence`);
    return { name, version, licence: license, texts: textsIn(folder) };
  });
}

function textsIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && TEXT.test(entry.name));
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).toSorted();
}

/** One page of text: a heading for each package, and its texts below. */
export function licencesPage(packages: readonly Package[]): string {
  const parts = packages.map(({ name, version, licence, texts }) => {
    const heading = `${name} ${version}\nLicence: ${licence}`;
    const body = texts.length > 0 ? texts : ['(The package holds no text of its licence.)'];
    return [`${'='.repeat(80)}\n${heading}`, ...body].join('\n\n');
  });
  return `Packages that this software runs on, with their licences.\n\n${parts.join('\n\n')}\n`;
}

const [, started, file] = process.argv;
if (started !== undefined && import.meta.url === pathToFileURL(started).href) {
  if (file === undefined) throw new Error('usage: node scripts/release/licences.ts FILE');
  const packages = shippedPackages(process.cwd());
  writeFileSync(file, licencesPage(packages));
  console.log(`${file}: ${packages.length} packages`);
}
