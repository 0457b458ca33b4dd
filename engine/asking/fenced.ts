/** How texts of unknown authors stand in a question to a language model. */
import { createHash } from 'node:crypto';
import { defang } from '#engine/asking/defang.ts';
import { type RewrittenText, unchanged } from '#engine/text/rewritten-text.ts';

/** Replaces what must not leave the machine. */
export type Hide = (text: RewrittenText) => RewrittenText;

/**
 * Text between marks that it cannot contain: they are a hash of everything shown, so that the author of a passage cannot
 * predict them. Equal questions have equal marks, so that recordings can be replayed.
 */
export function fenced(name: string, text: string, mark: string): string {
  return `<<<${name} ${mark}>>>\n${text}\n<<<end ${name} ${mark}>>>`;
}

/** The mark for a question that shows what is in `seed`. */
export function markOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 16);
}

/** The beginning of a text (UTF-16 units) as a model may see it. */
export function prepared(text: string, longest: number, hide: Hide): RewrittenText {
  const cut = text.length > longest ? text.slice(0, longest).toWellFormed() : text;
  return hide(defang(unchanged(cut)));
}
