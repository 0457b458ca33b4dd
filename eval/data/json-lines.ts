/** Reads files with one JSON value per line. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { DataError } from './data-error.ts';

/** The validated rows of a file; empty lines are skipped. Throws DataError with the line of the first bad row. */
export function readJsonLines<Row>(file: string, schema: z.ZodType<Row>): Row[] {
  return readText(file)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseRow(line, schema, `${file}, line ${index + 1}`)]));
}

/** The text of a UTF-8 file. Throws DataError if it can't be read. */
export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataError(
      file,
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `can't be read (${code})`,
    );
  }
}

function parseRow<Row>(line: string, schema: z.ZodType<Row>, place: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DataError(place, 'is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DataError(place, parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
}

/** The parsed JSON of a file, not validated. Throws DataError if it can't be read or is not JSON. */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new DataError(file, 'is not JSON');
  }
}
