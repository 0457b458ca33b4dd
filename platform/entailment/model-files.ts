/** The files that determine a model's scores. A calibration is valid for exactly these. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ModelError } from './model-error.ts';
import { graphIn } from './model-folder.ts';

export interface ModelFile {
  /** Relative to the model's folder, with slashes. */
  path: string;
  /** In bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Besides the graph, everything that determines what the model reads and what its numbers mean. */
const SETTINGS = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;

/** Hashes the model's files. Throws ModelError, and errors of the file system. */
export async function modelFilesIn(folder: string): Promise<ModelFile[]> {
  const graph = relative(folder, graphIn(folder)).replaceAll(sep, '/');
  const files: ModelFile[] = [];
  for (const path of [graph, ...SETTINGS]) {
    const file = join(folder, path);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    files.push({ path, size: statSync(file).size, sha256: hash.digest('hex') });
  }
  return files;
}

/** Throws ModelError unless the folder has exactly these files; otherwise the calibration is that of another model. */
export function requireFiles(folder: string, files: readonly ModelFile[]): void {
  const isSame = ({ path, sha256 }: ModelFile) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex') === sha256;
  const wanted = [relative(folder, graphIn(folder)).replaceAll(sep, '/'), ...SETTINGS];
  const isWhole = wanted.every((path) => files.some((file) => file.path === path));
  try {
    if (isWhole && files.every(isSame)) return;
  } catch {
    // A file that can't be read is not the one that was checked.
  }
  throw new ModelError('its files are not those that were checked: run "evidence model check" and start anew');
}
