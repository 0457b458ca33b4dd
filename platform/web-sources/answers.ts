/**
 * Reads answers of sources, which are hostile until parsed.
 *
 * The same rule for all: a result whose required fields (key, URL, title) are not of the expected form is left out; an
 * optional field of another form counts as missing. If there are results and none is usable, the answer is of another
 * format.
 */

import { z } from 'zod';
import { stripInvisible } from '#common/invisible-characters.ts';
import { hasControlCharacter } from '#contracts/http/url.ts';
import { MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH, SourceFormatError, type WebCandidate } from './wire.ts';

/** Longer URLs can't be cited. */
const MAX_URL_LENGTH = 2_083;
const MAX_KEY_LENGTH = 300;
const MAX_FIELD_LENGTH = 300;
/** More than sources are asked for; an answer may hold millions. */
const MAX_ROWS = 100;
const MAX_PATH_LENGTH = 200;
/** Names that fields of a documented format may have. */
const FIELD_NAME = /^[A-Za-z_@#$][\w@#$:-]{0,39}$/;

/** Reads `answer`; throws SourceFormatError with the path of the first field that is missing or wrong. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new SourceFormatError(pathOf('', read.error));
}

/**
 * Reads the first `most` of `rows`. Throws SourceFormatError if there are some and none is usable; `path` is that of the
 * list.
 */
export function readRows<T>(schema: z.ZodType<T>, rows: readonly unknown[], path: string, most = MAX_ROWS): T[] {
  const usable: T[] = [];
  let wrong: string | null = null;
  for (const [at, row] of rows.slice(0, most).entries()) {
    const read = schema.safeParse(row);
    if (read.success) usable.push(read.data);
    else wrong ??= pathOf(`${path}[${at}]`, read.error);
  }
  if (usable.length === 0 && wrong !== null) throw new SourceFormatError(wrong);
  return usable;
}

/** The path is logged, and may contain keys that the source chose: those that don't look like field names become `*`. */
function pathOf(root: string, { issues }: z.ZodError): string {
  const names = issues[0]?.path.map(partOf) ?? [];
  const path = `${root}${names.join('')}`.replace(/^\./, '');
  return path === '' ? 'the answer' : path.slice(0, MAX_PATH_LENGTH);
}

function partOf(name: PropertyKey): string {
  if (typeof name === 'number') return `[${name}]`;
  return FIELD_NAME.test(String(name)) ? `.${String(name)}` : '.*';
}

/** The address of a page, without its fragment; other schemes and URLs with credentials are refused. */
export const PageUrl = z.string().transform((text, context) => {
  const isUrl = text.length <= MAX_URL_LENGTH && !hasControlCharacter(text.trim()) && URL.canParse(text);
  const url = isUrl ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    context.addIssue('not the address of a page');
    return z.NEVER;
  }
  url.hash = '';
  return url.href;
});

/** A text that is not blank, on one line. */
export const Line = z.string().transform((text, context) => {
  const read = line(text, MAX_TITLE_LENGTH);
  if (read !== '') return read;
  context.addIssue('empty');
  return z.NEVER;
});

/** A text that may be missing; one of another form counts as missing. */
export const MaybeText = z.string().nullish().catch(null);

/** A list that may be missing, up to `MAX_ROWS`, without the entries that are of another form than `entry`. */
export function ListOf<T>(entry: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.slice(0, MAX_ROWS).flatMap((row) => {
        const read = entry.safeParse(row);
        return read.success ? [read.data] : [];
      }),
    );
}

/** `text` on one line, without invisible characters, at most `maxLength` long. */
export function line(text: string, maxLength = MAX_FIELD_LENGTH): string {
  const clean = stripInvisible(text.slice(0, 2 * maxLength))
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, maxLength).toWellFormed().trim();
}

/** Paragraphs, each on one line, with blank lines between them; null if there are none. */
export function paragraphs(blocks: readonly string[], maxLength = MAX_SNIPPET_LENGTH): string | null {
  const lines: string[] = [];
  let length = 0;
  for (const block of blocks) {
    const kept = line(block, maxLength - length);
    if (kept === '') continue;
    lines.push(kept);
    length += kept.length + 2;
    if (length >= maxLength) break;
  }
  return lines.length === 0 ? null : lines.join('\n\n');
}

/** Values of a record as one row: "Title: … | Date: …"; those that aren't known are left out. */
export function recordRow(values: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => [name, line(value ?? '', MAX_TITLE_LENGTH)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' | ');
}

/** A candidate with bounded texts; fields that are not given become null. */
export function candidateOf(
  given: Pick<WebCandidate, 'key' | 'url' | 'title' | 'source_class'> & Partial<WebCandidate>,
): WebCandidate {
  return {
    key: line(given.key, MAX_KEY_LENGTH),
    url: given.url,
    ...(given.destination_url !== undefined && { destination_url: given.destination_url }),
    title: line(given.title, MAX_TITLE_LENGTH),
    publisher: line(given.publisher ?? '') || null,
    publication_date: given.publication_date ?? null,
    licence: line(given.licence ?? '') || null,
    jurisdiction: given.jurisdiction ?? null,
    source_class: given.source_class,
    snippet: given.snippet ?? null,
  };
}

/** How the titles of retracted articles begin. */
const RETRACTED = /^\W*(?:retracted|withdrawn)\b/i;

/** Whether an article has been retracted. Retracted articles are left out, because they prove nothing. */
export function isRetracted(title: string, types: readonly string[] = []): boolean {
  return RETRACTED.test(title) || types.some((type) => /^retracted publication$/i.test(type.trim()));
}
