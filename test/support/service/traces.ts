/** Looking for what must not be there: a text or a key, in every form in which a file could hold it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files below `folder` that hold one of `needles`, with the name of what was found. */
export function tracesIn(folder: string, needles: Record<string, Uint8Array>): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    for (const [name, needle] of Object.entries(needles)) if (bytes.includes(needle)) found.push(`${path}: ${name}`);
  }
  return found;
}

/** The text as UTF-8, UTF-16 in both orders, base64 and base64url at every alignment, hex, and with JSON's escapes. */
export function formsOfText(text: string): Record<string, Uint8Array> {
  const little = Buffer.from(text, 'utf16le');
  const utf8 = Buffer.from(text, 'utf8');
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return {
    'UTF-8': utf8,
    'UTF-16LE': little,
    'UTF-16BE': Buffer.from(little).swap16(),
    'JSON escapes': Buffer.from(escaped, 'ascii'),
    ...encodings(utf8),
  };
}

/** Bytes as they are, and encoded as text. */
export function formsOfBytes(bytes: Uint8Array): Record<string, Uint8Array> {
  return { bytes, ...encodings(Buffer.from(bytes)) };
}

function encodings(bytes: Buffer): Record<string, Uint8Array> {
  const forms: Record<string, Uint8Array> = { hex: Buffer.from(bytes.toString('hex')) };
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const skip of [0, 1, 2]) {
      // From a whole group of three bytes on, to a whole group: what stands around it changes nothing of that.
      const groups = bytes.subarray(skip, skip + 3 * Math.floor((bytes.length - skip) / 3));
      forms[`${encoding}, shifted by ${skip}`] = Buffer.from(groups.toString(encoding));
    }
  }
  return forms;
}
