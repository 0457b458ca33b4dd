/** Searches files for a text or key that must not be there, in every encoding that a file could contain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Searches the files below `folder` for `needles`; returns the path and name of each one found. */
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

/**
 * The text as UTF-8, UTF-16 in both byte orders, base64 and base64url at every alignment, hex, JSON escapes and percent
 * encoding.
 */
export function formsOfText(text: string): Record<string, Uint8Array> {
  const little = Buffer.from(text, 'utf16le');
  const utf8 = Buffer.from(text, 'utf8');
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return {
    'UTF-8': utf8,
    'UTF-16LE': little,
    'UTF-16BE': Buffer.from(little).swap16(),
    'JSON escapes': Buffer.from(escaped, 'ascii'),
    'percent encoding': Buffer.from(encodeURIComponent(text), 'ascii'),
    ...encodings(utf8),
  };
}

/** The bytes unchanged, and encoded as hex, base64 and base64url. */
export function formsOfBytes(bytes: Uint8Array): Record<string, Uint8Array> {
  return { bytes, ...encodings(Buffer.from(bytes)) };
}

function encodings(bytes: Buffer): Record<string, Uint8Array> {
  const forms: Record<string, Uint8Array> = { hex: Buffer.from(bytes.toString('hex')) };
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const skip of [0, 1, 2]) {
      // Only whole groups of three bytes: their encoding doesn't depend on the bytes around them.
      const groups = bytes.subarray(skip, skip + 3 * Math.floor((bytes.length - skip) / 3));
      forms[`${encoding}, shifted by ${skip}`] = Buffer.from(groups.toString(encoding));
    }
  }
  return forms;
}
